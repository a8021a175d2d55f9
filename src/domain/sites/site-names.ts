/** Contract: SiteBasename and SiteSpacePath are 1..100. */
export const MAX_NAME_LENGTH = 100;

const BASENAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
const PATH = /^[A-Za-z0-9](?:[A-Za-z0-9._~-]*)$/;
/** Where a site keeps what is its own; no page path and no space's path begins so. */
export const RESERVED_SEGMENT = '~quire';
/** What a site answers itself, besides what lies under `RESERVED_SEGMENT`. */
const RESERVED_FILES: ReadonlySet<string> = new Set(['robots.txt', 'sitemap.xml']);

/** Why a text cannot be a site's basename, or undefined when it can: one segment of a URL, the same in every spelling. */
export function findBasenameProblem(text: string): string | undefined {
  if (text.length < 1 || text.length > MAX_NAME_LENGTH) return `must have 1 to ${MAX_NAME_LENGTH} characters`;
  return BASENAME.test(text) ? undefined : 'may contain only a-z, 0-9 and, except at the ends, . _ -';
}

/** Why a text cannot be the path of a space within a site, or undefined when it can: one segment of a URL. */
export function findSitePathProblem(text: string): string | undefined {
  if (text.length < 1 || text.length > MAX_NAME_LENGTH) return `must have 1 to ${MAX_NAME_LENGTH} characters`;
  if (!PATH.test(text)) return 'must begin with a letter or digit and may contain only letters, digits and . _ ~ -';
  return RESERVED_FILES.has(text.toLowerCase()) ? 'is reserved' : undefined;
}

/** Contract: SiteHostname and SiteProxyOrigin have at most 512 characters. */
export const MAX_ADDRESS_LENGTH = 512;

const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;
const PROXY = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;

/** Why a text cannot be a site's hostname, or undefined when it can. */
export const findHostnameProblem = (text: string): string | undefined =>
  text.length <= MAX_ADDRESS_LENGTH && HOSTNAME.test(text)
    ? undefined
    : 'must be a hostname of at least three labels, such as docs.example.org';

/** Why a text cannot be where a site is shown behind another server, or undefined when it can. */
export const findProxyProblem = (text: string): string | undefined =>
  text.length <= MAX_ADDRESS_LENGTH && PROXY.test(text)
    ? undefined
    : 'must be a host and a path, such as example.org/docs';

/** `name`, `name-1`, `name-2`, …, within the length. @param n from 0 */
export function numberedName(name: string, n: number): string {
  const end = n === 0 ? '' : `-${n}`;
  return name.slice(0, MAX_NAME_LENGTH - end.length) + end;
}

/** The first of the numbered names that is not taken. */
export function findFreeName(name: string, taken: (name: string) => boolean): string {
  for (let n = 0; ; n++) {
    const candidate = numberedName(name, n);
    if (!taken(candidate)) return candidate;
  }
}
