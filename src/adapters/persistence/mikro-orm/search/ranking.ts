/** Placeholders of the parameters that rank pages. */
export interface RankingParameters {
  /** Words of the query, normalized like titles. */
  readonly title: string;
  /** Words of the query, each for itself. */
  readonly terms: string;
  /** Prefixes in titles, and in headings. */
  readonly titlePrefixes: string;
  readonly headingPrefixes: string;
}

/**
 * Score of the head of `page_search p`: 8 for a title that equals the query, up to 4 for whole words in the title
 * (weight A), less for those in headings (B) and in the description (C), and at most 1 for words that begin so.
 */
export const headScore = ({ title, terms, titlePrefixes, headingPrefixes }: RankingParameters): string =>
  `(8 * (p.title = ${title})::int
    + 4 * ts_rank('{0, 0.15, 0.3, 1}', p.head, ${terms}::tsquery)
    + (p.head @@ ${titlePrefixes}::tsquery)::int
    + 0.4 * (p.head @@ ${headingPrefixes}::tsquery)::int)::float8`;

/** Score of the text of `page_search p`: up to 1 for words that are frequent in it, relative to its length. */
const bodyScore = ({ terms }: RankingParameters): string => `ts_rank('{1, 1, 1, 1}', p.body, ${terms}::tsquery, 1)`;

/** Score as an integer, which a cursor holds exactly. */
export const wholeScore = (score: string): string => `floor((${score}) * 10000 + 0.5)::int`;

/** Number of pages of a space, the best by their heads, whose texts are scored too. */
export const MAX_SCORED_BODIES = 200;

/**
 * Query `ranked`: the score of each page of `candidate`. Reading texts takes longest, so they are scored only for the
 * pages with the best heads of each space; others rank by their heads alone.
 * @param scoredBodies number of pages of a space whose text is scored
 * @param condition condition for the candidates `c`
 */
export const ranked = (parameters: RankingParameters, scoredBodies: string, condition = 'true'): string =>
  `placed AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.space_id ORDER BY c.head DESC, c.page_id) AS place FROM candidate c WHERE ${condition}
  ),
  ranked AS MATERIALIZED (
    SELECT o.space_id, o.page_id, ${wholeScore(`o.head + CASE WHEN o.place <= ${scoredBodies} THEN (
      SELECT ${bodyScore(parameters)} FROM page_search p WHERE p.space_id = o.space_id AND p.page_id = o.page_id
    ) ELSE 0 END`)} AS score FROM placed o
  )`;
