import type pg from 'pg';
import type { Hash } from '../../../domain/content/objects.ts';
import { MAX_ALIKE } from '../../../domain/search/near-words.ts';
import { HEAD_WEIGHTS, MAX_WEIGHED, SCORE, SCORE_UNIT } from '../../../domain/search/score.ts';
import type { Match, SearchPlan, TermMatch } from '../../../domain/search/search-query.ts';
import type { Viewer } from '../../../ports/library-reads.ts';
import type { FoundPage, FoundSpace, SearchReads } from '../../../ports/search-reads.ts';
import { DEFAULTS, SPACES_FROM } from './library-reads.ts';
import { rows, statement } from './sql.ts';

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

const numbers = (weights: readonly number[]): string => `'{${weights.join(',')}}'`;
/** What the head of `page_search p` says for it; the plan's parameters begin at `first`. */
const HEAD_SCORE = (first: number): string =>
  `${SCORE.isTitle} * (p.title = $${first + 1})::int + ${SCORE.head} * ts_rank(${numbers(HEAD_WEIGHTS)}, p.head, $${first + 2}::tsquery)
   + ${SCORE.beginsInTitle} * (p.head @@ $${first + 3}::tsquery)::int + ${SCORE.beginsInHeading} * (p.head @@ $${first + 4}::tsquery)::int`;
const BODY_SCORE = (first: number): string => `ts_rank('{1,1,1,1}', p.body, $${first + 2}::tsquery, 1)`;
const whole = (score: string): string => `round((${score})::numeric * ${SCORE_UNIT})::int`;

const MATCHING = `matching AS MATERIALIZED (
    SELECT p.page_id, (${HEAD_SCORE(2)})::float8 AS head FROM page_search p WHERE p.space_id = $1 AND all_terms(p.head, p.body) @@ $2::tsquery
  ), best AS MATERIALIZED (SELECT page_id, head FROM matching ORDER BY head DESC, page_id LIMIT ${MAX_WEIGHED}),
  weighed AS (SELECT b.page_id, ${whole(`b.head + ${BODY_SCORE(2)}`)} AS score FROM best b JOIN page_search p ON p.space_id = $1 AND p.page_id = b.page_id)`;
const OTHERS = `SELECT page_id, ${whole('head')} FROM (SELECT page_id, head FROM matching ORDER BY head DESC, page_id OFFSET ${MAX_WEIGHED}) o`;
const pages = (from: string) =>
  statement(`WITH ${MATCHING}, scored AS (${from})
    SELECT (SELECT count(*) FROM matching) AS total, (SELECT encode(content, 'hex') FROM branches WHERE id = $1) AS content, f.* FROM (SELECT 1) one
    LEFT JOIN (SELECT page_id AS "pageId", score FROM scored WHERE $7::int IS NULL OR score < $7 OR (score = $7 AND page_id > $8) ORDER BY score DESC, page_id LIMIT $9) f ON true
    ORDER BY f.score DESC, f."pageId"`);
const BEST_PAGES = pages('SELECT * FROM weighed');
const ALL_PAGES = pages(`SELECT * FROM weighed UNION ALL ${OTHERS}`);

/** $1 organization, $2 user. */
const VISIBLE = `${DEFAULTS}, visible AS MATERIALIZED (SELECT s.id ${SPACES_FROM})`;
const SPACES = statement(`${VISIBLE},
  matching AS MATERIALIZED (
    SELECT p.space_id, p.page_id, (${HEAD_SCORE(3)})::float8 AS head FROM page_search p WHERE p.space_id = ANY(ARRAY(SELECT id FROM visible)) AND all_terms(p.head, p.body) @@ $3::tsquery
  ), found AS MATERIALIZED (SELECT space_id, ${whole('max(head)')} AS score FROM matching GROUP BY space_id),
  listed AS MATERIALIZED (SELECT space_id, score FROM found WHERE $8::int IS NULL OR score < $8 OR (score = $8 AND space_id > $9) ORDER BY score DESC, space_id LIMIT $10),
  best AS (SELECT m.*, row_number() OVER (PARTITION BY m.space_id ORDER BY m.head DESC, m.page_id) AS place FROM matching m JOIN listed l USING (space_id)),
  weighed AS (
    SELECT p.space_id, p.page_id, ${whole(`b.head + ${BODY_SCORE(3)}`)} AS score FROM best b JOIN page_search p ON p.space_id = b.space_id AND p.page_id = b.page_id WHERE b.place <= 3 * $11::int
  ), ranked AS (SELECT *, row_number() OVER (PARTITION BY space_id ORDER BY score DESC, page_id) AS place FROM weighed)
  SELECT (SELECT count(*) FROM found) AS total, f.* FROM (SELECT 1) one LEFT JOIN (
    SELECT l.space_id AS "spaceId", l.score, s.title, encode(b.content, 'hex') AS content, r.page_id AS "pageId", r.score AS "pageScore", r.place
    FROM listed l JOIN spaces s ON s.id = l.space_id JOIN branches b ON b.id = l.space_id JOIN ranked r ON r.space_id = l.space_id AND r.place <= $11
  ) f ON true ORDER BY f.score DESC, f."spaceId", f.place`);

/** Words of the spaces `spaces` for each word of `words` that none of theirs begins with. */
const alike = (spaces: string, words: string): string =>
  `SELECT q.word, ARRAY(
     SELECT v.word FROM (SELECT DISTINCT w.word, similarity(w.word, q.word) AS similarity FROM search_words w WHERE w.space_id = ANY(${spaces}) AND w.word % q.word) v
     ORDER BY v.similarity DESC, v.word COLLATE "C" LIMIT ${MAX_ALIKE}
   ) AS alike FROM unnest(${words}::text[]) AS q(word)
   WHERE NOT EXISTS (SELECT 1 FROM search_words w WHERE w.space_id = ANY(${spaces}) AND w.word >= q.word COLLATE "C" AND w.word < (q.word || U&'\\+10FFFF') COLLATE "C")`;
const ALIKE_IN_SPACE = statement(alike('ARRAY[$1]', '$2'));
const ALIKE_IN_SPACES = statement(`${VISIBLE} ${alike('ARRAY(SELECT id FROM visible)', '$3')}`);

/** One named statement for each search; full-text indexes of the words that the domain made of pages. */
export class PgSearchReads implements SearchReads {
  constructor(private readonly pool: pg.Pool) {}

  async pages(spaceId: string, plan: SearchPlan, { limit, after }: Parameters<SearchReads['pages']>[2]): ReturnType<SearchReads['pages']> {
    const sql = (after?.seen ?? 0) + limit < MAX_WEIGHED ? BEST_PAGES : ALL_PAGES;
    const found = await rows<{ total: number; content: Hash; pageId: string | null; score: number }>(this.pool, sql, [spaceId, ...planColumns(plan), after?.score ?? null, after?.id ?? null, limit + 1]);
    const items = found.flatMap(({ pageId, score }): FoundPage[] => (pageId === null ? [] : [{ pageId, score }]));
    return { items, count: found[0]!.total, content: found[0]!.content };
  }

  async spaces({ organizationId, userId }: Viewer, plan: SearchPlan, { limit, after, pagesEach }: Parameters<SearchReads['spaces']>[2]): ReturnType<SearchReads['spaces']> {
    const found = await rows<any>(this.pool, SPACES, [organizationId, userId, ...planColumns(plan), after?.score ?? null, after?.id ?? null, limit + 1, pagesEach]);
    const items = new Map<string, FoundSpace & { pages: FoundPage[] }>();
    for (const { spaceId, title, content, score, pageId, pageScore } of found) {
      if (spaceId === null) continue;
      if (!items.has(spaceId)) items.set(spaceId, { spaceId, title, content, score, pages: [] });
      items.get(spaceId)!.pages.push({ pageId, score: pageScore });
    }
    return { items: [...items.values()], count: found[0].total };
  }

  async alike(where: Parameters<SearchReads['alike']>[0], words: readonly string[]): ReturnType<SearchReads['alike']> {
    const found = await ('spaceId' in where ? rows<any>(this.pool, ALIKE_IN_SPACE, [where.spaceId, words]) : rows<any>(this.pool, ALIKE_IN_SPACES, [where.viewer.organizationId, where.viewer.userId, words]));
    return new Map(found.map(({ word, alike: others }) => [word, others]));
  }
}
