import type pg from 'pg';
import type { Hash } from '../../../../domain/content/objects/content-object.ts';
import type { PageId, SpaceId } from '../../../../domain/kernel/id.ts';
import {
  hasPhrase,
  planForSpace,
  toTsquery,
  wordGroups,
  wordsOfPlan,
  type SpacePlan,
  type SearchPlan,
  type TermMatch,
  type TermStatistics,
} from '../../../../domain/search/search-plan.ts';
import type { SearchPart, SearchReads, SearchScope, SpaceHit } from '../../../../ports/search.ts';
import { rows, statement, type Statement } from '../kernel/sql.ts';
import { CANDIDATES, MAX_SCORED_BODIES, nextPlaceholder, ranked, searchParameters, wholeScore } from './ranking.ts';
import { VOCABULARY } from './vocabulary.ts';

/** Placeholders of the parameters that follow those of `searchParameters`; the last one differs. */
const [AFTER_SCORE, AFTER_ID, LIMIT, SPACE] = [0, 1, 2, 3].map(nextPlaceholder);
const PAGES_EACH = nextPlaceholder(3);
/** Condition for results after the last one of the page before. */
const isAfter = (id: string): string =>
  `(${AFTER_SCORE}::int IS NULL OR score < ${AFTER_SCORE} OR (score = ${AFTER_SCORE} AND ${id} > ${AFTER_ID}))`;

/** Finds the best pages of a space. */
const PAGES = statement(`WITH ${CANDIDATES}, ${ranked(String(MAX_SCORED_BODIES))}
  SELECT (SELECT count(*) FROM candidate) AS total, EXISTS (SELECT FROM truncated) AS "isTruncated",
    (SELECT encode(content, 'hex') FROM branches WHERE id = ${SPACE}) AS content, f.*
  FROM (SELECT 1) one LEFT JOIN (
    SELECT page_id AS "pageId", score FROM ranked WHERE ${isAfter('page_id')} ORDER BY score DESC, page_id LIMIT ${LIMIT}
  ) f ON true ORDER BY f.score DESC, f."pageId"`);

/** Finds the best spaces by the heads of their pages, and the best pages of each. */
const SPACES = statement(`WITH ${CANDIDATES},
  listed AS MATERIALIZED (
    SELECT * FROM (SELECT space_id, ${wholeScore('max(head)')} AS score FROM candidate GROUP BY space_id) s
    WHERE ${isAfter('space_id')} ORDER BY score DESC, space_id LIMIT ${LIMIT}
  ),
  ${ranked(`3 * ${PAGES_EACH}::int`, 'c.space_id IN (SELECT space_id FROM listed)')},
  ordered AS (SELECT *, row_number() OVER (PARTITION BY space_id ORDER BY score DESC, page_id) AS place FROM ranked)
  SELECT (SELECT count(DISTINCT space_id) FROM candidate) AS total, EXISTS (SELECT FROM truncated) AS "isTruncated", f.*
  FROM (SELECT 1) one LEFT JOIN (
    SELECT l.space_id AS "spaceId", l.score, s.title, encode(b.content, 'hex') AS content, p.page_id AS "pageId", p.score AS "pageScore", p.place
    FROM listed l JOIN spaces s ON s.id = l.space_id JOIN branches b ON b.id = l.space_id JOIN ordered p ON p.space_id = l.space_id AND p.place <= ${PAGES_EACH}
  ) f ON true ORDER BY f.score DESC, f."spaceId", f.place`);

interface ResultRow {
  readonly total: number;
  readonly isTruncated: boolean;
}
interface PageRow extends ResultRow {
  readonly content: Hash;
  readonly pageId: PageId | null;
  readonly score: number;
}
interface SpaceRow extends ResultRow, Omit<SpaceHit, 'pages' | 'spaceId'> {
  readonly spaceId: SpaceId | null;
  readonly pageId: PageId;
  readonly pageScore: number;
}
interface WordRow extends TermStatistics, TermMatch {
  readonly isBehind: boolean;
  readonly spaceId: SpaceId | null;
  readonly allPages: number;
}

/** Plans of a search for the spaces in scope that can match. */
interface SpacePlans {
  readonly plans: ReadonlyMap<SpaceId, SpacePlan>;
  readonly isBehind: boolean;
}

/**
 * Search over the full-text indexes of PostgreSQL. The first statement looks the words of a plan up in the
 * vocabularies of the spaces; the second finds candidates with the plans for these spaces, and ranks them.
 */
export class PgSearchReads implements SearchReads {
  constructor(private readonly pool: pg.Pool) {}

  async searchPages(spaceId: SpaceId, plan: SearchPlan, part: SearchPart): ReturnType<SearchReads['searchPages']> {
    const { plans, isBehind } = await this.#plansOf({ spaces: [spaceId] }, plan);
    const found = await this.#find<PageRow>(PAGES, searchParameters(plan, plans, []), part, spaceId);
    const [{ total: count, isTruncated, content }] = found;
    return {
      items: found.flatMap(({ pageId, score }) => (pageId === null ? [] : [{ pageId, score }])),
      count,
      content,
      isIncomplete: isBehind || isTruncated,
    };
  }

  async searchSpaces(
    scope: SearchScope,
    plan: SearchPlan,
    part: Parameters<SearchReads['searchSpaces']>[2],
  ): ReturnType<SearchReads['searchSpaces']> {
    const { plans, isBehind } = await this.#plansOf(scope, plan);
    const excluded = 'spaces' in scope ? (scope.excludedPages ?? []) : [];
    const parameters = searchParameters(plan, plans, excluded);
    const found = await this.#find<SpaceRow>(SPACES, parameters, part, part.pagesEach);
    const items = new Map<SpaceId, SpaceHit & { pages: { pageId: PageId; score: number }[] }>();
    for (const { spaceId, title, content, score, pageId, pageScore } of found) {
      if (spaceId === null) continue;
      if (!items.has(spaceId)) items.set(spaceId, { spaceId, title, content, score, pages: [] });
      items.get(spaceId)!.pages.push({ pageId, score: pageScore });
    }
    const [{ total: count, isTruncated }] = found;
    // Without a phrase, each space with a match has one among the pages that are compared.
    return { items: [...items.values()], count, isIncomplete: isBehind || (isTruncated && hasPhrase(plan.match)) };
  }

  async similarWords(scope: SearchScope, words: readonly string[]): ReturnType<SearchReads['similarWords']> {
    const [{ findSimilar }, parameters] = vocabularyOf(scope);
    const found = await rows<{ word: string; similar: string[] }>(this.pool, findSimilar, [...parameters, words]);
    return new Map(found.map(({ word, similar }) => [word, similar]));
  }

  /** Looks the words of a plan up in the vocabulary of each space, and plans the search of those that can match. */
  async #plansOf(scope: SearchScope, plan: SearchPlan): Promise<SpacePlans> {
    const words = wordsOfPlan(plan);
    const [{ lookUp }, parameters] = vocabularyOf(scope);
    const { groupsOf, required } = wordGroups(plan);
    const values = [
      ...parameters,
      words.map(({ term }) => term),
      words.map(({ prefix }) => prefix === true),
      words.map(groupsOf),
      required,
    ];
    const found = await rows<WordRow>(this.pool, lookUp, values, 'once');
    const bySpace = new Map<SpaceId, Map<string, WordRow>>();
    for (const row of found)
      if (row.spaceId !== null)
        bySpace.set(row.spaceId, (bySpace.get(row.spaceId) ?? new Map<string, WordRow>()).set(toTsquery(row), row));
    const plans = new Map<SpaceId, SpacePlan>();
    for (const [spaceId, statistics] of bySpace) {
      const [{ allPages: pages }] = [...statistics.values()] as [WordRow];
      const spacePlan = planForSpace(plan, { pages, lookUp: (word) => statistics.get(toTsquery(word)) });
      if (spacePlan !== undefined) plans.set(spaceId, spacePlan);
    }
    return { plans, isBehind: found[0]!.isBehind };
  }

  /** Runs a search; its first row has the totals, also where nothing is found. */
  async #find<Row extends ResultRow>(
    search: Statement,
    candidates: readonly unknown[],
    { limit, after }: SearchPart,
    last: SpaceId | number,
  ): Promise<readonly [Row, ...Row[]]> {
    const values = [...candidates, after?.score ?? null, after?.id ?? null, limit + 1, last];
    return (await rows<Row>(this.pool, search, values, 'once')) as [Row, ...Row[]];
  }
}

const vocabularyOf = (scope: SearchScope): [statements: typeof VOCABULARY.listed, parameters: readonly unknown[]] =>
  'viewer' in scope
    ? [VOCABULARY.visible, [scope.viewer.organizationId, scope.viewer.userId]]
    : [VOCABULARY.listed, [scope.spaces]];
