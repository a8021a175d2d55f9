export interface Sitemap {
  /** Kind of the listed URLs: pages or further sitemaps. */
  readonly kind: 'pages' | 'sitemaps';
  readonly addresses: readonly string[];
}

const OPEN = '<loc>';
const CLOSE = '</loc>';
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Reads the URLs of a sitemap in XML or plain text with one URL per line. Never fails. */
export function readSitemap(text: string, maxAddresses: number): Sitemap {
  if (!text.includes('<')) return { kind: 'pages', addresses: text.split(/\s+/, maxAddresses).filter(Boolean) };
  const addresses: string[] = [];
  for (let at = text.indexOf(OPEN); at >= 0 && addresses.length < maxAddresses; at = text.indexOf(OPEN, at)) {
    const end = text.indexOf(CLOSE, at);
    if (end < 0) break;
    addresses.push(decodeLocation(text.slice(at + OPEN.length, end)));
    at = end;
  }
  return { kind: text.includes('<sitemapindex') ? 'sitemaps' : 'pages', addresses };
}

const decodeLocation = (text: string): string =>
  text
    .trim()
    .replace(/^<!\[CDATA\[(.*)\]\]>$/s, '$1')
    .trim()
    .replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]!);
