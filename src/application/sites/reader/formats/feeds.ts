import type { OutlineEntry } from '../../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../../ports/content/content-store.ts';
import type { SiteMap } from '../site-map.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';
import { siteTitle } from '../site-title.ts';
import type { Feed, FeedFormat } from './feed-xml.ts';
import { listIndexedEntries, readListedPages } from './listed-pages.ts';
import type { PageTexts } from './page-texts.ts';
import { listUpdates, mayHaveUpdates } from './updates.ts';

/** File names of feeds. */
export const FEED_FORMATS: ReadonlyMap<string, FeedFormat> = new Map([
  ['rss.xml', 'rss'],
  ['atom.xml', 'atom'],
]);

/** Maximum number of pages in the feed of changes, and of a space that are examined for it. */
const MAX_CHANGES = 50;
const MAX_EXAMINED_PAGES = 50_000;

/** Builds the feed of the pages of a site that changed last. */
export async function changesFeed(
  store: ContentStore,
  map: SiteMap,
  spaces: readonly SiteSpaceContext[],
): Promise<Feed> {
  const pages = [];
  for (const space of spaces)
    pages.push(...(await readListedPages(store, space, await listIndexedEntries(space, MAX_EXAMINED_PAGES))));
  const changed = pages
    .flatMap((one) => (one.page.updatedAt === undefined ? [] : [{ ...one, updatedAt: one.page.updatedAt }]))
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0))
    .slice(0, MAX_CHANGES);
  return {
    title: siteTitle(map, map.main),
    url: map.address.home,
    feedUrls: feedUrls(map.address.home),
    items: changed.map(({ space, entry, page: { description }, updatedAt }) => {
      const url = map.address.absolute(space.links.page(entry));
      return {
        id: `${url}?changed=${updatedAt}`,
        title: entry.title,
        url,
        date: updatedAt,
        ...(description !== undefined && { text: description }),
      };
    }),
  };
}

/** Builds the feed of the updates blocks of a page; undefined when the visitor sees none. */
export async function updatesFeed(
  texts: Pick<PageTexts, 'of'>,
  space: SiteSpaceContext,
  entry: OutlineEntry,
): Promise<(Feed & { readonly personal: boolean }) | undefined> {
  const page = await texts.of(space, entry);
  // Pages link to the feed of a block whose updates have no dates yet.
  if (page === undefined || !mayHaveUpdates(page.text)) return undefined;
  const updates = listUpdates(page.text);
  const { map, variant } = space;
  const url = map.address.absolute(space.links.page(entry));
  return {
    title: `${entry.title} · ${siteTitle(map, variant)}`,
    url,
    feedUrls: feedUrls(`${map.address.absolute(space.links.fullPath(entry))}/`),
    items: updates.map(({ title, date, text, tags }, i) => ({
      id: `${url}?update=${date.slice(0, 10)}-${updates.length - i}`,
      title,
      url,
      date,
      text,
      tags,
    })),
    personal: page.personal === true,
  };
}

const feedUrls = (base: string): Feed['feedUrls'] => ({ rss: `${base}rss.xml`, atom: `${base}atom.xml` });
