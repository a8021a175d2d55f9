import type { Id, OrganizationId, SpaceId } from '../../../../domain/kernel/id.ts';
import type { SpacePurger } from '../../../../ports/spaces.ts';
import { statement } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

/** Number of rows that are deleted at once. */
const ROWS = 1_000;

/**
 * Tables with many rows of a space: derived data first, so that nothing is found of a partly deleted space. All other
 * rows are deleted with that of the space.
 */
const TABLES = [
  'projection_backlog',
  'unsearched_pages',
  'page_search',
  'search_terms',
  'search_words',
  'page_links',
  'link_targets',
  'git_places',
  'branches',
  'reviews',
  'review_requests',
  'comments',
  'change_requests',
  'revisions',
  'grants',
  'invites',
  'site_spaces',
];
/** Redirects of sites to the space. No foreign key deletes them with it, as redirects lead to sections and URLs, too. */
const REDIRECTS = statement(
  `DELETE FROM site_redirects WHERE ctid = ANY(ARRAY(
     SELECT t.ctid FROM site_redirects t JOIN site_spaces p ON p.site_id = t.site_id AND p.id = t.target
     WHERE p.space_id = $1 LIMIT ${ROWS} FOR UPDATE OF t)) RETURNING 1`,
);
const OF_SPACE = [
  REDIRECTS,
  ...TABLES.map((table) =>
    statement(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE space_id = $1 LIMIT ${ROWS} FOR UPDATE)) RETURNING 1`,
    ),
  ),
];
/** Counters of the numbers of change requests. */
const COUNTERS = statement('DELETE FROM counters WHERE scope = $1');

const DELETED = statement(
  `SELECT id, organization_id AS "organizationId", deleted_at AS "deletedAt" FROM spaces WHERE deleted_at < $1::timestamptz ORDER BY deleted_at, id LIMIT $2`,
);

/** Purges deleted spaces in batches. */
export class PgSpacePurger implements SpacePurger {
  constructor(private readonly transaction: Transaction) {}

  async purgeBatch(spaceId: SpaceId): Promise<boolean> {
    for (const remove of OF_SPACE) if ((await this.transaction.rows(remove, [spaceId])).length > 0) return true;
    await this.transaction.rows(COUNTERS, [spaceId]);
    return false;
  }

  async listDeletedBefore(instant: string, limit: number): ReturnType<SpacePurger['listDeletedBefore']> {
    const found = await this.transaction.rows<{ id: Id; organizationId: OrganizationId; deletedAt: Date | string }>(
      DELETED,
      [instant, limit],
    );
    return found.map((row) => ({ ...row, deletedAt: new Date(row.deletedAt).toISOString() }));
  }
}
