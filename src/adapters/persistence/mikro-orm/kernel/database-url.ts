/** Parts of a URL: scheme and credentials, hosts, database, parameters. */
const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;
const SESSION_ATTRIBUTES = 'target_session_attrs';

/** Modes of encryption that the driver verifies, for which it prints a warning. */
const VERIFYING_MODES = ['prefer', 'require', 'verify-ca'];
const ENCRYPTION_MODES: readonly string[] = ['disable', 'no-verify', 'verify-full', ...VERIFYING_MODES];
/** Parameter with which the modes of the driver mean what they mean in PostgreSQL's own programs. */
const LIBPQ_MODES = 'uselibpqcompat';

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
  const [, , , path = '', query] = URL_PARTS.exec(url) ?? [];
  if (!/^\/[^/]/.test(path)) return 'must name a database, as in postgresql://quire@127.0.0.1/quire';
  const parameters = new URLSearchParams(query);
  const mode = parameters.get('sslmode');
  if (mode !== null && !ENCRYPTION_MODES.includes(mode))
    return `must have an sslmode of ${ENCRYPTION_MODES.join(', ')}`;
  const attributes = parameters.get(SESSION_ATTRIBUTES);
  return attributes === null || ['any', 'read-write', 'primary'].includes(attributes)
    ? undefined
    : `must have ${SESSION_ATTRIBUTES}=read-write, because Quire writes`;
}

/** Replaces modes of encryption that mean the same as `verify-full`, about which the driver would print a warning. */
export function verifyingUrl(url: string): string {
  const [, start, hosts, path, query] = URL_PARTS.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  if (!VERIFYING_MODES.includes(parameters.get('sslmode') ?? '') || parameters.get(LIBPQ_MODES) === 'true') return url;
  parameters.set('sslmode', 'verify-full');
  return `${start}${hosts}${path}?${parameters}`;
}
