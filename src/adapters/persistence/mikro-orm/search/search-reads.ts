import type pg from 'pg';
import type { Hash } from '../../../../domain/content/objects/objects.ts';
import {
  bounded,
  decidingWords,
  keyOf,
  type BoundedPlan,
  type WordUse,
} from '../../../../domain/search/plan-bounds.ts';
import { MAX_WEIGHED } from '../../../../domain/search/score.ts';
import { plainWords, type SearchPlan, type TermMatch } from '../../../../domain/search/search-query.ts';
import type { Person } from '../../../../ports/library/library-reads.ts';
import type { FoundPage, FoundSpace, SearchedIn, SearchReads } from '../../../../ports/content/search-reads.ts';
import { rows } from '../kernel/sql.ts';
import { headsParameter, planParameters, wordParameters } from './plan-parameters.ts';
import { ALIKE_AMONG, ALIKE_IN_SPACE, ALIKE_IN_SPACES } from './alike-statements.ts';
import { ALL_PAGES, BEST_PAGES, COMMON_PAGES, FIRST_PAGES, PAGES_OR_HEADS } from './page-statements.ts';
import { AMONG, SPACES, type ByMatching } from './space-statements.ts';
import { USE_AMONG, USE_IN_SPACES } from './use-statements.ts';

const UNUSED: WordUse = { pages: 0, heads: 0 };

/** One named statement for each search; full-text indexes of the words that the domain made of pages. */
export class PgSearchReads implements SearchReads {
  constructor(private readonly pool: pg.Pool) {}

  async pages(
    spaceId: string,
    asked: SearchPlan,
    { limit, after }: Parameters<SearchReads['pages']>[2],
  ): ReturnType<SearchReads['pages']> {
    const plan = await this.#bounded(asked, { spaces: [spaceId] });
    const heads = headsParameter(plan);
    const isBest = (after?.seen ?? 0) + limit < MAX_WEIGHED;
    const [sql, more] = plan.isCut
      ? [FIRST_PAGES, [heads]]
      : heads !== ''
        ? [PAGES_OR_HEADS, [heads]]
        : !isBest
          ? [ALL_PAGES, wordParameters(plan).slice(0, 3)]
          : plainWords(plan.match) === undefined
            ? [BEST_PAGES, []]
            : [COMMON_PAGES, wordParameters(plan)];
    const values = [spaceId, ...planParameters(plan), after?.score ?? null, after?.id ?? null, limit + 1, ...more];
    const found = await rows<{ total: number; content: Hash; isBehind: boolean; pageId: string | null; score: number }>(
      this.pool,
      sql,
      values,
      'once',
    );
    const items = found.flatMap(({ pageId, score }): FoundPage[] => (pageId === null ? [] : [{ pageId, score }]));
    const { total: count, content, isBehind } = found[0]!;
    return { items, count, content, isIncomplete: isBehind || plan.isCut };
  }

  /**
   * The plan in bounded work. What asks for words alone is: their pages are counted, and the index tells who has them. What is
   * asked in one of several ways is mostly asked in plain words, once those are gone that no page has.
   */
  async #bounded(plan: SearchPlan, where: SearchedIn): Promise<BoundedPlan> {
    if (plainWords(plan.match) !== undefined && plan.titles === undefined)
      return { ...plan, titles: [], heads: [], isCut: false };
    const words = decidingWords(plan);
    const asked = [words.map(({ term }) => term), words.map(({ prefix }) => prefix === true)];
    const found = await ('viewer' in where
      ? rows<TermMatch & WordUse>(this.pool, USE_IN_SPACES, [
          where.viewer.organizationId,
          where.viewer.userId,
          ...asked,
        ])
      : rows<TermMatch & WordUse>(this.pool, USE_AMONG, [
          'spaces' in where ? where.spaces : [where.spaceId],
          ...asked,
        ]));
    const use = new Map(found.map((one) => [keyOf(one), one]));
    return bounded(plan, (word) => use.get(keyOf(word)) ?? UNUSED);
  }

  async spaces(
    viewer: Person,
    plan: SearchPlan,
    page: Parameters<SearchReads['spaces']>[2],
  ): ReturnType<SearchReads['spaces']> {
    return this.#spaces(SPACES, [viewer.organizationId, viewer.userId], await this.#bounded(plan, { viewer }), page);
  }

  async among(
    spaces: readonly string[],
    without: readonly string[],
    plan: SearchPlan,
    pagesEach: number,
  ): ReturnType<SearchReads['among']> {
    return this.#spaces(AMONG, [spaces, without], await this.#bounded(plan, { spaces }), {
      limit: spaces.length,
      after: undefined,
      pagesEach,
    });
  }

  async #spaces(
    by: ByMatching,
    where: readonly [unknown, unknown],
    plan: BoundedPlan,
    { limit, after, pagesEach }: Parameters<SearchReads['spaces']>[2],
  ): ReturnType<SearchReads['spaces']> {
    const heads = headsParameter(plan);
    const [sql, more] = plan.isCut
      ? [by.first, [heads]]
      : heads !== ''
        ? [by.headsToo, [heads]]
        : [by.words, wordParameters(plan)];
    const found = await rows<any>(
      this.pool,
      sql,
      [...where, ...planParameters(plan), after?.score ?? null, after?.id ?? null, limit + 1, pagesEach, ...more],
      'once',
    );
    const items = new Map<string, FoundSpace & { pages: FoundPage[] }>();
    for (const { spaceId, title, content, score, pageId, pageScore } of found) {
      if (spaceId === null) continue;
      if (!items.has(spaceId)) items.set(spaceId, { spaceId, title, content, score, pages: [] });
      items.get(spaceId)!.pages.push({ pageId, score: pageScore });
    }
    return { items: [...items.values()], count: found[0].total, isIncomplete: found[0].isBehind || plan.isCut };
  }

  async alike(where: Parameters<SearchReads['alike']>[0], words: readonly string[]): ReturnType<SearchReads['alike']> {
    const found = await ('spaceId' in where
      ? rows<any>(this.pool, ALIKE_IN_SPACE, [where.spaceId, words])
      : 'spaces' in where
        ? rows<any>(this.pool, ALIKE_AMONG, [where.spaces, words])
        : rows<any>(this.pool, ALIKE_IN_SPACES, [where.viewer.organizationId, where.viewer.userId, words]));
    return new Map(found.map(({ word, alike: others }) => [word, others]));
  }
}
