import { MAX_SIMILAR_WORDS } from '../../../../domain/search/similar-words.ts';
import { statement } from '../kernel/sql.ts';
import { DEFAULTS, SPACES_FROM } from '../spaces/space-reads.ts';

/** Number of terms of a prefix up to which they are listed: an index reads a prefix in the pages of all spaces. */
const MAX_LISTED_TERMS = 20;

/** Query `scope`: the spaces of a list ($1). */
const LISTED = 'WITH scope AS MATERIALIZED (SELECT unnest($1::text[]) COLLATE "C" AS id)';
/** Query `scope`: the spaces of an organization ($1) that a user ($2) may read. */
const VISIBLE = `${DEFAULTS}, scope AS MATERIALIZED (SELECT s.id ${SPACES_FROM})`;

/** Condition: a term is a word, or begins with it where it is a prefix. */
const isWord = (term: string, word: string, prefix: string): string =>
  `${term} >= ${word} COLLATE "C" AND ${term} <= (${word} || CASE WHEN ${prefix} THEN U&'\\+10FFFF' ELSE '' END) COLLATE "C"`;

/** Tells whether the search rows of pages of the scope are still to be made (docs/adr/0016). */
const IS_BEHIND = `EXISTS (
    SELECT FROM projection_backlog l WHERE l.space_id IN (SELECT id FROM scope)
      AND (l.links_from IS NULL AND l.links_to IS NULL OR EXISTS (SELECT FROM unsearched_pages u WHERE u.space_id = l.space_id))
  )`;

/** Number of spaces up to which a word is looked up in each, and beyond which it is looked up in all at once. */
const FEW_SPACES = 50;
const TERM = 'v.space_id, v.term, v.pages, v.heads';

/**
 * Statement that looks words up in the vocabularies of the scope: a row for each word that a space has, of spaces that
 * have a word of each required group. In many spaces, its cost follows the spaces that have the words: `OFFSET 0` keeps
 * the planner from looking into each space.
 * @param words placeholders of the words, whether each is a prefix, its groups, and the required groups
 */
const lookUp = (scope: string, [words, prefixes, groups, required]: readonly string[]): string =>
  `${scope}, word AS MATERIALIZED (
    SELECT * FROM unnest(${words}::text[], ${prefixes}::boolean[], ${groups}::int[]) AS w(term, prefix, groups)
  ), anywhere AS MATERIALIZED (
    SELECT w.term AS word, w.prefix, w.groups, v.* FROM word w CROSS JOIN LATERAL (
      SELECT ${TERM} FROM search_terms v WHERE v.pages > 0 AND ${isWord('v.term', 'w.term', 'w.prefix')} OFFSET 0
    ) v WHERE (SELECT count(*) FROM scope) > ${FEW_SPACES}
  ), matched AS (
    SELECT w.term AS word, w.prefix, w.groups, v.* FROM word w CROSS JOIN scope s CROSS JOIN LATERAL (
      SELECT ${TERM} FROM search_terms v WHERE v.space_id = s.id AND v.pages > 0 AND ${isWord('v.term', 'w.term', 'w.prefix')} OFFSET 0
    ) v WHERE (SELECT count(*) FROM scope) <= ${FEW_SPACES}
    UNION ALL
    SELECT * FROM anywhere WHERE space_id IN (SELECT id FROM scope)
  ), counted AS (
    SELECT space_id, word, prefix, CASE WHEN count(*) <= ${MAX_LISTED_TERMS} THEN array_agg(term) END AS terms,
      max(pages) AS pages, sum(heads)::int AS heads, bit_or(bit_or(groups)) OVER (PARTITION BY space_id) AS groups
    FROM matched GROUP BY space_id, word, prefix
  ), found AS (
    SELECT c.space_id AS "spaceId", e.pages AS "allPages", c.word AS term, c.prefix, c.terms, c.pages, c.heads
    FROM counted c CROSS JOIN LATERAL (SELECT pages FROM search_terms e WHERE e.space_id = c.space_id AND e.term = '' OFFSET 0) e
    WHERE c.groups & ${required}::int = ${required}::int
  ) SELECT ${IS_BEHIND} AS "isBehind", f.* FROM (SELECT 1) one LEFT JOIN found f ON true`;

/** Statement that finds similar words of the scope for those that none of its words begins with. */
const findSimilar = (scope: string, words: string): string =>
  `${scope} SELECT q.word, ARRAY(
     SELECT v.word FROM (SELECT DISTINCT w.word, similarity(w.word, q.word) AS similarity FROM search_words w WHERE w.space_id IN (SELECT id FROM scope) AND w.word % q.word) v
     ORDER BY v.similarity DESC, v.word COLLATE "C" LIMIT ${MAX_SIMILAR_WORDS}
   ) AS similar FROM unnest(${words}::text[]) AS q(word)
   WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.space_id IN (SELECT id FROM scope) AND ${isWord('w.word', 'q.word', 'true')})`;

/** Statements on the vocabularies of listed spaces, and of the spaces that a viewer may read. */
export const VOCABULARY = {
  listed: {
    lookUp: statement(lookUp(LISTED, ['$2', '$3', '$4', '$5'])),
    findSimilar: statement(findSimilar(LISTED, '$2')),
  },
  visible: {
    lookUp: statement(lookUp(VISIBLE, ['$3', '$4', '$5', '$6'])),
    findSimilar: statement(findSimilar(VISIBLE, '$3')),
  },
};
