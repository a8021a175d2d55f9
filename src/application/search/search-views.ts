import { readContent, type Content } from '../../domain/content/content.ts';
import { readDocument, getPage, pathOf } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Page as ContentPage } from '../../domain/content/page.ts';
import { all, both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { ConditionFilter } from '../../domain/kernel/expressions/condition-filter.ts';
import { matchesPlan } from '../../domain/search/match-entry.ts';
import { buildSearchEntry } from '../../domain/search/search-entry.ts';
import type { SearchPlan } from '../../domain/search/search-plan.ts';
import { matchingSections, type SectionMatch } from '../../domain/search/sections.ts';
import type { Page } from '../../ports/kernel/repository.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from '../content/reading.ts';
import { inTimeSlices, TimeSlices } from '../kernel/time-slices.ts';

/** A matching page in its current state. */
export interface FoundPageView {
  readonly spaceId: SpaceId;
  readonly page: ContentPage;
  readonly path: string;
  readonly sections: readonly SectionMatch[];
}

export interface FoundSpaceView {
  readonly spaceId: SpaceId;
  readonly title: string;
  readonly pages: readonly FoundPageView[];
}

/** A page of search results. */
export interface SearchResults<T> extends Page<T> {
  /**
   * True when there may be further results: the index is behind a large change, or a phrase of common words was not
   * searched in all pages.
   */
  readonly isIncomplete: boolean;
}

/** Results of a query without words. */
export const NO_RESULTS: SearchResults<never> = { items: [], count: 0, isIncomplete: false };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Builds the views of matching pages with their paths and matching sections.
 * @param shows tells whether content under a condition is visible; pages that match only by hidden text are left out.
 * All content is visible when omitted.
 */
export async function foundPageViews(
  store: Pick<ContentStore, 'get'>,
  { spaceId, content, ids }: { spaceId: SpaceId; content: Hash; ids: readonly Id[] },
  plan: SearchPlan,
  shows?: (condition: string) => boolean,
): Promise<FoundPageView[]> {
  const found = ids.length === 0 ? [] : await read(store, pagesIn(content, ids));
  const slices = new TimeSlices();
  const views: FoundPageView[] = [];
  for (const one of found) {
    if (one === undefined) continue;
    if (slices.isOver) await slices.next();
    const { page, path, bytes } = one;
    const written = bytes === undefined ? '' : decoder.decode(bytes);
    const text = shows === undefined || !written.includes('{%') ? written : new ConditionFilter(shows).filter(written);
    if (text !== written) {
      const entry = await inTimeSlices(buildSearchEntry(page, text));
      if (entry === undefined || !matchesPlan(entry, plan)) continue;
    }
    views.push({ spaceId, page, path, sections: await inTimeSlices(matchingSections(text, plan)) });
  }
  return views;
}

interface FoundPage {
  readonly page: ContentPage;
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
}

function* pagesIn(hash: Hash, ids: readonly Id[]): ObjectQuery<(FoundPage | undefined)[]> {
  const content = yield* readContent(hash);
  return yield* all(ids.map((id) => pageIn(content, id)));
}

function* pageIn(content: Content, id: Id): ObjectQuery<FoundPage | undefined> {
  const page = yield* getPage(content, id);
  if (page === undefined) return undefined;
  const [path, bytes] = yield* both(pathOf(content, page), readDocument(page));
  return { page, path: path ?? '', bytes };
}
