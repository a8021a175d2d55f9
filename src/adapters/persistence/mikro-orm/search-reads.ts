import type pg from 'pg';
import type { Hash } from '../../../domain/content/objects/objects.ts';
import { MAX_ALIKE } from '../../../domain/search/near-words.ts';
import { HEAD_WEIGHTS, MAX_WEIGHED, SCORE, SCORE_UNIT } from '../../../domain/search/score.ts';
import type { Match, SearchPlan, TermMatch } from '../../../domain/search/search-query.ts';
import type { Viewer } from '../../../ports/library-reads.ts';
import type { FoundPage, FoundSpace, SearchReads } from '../../../ports/search-reads.ts';
import { DEFAULTS, SPACES_FROM } from './library-reads.ts';
import { rows, statement, type Statement } from './sql.ts';

const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
const termQuery = ({ term, prefix }: TermMatch, weights = ''): string => quoted(term) + (prefix === true || weights !== '' ? `:${prefix === true ? '*' : ''}${weights}` : '');

/** A match as a tsquery. */
function queryOf(match: Match): string {
  if ('term' in match) return termQuery(match);
  if ('any' in match) return `(${match.any.map(queryOf).join(' | ')})`;
  if ('all' in match) return `(${match.all.map(queryOf).join(' & ')})`;
  return `(${match.phrase.map((part, i) => (i === 0 ? '' : ` <${part.at - match.phrase[i - 1]!.at}> `) + termQuery(part)).join('')})`;
}

/** The parameters of a plan: what is found, the words of its title, its terms, their beginnings in titles and in headings. */
function planColumns({ match, title, terms, prefixes }: SearchPlan): string[] {
  const beginning = (weights: string): string => prefixes.map((term) => termQuery({ term, prefix: true }, weights)).join(' | ');
  return [queryOf(match), title, terms.map(quoted).join(' | '), beginning('A'), beginning('B')];
}

/** All that a head can say anything by. */
const headQuery = ({ terms, prefixes }: SearchPlan): string => [...terms.map(quoted), ...prefixes.map((term) => termQuery({ term, prefix: true }))].join(' | ');

const numbers = (weights: readonly number[]): string => `'{${weights.join(',')}}'`;
/** What the head of `page_search p` says for it; the plan's parameters begin at `first`. */
const HEAD_SCORE = (first: number): string =>
  `${SCORE.isTitle} * (p.title = $${first + 1})::int + ${SCORE.head} * ts_rank(${numbers(HEAD_WEIGHTS)}, p.head, $${first + 2}::tsquery)
   + ${SCORE.beginsInTitle} * (p.head @@ $${first + 3}::tsquery)::int + ${SCORE.beginsInHeading} * (p.head @@ $${first + 4}::tsquery)::int`;
const BODY_SCORE = (first: number): string => `ts_rank('{1,1,1,1}', p.body, $${first + 2}::tsquery, 1)`;
const whole = (score: string): string => `round((${score})::numeric * ${SCORE_UNIT})::int`;

/** From so many pages on, and from half of all pages on, those that have a word are not looked through to be counted and ranked. */
const COMMON = 3_000;
/** Of so many pages that have it in their heads these are all ranked, though. */
const MOST_HEADS = 2_000;

const MATCHING = `matching AS MATERIALIZED (
    SELECT p.page_id, (${HEAD_SCORE(2)})::float8 AS head FROM page_search p WHERE p.space_id = $1 AND all_terms(p.head, p.body) @@ $2::tsquery
  )`;
const weighed = (best: string): string =>
  `best AS MATERIALIZED (${best}), weighed AS (SELECT b.page_id, ${whole(`b.head + ${BODY_SCORE(2)}`)} AS score FROM best b JOIN page_search p ON p.space_id = $1 AND p.page_id = b.page_id)`;
const BEST = `SELECT page_id, head FROM matching ORDER BY head DESC, page_id LIMIT ${MAX_WEIGHED}`;
const OTHERS = `SELECT page_id, ${whole('head')} FROM (SELECT page_id, head FROM matching ORDER BY head DESC, page_id OFFSET ${MAX_WEIGHED}) o`;
const pages = (parts: string, from: string, total: string) =>
  statement(`WITH ${parts}, scored AS (${from})
    SELECT ${total} AS total, (SELECT encode(content, 'hex') FROM branches WHERE id = $1) AS content, f.* FROM (SELECT 1) one
    LEFT JOIN (SELECT page_id AS "pageId", score FROM scored WHERE $7::int IS NULL OR score < $7 OR (score = $7 AND page_id > $8) ORDER BY score DESC, page_id LIMIT $9) f ON true
    ORDER BY f.score DESC, f."pageId"`);
const BEST_PAGES = pages(`${MATCHING}, ${weighed(BEST)}`, 'SELECT * FROM weighed', '(SELECT count(*) FROM matching)');
const ALL_PAGES = pages(`${MATCHING}, ${weighed(BEST)}`, `SELECT * FROM weighed UNION ALL ${OTHERS}`, '(SELECT count(*) FROM matching)');

/**
 * The same best pages and the same number where all but one of the words are in every page, and that one in most: the number
 * is known, and after the pages that have a word in their heads all others are equals, found by walking through the ids (of
what a CASE says the planner expects that many rows have it, so that it walks).
 * Parameters from `words` on: words, whether each may go on.
 */
const COUNTED = (spaces: string, words: number): string => `wanted AS MATERIALIZED (
    SELECT e.space_id, e.pages AS every, t.* FROM search_terms e CROSS JOIN unnest($${words}::text[], $${words + 1}::boolean[]) AS w(word, open) CROSS JOIN LATERAL (
      SELECT count(*) AS terms, coalesce(max(pages), 0) AS pages, coalesce(sum(heads), 0) AS heads FROM search_terms
      WHERE space_id = e.space_id AND pages > 0 AND term >= w.word COLLATE "C" AND term <= (w.word || CASE WHEN w.open THEN U&'\\+10FFFF' ELSE '' END) COLLATE "C"
    ) t WHERE e.space_id = ANY(${spaces}) AND e.term = '' AND e.pages >= ${COMMON}
  ),
  counted AS MATERIALIZED (
    SELECT space_id, min(pages) AS total FROM wanted GROUP BY space_id
    HAVING sum(heads) <= ${MOST_HEADS} AND min(pages) >= ${COMMON} AND min(pages) * 2 >= max(every)
      AND count(*) FILTER (WHERE pages < every) <= 1 AND coalesce(max(terms) FILTER (WHERE pages < every), 1) = 1
  )`;
const IS_COMMON = 'EXISTS (SELECT FROM counted)';
/** $12 what heads say anything by. */
const COMMON_PAGES = pages(
  `${COUNTED('ARRAY[$1]', 10)}, ${MATCHING.replace('WHERE p.space_id', `WHERE NOT ${IS_COMMON} AND p.space_id`)},
   headed AS MATERIALIZED (
     SELECT p.page_id, (${HEAD_SCORE(2)})::float8 AS head FROM page_search p WHERE ${IS_COMMON} AND p.space_id = $1 AND p.head @@ $12::tsquery AND (p.head || p.body) @@ $2::tsquery
   ),
   equals AS MATERIALIZED (
     SELECT p.page_id, 0::float8 AS head FROM page_search p WHERE ${IS_COMMON} AND p.space_id = $1 AND CASE WHEN p.head @@ $12::tsquery THEN false ELSE (p.head || p.body) @@ $2::tsquery END ORDER BY p.page_id LIMIT ${MAX_WEIGHED}
   ),
   ${weighed(`SELECT * FROM (SELECT * FROM matching UNION ALL SELECT * FROM headed UNION ALL SELECT * FROM equals) m ORDER BY head DESC, page_id LIMIT ${MAX_WEIGHED}`)}`,
  'SELECT * FROM weighed',
  'coalesce((SELECT total FROM counted), (SELECT count(*) FROM matching))',
);

/** Words that a page must all have, where a match asks for nothing else; `open` ones may go on. */
function wordsOf(match: Match): readonly { readonly term: string; readonly open: boolean }[] | undefined {
  if ('term' in match) return [{ term: match.term, open: match.prefix === true }];
  if ('all' in match) {
    const words = match.all.map(wordsOf);
    return words.every((one) => one !== undefined) ? words.flat() : undefined;
  }
  return undefined;
}

/** $1 organization, $2 user. */
const VISIBLE = `${DEFAULTS}, visible AS MATERIALIZED (SELECT s.id ${SPACES_FROM})`;
/** Beside those that have a common word, so few spaces are looked through one by one: more at once, with all pages that have it. */
const FEW_SPACES = 8;
const ONE_BY_ONE = `${IS_COMMON} AND (SELECT count(*) FROM others) <= ${FEW_SPACES}`;
/** $12 words, $13 whether each may go on, $14 what heads say anything by (OFFSET 0: each space by itself). */
const spacesFound = (visible: string, isShown = '') => statement(`${visible}, ${COUNTED('ARRAY(SELECT id FROM visible)', 12)},
  others AS MATERIALIZED (SELECT id FROM visible EXCEPT SELECT space_id FROM counted),
  matching AS MATERIALIZED (
    SELECT p.space_id, p.page_id, (${HEAD_SCORE(3)})::float8 AS head FROM page_search p WHERE NOT (${ONE_BY_ONE}) AND p.space_id = ANY(ARRAY(SELECT id FROM others)) AND all_terms(p.head, p.body) @@ $3::tsquery ${isShown}
    UNION ALL
    SELECT m.* FROM (SELECT id FROM others WHERE ${ONE_BY_ONE}) v CROSS JOIN LATERAL (
      SELECT p.space_id, p.page_id, (${HEAD_SCORE(3)})::float8 AS head FROM page_search p WHERE p.space_id = v.id AND all_terms(p.head, p.body) @@ $3::tsquery ${isShown} OFFSET 0
    ) m
    UNION ALL
    SELECT m.* FROM counted c CROSS JOIN LATERAL (
      SELECT p.space_id, p.page_id, (${HEAD_SCORE(3)})::float8 AS head FROM page_search p WHERE p.space_id = c.space_id AND p.head @@ $14::tsquery AND (p.head || p.body) @@ $3::tsquery ${isShown}
    ) m
    UNION ALL
    SELECT m.* FROM counted c CROSS JOIN LATERAL (
      SELECT p.space_id, p.page_id, 0::float8 AS head FROM page_search p WHERE p.space_id = c.space_id AND CASE WHEN p.head @@ $14::tsquery THEN false ELSE (p.head || p.body) @@ $3::tsquery END ${isShown}
      ORDER BY p.page_id LIMIT 3 * $11::int
    ) m
  ), found AS MATERIALIZED (SELECT space_id, ${whole('max(head)')} AS score FROM matching GROUP BY space_id),
  listed AS MATERIALIZED (SELECT space_id, score FROM found WHERE $8::int IS NULL OR score < $8 OR (score = $8 AND space_id > $9) ORDER BY score DESC, space_id LIMIT $10),
  best AS MATERIALIZED (
    SELECT m.* FROM listed l CROSS JOIN LATERAL (SELECT * FROM matching WHERE space_id = l.space_id ORDER BY head DESC, page_id LIMIT 3 * $11::int) m
  ),
  weighed AS (
    SELECT p.space_id, p.page_id, ${whole(`b.head + ${BODY_SCORE(3)}`)} AS score FROM best b JOIN page_search p ON p.space_id = b.space_id AND p.page_id = b.page_id
  ), ranked AS (SELECT *, row_number() OVER (PARTITION BY space_id ORDER BY score DESC, page_id) AS place FROM weighed)
  SELECT (SELECT count(*) FROM found) AS total, f.* FROM (SELECT 1) one LEFT JOIN (
    SELECT l.space_id AS "spaceId", l.score, s.title, encode(b.content, 'hex') AS content, r.page_id AS "pageId", r.score AS "pageScore", r.place
    FROM listed l JOIN spaces s ON s.id = l.space_id JOIN branches b ON b.id = l.space_id JOIN ranked r ON r.space_id = l.space_id AND r.place <= $11
  ) f ON true ORDER BY f.score DESC, f."spaceId", f.place`);

const SPACES = spacesFound(VISIBLE);
/** $1 spaces, $2 spaces and pages that are not looked at, one after the other. */
const AMONG = spacesFound(`WITH visible AS MATERIALIZED (SELECT unnest($1::text[]) COLLATE "C" AS id)`, 'AND (p.space_id || p.page_id) <> ALL($2::text[])');

/** Words of the spaces `spaces` for each word of `words` that none of theirs begins with. */
const alike = (spaces: string, words: string): string =>
  `SELECT q.word, ARRAY(
     SELECT v.word FROM (SELECT DISTINCT w.word, similarity(w.word, q.word) AS similarity FROM search_words w WHERE w.space_id = ANY(${spaces}) AND w.word % q.word) v
     ORDER BY v.similarity DESC, v.word COLLATE "C" LIMIT ${MAX_ALIKE}
   ) AS alike FROM unnest(${words}::text[]) AS q(word)
   WHERE NOT EXISTS (SELECT 1 FROM search_words w WHERE w.space_id = ANY(${spaces}) AND w.word >= q.word COLLATE "C" AND w.word < (q.word || U&'\\+10FFFF') COLLATE "C")`;
const ALIKE_IN_SPACE = statement(alike('ARRAY[$1]', '$2'));
const ALIKE_AMONG = statement(alike('$1::text[]', '$2'));
const ALIKE_IN_SPACES = statement(`${VISIBLE} ${alike('ARRAY(SELECT id FROM visible)', '$3')}`);

/** One named statement for each search; full-text indexes of the words that the domain made of pages. */
export class PgSearchReads implements SearchReads {
  constructor(private readonly pool: pg.Pool) {}

  async pages(spaceId: string, plan: SearchPlan, { limit, after }: Parameters<SearchReads['pages']>[2]): ReturnType<SearchReads['pages']> {
    const values = [spaceId, ...planColumns(plan), after?.score ?? null, after?.id ?? null, limit + 1];
    const words = (after?.seen ?? 0) + limit < MAX_WEIGHED ? wordsOf(plan.match) : undefined;
    const [sql, more] = words !== undefined ? [COMMON_PAGES, [words.map(({ term }) => term), words.map(({ open }) => open), headQuery(plan)]] : [(after?.seen ?? 0) + limit < MAX_WEIGHED ? BEST_PAGES : ALL_PAGES, []];
    const found = await rows<{ total: number; content: Hash; pageId: string | null; score: number }>(this.pool, sql, [...values, ...more], 'once');
    const items = found.flatMap(({ pageId, score }): FoundPage[] => (pageId === null ? [] : [{ pageId, score }]));
    return { items, count: found[0]!.total, content: found[0]!.content };
  }

  async spaces({ organizationId, userId }: Viewer, plan: SearchPlan, { limit, after, pagesEach }: Parameters<SearchReads['spaces']>[2]): ReturnType<SearchReads['spaces']> {
    return this.#spaces(SPACES, [organizationId, userId], plan, { limit, after, pagesEach });
  }

  async among(spaces: readonly string[], without: readonly string[], plan: SearchPlan, pagesEach: number): Promise<readonly FoundSpace[]> {
    return (await this.#spaces(AMONG, [spaces, without], plan, { limit: spaces.length, after: undefined, pagesEach })).items;
  }

  async #spaces(sql: Statement, where: readonly [unknown, unknown], plan: SearchPlan, { limit, after, pagesEach }: Parameters<SearchReads['spaces']>[2]): ReturnType<SearchReads['spaces']> {
    const words = wordsOf(plan.match) ?? [];
    const found = await rows<any>(this.pool, sql, [...where, ...planColumns(plan), after?.score ?? null, after?.id ?? null, limit + 1, pagesEach, words.map(({ term }) => term), words.map(({ open }) => open), headQuery(plan)], 'once');
    const items = new Map<string, FoundSpace & { pages: FoundPage[] }>();
    for (const { spaceId, title, content, score, pageId, pageScore } of found) {
      if (spaceId === null) continue;
      if (!items.has(spaceId)) items.set(spaceId, { spaceId, title, content, score, pages: [] });
      items.get(spaceId)!.pages.push({ pageId, score: pageScore });
    }
    return { items: [...items.values()], count: found[0].total };
  }

  async alike(where: Parameters<SearchReads['alike']>[0], words: readonly string[]): ReturnType<SearchReads['alike']> {
    const found = await ('spaceId' in where ? rows<any>(this.pool, ALIKE_IN_SPACE, [where.spaceId, words]) : 'spaces' in where ? rows<any>(this.pool, ALIKE_AMONG, [where.spaces, words]) : rows<any>(this.pool, ALIKE_IN_SPACES, [where.viewer.organizationId, where.viewer.userId, words]));
    return new Map(found.map(({ word, alike: others }) => [word, others]));
  }
}
