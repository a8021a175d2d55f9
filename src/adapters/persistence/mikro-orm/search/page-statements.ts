import { MAX_SCANNED_PAGES } from '../../../../domain/search/plan-bounds.ts';
import { MAX_BODY_SCORED } from '../../../../domain/search/score.ts';
import { statement, type Statement } from '../kernel/sql.ts';
import { PLAN_PARAMETERS } from './plan-parameters.ts';
import {
  BODY_SCORE,
  commonParts,
  COUNTED,
  HEAD_SCORE,
  INDEXED,
  IS_BEHIND,
  IS_COMMON,
  FILTERED,
  MATCHES,
  TITLE_KEY,
  WANTED,
  whole,
} from './search-parts.ts';

/**
 * First parameters: $1 is the space; the plan; then the last score and page of the page before, the limit, and the
 * words, or the terms of heads.
 */
const AT = { plan: 2, words: 10 };
const [AFTER_SCORE, AFTER_ID, LIMIT] = [0, 1, 2].map((i) => `$${AT.plan + PLAN_PARAMETERS + i}`);

/**
 * Limit of terms with a prefix that are looked up one by one: for a prefix, the index would read the pages of all
 * spaces.
 */
const MAX_PREFIX_TERMS = 20;
/** Quoted term of a tsquery. */
const QUOTED = `'''' || replace(replace(term, '\\', '\\\\'), '''', '''''') || ''''`;
const SPELT_OUT = `string_agg((SELECT '(' || string_agg(${QUOTED}, '|') || ')' FROM unnest(begun) AS term), '&')::tsquery`;

/** Query `bounds`: whether at most as many pages match as are scored, and the query itself. */
const BOUNDS = `bounds AS MATERIALIZED (
    SELECT coalesce(min(most) <= ${MAX_BODY_SCORED}, true) AS few, CASE WHEN min(terms) = 0 OR max(terms) > ${MAX_PREFIX_TERMS} THEN $${AT.plan}::tsquery ELSE ${SPELT_OUT} END AS sought FROM wanted
  )`;

/**
 * Query `weighed`: scores of the first of `found` by head; the text of each page is read in place, unless it was read
 * before.
 */
const WEIGHED = (
  found: string,
): string => `best AS MATERIALIZED (SELECT * FROM (${found}) m ORDER BY head DESC, page_id LIMIT ${MAX_BODY_SCORED}),
  weighed AS (SELECT b.page_id, ${whole(`b.head + coalesce(b.body, (SELECT ${BODY_SCORE(AT)} FROM page_search p WHERE p.ctid = b.place))`)} AS score FROM best b)`;

const pages = (parts: string, from: string, total: string): Statement =>
  statement(`WITH ${parts}, scored AS (${from})
    SELECT ${total} AS total, (SELECT encode(content, 'hex') FROM branches WHERE id = $1) AS content, ${IS_BEHIND('ARRAY[$1]')} AS "isBehind", f.* FROM (SELECT 1) one
    LEFT JOIN (SELECT page_id AS "pageId", score FROM scored WHERE ${AFTER_SCORE}::int IS NULL OR score < ${AFTER_SCORE} OR (score = ${AFTER_SCORE} AND page_id > ${AFTER_ID}) ORDER BY score DESC, page_id LIMIT ${LIMIT}) f ON true
    ORDER BY f.score DESC, f."pageId"`);

const FOUND = `SELECT p.page_id, p.ctid AS place, ${HEAD_SCORE(AT)} AS head, NULL::real AS body, p.title = $${AT.plan + 1} AS titled FROM page_search p WHERE p.space_id = $1 AND ${INDEXED(AT)}`;

/** Statement for plans other than plain words: the best of the first `MAX_BODY_SCORED` pages. */
export const BEST_PAGES = pages(
  `matching AS MATERIALIZED (${FOUND}), ${WEIGHED('SELECT * FROM matching')}`,
  'SELECT * FROM weighed',
  '(SELECT count(*) FROM matching)',
);

/** Statement for all pages of any plan. */
export const ALL_PAGES = pages(
  `${WANTED('ARRAY[$1]', AT)}, ${COUNTED}, compared AS MATERIALIZED (${FOUND}),
  matching AS MATERIALIZED (
    SELECT page_id, place, body, CASE WHEN row_number() OVER (PARTITION BY titled, head > 0 ORDER BY page_id) > ${MAX_BODY_SCORED} AND EXISTS (SELECT FROM counted WHERE crowded) THEN 0 ELSE head END AS head FROM compared
  ), ${WEIGHED('SELECT * FROM matching')}`,
  `SELECT * FROM weighed UNION ALL SELECT page_id, ${whole('head')} FROM (SELECT page_id, head FROM matching ORDER BY head DESC, page_id OFFSET ${MAX_BODY_SCORED}) o`,
  '(SELECT count(*) FROM matching)',
);

const headsIn = (found: string): Statement =>
  pages(
    `matching AS MATERIALIZED (${found}), ${WEIGHED('SELECT * FROM matching')}`,
    `SELECT * FROM weighed UNION ALL SELECT page_id, ${whole('head')} FROM (SELECT page_id, head FROM matching ORDER BY head DESC, page_id OFFSET ${MAX_BODY_SCORED}) o`,
    '(SELECT count(*) FROM matching)',
  );
const row = (place: string): string =>
  `SELECT p.page_id, ${place} AS place, ${HEAD_SCORE(AT)} AS head, NULL::real AS body`;
const HEADS = `p.head @@ $${AT.words}::tsquery`;

/** Statement for all pages where some match by their heads alone. */
export const PAGES_OR_HEADS = headsIn(
  `${row('p.ctid')} FROM page_search p WHERE p.space_id = $1 AND (${INDEXED(AT)} OR ${HEADS})`,
);

/** Statement for pages that match among the first, and others that match by their heads or whole titles. */
export const FIRST_PAGES = headsIn(
  `${row('p.place')} FROM (SELECT *, ctid AS place FROM page_search WHERE space_id = $1 ORDER BY page_id LIMIT ${MAX_SCANNED_PAGES}) p WHERE ${FILTERED(AT)}
   UNION ${row('p.ctid')} FROM page_search p WHERE p.space_id = $1 AND ${HEADS}
   UNION (${row('p.ctid')} FROM page_search p WHERE p.space_id = $1 AND ${TITLE_KEY('p.title')} = ${TITLE_KEY(`$${AT.plan + 1}::text`)} AND p.title = $${AT.plan + 1} AND ${MATCHES(AT)} ORDER BY p.page_id LIMIT ${MAX_BODY_SCORED})`,
);

const COMMON_PARTS = commonParts(AT, String(MAX_BODY_SCORED));
/** Statement for the best pages of a plan of plain words; all are scanned except for common words. */
export const COMMON_PAGES = pages(
  `${WANTED('ARRAY[$1]', AT)}, ${COUNTED}, ${BOUNDS},
  matching AS MATERIALIZED (
    SELECT p.page_id, p.ctid AS place, ${HEAD_SCORE(AT)} AS head, CASE WHEN (SELECT few FROM bounds) THEN ${BODY_SCORE(AT)} END AS body
    FROM page_search p WHERE NOT ${IS_COMMON} AND p.space_id = $1 AND all_terms(p.head, p.body) @@ (SELECT sought FROM bounds)
  ),
  ${COMMON_PARTS.first},
  ${WEIGHED(`SELECT page_id, place, head, body FROM matching UNION ALL SELECT page_id, place, head, NULL FROM (${COMMON_PARTS.all}) c`)}`,
  'SELECT * FROM weighed',
  'coalesce((SELECT total FROM counted), (SELECT count(*) FROM matching))',
);
