/** Contract: SiteBasename and SiteSpacePath are 1..100. */
export const MAX_NAME_LENGTH = 100;

const BASENAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
const PATH = /^[A-Za-z0-9](?:[A-Za-z0-9._~-]*)$/;
/** Path segment of the site's own resources. */
export const RESERVED_SEGMENT = '~quire';
const RESERVED_FILES: ReadonlySet<string> = new Set([
  'robots.txt',
  'sitemap.xml',
  'llms.txt',
  'llms-full.txt',
  'rss.xml',
  'atom.xml',
]);

/** Tells whether a name at the root of a site is that of a file that the site serves itself. */
export const isReservedFile = (name: string): boolean => RESERVED_FILES.has(name.toLowerCase());

/**
 * Describes why a text is not a valid basename of a site; undefined if it is: one segment of a URL with a single
 * spelling.
 */
export function findBasenameProblem(text: string): string | undefined {
  if (text.length < 1 || text.length > MAX_NAME_LENGTH) return `must have 1 to ${MAX_NAME_LENGTH} characters`;
  return BASENAME.test(text) ? undefined : 'may contain only a-z, 0-9 and, except at the ends, . _ -';
}

/** Describes why a text is not a valid path of a space within a site; undefined if it is: one segment of a URL. */
export function findSitePathProblem(text: string): string | undefined {
  if (text.length < 1 || text.length > MAX_NAME_LENGTH) return `must have 1 to ${MAX_NAME_LENGTH} characters`;
  if (!PATH.test(text)) return 'must begin with a letter or digit and may contain only letters, digits and . _ ~ -';
  return isReservedFile(text) ? 'is reserved' : undefined;
}

/** Contract: SiteHostname and SiteProxyOrigin have at most 512 characters. */
export const MAX_ADDRESS_LENGTH = 512;

const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;
const PROXY = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;

/** Describes why a text is not a valid hostname of a site; undefined if it is. */
export const findHostnameProblem = (text: string): string | undefined =>
  text.length <= MAX_ADDRESS_LENGTH && HOSTNAME.test(text)
    ? undefined
    : 'must be a hostname of at least three labels, such as docs.example.org';

/** Describes why a text is not a valid location of a site behind a proxy; undefined if it is. */
export const findProxyProblem = (text: string): string | undefined =>
  text.length <= MAX_ADDRESS_LENGTH && PROXY.test(text)
    ? undefined
    : 'must be a host and a path, such as example.org/docs';

/**
 * Returns `name`, `name-1`, `name-2`, …, shortened to the maximum length.
 * @param n counted from 0
 */
export function numberedName(name: string, n: number): string {
  const end = n === 0 ? '' : `-${n}`;
  return name.slice(0, MAX_NAME_LENGTH - end.length) + end;
}

/** Returns the first numbered name that is not taken. */
export function findFreeName(name: string, taken: (name: string) => boolean): string {
  for (let n = 0; ; n++) {
    const candidate = numberedName(name, n);
    if (!taken(candidate)) return candidate;
  }
}
