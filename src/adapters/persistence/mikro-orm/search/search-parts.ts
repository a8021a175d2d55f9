import {
  MIN_PAGES_FOR_COMMON_WORDS,
  HEAD_WEIGHTS,
  MAX_BODY_SCORED,
  MAX_HEADS_COMPARED,
  SCORE,
  SCORE_UNIT,
} from '../../../../domain/search/score.ts';

/** Numbers of the first parameters of a plan and of its words in a statement. */
export interface Places {
  readonly plan: number;
  readonly words: number;
}

const numbers = (weights: readonly number[]): string => `'{${weights.join(',')}}'`;
/** Score of the head of `page_search p`. */
export const HEAD_SCORE = ({ plan }: Places): string =>
  `(${SCORE.exactTitle} * (p.title = $${plan + 1})::int + ${SCORE.head} * ts_rank(${numbers(HEAD_WEIGHTS)}, p.head, $${plan + 2}::tsquery)
   + ${SCORE.prefixInTitle} * (p.head @@ $${plan + 3}::tsquery)::int + ${SCORE.prefixInHeading} * (p.head @@ $${plan + 4}::tsquery)::int)::float8`;
/** Score of the text of `page_search p`. */
export const BODY_SCORE = ({ plan }: Places): string => `ts_rank('{1,1,1,1}', p.body, $${plan + 2}::tsquery, 1)`;
export const whole = (score: string): string => `floor((${score}) * ${SCORE_UNIT} + 0.5)::int`;

/** Condition: one of these spaces has pages whose search rows are still to be made (docs/adr/0016). */
export const IS_BEHIND = (spaces: string): string => `EXISTS (
      SELECT FROM projection_backlog l WHERE l.space_id = ANY(${spaces}) AND (l.links_from IS NULL AND l.links_to IS NULL OR EXISTS (SELECT FROM unsearched_pages u WHERE u.space_id = l.space_id))
    )`;

/** Expression of the index of titles. */
export const TITLE_KEY = (title: string): string => `left(${title}, 100)`;

/** Condition for pages by the index of all terms; those that other indexes find are filtered. */
export const INDEXED = ({ plan }: Places): string => `all_terms(p.head, p.body) @@ $${plan}::tsquery`;
export const MATCHES = ({ plan }: Places): string => `(p.head || p.body) @@ $${plan}::tsquery`;
/** Condition for filtering pages one by one; comparing the text first is faster than comparing both together. */
export const FILTERED = (at: Places): string => `(p.body @@ $${at.plan}::tsquery OR ${MATCHES(at)})`;
const HEADED = ({ words }: Places): string => `p.head @@ $${words + 3}::tsquery`;

/** Condition: a term is a word, or begins with it where it is a prefix. */
export const isWord = (term: string, word: string, open: string): string =>
  `${term} >= ${word} COLLATE "C" AND ${term} <= (${word} || CASE WHEN ${open} THEN U&'\\+10FFFF' ELSE '' END) COLLATE "C"`;

/**
 * Query `wanted`: number of terms of a space for each of the words, of pages that have them, and of heads in which
 * they are significant.
 */
export const WANTED = (spaces: string, { words }: Places): string => `wanted AS MATERIALIZED (
    SELECT e.space_id, e.pages AS every, t.* FROM search_terms e CROSS JOIN unnest($${words}::text[], $${words + 1}::boolean[], $${words + 2}::boolean[]) AS w(word, open, telling) CROSS JOIN LATERAL (
      SELECT count(*) AS terms, coalesce(max(pages), 0) AS pages, coalesce(sum(pages), 0) AS most, coalesce(sum(heads) FILTER (WHERE w.telling OR term = w.word), 0) AS heads, array_agg(term) AS begun FROM search_terms
      WHERE space_id = e.space_id AND pages > 0 AND ${isWord('term', 'w.word', 'w.open')}
    ) t WHERE e.space_id = ANY(${spaces}) AND e.term = ''
  )`;

/**
 * Query `counted`: the spaces of `wanted` in which the words are common, as defined by `areCommonWords` of the
 * domain, with the number of pages, and whether heads are crowded.
 */
export const COUNTED = `counted AS MATERIALIZED (
    SELECT space_id, min(pages) AS total, sum(heads) > ${MAX_HEADS_COMPARED} AS crowded FROM wanted GROUP BY space_id
    HAVING min(pages) >= ${MIN_PAGES_FOR_COMMON_WORDS} AND min(pages) * 2 >= max(every) AND count(*) FILTER (WHERE pages < every) <= 1 AND coalesce(max(terms) FILTER (WHERE pages < every), 1) = 1
  )`;
export const IS_COMMON = 'EXISTS (SELECT FROM counted)';

/**
 * Parts that find the best pages of the spaces of `counted`, as if all were compared: those with significant heads
 * and, of the others, which are equal, the first by id. Where heads are crowded, the first by id of those with the
 * title and of the rest. They scan by id, because the planner expects that a CASE is true for many rows.
 * @param equals number of the others
 * @param isShown further condition
 */
export function commonParts(
  at: Places,
  equals: string,
  isShown = '',
): { readonly first: string; readonly all: string } {
  const of = (score: string, where: string): string => `SELECT m.* FROM counted c CROSS JOIN LATERAL (
      SELECT p.space_id, p.page_id, p.ctid AS place, ${score} AS head FROM page_search p WHERE p.space_id = c.space_id AND ${where}
    ) m`;
  const title = `$${at.plan + 1}`;
  const first = (where: string): string =>
    of(HEAD_SCORE(at), `c.crowded AND ${where} ${isShown} ORDER BY p.page_id LIMIT ${MAX_BODY_SCORED}`);
  return {
    first: `crowd AS MATERIALIZED (
    ${first(`${TITLE_KEY('p.title')} = ${TITLE_KEY(`${title}::text`)} AND p.title = ${title} AND ${MATCHES(at)}`)}
    UNION ALL
    ${first(`CASE WHEN p.title <> ${title} AND ${HEADED(at)} THEN ${MATCHES(at)} ELSE false END`)}
  )`,
    all: `SELECT * FROM crowd
    UNION ALL
    ${of(HEAD_SCORE(at), `NOT c.crowded AND ${HEADED(at)} AND ${MATCHES(at)} ${isShown}`)}
    UNION ALL
    ${of('0::float8', `(SELECT count(*) FROM crowd o WHERE o.space_id = c.space_id) < ${equals} AND CASE WHEN ${HEADED(at)} THEN false ELSE ${MATCHES(at)} END ${isShown} ORDER BY p.page_id LIMIT ${equals}`)}`,
  };
}
