import { readContent, type Content } from '../../domain/content/content.ts';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import { ancestorsOf, readDocument, getPage, pathOf } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { evaluateMarkdown } from '../../domain/content/documents/evaluate-markdown.ts';
import type { Page as ContentPage, VariableValue } from '../../domain/content/page.ts';
import { all, both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { ConditionFilter } from '../../domain/kernel/expressions/condition-filter.ts';
import { matchesPlan } from '../../domain/search/match-entry.ts';
import { buildSearchEntry } from '../../domain/search/search-entry.ts';
import type { SearchPlan } from '../../domain/search/search-plan.ts';
import { matchingSections, type SectionMatch } from '../../domain/search/sections.ts';
import type { Page } from '../../ports/kernel/repository.ts';
import type { PageHit } from '../../ports/search.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { variablesOf } from '../content/page-text.ts';
import { read } from '../content/reading.ts';
import { inTimeSlices, TimeSlices } from '../kernel/time-slices.ts';

/** A matching page in its current state. */
export interface FoundPageView {
  readonly spaceId: SpaceId;
  readonly page: ContentPage;
  readonly path: string;
  /** Titles of the pages above, from the top down. */
  readonly ancestors: readonly string[];
  readonly sections: readonly SectionMatch[];
  /** Relevance; higher is better. */
  readonly score: number;
}

/** A matching page with its position among all results, starting at 1. */
export interface RankedPageView extends FoundPageView {
  readonly rank: number;
}

export interface FoundSpaceView<Page extends FoundPageView = FoundPageView> {
  readonly spaceId: SpaceId;
  readonly title: string;
  /** Relevance; higher is better. */
  readonly score: number;
  readonly pages: readonly Page[];
}

/** A page of search results. */
export interface SearchResults<T> extends Page<T> {
  /**
   * True when there may be further results: the index is behind a large change, or a phrase of common words was not
   * searched in all pages.
   */
  readonly isIncomplete: boolean;
}

/**
 * Adds the positions of pages that are grouped by space, in the order of the list, so that they are the same whatever
 * the length of its parts.
 *
 * @param before number of pages in the earlier parts of the list
 */
export function rankPages(
  spaces: readonly FoundSpaceView[],
  before: number,
): readonly FoundSpaceView<RankedPageView>[] {
  let rank = before;
  return spaces.map((space) => ({ ...space, pages: space.pages.map((page) => ({ ...page, rank: ++rank })) }));
}

/** Results of a query without words. */
export const NO_RESULTS: SearchResults<never> = { items: [], count: 0, isIncomplete: false };

/** Evaluators of a page for a reader. */
export interface ReaderEvaluators {
  /** Tells whether the reader sees content under a condition. All content is visible when omitted. */
  readonly shows?: (condition: string) => boolean;
  /** Returns the text of an expression; undefined leaves the expression unchanged. */
  readonly valueOf: (expression: string) => string | undefined;
}

/**
 * Builds the views of matching pages with their paths and matching sections, which have the anchors and texts of the
 * rendered page.
 * @param evaluatorsOf returns the evaluators of a page for the reader; pages that match only by hidden text are left out
 */
export async function foundPageViews(
  store: Pick<ContentStore, 'get'>,
  { spaceId, content: hash, hits }: { spaceId: SpaceId; content: Hash; hits: readonly PageHit[] },
  plan: SearchPlan,
  evaluatorsOf: (page: ContentPage, variables: ReadonlyMap<string, VariableValue>) => ReaderEvaluators,
): Promise<FoundPageView[]> {
  if (hits.length === 0) return [];
  const content = await read(store, readContent(hash));
  const ids = hits.map(({ pageId }) => pageId);
  const [found, variables] = await Promise.all([read(store, pagesIn(content, ids)), variablesOf(store, content)]);
  const slices = new TimeSlices();
  const views: FoundPageView[] = [];
  for (const [index, { score }] of hits.entries()) {
    const one = found[index];
    if (one === undefined) continue;
    if (slices.isOver) await slices.next();
    const { page, path, ancestors, bytes } = one;
    const written = decodeDocument(bytes);
    const { shows, valueOf } = evaluatorsOf(page, variables);
    const text = shows !== undefined && written.includes('{%') ? new ConditionFilter(shows).filter(written) : written;
    if (text !== written) {
      const entry = await inTimeSlices(buildSearchEntry(page, text));
      if (entry === undefined || !matchesPlan(entry, plan)) continue;
    }
    const shown = await inTimeSlices(evaluateMarkdown(text, { valueOf, includeOf: () => undefined }));
    const sections = await inTimeSlices(matchingSections(shown, plan));
    views.push({ spaceId, page, path, ancestors, sections, score });
  }
  return views;
}

interface FoundPage {
  readonly page: ContentPage;
  readonly path: string;
  readonly ancestors: readonly string[];
  readonly bytes: Uint8Array | undefined;
}

function pagesIn(content: Content, ids: readonly Id[]): ObjectQuery<(FoundPage | undefined)[]> {
  return all(ids.map((id) => pageIn(content, id)));
}

function* pageIn(content: Content, id: Id): ObjectQuery<FoundPage | undefined> {
  const page = yield* getPage(content, id);
  if (page === undefined) return undefined;
  const above = ancestorsOf((ancestor) => getPage(content, ancestor), page);
  const [path, [ancestors, bytes]] = yield* both(pathOf(content, page), both(above, readDocument(page)));
  return { page, path: path ?? '', ancestors: ancestors.map(({ title }) => title).reverse(), bytes };
}
