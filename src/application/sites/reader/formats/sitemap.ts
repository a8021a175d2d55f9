import type { OutlineEntry } from '../../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../../ports/content/content-store.ts';
import { TimeSlices } from '../../../kernel/time-slices.ts';
import { languageVariants, listAlternates } from '../page-alternates.ts';
import type { SiteAddress } from '../site-address.ts';
import type { Variant } from '../site-map.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';
import { listIndexedEntries, readListedPages } from './listed-pages.ts';
import { escapeXml } from '../../../../domain/kernel/escape-xml.ts';

/** Maximum number of URLs in one sitemap (sitemaps.org). */
const MAX_SITEMAP_URLS = 50_000;
/** Maximum number of pages of a space that sitemaps list. */
const MAX_PAGES = 1_000_000;

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** Pages of a space for sitemaps. */
interface SitemapSpace {
  readonly space: SiteSpaceContext;
  readonly entries: readonly OutlineEntry[];
}

/** Returns the file name of a part of the sitemap; parts of a space are numbered from 1. */
const partName = ({ siteSpace }: Variant, part: number): string => `sitemap-${siteSpace.id}-${part}.xml`;
const PART = /^sitemap-([0-9A-Za-z_-]{1,64})-([1-9][0-9]{0,3})[.]xml$/;

/** Tells whether a name is that of a part of a sitemap. */
export const isSitemapPart = (name: string): boolean => PART.test(name);

/**
 * Builds the sitemaps of a site: of all listed pages of its listed spaces that search engines may index. More than
 * `MAX_SITEMAP_URLS` pages are divided: the sitemap is then an index of parts, each with pages of one space.
 */
export class Sitemaps {
  constructor(private readonly store: ContentStore) {}

  /** Builds the sitemap, or the index of its parts. */
  async build(address: SiteAddress, spaces: readonly SiteSpaceContext[]): Promise<string> {
    const listed = await this.#listed(spaces);
    const count = listed.reduce((sum, { entries }) => sum + entries.length, 0);
    if (count <= MAX_SITEMAP_URLS) {
      const parts: string[] = [];
      for (const one of listed) parts.push(await this.#urls(one, one.entries, listed));
      return urlSet(parts.join(''));
    }
    const parts = listed.flatMap(({ space: { variant }, entries }) =>
      Array.from({ length: Math.ceil(entries.length / MAX_SITEMAP_URLS) }, (_, i) => partName(variant, i + 1)),
    );
    const items = parts.map((name) => `<sitemap><loc>${escapeXml(address.home + name)}</loc></sitemap>`);
    return `${HEADER}<sitemapindex ${NAMESPACES}>\n${items.join('\n')}\n</sitemapindex>\n`;
  }

  /** Builds a part by its name; undefined when there is none. */
  async part(spaces: readonly SiteSpaceContext[], name: string): Promise<string | undefined> {
    const [, id, number] = PART.exec(name) ?? [];
    const listed = await this.#listed(spaces);
    const found = listed.find(({ space: { variant } }) => variant.siteSpace.id === id);
    const from = (Number(number) - 1) * MAX_SITEMAP_URLS;
    const entries = found?.entries.slice(from, from + MAX_SITEMAP_URLS) ?? [];
    if (found === undefined || entries.length === 0) return undefined;
    return urlSet(await this.#urls(found, entries, listed));
  }

  #listed(spaces: readonly SiteSpaceContext[]): Promise<readonly SitemapSpace[]> {
    return Promise.all(spaces.map(async (space) => ({ space, entries: await listIndexedEntries(space, MAX_PAGES) })));
  }

  /** Returns the URL elements of entries, a line each, made in time slices. @throws ClientGone */
  async #urls(
    { space }: SitemapSpace,
    entries: readonly OutlineEntry[],
    all: readonly SitemapSpace[],
  ): Promise<string> {
    const slices = new TimeSlices();
    const languages = languagesOf(space, all);
    let lines = '';
    for (const { entry, page } of await readListedPages(this.store, space, entries)) {
      const url = escapeXml(space.map.address.absolute(space.links.page(entry)));
      const modified = page.updatedAt === undefined ? '' : `<lastmod>${escapeXml(page.updatedAt)}</lastmod>`;
      lines += `<url><loc>${url}</loc>${modified}${alternateLinks(space, entry, languages)}</url>\n`;
      if (slices.isOver) await slices.next();
    }
    return lines;
  }
}

const urlSet = (lines: string): string => `${HEADER}<urlset ${NAMESPACES}>\n${lines}</urlset>\n`;

type SpacesByLanguage = readonly (readonly [language: string, space: SiteSpaceContext])[];

/** Lists the spaces of a section that are in different languages. */
function languagesOf(space: SiteSpaceContext, all: readonly SitemapSpace[]): SpacesByLanguage {
  return [...languageVariants(space)].flatMap(([language, variant]) => {
    const found = all.find((one) => one.space.variant.siteSpace.id === variant.siteSpace.id);
    return found === undefined ? [] : [[language, found.space] as const];
  });
}

/** Links the same page in all languages, itself included. */
const alternateLinks = (space: SiteSpaceContext, entry: OutlineEntry, languages: SpacesByLanguage): string =>
  (listAlternates(space, entry, languages) ?? [])
    .map(({ language, href }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`)
    .join('');
