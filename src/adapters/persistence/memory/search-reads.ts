import { levelOf } from '../../../domain/access/standing.ts';
import { alikeWords } from '../../../domain/search/near-words.ts';
import { bodyScoreOf, headScoreOf, matches, MAX_WEIGHED, SCORE_UNIT } from '../../../domain/search/score.ts';
import type { SearchPlan } from '../../../domain/search/search-query.ts';
import { vocabularyOf } from '../../../domain/search/vocabulary.ts';
import type { Viewer } from '../../../ports/library-reads.ts';
import type { FoundAfter, FoundPage, FoundSpace, SearchedIn, SearchReads } from '../../../ports/search-reads.ts';
import type { MemoryReads } from './reads.ts';
import type { MemoryStore, PageSearchRow } from './store.ts';

const whole = (score: number): number => Math.round(score * SCORE_UNIT);
const byScore = (a: { readonly score: number }, b: { readonly score: number }, ids: readonly [string, string]): number => b.score - a.score || (ids[0] < ids[1] ? -1 : 1);
const isAfter = ({ score, id }: { readonly score: number; readonly id: string }, after: FoundAfter | undefined): boolean =>
  after === undefined || score < after.score || (score === after.score && id > after.id);

/** The database's search, over the maps: every page is looked at. */
export class MemorySearchReads implements SearchReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
  ) {}

  async pages(spaceId: string, plan: SearchPlan, { limit, after }: Parameters<SearchReads['pages']>[2]): ReturnType<SearchReads['pages']> {
    const found = weighed(this.#matching((id) => id === spaceId, plan), plan, MAX_WEIGHED);
    const items = found.filter((page) => isAfter({ ...page, id: page.pageId }, after)).slice(0, limit + 1);
    return { items, count: found.length, content: this.store.tables.branches.get(spaceId)!.state.content };
  }

  async spaces(viewer: Viewer, plan: SearchPlan, { limit, after, pagesEach }: Parameters<SearchReads['spaces']>[2]): ReturnType<SearchReads['spaces']> {
    const found = this.#found(this.#visible(viewer), new Set(), plan, pagesEach);
    return { items: found.filter((space) => isAfter({ ...space, id: space.spaceId }, after)).slice(0, limit + 1), count: found.length };
  }

  async among(spaces: readonly string[], without: readonly string[], plan: SearchPlan, pagesEach: number): Promise<readonly FoundSpace[]> {
    return this.#found(new Set(spaces), new Set(without), plan, pagesEach);
  }

  #found(visible: ReadonlySet<string>, without: ReadonlySet<string>, plan: SearchPlan, pagesEach: number): readonly FoundSpace[] {
    const inSpaces = new Map<string, PageSearchRow[]>();
    for (const row of this.#matching((id) => visible.has(id), plan)) if (!without.has(row.spaceId + row.pageId)) inSpaces.set(row.spaceId, [...(inSpaces.get(row.spaceId) ?? []), row]);
    const found = [...inSpaces].map(([spaceId, rows]): FoundSpace => ({
      spaceId,
      title: this.store.state('spaces', spaceId)!.title,
      content: this.store.tables.branches.get(spaceId)!.state.content,
      score: Math.max(...rows.map(({ search }) => whole(headScoreOf(search, plan)))),
      pages: weighed(rows, plan, 3 * pagesEach).slice(0, pagesEach),
    }));
    return found.sort((a, b) => byScore(a, b, [a.spaceId, b.spaceId]));
  }

  async alike(where: SearchedIn, words: readonly string[]): ReturnType<SearchReads['alike']> {
    const spaces = 'spaceId' in where ? new Set([where.spaceId]) : 'spaces' in where ? new Set(where.spaces) : this.#visible(where.viewer);
    const vocabulary = new Set<string>();
    for (const { state } of this.store.tables.pageSearch.values()) if (spaces.has(state.spaceId)) for (const word of vocabularyOf(state.search)) vocabulary.add(word);
    const unknown = words.filter((word) => ![...vocabulary].some((known) => known.startsWith(word)));
    return new Map(unknown.map((word) => [word, alikeWords(word, vocabulary)]));
  }

  #matching(inSpace: (spaceId: string) => boolean, plan: SearchPlan): PageSearchRow[] {
    return [...this.store.tables.pageSearch.values()].map(({ state }) => state).filter(({ spaceId, search }) => inSpace(spaceId) && matches(search, plan.match));
  }

  #visible({ organizationId, userId }: Viewer): ReadonlySet<string> {
    const spaces = this.store.all('spaces').filter((space) => space.organizationId === organizationId);
    return new Set(
      spaces.flatMap(({ id }) => {
        const standing = this.reads.standingOn(id, userId);
        return standing !== undefined && levelOf(standing) !== undefined ? [id] : [];
      }),
    );
  }
}

/** All pages, the best first; the text of the first `most` by title and headings is weighed too. */
function weighed(rows: readonly PageSearchRow[], plan: SearchPlan, most: number): FoundPage[] {
  const byHead = rows.map((row) => ({ row, head: headScoreOf(row.search, plan) })).sort((a, b) => b.head - a.head || (a.row.pageId < b.row.pageId ? -1 : 1));
  const found = byHead.map(({ row, head }, i): FoundPage => ({ pageId: row.pageId, score: whole(i < most ? head + bodyScoreOf(row.search, plan) : head) }));
  return found.sort((a, b) => byScore(a, b, [a.pageId, b.pageId]));
}
