import { effectiveLevel } from '../../../domain/permissions/access-facts.ts';
import type { SpaceId } from '../../../domain/kernel/id.ts';
import { matchesPlan, matchesTitle, scoreEntry } from '../../../domain/search/match-entry.ts';
import { MAX_DISTINCTIVE_HEADS, type SearchPlan } from '../../../domain/search/search-plan.ts';
import { similarWords, vocabularyOf } from '../../../domain/search/similar-words.ts';
import type { PageHit, SearchCursor, SearchReads, SearchScope, SpaceHit } from '../../../ports/search.ts';
import type { MemoryReads } from './reads.ts';
import type { BacklogRow, MemoryStore, PageSearchRow } from './store.ts';

interface Scored {
  readonly id: string;
  readonly score: number;
}
const byScore = (a: Scored, b: Scored): number => b.score - a.score || (a.id < b.id ? -1 : 1);
const isAfter = ({ score, id }: Scored, after: SearchCursor | undefined): boolean =>
  after === undefined || score < after.score || (score === after.score && id > after.id);

/** Search over the maps; every page is examined, and scored by itself. */
export class MemorySearchReads implements SearchReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
  ) {}

  async searchPages(
    spaceId: SpaceId,
    plan: SearchPlan,
    { limit, after }: Parameters<SearchReads['searchPages']>[2],
  ): ReturnType<SearchReads['searchPages']> {
    const spaces = new Set([spaceId]);
    const found = this.#matching(spaces, plan);
    return {
      items: bestPages(found, plan)
        .filter(({ pageId: id, score }) => isAfter({ id, score }, after))
        .slice(0, limit + 1),
      count: found.length,
      isIncomplete: this.#isBehind(spaces),
      content: this.store.tables.branches.get(spaceId)!.state.content,
    };
  }

  async searchSpaces(
    scope: SearchScope,
    plan: SearchPlan,
    { limit, after, pagesEach }: Parameters<SearchReads['searchSpaces']>[2],
  ): ReturnType<SearchReads['searchSpaces']> {
    const spaces = this.#inScope(scope);
    const excluded = new Set('spaces' in scope ? scope.excludedPages : []);
    const found = new Map<SpaceId, PageSearchRow[]>([...spaces].map((spaceId) => [spaceId, []]));
    for (const row of this.#matching(spaces, plan))
      if (!excluded.has(row.spaceId + row.pageId)) found.get(row.spaceId)!.push(row);
    for (const [spaceId, rows] of found) if (rows.length === 0) found.delete(spaceId);
    const hits = [...found].map(([spaceId, rows]): SpaceHit => ({
      spaceId,
      title: this.store.state('spaces', spaceId)!.title,
      content: this.store.tables.branches.get(spaceId)!.state.content,
      score: rows.reduce((most, { search }) => Math.max(most, scoreEntry(search, plan).head), 0),
      pages: bestPages(rows, plan).slice(0, pagesEach),
    }));
    return {
      items: hits
        .sort((a, b) => byScore({ ...a, id: a.spaceId }, { ...b, id: b.spaceId }))
        .filter(({ spaceId: id, score }) => isAfter({ id, score }, after))
        .slice(0, limit + 1),
      count: found.size,
      isIncomplete: this.#isBehind(spaces),
    };
  }

  async similarWords(scope: SearchScope, words: readonly string[]): ReturnType<SearchReads['similarWords']> {
    const spaces = this.#inScope(scope);
    const vocabulary = new Set<string>();
    for (const { state } of this.store.tables.pageSearch.values())
      if (spaces.has(state.spaceId)) for (const word of vocabularyOf(state.search)) vocabulary.add(word);
    const unknown = words.filter((word) => ![...vocabulary].some((known) => known.startsWith(word)));
    return new Map(unknown.map((word) => [word, similarWords(word, vocabulary)]));
  }

  #isBehind(spaces: ReadonlySet<SpaceId>): boolean {
    const { projectionBacklog, unsearchedPages } = this.store.tables;
    const isUnknown = ({ id, from, to }: BacklogRow): boolean =>
      (from === null && to === null) || [...unsearchedPages.values()].some(({ state }) => state.spaceId === id);
    return [...projectionBacklog.values()].some(({ state }) => spaces.has(state.id) && isUnknown(state));
  }

  #matching(spaces: ReadonlySet<SpaceId>, plan: SearchPlan): PageSearchRow[] {
    const rows = [...this.store.tables.pageSearch.values()]
      .map(({ state }) => state)
      .filter(({ spaceId }) => spaces.has(spaceId));
    const partialTitles = plan.partialTitles.filter(
      (title) => rows.filter(({ search }) => matchesTitle(search, title)).length <= MAX_DISTINCTIVE_HEADS,
    );
    return rows.filter(({ search }) => matchesPlan(search, { ...plan, partialTitles }));
  }

  #inScope(scope: SearchScope): ReadonlySet<SpaceId> {
    if ('spaces' in scope) return new Set(scope.spaces);
    const { organizationId, userId } = scope.viewer;
    return new Set(
      this.store
        .all('spaces')
        .filter((space) => space.organizationId === organizationId)
        .map(({ id }) => id)
        .filter((id) => {
          const access = this.reads.accessFactsOn(id, userId);
          return access !== undefined && effectiveLevel(access) !== undefined;
        }),
    );
  }
}

/** Ranks pages, the best first. */
const bestPages = (rows: readonly PageSearchRow[], plan: SearchPlan): PageHit[] =>
  rows
    .map(({ pageId, search }) => ({ id: pageId, score: scoreEntry(search, plan).score }))
    .sort(byScore)
    .map(({ id: pageId, score }) => ({ pageId, score }));
