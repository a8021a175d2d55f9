import type pg from 'pg';
import type { Hash } from '../../../../domain/content/objects/content-object.ts';
import {
  boundPlan,
  termsToCount,
  termKey,
  type BoundedPlan,
  type DocumentFrequency,
} from '../../../../domain/search/plan-bounds.ts';
import { MAX_BODY_SCORED } from '../../../../domain/search/score.ts';
import { conjunctionTerms, type SearchPlan, type TermMatch } from '../../../../domain/search/search-query.ts';
import type { OrganizationUser } from '../../../../ports/kernel/viewer.ts';
import type { PageHit, SpaceHit, SearchScope, SearchReads } from '../../../../ports/search.ts';
import { rows } from '../kernel/sql.ts';
import { headsParameter, planParameters, wordParameters } from './plan-parameters.ts';
import { ALIKE_AMONG, ALIKE_IN_SPACE, ALIKE_IN_SPACES } from './alike-statements.ts';
import { ALL_PAGES, BEST_PAGES, COMMON_PAGES, FIRST_PAGES, PAGES_OR_HEADS } from './page-statements.ts';
import { AMONG, SPACES, type ByMatching } from './space-statements.ts';
import { USE_AMONG, USE_IN_SPACES } from './use-statements.ts';

const UNUSED: DocumentFrequency = { pages: 0, heads: 0 };

/** Search with one named statement each, over full-text indexes of the words that the domain extracts. */
export class PgSearchReads implements SearchReads {
  constructor(private readonly pool: pg.Pool) {}

  async searchPages(
    spaceId: string,
    asked: SearchPlan,
    { limit, after }: Parameters<SearchReads['searchPages']>[2],
  ): ReturnType<SearchReads['searchPages']> {
    const plan = await this.#bounded(asked, { spaces: [spaceId] });
    const heads = headsParameter(plan);
    const isBest = (after?.seen ?? 0) + limit < MAX_BODY_SCORED;
    const [sql, more] = plan.isTruncated
      ? [FIRST_PAGES, [heads]]
      : heads !== ''
        ? [PAGES_OR_HEADS, [heads]]
        : !isBest
          ? [ALL_PAGES, wordParameters(plan).slice(0, 3)]
          : conjunctionTerms(plan.match) === undefined
            ? [BEST_PAGES, []]
            : [COMMON_PAGES, wordParameters(plan)];
    const values = [spaceId, ...planParameters(plan), after?.score ?? null, after?.id ?? null, limit + 1, ...more];
    const found = await rows<{ total: number; content: Hash; isBehind: boolean; pageId: string | null; score: number }>(
      this.pool,
      sql,
      values,
      'once',
    );
    const items = found.flatMap(({ pageId, score }): PageHit[] => (pageId === null ? [] : [{ pageId, score }]));
    const { total: count, content, isBehind } = found[0]!;
    return { items, count, content, isIncomplete: isBehind || plan.isTruncated };
  }

  /**
   * Bounds the work of a plan. For a plan of words alone, their pages are counted and the index finds them. A plan
   * with alternatives is mostly one of plain words once the words that no page has are removed.
   */
  async #bounded(plan: SearchPlan, where: SearchScope): Promise<BoundedPlan> {
    if (conjunctionTerms(plan.match) !== undefined && plan.titles === undefined)
      return { ...plan, titles: [], heads: [], isTruncated: false };
    const words = termsToCount(plan);
    const asked = [words.map(({ term }) => term), words.map(({ prefix }) => prefix === true)];
    const found = await ('viewer' in where
      ? rows<TermMatch & DocumentFrequency>(this.pool, USE_IN_SPACES, [
          where.viewer.organizationId,
          where.viewer.userId,
          ...asked,
        ])
      : rows<TermMatch & DocumentFrequency>(this.pool, USE_AMONG, [
          'spaces' in where ? where.spaces : [where.spaceId],
          ...asked,
        ]));
    const use = new Map(found.map((one) => [termKey(one), one]));
    return boundPlan(plan, (word) => use.get(termKey(word)) ?? UNUSED);
  }

  async searchSpaces(
    viewer: OrganizationUser,
    plan: SearchPlan,
    page: Parameters<SearchReads['searchSpaces']>[2],
  ): ReturnType<SearchReads['searchSpaces']> {
    return this.#spaces(SPACES, [viewer.organizationId, viewer.userId], await this.#bounded(plan, { viewer }), page);
  }

  async searchSpacesById(
    spaces: readonly string[],
    without: readonly string[],
    plan: SearchPlan,
    pagesEach: number,
  ): ReturnType<SearchReads['searchSpacesById']> {
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
    { limit, after, pagesEach }: Parameters<SearchReads['searchSpaces']>[2],
  ): ReturnType<SearchReads['searchSpaces']> {
    const heads = headsParameter(plan);
    const [sql, more] = plan.isTruncated
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
    const items = new Map<string, SpaceHit & { pages: PageHit[] }>();
    for (const { spaceId, title, content, score, pageId, pageScore } of found) {
      if (spaceId === null) continue;
      if (!items.has(spaceId)) items.set(spaceId, { spaceId, title, content, score, pages: [] });
      items.get(spaceId)!.pages.push({ pageId, score: pageScore });
    }
    return { items: [...items.values()], count: found[0].total, isIncomplete: found[0].isBehind || plan.isTruncated };
  }

  async similarWords(
    where: Parameters<SearchReads['similarWords']>[0],
    words: readonly string[],
  ): ReturnType<SearchReads['similarWords']> {
    const found = await ('spaceId' in where
      ? rows<any>(this.pool, ALIKE_IN_SPACE, [where.spaceId, words])
      : 'spaces' in where
        ? rows<any>(this.pool, ALIKE_AMONG, [where.spaces, words])
        : rows<any>(this.pool, ALIKE_IN_SPACES, [where.viewer.organizationId, where.viewer.userId, words]));
    return new Map(found.map(({ word, alike: others }) => [word, others]));
  }
}
