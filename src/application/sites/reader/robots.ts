import { getPages } from '../../../domain/content/content-reads.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import { read } from '../../content/reading.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import type { SiteAddress } from './site-address.ts';
import type { SiteMap, Variant } from './site-map.ts';

/** Builds `robots.txt`, which points to the sitemap or disallows everything. */
export function robotsText({ site }: SiteMap, address: SiteAddress): string {
  if (site.visibility !== 'public') return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: ${address.basePath}\n\nSitemap: ${address.home}sitemap.xml\n`;
}

/** Maximum number of URLs in a sitemap (sitemaps.org). */
const MAX_URLS = 50_000;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Builds the sitemap with all listed pages that search engines may index. */
export async function sitemapXml(
  store: ContentStore,
  { variants }: SiteMap,
  spaceOf: (variant: Variant) => Promise<SiteSpaceContext>,
): Promise<string> {
  const urls: string[] = [];
  for (const variant of variants) {
    const { linked, links, address, content } = await spaceOf(variant);
    const shown: OutlineEntry[] = [];
    for (const entry of linked.outline.documents()) {
      if (urls.length + shown.length >= MAX_URLS) break;
      if (entry.indexed) shown.push(entry);
    }
    const pages = await read(
      store,
      getPages(
        content,
        shown.map(({ id }) => id),
      ),
    );
    for (const entry of shown)
      urls.push(
        `<url><loc>${escaped(address.absolute(links.page(entry)))}</loc><lastmod>${escaped(pages.get(entry.id)?.updatedAt ?? '')}</lastmod></url>`,
      );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
