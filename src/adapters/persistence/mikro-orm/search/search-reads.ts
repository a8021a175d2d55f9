import type pg from 'pg';
import type { Hash } from '../../../../domain/content/objects/objects.ts';
import { MAX_WEIGHED } from '../../../../domain/search/score.ts';
import { plainWords, singleWords, withoutAbsent, type Match, type SearchPlan, type TermMatch } from '../../../../domain/search/search-query.ts';
import type { Viewer } from '../../../../ports/library/library-reads.ts';
import type { FoundPage, FoundSpace, SearchReads } from '../../../../ports/content/search-reads.ts';
import { rows, type Statement } from '../sql.ts';
import { planParameters, wordParameters } from './plan-parameters.ts';
import { ALIKE_AMONG, ALIKE_IN_SPACE, ALIKE_IN_SPACES } from './alike-statements.ts';
import { ABSENT, ALL_PAGES, BEST_PAGES, COMMON_PAGES } from './page-statements.ts';
import { AMONG, SPACES } from './space-statements.ts';

/** One named statement for each search; full-text indexes of the words that the domain made of pages. */
export class PgSearchReads implements SearchReads {
  constructor(private readonly pool: pg.Pool) {}

  async pages(spaceId: string, asked: SearchPlan, { limit, after }: Parameters<SearchReads['pages']>[2]): ReturnType<SearchReads['pages']> {
    const plan = { ...asked, match: await this.#inFewerWords(spaceId, asked.match) };
    const best = (after?.seen ?? 0) + limit < MAX_WEIGHED;
    const sql = !best ? ALL_PAGES : plainWords(plan.match) === undefined ? BEST_PAGES : COMMON_PAGES;
    const words = sql === BEST_PAGES ? [] : wordParameters(plan).slice(0, sql === ALL_PAGES ? 3 : 4);
    const values = [spaceId, ...planParameters(plan), after?.score ?? null, after?.id ?? null, limit + 1, ...words];
    const found = await rows<{ total: number; content: Hash; isBehind: boolean; pageId: string | null; score: number }>(this.pool, sql, values, 'once');
    const items = found.flatMap(({ pageId, score }): FoundPage[] => (pageId === null ? [] : [{ pageId, score }]));
    const { total: count, content, isBehind } = found[0]!;
    return { items, count, content, isBehind };
  }

  /** The same, for the pages of a space: what is asked in one of several ways is mostly asked in plain words there, whose pages are counted. */
  async #inFewerWords(spaceId: string, match: Match): Promise<Match> {
    const words = plainWords(match) === undefined ? singleWords(match) : [];
    if (words.length === 0) return match;
    const keyOf = ({ term, prefix }: TermMatch): string => `${prefix === true}${term}`;
    const found = await rows<TermMatch>(this.pool, ABSENT, [spaceId, words.map(({ term }) => term), words.map(({ prefix }) => prefix === true)]);
    const absent = new Set(found.map(keyOf));
    return withoutAbsent(match, (word) => absent.has(keyOf(word))) ?? match;
  }

  async spaces({ organizationId, userId }: Viewer, plan: SearchPlan, { limit, after, pagesEach }: Parameters<SearchReads['spaces']>[2]): ReturnType<SearchReads['spaces']> {
    return this.#spaces(SPACES, [organizationId, userId], plan, { limit, after, pagesEach });
  }

  async among(spaces: readonly string[], without: readonly string[], plan: SearchPlan, pagesEach: number): ReturnType<SearchReads['among']> {
    const { items, isBehind } = await this.#spaces(AMONG, [spaces, without], plan, { limit: spaces.length, after: undefined, pagesEach });
    return { items, isBehind };
  }

  async #spaces(sql: Statement, where: readonly [unknown, unknown], plan: SearchPlan, { limit, after, pagesEach }: Parameters<SearchReads['spaces']>[2]): ReturnType<SearchReads['spaces']> {
    const found = await rows<any>(this.pool, sql, [...where, ...planParameters(plan), after?.score ?? null, after?.id ?? null, limit + 1, pagesEach, ...wordParameters(plan)], 'once');
    const items = new Map<string, FoundSpace & { pages: FoundPage[] }>();
    for (const { spaceId, title, content, score, pageId, pageScore } of found) {
      if (spaceId === null) continue;
      if (!items.has(spaceId)) items.set(spaceId, { spaceId, title, content, score, pages: [] });
      items.get(spaceId)!.pages.push({ pageId, score: pageScore });
    }
    return { items: [...items.values()], count: found[0].total, isBehind: found[0].isBehind };
  }

  async alike(where: Parameters<SearchReads['alike']>[0], words: readonly string[]): ReturnType<SearchReads['alike']> {
    const found = await ('spaceId' in where ? rows<any>(this.pool, ALIKE_IN_SPACE, [where.spaceId, words]) : 'spaces' in where ? rows<any>(this.pool, ALIKE_AMONG, [where.spaces, words]) : rows<any>(this.pool, ALIKE_IN_SPACES, [where.viewer.organizationId, where.viewer.userId, words]));
    return new Map(found.map(({ word, alike: others }) => [word, others]));
  }
}
