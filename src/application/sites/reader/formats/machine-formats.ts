import { digestOf } from '../../../../domain/content/objects/hash.ts';
import type { ContentStore } from '../../../../ports/content/content-store.ts';
import { findPage } from '../find-page.ts';
import type { ReaderCache } from '../reader-cache.ts';
import type { ReaderEvent, ReaderEvents } from '../reader-events.ts';
import { matchPagePaths, type SiteMap } from '../site-map.ts';
import { readyText, type ReadyText, type SiteResponse } from '../site-response.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';
import type { SiteSpaces } from '../site-spaces.ts';
import { siteTitle } from '../site-title.ts';
import { feedXml, type FeedFormat } from './feed-xml.ts';
import { changesFeed, FEED_FORMATS, updatesFeed } from './feeds.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { findMarkdownEntry, MARKDOWN_EXTENSION } from './markdown-url.ts';
import { MARKDOWN_TYPE, type PageTexts } from './page-texts.ts';
import { ROBOTS_FILE, robotsFile } from './robots.ts';
import { isSitemapPart, Sitemaps } from './sitemap.ts';

const XML_TYPE = 'application/xml; charset=utf-8';
const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
};

/**
 * Answers the paths of a site that programs read: `robots.txt`, `sitemap.xml`, `llms.txt`, `llms-full.txt`, feeds, and
 * the Markdown of pages. All contain only what the visitor may see; lists leave out what navigation does not show.
 */
export class MachineFormats {
  readonly #sitemaps: Sitemaps;

  constructor(
    private readonly store: ContentStore,
    private readonly spaces: SiteSpaces,
    private readonly texts: PageTexts,
    private readonly cache: Pick<ReaderCache, 'text'>,
    private readonly events: ReaderEvents,
  ) {
    this.#sitemaps = new Sitemaps(store);
  }

  /** Answers a file at the root of a site, which comes before a page; undefined for other paths. */
  async siteFile(map: SiteMap, segments: readonly string[]): Promise<SiteResponse | undefined> {
    const [name = ''] = segments;
    if (segments.length !== 1) return undefined;
    if (name === ROBOTS_FILE) return robotsFile(map);
    if (name === 'sitemap.xml' || isSitemapPart(name))
      return map.site.visibility === 'public' ? this.#sitemap(map, name) : undefined;
    if (name === 'llms.txt') {
      const spaces = await this.#listed(map);
      const event = this.#fileEvent('llms_request', map, name, { llmsVariant: 'standard' });
      return this.#text(map, name, spaces, event, async () =>
        readyText(MARKDOWN_TYPE, await llmsText(this.store, map, siteTitle(map, map.main), spaces)),
      );
    }
    if (name === 'llms-full.txt') {
      const spaces = await this.#listed(map);
      return {
        kind: 'stream',
        event: this.#fileEvent('llms_request', map, name, { llmsVariant: 'full' }),
        type: MARKDOWN_TYPE,
        personal: spaces.some(({ linked, expanded }) => linked.outline !== expanded.outline),
        chunks: () => llmsFullText(this.texts, siteTitle(map, map.main), spaces),
      };
    }
    const format = FEED_FORMATS.get(name);
    if (format === undefined) return undefined;
    const spaces = await this.#listed(map);
    return this.#text(map, name, spaces, this.#fileEvent('rss_request', map, name), async () => {
      const feed = await changesFeed(this.store, map, spaces);
      return readyText(FEED_TYPES[format], feedXml(feed, format));
    });
  }

  /** Answers the path of a page with an extension, for which there is no page; undefined for other paths. */
  async pageFile(map: SiteMap, segments: readonly string[]): Promise<SiteResponse | undefined> {
    const last = segments.at(-1) ?? '';
    if (last.endsWith(MARKDOWN_EXTENSION) && last.length > MARKDOWN_EXTENSION.length)
      return this.#markdown(map, [...segments.slice(0, -1), last.slice(0, -MARKDOWN_EXTENSION.length)]);
    const format = FEED_FORMATS.get(last);
    return format === undefined ? undefined : this.#updates(map, segments.slice(0, -1), format);
  }

  async #markdown(map: SiteMap, segments: readonly string[]): Promise<SiteResponse | undefined> {
    for (const { variant, path } of matchPagePaths(map, segments)) {
      const space = variant && (await this.spaces.of(map, variant));
      const entry = space && findMarkdownEntry(space.linked.outline, path);
      if (space === undefined || entry?.type !== 'document') continue;
      const text = await this.texts.of(space, entry);
      const event = this.events.of('page_markdown_request', {
        map,
        variant,
        page: entry.id,
        path: space.links.page(entry),
      });
      return text && { kind: 'text', ...text, event };
    }
    return undefined;
  }

  async #updates(map: SiteMap, segments: readonly string[], format: FeedFormat): Promise<SiteResponse | undefined> {
    for (const { variant, path } of matchPagePaths(map, segments)) {
      const space = variant && (await this.spaces.of(map, variant));
      const found = space && findPage(space, path);
      const entry = found?.to === undefined ? found?.entry : space?.linked.outline.byPath(path);
      if (space === undefined || entry?.type !== 'document') continue;
      const feed = await updatesFeed(this.texts, space, entry);
      if (feed === undefined) continue;
      return {
        kind: 'text',
        event: this.events.of('rss_request', {
          map,
          variant,
          page: entry.id,
          path: space.links.page(entry),
        }),
        ...readyText(FEED_TYPES[format], feedXml(feed, format), { personal: feed.personal }),
      };
    }
    return undefined;
  }

  async #sitemap(map: SiteMap, name: string): Promise<SiteResponse | undefined> {
    const spaces = await this.#listed(map);
    return this.#text(map, name, spaces, undefined, async () => {
      const text =
        name === 'sitemap.xml'
          ? await this.#sitemaps.build(map.address, spaces)
          : await this.#sitemaps.part(spaces, name);
      return text === undefined ? undefined : readyText(XML_TYPE, text);
    });
  }

  /** Lists the spaces that navigation shows. */
  #listed(map: SiteMap): Promise<readonly SiteSpaceContext[]> {
    return Promise.all(
      map.variants.filter(({ siteSpace: { hidden } }) => !hidden).map((variant) => this.spaces.of(map, variant)),
    );
  }

  async #text(
    map: SiteMap,
    name: string,
    spaces: readonly SiteSpaceContext[],
    event: ReaderEvent | undefined,
    make: () => Promise<ReadyText | undefined>,
  ): Promise<SiteResponse | undefined> {
    const contents = spaces.map(({ variant, expanded }) => [variant.content, expanded.edition]);
    const text = await this.cache.text(map, `${name}/${digestOf(JSON.stringify([map.version, contents]))}`, make);
    return text && { kind: 'text', ...text, event };
  }

  #fileEvent(
    type: 'llms_request' | 'rss_request',
    map: SiteMap,
    name: string,
    details: ReaderEvent['details'] = {},
  ): ReaderEvent | undefined {
    return this.events.of(type, { map, variant: map.main, path: map.address.basePath + name }, details);
  }
}
