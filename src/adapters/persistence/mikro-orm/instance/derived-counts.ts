/** Rows that follow from other rows, and the statements that find and correct wrong ones. */
export interface DerivedCounts {
  /** Table with the derived rows. */
  readonly table: string;
  /** Lists ids of spaces, change requests or comments with wrong rows, as `id`; takes the ids of spaces, or null for all. */
  readonly find: string;
  /** Corrects the rows of one space; several statements. */
  readonly correct: readonly string[];
}

const IN_SPACES = (column: string): string => `($1::text[] IS NULL OR ${column} = ANY($1::text[]))`;

/** Rows of `search_terms` that follow from `page_search`. */
const TERMS = (condition: string): string => `SELECT space_id, term, sum(pages) AS pages, sum(heads) AS heads FROM (
    SELECT space_id, '' AS term, 1 AS pages, 0 AS heads FROM page_search WHERE ${condition}
    UNION ALL SELECT space_id, unnest(tsvector_to_array(head || body)), 1, 0 FROM page_search WHERE ${condition}
    UNION ALL SELECT space_id, unnest(tsvector_to_array(head)), 0, 1 FROM page_search WHERE ${condition}
  ) t GROUP BY space_id, term`;

/** Counts of spaces that follow from their change requests and comments. */
const SPACE_COUNTS = (condition: string): string => `SELECT s.id,
    (SELECT count(*) FROM change_requests c WHERE c.space_id = s.id)::int AS change_requests,
    (SELECT count(*) FROM change_requests c WHERE c.space_id = s.id AND c.status = 'open')::int AS change_requests_open,
    (SELECT count(*) FROM change_requests c WHERE c.space_id = s.id AND c.status = 'draft')::int AS change_requests_draft,
    (SELECT count(*) FROM comments c WHERE c.space_id = s.id AND c.change_request_id IS NULL AND c.status = 'open')::int AS comments
  FROM spaces s WHERE ${condition}`;
const SPACE_COLUMNS = 'change_requests, change_requests_open, change_requests_draft, comments';
const qualified = (alias: string): string =>
  SPACE_COLUMNS.split(', ')
    .map((name) => `${alias}.${name}`)
    .join(', ');

const REQUEST_COMMENTS = `(SELECT count(*) FROM comments c WHERE c.change_request_id = r.id AND c.status = 'open')::int`;
const REPLIES = '(SELECT count(*) FROM comment_replies a WHERE a.comment_id = c.id)::int';
const TARGETS = (condition: string): string =>
  `SELECT space_id, count(*)::int AS targets, (count(*) FILTER (WHERE broken))::int AS broken FROM link_targets WHERE ${condition} GROUP BY space_id`;

/** Everything that triggers and statements count as rows change. */
export const DERIVED_COUNTS: readonly DerivedCounts[] = [
  {
    table: 'search_terms',
    find: `WITH made AS (${TERMS(IN_SPACES('space_id'))}), stored AS (SELECT * FROM search_terms WHERE ${IN_SPACES('space_id')} AND (pages <> 0 OR heads <> 0))
      SELECT DISTINCT coalesce(m.space_id, s.space_id) AS id FROM made m FULL JOIN stored s ON s.space_id = m.space_id AND s.term = m.term
      WHERE (m.pages, m.heads) IS DISTINCT FROM (s.pages::bigint, s.heads::bigint) ORDER BY 1`,
    correct: [
      'DELETE FROM search_terms WHERE space_id = $1',
      `INSERT INTO search_terms (space_id, term, pages, heads) ${TERMS('space_id = $1')}`,
    ],
  },
  {
    table: 'link_counts',
    find: `WITH made AS (${TARGETS(IN_SPACES('space_id'))}), stored AS (SELECT * FROM link_counts WHERE ${IN_SPACES('space_id')} AND (targets <> 0 OR broken <> 0))
      SELECT coalesce(m.space_id, s.space_id) AS id FROM made m FULL JOIN stored s ON s.space_id = m.space_id
      WHERE (m.targets, m.broken) IS DISTINCT FROM (s.targets, s.broken) ORDER BY 1`,
    correct: [
      'DELETE FROM link_counts WHERE space_id = $1',
      `INSERT INTO link_counts (space_id, targets, broken) ${TARGETS('space_id = $1')}`,
    ],
  },
  {
    table: 'spaces',
    find: `SELECT s.id FROM spaces s JOIN (${SPACE_COUNTS(IN_SPACES('s.id'))}) made ON made.id = s.id
      WHERE (${qualified('s')}) IS DISTINCT FROM (${qualified('made')}) ORDER BY s.id`,
    correct: [
      `UPDATE spaces s SET (${SPACE_COLUMNS}) = (${qualified('made')}) FROM (${SPACE_COUNTS('s.id = $1')}) made
       WHERE s.id = made.id AND (${qualified('s')}) IS DISTINCT FROM (${qualified('made')})`,
    ],
  },
  {
    table: 'change_requests',
    find: `SELECT r.id FROM change_requests r WHERE ${IN_SPACES('r.space_id')} AND r.comments <> ${REQUEST_COMMENTS} ORDER BY r.id`,
    correct: [
      `UPDATE change_requests r SET comments = ${REQUEST_COMMENTS} WHERE r.space_id = $1 AND r.comments <> ${REQUEST_COMMENTS}`,
    ],
  },
  {
    table: 'comments',
    find: `SELECT c.id FROM comments c WHERE ${IN_SPACES('c.space_id')} AND c.replies <> ${REPLIES} ORDER BY c.id`,
    correct: [`UPDATE comments c SET replies = ${REPLIES} WHERE c.space_id = $1 AND c.replies <> ${REPLIES}`],
  },
];
