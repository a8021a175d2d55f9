import { getPages } from '../../../../domain/content/content-reads.ts';
import type { Page } from '../../../../domain/content/page.ts';
import type { OutlineEntry } from '../../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../../ports/content/content-store.ts';
import { read } from '../../../content/reading.ts';
import { TimeSlices } from '../../../kernel/time-slices.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';

/** A page that robots may index, with its content's page. */
export interface ListedPage {
  readonly space: SiteSpaceContext;
  readonly entry: OutlineEntry;
  readonly page: Pick<Page, 'description' | 'updatedAt'>;
}

/** Lists the pages of a space that navigation shows and that robots may index. */
export async function listIndexedEntries(
  { linked: { outline } }: SiteSpaceContext,
  limit: number,
): Promise<readonly OutlineEntry[]> {
  const slices = new TimeSlices();
  const entries: OutlineEntry[] = [];
  for (const entry of outline.documents()) {
    if (entries.length >= limit) break;
    if (entry.indexed) entries.push(entry);
    if (slices.isOver) await slices.next();
  }
  return entries;
}

/** Number of pages that are read at once. */
const BATCH = 1_000;

/**
 * Reads the pages of entries in time slices; those without a stored or generated page are left out.
 * @throws ClientGone
 */
export async function readListedPages(
  store: ContentStore,
  space: SiteSpaceContext,
  entries: readonly OutlineEntry[],
): Promise<readonly ListedPage[]> {
  const slices = new TimeSlices();
  const listed: ListedPage[] = [];
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    const stored = await read(store, getPages(space.content, ids));
    for (const entry of batch) {
      const page = space.expanded.pages.get(entry.id)?.page ?? stored.get(entry.id);
      if (page !== undefined) listed.push({ space, entry, page });
      if (slices.isOver) await slices.next();
    }
  }
  return listed;
}
