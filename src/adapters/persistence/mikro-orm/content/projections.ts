import type { PageId, SpaceId } from '../../../../domain/kernel/id.ts';
import { vocabularyOf } from '../../../../domain/search/similar-words.ts';
import type { SearchEntry, TermPositions } from '../../../../domain/search/search-entry.ts';
import type { DeferredProjection, ProjectionPart, Projections } from '../../../../ports/content/projections.ts';
import { PgJobs } from '../kernel/jobs.ts';
import { PgLinkIndex, storeLinks } from '../links.ts';
import { statement } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

/**
 * Rows of `search_terms` for these pages: each page counts once for every term that it has, and once more for every
 * term of its head.
 */
const TERMS = (from: string, sign: 1 | -1): string =>
  `SELECT '' AS term, ${sign} AS pages, 0 AS heads FROM ${from}
   UNION ALL SELECT unnest(tsvector_to_array(head || body)), ${sign}, 0 FROM ${from} UNION ALL SELECT unnest(tsvector_to_array(head)), 0, ${sign} FROM ${from}`;

/**
 * Parts of a WITH clause that store one part of the data derived from a space's content.
 * @param space expression for the id of the space
 * @param first number of the first of its own parameters
 */
export const PROJECT = (space: string, first: number): string => `made AS MATERIALIZED (
    SELECT p.id, p.title, p.head::tsvector AS head, p.body::tsvector AS body FROM unnest($${first + 1}::text[], $${first + 2}::text[], $${first + 3}::text[], $${first + 4}::text[]) AS p(id, title, head, body)
  ),
  were AS MATERIALIZED (SELECT head, body FROM page_search WHERE space_id = ${space} AND page_id = ANY($${first}::text[] || $${first + 1}::text[])),
  unsearched AS (DELETE FROM page_search WHERE space_id = ${space} AND page_id = ANY($${first}::text[])),
  searched AS (
    INSERT INTO page_search (space_id, page_id, title, head, body) SELECT ${space}, id, title, head, body FROM made
    ON CONFLICT (space_id, page_id) DO UPDATE SET title = EXCLUDED.title, head = EXCLUDED.head, body = EXCLUDED.body
  ),
  counted AS (
    INSERT INTO search_terms AS t (space_id, term, pages, heads)
    SELECT ${space}, d.term, sum(d.pages), sum(d.heads) FROM (${TERMS('made', 1)} UNION ALL ${TERMS('were', -1)}) d GROUP BY d.term HAVING sum(d.pages) <> 0 OR sum(d.heads) <> 0
    ON CONFLICT (space_id, term) DO UPDATE SET pages = t.pages + EXCLUDED.pages, heads = t.heads + EXCLUDED.heads
  ),
  learnt AS (INSERT INTO search_words (space_id, word) SELECT ${space}, w FROM unnest($${first + 5}::text[]) AS w ON CONFLICT DO NOTHING)`;

/** Parameters of `PROJECT`. */
export function projectionColumns({ pages, removed }: Pick<ProjectionPart, 'pages' | 'removed'>): unknown[] {
  const gone = [...removed];
  const found: { readonly pageId: PageId; readonly search: SearchEntry }[] = [];
  for (const { pageId, search } of pages) {
    if (search === null) gone.push(pageId);
    else if (search !== undefined) found.push({ pageId, search });
  }
  const words = new Set(found.flatMap(({ search }) => vocabularyOf(search)));
  return [
    gone,
    found.map(({ pageId }) => pageId),
    found.map(({ search }) => search.title),
    found.map(({ search }) => vectorOf(search.head)),
    found.map(({ search }) => vectorOf(search.body)),
    [...words].sort(),
  ];
}

const LABELS = ['', 'C', 'B', 'A'];
/** Writes a tsvector as text: `'term':1A,5B`. */
function vectorOf(terms: TermPositions): string {
  let text = '';
  for (const [term, places] of terms)
    text += `'${term.replace(/['\\]/g, '$&$&')}':${places.map((place) => `${place >> 2}${LABELS[place & 3]}`).join(',')} `;
  return text;
}

const STORE = statement(`WITH ${PROJECT('$1', 2)} SELECT 1`);
const DEFER = statement(
  `WITH unsearched AS (INSERT INTO unsearched_pages (space_id, page_id) SELECT $1, p FROM unnest($3::text[]) AS p ON CONFLICT DO NOTHING),
   ahead AS (UPDATE branches SET ahead = true WHERE id = $1)
   INSERT INTO projection_backlog (space_id, links_from) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
);

/** Stores the search rows of some pages of a space. */
export async function storeSearchRows(
  transaction: Transaction,
  spaceId: SpaceId,
  part: Pick<ProjectionPart, 'pages' | 'removed'>,
): Promise<void> {
  await transaction.rows(STORE, [spaceId, ...projectionColumns(part)]);
}

/** Stores every part but the last, which the caller stores together with the head; undefined when nothing changes. */
export async function storeAllButLast(
  transaction: Transaction,
  spaceId: SpaceId,
  projections: Projections,
  withLinks: boolean,
): Promise<ProjectionPart | undefined> {
  let last: ProjectionPart | undefined;
  for await (const part of projections.parts(withLinks ? new PgLinkIndex(transaction) : undefined, spaceId)) {
    await storeLinks(transaction, spaceId, part.links);
    if (last !== undefined) await storeSearchRows(transaction, spaceId, last);
    last = part;
  }
  return last !== undefined && (last.pages.length > 0 || last.removed.length > 0) ? last : undefined;
}

/** Puts a space with too many changes into the backlog; its head is locked, or new. */
export async function defer(
  transaction: Transaction,
  spaceId: SpaceId,
  { from, pages, hidden, job }: DeferredProjection,
): Promise<void> {
  if (hidden.length > 0) await storeSearchRows(transaction, spaceId, { pages: [], removed: hidden });
  await transaction.rows(DEFER, [spaceId, from === null ? null : Buffer.from(from, 'hex'), pages]);
  await new PgJobs(transaction).enqueue(job);
}
