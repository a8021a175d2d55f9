import { MIN_SCANNED_PAGES, MAX_SCANNED_PAGES } from '../../../../domain/search/plan-bounds.ts';
import { MAX_BODY_SCORED } from '../../../../domain/search/score.ts';
import { statement, type Statement } from '../kernel/sql.ts';
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
import { VISIBLE } from './visible.ts';

/**
 * First parameters: $1 and $2 are the scope; the plan; $8 and $9 the last score and space of the page before, $10 the
 * limit, $11 pages of each space; then the words, or the terms of heads.
 */
const AT = { plan: 3, words: 12 };

/**
 * Limit of spaces that are scanned one by one besides those with a common word; more are scanned together, with all
 * pages that have the word.
 */
const FEW_SPACES = 8;
const ONE_BY_ONE = `${IS_COMMON} AND (SELECT count(*) FROM others) <= ${FEW_SPACES}`;
/** Expression for the spaces that lack none of the words. */
const OTHERS = `(SELECT id FROM visible WHERE cardinality($${AT.words}::text[]) = 0 UNION ALL SELECT space_id FROM wanted GROUP BY space_id HAVING min(terms) > 0)`;
const row = (place: string): string => `SELECT p.space_id, p.page_id, ${place} AS place, ${HEAD_SCORE(AT)} AS head`;
const FOUND = `${row('p.ctid')} FROM page_search p WHERE ${INDEXED(AT)}`;

/** Parts of a statement that find pages and end with `matching`, with a further condition. */
type Matching = (isShown: string) => string;

/** Parts for a plan of words alone (OFFSET 0 makes the planner read each space by itself). */
const byWords: Matching = (isShown) => {
  const common = commonParts(AT, '3 * $11::int', isShown);
  return `${WANTED('ARRAY(SELECT id FROM visible)', AT)}, ${COUNTED},
  others AS MATERIALIZED (${OTHERS} EXCEPT SELECT space_id FROM counted),
  ${common.first},
  matching AS MATERIALIZED (
    ${FOUND} AND NOT (${ONE_BY_ONE}) AND p.space_id = ANY(ARRAY(SELECT id FROM others)) ${isShown}
    UNION ALL
    SELECT m.* FROM (SELECT id FROM others WHERE ${ONE_BY_ONE}) v CROSS JOIN LATERAL (${FOUND} AND p.space_id = v.id ${isShown} OFFSET 0) m
    UNION ALL
    ${common.all}
  )`;
};

const HEADS = `p.head @@ $${AT.words}::tsquery`;
/** Parts for plans where some pages match by their heads alone. */
const byHeadsToo: Matching = (isShown) => `matching AS MATERIALIZED (
    ${row('p.ctid')} FROM page_search p WHERE (${INDEXED(AT)} OR ${HEADS}) AND p.space_id = ANY(ARRAY(SELECT id FROM visible)) ${isShown}
  )`;

/**
 * Parts that scan the first pages of each space, as many as `scannedPagesPerSpace` of the domain allows, and the
 * heads and whole titles of all.
 */
const amongTheFirst: Matching = (isShown) => {
  const title = `$${AT.plan + 1}`;
  return `looked AS MATERIALIZED (
    SELECT greatest(${MIN_SCANNED_PAGES}, ${MAX_SCANNED_PAGES} / greatest(1, count(*) FILTER (WHERE pages > ${MIN_SCANNED_PAGES}))) AS most FROM search_terms WHERE space_id = ANY(ARRAY(SELECT id FROM visible)) AND term = ''
  ),
  matching AS MATERIALIZED (
    SELECT m.* FROM visible v CROSS JOIN LATERAL (
      ${row('p.place')} FROM (SELECT *, ctid AS place FROM page_search WHERE space_id = v.id ORDER BY page_id LIMIT (SELECT most FROM looked)) p WHERE ${FILTERED(AT)} ${isShown}
    ) m
    UNION
    ${row('p.ctid')} FROM page_search p WHERE ${HEADS} AND p.space_id = ANY(ARRAY(SELECT id FROM visible)) ${isShown}
    UNION
    SELECT m.* FROM visible v CROSS JOIN LATERAL (
      ${row('p.ctid')} FROM page_search p WHERE p.space_id = v.id AND ${TITLE_KEY('p.title')} = ${TITLE_KEY(`${title}::text`)} AND p.title = ${title} AND ${MATCHES(AT)} ${isShown} ORDER BY p.page_id LIMIT ${MAX_BODY_SCORED}
    ) m
  )`;
};

/** Finds spaces with matching pages, and the best pages of each. */
function spacesFound(visible: string, matching: Matching, isShown = ''): Statement {
  return statement(`${visible}, ${matching(isShown)}, found AS MATERIALIZED (SELECT space_id, ${whole('max(head)')} AS score FROM matching GROUP BY space_id),
  listed AS MATERIALIZED (SELECT space_id, score FROM found WHERE $8::int IS NULL OR score < $8 OR (score = $8 AND space_id > $9) ORDER BY score DESC, space_id LIMIT $10),
  best AS MATERIALIZED (
    SELECT m.* FROM listed l CROSS JOIN LATERAL (SELECT * FROM matching WHERE space_id = l.space_id ORDER BY head DESC, page_id LIMIT 3 * $11::int) m
  ),
  weighed AS (
    SELECT b.space_id, b.page_id, ${whole(`b.head + (SELECT ${BODY_SCORE(AT)} FROM page_search p WHERE p.ctid = b.place)`)} AS score FROM best b
  ), ranked AS (SELECT *, row_number() OVER (PARTITION BY space_id ORDER BY score DESC, page_id) AS place FROM weighed)
  SELECT (SELECT count(*) FROM found) AS total, ${IS_BEHIND('ARRAY(SELECT id FROM visible)')} AS "isBehind", f.* FROM (SELECT 1) one LEFT JOIN (
    SELECT l.space_id AS "spaceId", l.score, s.title, encode(b.content, 'hex') AS content, r.page_id AS "pageId", r.score AS "pageScore", r.place
    FROM listed l JOIN spaces s ON s.id = l.space_id JOIN branches b ON b.id = l.space_id JOIN ranked r ON r.space_id = l.space_id AND r.place <= $11
  ) f ON true ORDER BY f.score DESC, f."spaceId", f.place`);
}

/** Statements for each way of matching. */
export interface ByMatching {
  readonly words: Statement;
  readonly headsToo: Statement;
  readonly first: Statement;
}
const byMatching = (visible: string, isShown?: string): ByMatching => ({
  words: spacesFound(visible, byWords, isShown),
  headsToo: spacesFound(visible, byHeadsToo, isShown),
  first: spacesFound(visible, amongTheFirst, isShown),
});

export const SPACES = byMatching(VISIBLE);
/** Statements within given spaces: $1 spaces, $2 pairs of space and page that are excluded. */
export const AMONG = byMatching(
  `WITH visible AS MATERIALIZED (SELECT unnest($1::text[]) COLLATE "C" AS id)`,
  'AND (p.space_id || p.page_id) <> ALL($2::text[])',
);
