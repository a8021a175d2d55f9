import { effectiveLevel } from '../../../domain/permissions/access-facts.ts';
import { similarWords, vocabularyOf } from '../../../domain/search/similar-words.ts';
import {
  boundPlan,
  termsToCount,
  termKey,
  scannedPagesPerSpace,
  type BoundedPlan,
  type DocumentFrequency,
} from '../../../domain/search/plan-bounds.ts';
import {
  areCommonWords,
  areTooFrequentInHeads,
  bodyScore,
  MIN_PAGES_FOR_COMMON_WORDS,
  headScore,
  matchesPlan,
  matches,
  MAX_BODY_SCORED,
  MAX_HEADS_COMPARED,
  SCORE_UNIT,
  type WordCounts,
} from '../../../domain/search/score.ts';
import { conjunctionTerms, type SearchPlan, type TermMatch } from '../../../domain/search/search-query.ts';
import type { OrganizationUser } from '../../../ports/kernel/viewer.ts';
import type { SearchCursor, PageHit, SpaceHit, SearchScope, SearchReads } from '../../../ports/search.ts';
import type { MemoryReads } from './reads.ts';
import type { BacklogRow, MemoryStore, PageSearchRow } from './store.ts';

const whole = (score: number): number => Math.round(score * SCORE_UNIT);
const byScore = (
  a: { readonly score: number },
  b: { readonly score: number },
  ids: readonly [string, string],
): number => b.score - a.score || (ids[0] < ids[1] ? -1 : 1);
const isAfter = (
  { score, id }: { readonly score: number; readonly id: string },
  after: SearchCursor | undefined,
): boolean => after === undefined || score < after.score || (score === after.score && id > after.id);

/** Search over the maps; every page is examined. */
export class MemorySearchReads implements SearchReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
  ) {}

  async searchPages(
    spaceId: string,
    asked: SearchPlan,
    { limit, after }: Parameters<SearchReads['searchPages']>[2],
  ): ReturnType<SearchReads['searchPages']> {
    const plan = this.#bounded(asked, new Set([spaceId]));
    const found = weighed(this.#compared(this.#matching(new Set([spaceId]), plan), plan), plan, MAX_BODY_SCORED);
    const items = found.filter((page) => isAfter({ ...page, id: page.pageId }, after)).slice(0, limit + 1);
    return {
      items,
      count: found.length,
      isIncomplete: plan.isTruncated || this.#isBehind(new Set([spaceId])),
      content: this.store.tables.branches.get(spaceId)!.state.content,
    };
  }

  async searchSpaces(
    viewer: OrganizationUser,
    asked: SearchPlan,
    { limit, after, pagesEach }: Parameters<SearchReads['searchSpaces']>[2],
  ): ReturnType<SearchReads['searchSpaces']> {
    const visible = this.#visible(viewer);
    const plan = this.#bounded(asked, visible);
    const found = this.#found(visible, new Set(), plan, pagesEach);
    return {
      items: found.filter((space) => isAfter({ ...space, id: space.spaceId }, after)).slice(0, limit + 1),
      count: found.length,
      isIncomplete: plan.isTruncated || this.#isBehind(visible),
    };
  }

  async searchSpacesById(
    spaces: readonly string[],
    without: readonly string[],
    asked: SearchPlan,
    pagesEach: number,
  ): ReturnType<SearchReads['searchSpacesById']> {
    const among = new Set(spaces);
    const plan = this.#bounded(asked, among);
    return {
      items: this.#found(among, new Set(without), plan, pagesEach),
      isIncomplete: plan.isTruncated || this.#isBehind(among),
    };
  }

  #found(
    visible: ReadonlySet<string>,
    without: ReadonlySet<string>,
    plan: BoundedPlan,
    pagesEach: number,
  ): readonly SpaceHit[] {
    const inSpaces = new Map<string, PageSearchRow[]>();
    for (const row of this.#matching(visible, plan))
      if (!without.has(row.spaceId + row.pageId))
        inSpaces.set(row.spaceId, [...(inSpaces.get(row.spaceId) ?? []), row]);
    const found = [...inSpaces].map(([spaceId, rows]): SpaceHit => {
      const compared = this.#compared(rows, plan);
      return {
        spaceId,
        title: this.store.state('spaces', spaceId)!.title,
        content: this.store.tables.branches.get(spaceId)!.state.content,
        score: compared.reduce((most, { head }) => Math.max(most, whole(head)), 0),
        pages: weighed(compared, plan, 3 * pagesEach).slice(0, pagesEach),
      };
    });
    return found.sort((a, b) => byScore(a, b, [a.spaceId, b.spaceId]));
  }

  async similarWords(where: SearchScope, words: readonly string[]): ReturnType<SearchReads['similarWords']> {
    const spaces =
      'spaceId' in where
        ? new Set([where.spaceId])
        : 'spaces' in where
          ? new Set(where.spaces)
          : this.#visible(where.viewer);
    const vocabulary = new Set<string>();
    for (const { state } of this.store.tables.pageSearch.values())
      if (spaces.has(state.spaceId)) for (const word of vocabularyOf(state.search)) vocabulary.add(word);
    const unknown = words.filter((word) => ![...vocabulary].some((known) => known.startsWith(word)));
    return new Map(unknown.map((word) => [word, similarWords(word, vocabulary)]));
  }

  #isBehind(spaces: ReadonlySet<string>): boolean {
    const { projectionBacklog, unsearchedPages } = this.store.tables;
    const isUnknown = ({ id, from, to }: BacklogRow): boolean =>
      (from === null && to === null) || [...unsearchedPages.values()].some(({ state }) => state.spaceId === id);
    return [...projectionBacklog.values()].some(({ state }) => spaces.has(state.id) && isUnknown(state));
  }

  /** Bounds a plan as for the database; how often a word is used matters only where there are many pages. */
  #bounded(plan: SearchPlan, spaces: ReadonlySet<string>): BoundedPlan {
    if (conjunctionTerms(plan.match) !== undefined && plan.titles === undefined)
      return { ...plan, titles: [], heads: [], isTruncated: false };
    const inSpaces = [...spaces].map((spaceId) => this.#inSpace(spaceId));
    if (
      inSpaces.reduce((sum, { length }) => sum + length, 0) <= Math.min(MAX_HEADS_COMPARED, MIN_PAGES_FOR_COMMON_WORDS)
    )
      return boundPlan(plan, () => ({ pages: 1, heads: 1 }));
    const use = new Map(termsToCount(plan).map((word) => [termKey(word), useOf(word, inSpaces)]));
    return boundPlan(plan, (word) => use.get(termKey(word))!);
  }

  #inSpace(spaceId: string): PageSearchRow[] {
    return [...this.store.tables.pageSearch.values()]
      .map(({ state }) => state)
      .filter((row) => row.spaceId === spaceId);
  }

  #matching(spaces: ReadonlySet<string>, plan: BoundedPlan): PageSearchRow[] {
    const inSpaces = [...spaces].map((spaceId) => this.#inSpace(spaceId));
    if (!plan.isTruncated) return inSpaces.flat().filter(({ search }) => matchesPlan(search, plan));
    const most = scannedPagesPerSpace(inSpaces.map(({ length }) => length));
    return inSpaces.flatMap((rows) => firstOf(rows, plan, most));
  }

  /**
   * Compares the pages of one space with the plan by their heads; where heads are crowded, only those of the first
   * pages.
   */
  #compared(rows: readonly PageSearchRow[], plan: SearchPlan): Compared[] {
    const byId = [...rows]
      .sort((a, b) => (a.pageId < b.pageId ? -1 : 1))
      .map((row) => ({ row, head: headScore(row.search, plan) }));
    if (rows.length < MIN_PAGES_FOR_COMMON_WORDS || !this.#isCrowded(rows[0]!.spaceId, plan)) return byId;
    const compared = { titled: 0, others: 0 };
    return byId.map(({ row, head }) => {
      const says = head > 0 && ++compared[row.search.title === plan.title ? 'titled' : 'others'] <= MAX_BODY_SCORED;
      return { row, head: says ? head : 0 };
    });
  }

  #isCrowded(spaceId: string, { match, prefixes }: SearchPlan): boolean {
    const inSpace = this.#inSpace(spaceId);
    const words = (conjunctionTerms(match) ?? []).map((word) => countsOf(word, inSpace, prefixes));
    return areCommonWords(inSpace.length, words) && areTooFrequentInHeads(words);
  }

  #visible({ organizationId, userId }: OrganizationUser): ReadonlySet<string> {
    const spaces = this.store.all('spaces').filter((space) => space.organizationId === organizationId);
    return new Set(
      spaces.flatMap(({ id }) => {
        const standing = this.reads.standingOn(id, userId);
        return standing !== undefined && effectiveLevel(standing) !== undefined ? [id] : [];
      }),
    );
  }
}

/** Filters pages that are found among the first of a space, or by their heads or whole titles. */
function firstOf(rows: readonly PageSearchRow[], plan: BoundedPlan, most: number): PageSearchRow[] {
  const byId = [...rows].sort((a, b) => (a.pageId < b.pageId ? -1 : 1));
  const first = byId.slice(0, most).filter(({ search }) => matches(search, plan.match));
  const heads = byId.filter(({ search }) =>
    matchesPlan({ ...search, body: new Map() }, { ...plan, match: { any: plan.heads } }),
  );
  const titled = byId
    .filter(({ search }) => search.title === plan.title && matches(search, plan.match))
    .slice(0, MAX_BODY_SCORED);
  return [...new Set([...first, ...heads, ...titled])];
}

/** Counts the pages and heads of some spaces that have a word, for each space up to the number of its pages. */
function useOf(word: TermMatch, inSpaces: readonly (readonly PageSearchRow[])[]): DocumentFrequency {
  const isOne = (other: string): boolean => (word.prefix === true ? other.startsWith(word.term) : other === word.term);
  const use = { pages: 0, heads: 0 };
  for (const rows of inSpaces) {
    const here = { pages: 0, heads: 0 };
    for (const { search } of rows) {
      const inHead = new Set([...search.head.keys()].filter(isOne));
      here.heads += inHead.size;
      here.pages += new Set([...inHead, ...[...search.body.keys()].filter(isOne)]).size;
    }
    use.pages += Math.min(here.pages, rows.length);
    use.heads += Math.min(here.heads, rows.length);
  }
  return use;
}

interface Compared {
  readonly row: PageSearchRow;
  readonly head: number;
}

/** Counts the pages that have a word, term by term. @param telling prefixes that are significant in heads */
function countsOf(
  { term, prefix }: TermMatch,
  rows: readonly PageSearchRow[],
  telling: readonly string[] = [],
): WordCounts {
  const isOne = (other: string): boolean => (prefix === true ? other.startsWith(term) : other === term);
  const pages = new Map<string, number>();
  let heads = 0;
  for (const { search } of rows) {
    const inHead = [...search.head.keys()].filter(isOne);
    heads += telling.includes(term) ? inHead.length : inHead.filter((one) => one === term).length;
    for (const one of new Set([...inHead, ...[...search.body.keys()].filter(isOne)]))
      pages.set(one, (pages.get(one) ?? 0) + 1);
  }
  return { terms: pages.size, pages: Math.max(0, ...pages.values()), heads };
}

/** Orders pages, the best first; the text of the first `most` by title and headings is scored too. */
function weighed(compared: readonly Compared[], plan: SearchPlan, most: number): PageHit[] {
  const byHead = [...compared].sort((a, b) => b.head - a.head || (a.row.pageId < b.row.pageId ? -1 : 1));
  const found = byHead.map(({ row, head }, i): PageHit => ({
    pageId: row.pageId,
    score: whole(i < most ? head + bodyScore(row.search, plan) : head),
  }));
  return found.sort((a, b) => byScore(a, b, [a.pageId, b.pageId]));
}
