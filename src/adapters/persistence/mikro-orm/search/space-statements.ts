import { statement, type Statement } from '../sql.ts';
import { BODY_SCORE, commonParts, COUNTED, HEAD_SCORE, INDEXED, IS_BEHIND, IS_COMMON, WANTED, whole } from './search-parts.ts';
import { VISIBLE } from './visible.ts';

/** $1 and $2 where; a plan; $8 and $9 after which score and space, $10 how many, $11 pages of each; words. */
const AT = { plan: 3, words: 12 };

/** Beside those that have a common word, so few spaces are looked through one by one: more at once, with all pages that have it. */
const FEW_SPACES = 8;
const ONE_BY_ONE = `${IS_COMMON} AND (SELECT count(*) FROM others) <= ${FEW_SPACES}`;
/** Spaces in which something may be found: not those that lack one of the words. */
const OTHERS = `(SELECT id FROM visible WHERE cardinality($${AT.words}::text[]) = 0 UNION ALL SELECT space_id FROM wanted GROUP BY space_id HAVING min(terms) > 0)`;
const FOUND = `SELECT p.space_id, p.page_id, p.ctid AS place, ${HEAD_SCORE(AT)} AS head FROM page_search p WHERE ${INDEXED(AT)}`;

/** Spaces with pages that are found, and the best of these (OFFSET 0: each space by itself). */
function spacesFound(visible: string, isShown = ''): Statement {
  const common = commonParts(AT, '3 * $11::int', isShown);
  return statement(`${visible}, ${WANTED('ARRAY(SELECT id FROM visible)', AT)}, ${COUNTED},
  others AS MATERIALIZED (${OTHERS} EXCEPT SELECT space_id FROM counted),
  ${common.first},
  matching AS MATERIALIZED (
    ${FOUND} AND NOT (${ONE_BY_ONE}) AND p.space_id = ANY(ARRAY(SELECT id FROM others)) ${isShown}
    UNION ALL
    SELECT m.* FROM (SELECT id FROM others WHERE ${ONE_BY_ONE}) v CROSS JOIN LATERAL (${FOUND} AND p.space_id = v.id ${isShown} OFFSET 0) m
    UNION ALL
    ${common.all}
  ), found AS MATERIALIZED (SELECT space_id, ${whole('max(head)')} AS score FROM matching GROUP BY space_id),
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

export const SPACES = spacesFound(VISIBLE);
/** $1 spaces, $2 spaces and pages that are not looked at, one after the other. */
export const AMONG = spacesFound(`WITH visible AS MATERIALIZED (SELECT unnest($1::text[]) COLLATE "C" AS id)`, 'AND (p.space_id || p.page_id) <> ALL($2::text[])');
