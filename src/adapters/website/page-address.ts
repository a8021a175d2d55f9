import { sanitizeText } from '../../domain/kernel/storable-text.ts';

/** Addresses of files that are no pages, by the end of their names. */
const FILE_EXTENSIONS =
  /\.(?:avif|bmp|css|csv|docx?|eot|exe|gif|gz|ico|jar|jpe?g|js|json|map|mjs|mov|mp[34]|ogg|otf|pdf|png|pptx?|rar|rss|svg|tar|tgz|ttf|txt|wasm|wav|web[mp]|woff2?|xlsx?|xml|ya?ml|zip)$/i;
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;
const PAGE_NAME = /\.(?:html?|xhtml|php|aspx?|jsp|md)$/i;
const MAX_URL_LENGTH = 2048;

/** Reads an address, relative to another one; undefined for what is none of the web. */
export function parseWebUrl(text: string, base?: string): URL | undefined {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.href.length <= MAX_URL_LENGTH ? url : undefined;
}

/** What makes two addresses the same page: neither query nor anchor, nor how the end of the path is written. */
export function pageKey(url: URL): string {
  return `${url.host}${plainPath(url.pathname.replace(INDEX, '/')).replace(/\/+$/, '')}`;
}

/** Escapes that say nothing are undone, the others are in upper case. */
const plainPath = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });

/** The part of a website that an import takes: an origin, and the path that its pages' paths begin with. */
export class ImportScope {
  readonly #host: string;
  readonly #prefix: string;

  /** @param start the address that the import was given, once redirects are followed */
  constructor(start: URL) {
    this.#host = start.host;
    const path = plainPath(start.pathname);
    const isFile = path.endsWith('/') || PAGE_NAME.test(path);
    this.#prefix = isFile ? path.slice(0, path.lastIndexOf('/')) : path;
  }

  /** Whether an address may be one of its pages. Both protocols are the same website. */
  includes(url: URL): boolean {
    if (url.host !== this.#host || FILE_EXTENSIONS.test(url.pathname)) return false;
    const path = plainPath(url.pathname);
    return path === this.#prefix || path.startsWith(`${this.#prefix}/`);
  }

  /** The segments of a page's path below the prefix, decoded; none for the start itself. */
  segmentsOf(url: URL): readonly string[] {
    const path = plainPath(url.pathname.replace(INDEX, '/'));
    return path
      .slice(this.#prefix.length)
      .split('/')
      .filter(Boolean)
      .map((segment) => decodeSegment(segment.replace(PAGE_NAME, '')));
  }
}

function decodeSegment(segment: string): string {
  try {
    return sanitizeText(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}
