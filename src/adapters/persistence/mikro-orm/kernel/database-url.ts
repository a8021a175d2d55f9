/** Parts of a URL: scheme and credentials, hosts, database, parameters. */
const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;
const SESSION_ATTRIBUTES = 'target_session_attrs';

/** Returns one URL for each host of a URL. @throws Error when it cannot be read */
export function urlsOf(url: string): string[] {
  const [, start, hosts, path, query] = URL_PARTS.exec(url) ?? [];
  if (start === undefined || hosts === undefined || !hosts.includes(',')) return [url];
  const parameters = new URLSearchParams(query);
  parameters.delete(SESSION_ATTRIBUTES);
  const rest = parameters.size === 0 ? path! : `${path}?${parameters}`;
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** Returns the reason why the URL of a database cannot be used; undefined when it can. */
export function problemOfDatabaseUrl(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must be a postgresql:// URL';
  if (urlsOf(url).some((each) => !URL.canParse(each))) return 'must name hosts as host:port, separated by commas';
  if (/%(?![0-9a-f]{2})/i.test(url)) return 'must have %25 instead of % in names and passwords';
  const attributes = new URLSearchParams(URL_PARTS.exec(url)?.[4]).get(SESSION_ATTRIBUTES);
  return attributes === null || ['any', 'read-write', 'primary'].includes(attributes)
    ? undefined
    : `must have ${SESSION_ATTRIBUTES}=read-write, because Quire writes`;
}
