import type { SpaceId } from '../../../../domain/kernel/id.ts';
import {
  MAX_COMPARED_PAGES,
  toTsquery,
  type SearchPlan,
  type SpacePlan,
} from '../../../../domain/search/search-plan.ts';

/** Placeholders of the parameters of a search; `searchParameters` makes their values. */
const PARAMETERS = [
  'spaces',
  'words',
  'heads',
  'exact',
  'titledSpaces',
  'titles',
  'match',
  'excluded',
  'limit',
  'headLimit',
  'title',
  'terms',
  'titlePrefixes',
  'headingPrefixes',
] as const;
const placeholder = (name: (typeof PARAMETERS)[number]): string => `$${PARAMETERS.indexOf(name) + 1}`;
/** Placeholder of a parameter after those, from 0. */
export const nextPlaceholder = (i: number): string => `$${PARAMETERS.length + 1 + i}`;

/** Words of the query, normalized like titles. */
const TITLE = `${placeholder('title')}::text`;
/** Words of the query, each for itself. */
const TERMS = `${placeholder('terms')}::tsquery`;

/**
 * Score of the head of `page_search p`: 8 for a title that equals the query, up to 4 for whole words in the title
 * (weight A), less for those in headings (B) and in the description (C), and at most 1 for words that begin so.
 */
const HEAD_SCORE = `(8 * (p.title = ${TITLE})::int
    + 4 * ts_rank('{0, 0.15, 0.3, 1}', p.head, ${TERMS})
    + (p.head @@ ${placeholder('titlePrefixes')}::tsquery)::int
    + 0.4 * (p.head @@ ${placeholder('headingPrefixes')}::tsquery)::int)::float8`;

/** Score of the text of `page_search p`: up to 1 for words that are frequent in it, relative to its length. */
const BODY_SCORE = `ts_rank('{1, 1, 1, 1}', p.body, ${TERMS}, 1)`;

/** Score as an integer, which a cursor holds exactly. */
export const wholeScore = (score: string): string => `floor((${score}) * 10000 + 0.5)::int`;

/** Number of pages of a space, the best by their heads, whose texts are scored too. */
export const MAX_SCORED_BODIES = 200;

/** Maximum numbers of pages of a truncated space that are added by their titles, and by titles and headings. */
const MAX_EQUAL_TITLES = 200;
const MAX_DISTINCTIVE_PAGES = 2_000;
/** Number of pages that are compared in each of many spaces, unless they are too many together. */
const MIN_COMPARED_PAGES = 200;
/** Pages that are compared in all spaces together: a hundred thousand take about half a second. */
const MAX_ALL_COMPARED_PAGES = 100_000;

/**
 * Condition: the plan matches `page_search p`. Written so that no index answers it, since it filters few pages; mostly
 * the text alone matches, which is faster to compare.
 */
const matches = `(p.body @@ ${placeholder('match')}::tsquery OR (p.head || p.body) @@ ${placeholder('match')}::tsquery)`;
/** Indexed part of a title: an index entry cannot hold the longest ones. */
const titleKey = (title: string): string => `left(${title}, 100)`;
const page = `p.space_id, p.page_id, ${HEAD_SCORE} AS head`;

/**
 * Query `candidate`: the pages of each space that are ranked, with the scores of their heads.
 * - `compared` are the first pages that the index of all words finds; where most pages have the words, simply the first.
 * - `truncated` are the spaces that have more of them. Pages that rank first anyway are added there to `best`: those
 *   whose title equals the query, and those with a distinctive word of it in their titles and headings.
 * - Titles that match partially are always added.
 */
export const CANDIDATES = `space AS MATERIALIZED (
    SELECT * FROM unnest(${placeholder('spaces')}::text[], ${placeholder('words')}::tsquery[], ${placeholder('heads')}::tsquery[], ${placeholder('exact')}::boolean[])
      AS s(id, words, heads, is_exact)
  ),
  compared AS MATERIALIZED (
    SELECT p.space_id, p.page_id, CASE WHEN s.is_exact OR ${matches} THEN ${HEAD_SCORE} END AS head FROM space s CROSS JOIN LATERAL (
      (SELECT * FROM page_search WHERE space_id = s.id COLLATE "C" AND all_terms(head, body) @@ s.words LIMIT ${placeholder('limit')}::int)
      UNION ALL
      (SELECT * FROM page_search WHERE space_id = s.id COLLATE "C" AND s.words IS NULL ORDER BY page_id LIMIT ${placeholder('limit')}::int)
    ) p
  ),
  truncated AS MATERIALIZED (
    SELECT s.* FROM space s JOIN (SELECT space_id FROM compared GROUP BY space_id HAVING count(*) >= ${placeholder('limit')}::int) c ON c.space_id = s.id COLLATE "C"
  ),
  best AS MATERIALIZED (
    SELECT p.* FROM truncated t CROSS JOIN LATERAL (
      SELECT ${page} FROM page_search p
      WHERE p.space_id = t.id COLLATE "C" AND ${titleKey('p.title')} = ${titleKey(TITLE)} AND p.title = ${TITLE} AND ${matches} LIMIT ${MAX_EQUAL_TITLES}
    ) p
    UNION
    SELECT p.* FROM truncated t CROSS JOIN LATERAL (
      SELECT ${page} FROM page_search p WHERE p.space_id = t.id COLLATE "C" AND p.head @@ t.heads AND ${matches} LIMIT ${placeholder('headLimit')}::int
    ) p
    UNION
    SELECT ${page} FROM unnest(${placeholder('titledSpaces')}::text[], ${placeholder('titles')}::tsquery[]) AS t(id, query)
      JOIN page_search p ON p.space_id = t.id COLLATE "C" AND p.head @@ t.query
  ),
  candidate AS MATERIALIZED (
    SELECT c.* FROM (
      SELECT * FROM best
      UNION ALL
      SELECT * FROM compared c WHERE c.head IS NOT NULL AND NOT EXISTS (SELECT FROM best b WHERE b.space_id = c.space_id AND b.page_id = c.page_id)
    ) c WHERE (c.space_id || c.page_id) <> ALL(${placeholder('excluded')}::text[])
  )`;

/**
 * Query `ranked`: the score of each page of `candidate`. Reading texts takes longest, so they are scored only for the
 * pages with the best heads of each space; others rank by their heads alone.
 * @param scoredBodies number of pages of a space whose text is scored
 * @param condition condition for the candidates `c`
 */
export const ranked = (scoredBodies: string, condition = 'true'): string =>
  `placed AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.space_id ORDER BY c.head DESC, c.page_id) AS place FROM candidate c WHERE ${condition}
  ),
  ranked AS MATERIALIZED (
    SELECT o.space_id, o.page_id, ${wholeScore(`o.head + CASE WHEN o.place <= ${scoredBodies} THEN (
      SELECT ${BODY_SCORE} FROM page_search p WHERE p.space_id = o.space_id AND p.page_id = o.page_id
    ) ELSE 0 END`)} AS score FROM placed o
  )`;

/**
 * Makes the parameters of `CANDIDATES` and `ranked`.
 * @param excluded pages that are left out, each as the id of its space followed by its own
 */
export function searchParameters(
  { match, title, terms, prefixes }: SearchPlan,
  spaces: ReadonlyMap<SpaceId, SpacePlan>,
  excluded: readonly string[],
): unknown[] {
  const plans = [...spaces.values()];
  const titles = [...spaces].flatMap(([id, plan]) => plan.titles.map((query) => ({ id, query })));
  // One limit for all spaces: small ones do not reach it, and leave their share to the others.
  const most = Math.ceil(MAX_ALL_COMPARED_PAGES / Math.max(1, plans.length));
  const least = Math.min(MIN_COMPARED_PAGES, most);
  const large = plans.filter(({ pages }) => pages > least);
  const beginning = (weight: string): string =>
    prefixes.map((term) => toTsquery({ term, prefix: true }, weight)).join(' | ');
  const values: Record<(typeof PARAMETERS)[number], unknown> = {
    spaces: [...spaces.keys()],
    words: plans.map(({ words }) => words ?? null),
    heads: plans.map(({ heads }) => heads),
    exact: plans.map(({ isExact }) => isExact),
    titledSpaces: titles.map(({ id }) => id),
    titles: titles.map(({ query }) => query),
    match: toTsquery(match),
    excluded,
    limit: 1 + Math.max(least, Math.floor(MAX_COMPARED_PAGES / Math.max(1, large.length))),
    headLimit: Math.min(MAX_DISTINCTIVE_PAGES, most),
    title,
    terms: terms.map((term) => toTsquery({ term })).join(' | '),
    titlePrefixes: beginning('A'),
    headingPrefixes: beginning('B'),
  };
  return PARAMETERS.map((name) => values[name]);
}
