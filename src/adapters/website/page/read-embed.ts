import { sanitizeText } from '../../../domain/kernel/storable-text.ts';
import { decodeText } from './decode-text.ts';
import { parsePage, type PageDocument } from './dom.ts';
import { elementText } from './page-element.ts';

/** Downloaded beginning of a page. */
export interface EmbedRequest {
  readonly bytes: Uint8Array;
  /** Content-Type header, for the encoding. */
  readonly contentType: string;
  /** URL of the page after redirects. */
  readonly url: string;
}

/** Metadata of a page, as far as it states them. URLs are absolute. */
export interface EmbedFacts {
  readonly title?: string;
  readonly site?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly image?: string;
}

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
const MAX_URL = 2048;

/**
 * Reads the metadata in the head of a page.
 *
 * @throws RangeError when the page is nested too deeply
 */
export function readEmbed({ bytes, contentType, url }: EmbedRequest): EmbedFacts {
  const document = parsePage(decodeText(bytes, contentType).replace(/\0/g, ''));
  const base = webAddress(document.querySelector('base[href]')?.getAttribute('href'), url) ?? url;
  const meta = metaReader(document);
  const facts = {
    title: tidy(meta('og:title', 'twitter:title') ?? elementText(document.querySelector('title')), MAX_TITLE),
    site: tidy(meta('og:site_name', 'application-name'), MAX_TITLE),
    description: tidy(meta('og:description', 'description', 'twitter:description'), MAX_DESCRIPTION),
    icon: webAddress(iconOf(document), base),
    image: webAddress(meta('og:image:secure_url', 'og:image', 'twitter:image'), base),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const metaReader =
  (document: PageDocument) =>
  (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const content = document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content');
      if (content?.trim()) return content;
    }
    return undefined;
  };

function iconOf(document: PageDocument): string | undefined {
  for (const link of document.querySelectorAll('link[rel][href]')) {
    const kinds = link.getAttribute('rel')!.toLowerCase().split(/\s+/);
    if (kinds.includes('icon')) return link.getAttribute('href') ?? undefined;
  }
  return undefined;
}

/** Puts a text on one line of limited length; undefined if nothing is left. */
function tidy(text: string | undefined, most: number): string | undefined {
  const line = text && sanitizeText(text).replace(/\s+/g, ' ').trim();
  if (!line) return undefined;
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;
}

/** Resolves the address of a web resource; undefined for anything else. */
function webAddress(written: string | null | undefined, base: string): string | undefined {
  if (!written?.trim() || !URL.canParse(written.trim(), base)) return undefined;
  const { href, protocol } = new URL(written.trim(), base);
  return /^https?:$/.test(protocol) && href.length <= MAX_URL ? href : undefined;
}
