import { sanitizeText } from '../../domain/kernel/storable-text.ts';

/** Extensions of files that are not pages. */
const FILE_EXTENSIONS =
  /\.(?:avif|bmp|css|csv|docx?|eot|exe|gif|gz|ico|jar|jpe?g|js|json|map|mjs|mov|mp[34]|ogg|otf|pdf|png|pptx?|rar|rss|svg|tar|tgz|ttf|txt|wasm|wav|web[mp]|woff2?|xlsx?|xml|ya?ml|zip)$/i;
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;
const PAGE_NAME = /\.(?:html?|xhtml|php|aspx?|jsp|md)$/i;
const MAX_URL_LENGTH = 2048;

/** Parses a web URL, relative to `base`; undefined for other URLs. */
export function parseWebUrl(text: string, base?: string): URL | undefined {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.href.length <= MAX_URL_LENGTH ? url : undefined;
}

/** Returns the identity of a page: its URL without query, fragment and variants of the path's end. */
export function pageKey(url: URL): string {
  return `${url.host}${plainPath(url.pathname.replace(INDEX, '/')).replace(/\/+$/, '')}`;
}

/** Decodes unreserved characters and upper-cases the remaining escapes. */
const plainPath = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });

/** Part of a website that an import covers: a host and a path prefix. */
export class ImportScope {
  readonly #host: string;
  readonly #prefix: string;

  /** @param start URL of the import after redirects */
  constructor(start: URL) {
    this.#host = start.host;
    const path = plainPath(start.pathname);
    const isFile = path.endsWith('/') || PAGE_NAME.test(path);
    this.#prefix = isFile ? path.slice(0, path.lastIndexOf('/')) : path;
  }

  /** Reports whether a URL may be a page of this scope; http and https are the same website. */
  includes(url: URL): boolean {
    if (url.host !== this.#host || FILE_EXTENSIONS.test(url.pathname)) return false;
    const path = plainPath(url.pathname);
    return path === this.#prefix || path.startsWith(`${this.#prefix}/`);
  }

  /** Returns the decoded path segments of a page below the prefix; empty for the start page. */
  segmentsOf(url: URL): readonly string[] {
    const path = plainPath(url.pathname.replace(INDEX, '/'));
    return path
      .slice(this.#prefix.length)
      .split('/')
      .filter(Boolean)
      .map((segment) => decodeSegment(segment.replace(PAGE_NAME, '')));
  }
}

/** Returns the last segment of the path of a page, decoded and without its extension; empty for the root. */
export function lastSegmentOf({ pathname }: URL): string {
  const last = pathname.replace(INDEX, '/').split('/').filter(Boolean).at(-1) ?? '';
  return decodeSegment(last.replace(PAGE_NAME, ''));
}

function decodeSegment(segment: string): string {
  try {
    return sanitizeText(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}
