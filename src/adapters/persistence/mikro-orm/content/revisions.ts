import type pg from 'pg';
import type { Revision } from '../../../../domain/content/revision.ts';
import type { RevisionWithAuthor, Revisions } from '../../../../ports/content/revisions.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { listing } from '../kernel/listing.ts';
import { rows, statement } from '../kernel/sql.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { TABLES } from '../kernel/tables.ts';

const { users } = TABLES;

const REVISION_COLUMNS = `t.id, t.space_id AS "spaceId", t.parents, encode(t.content, 'hex') AS content, t.type, t.created_at AS "createdAt", t.created_by AS "createdBy", t.merged_from AS "mergedFrom", t.git`;
const REVISION = statement(`SELECT ${REVISION_COLUMNS} FROM revisions t WHERE t.space_id = $1 AND t.id = $2`);
const revisionFrom = ({
  id,
  spaceId,
  parents,
  content,
  type,
  createdAt,
  createdBy,
  mergedFrom,
  git,
}: any): Revision => ({
  id,
  spaceId,
  parents,
  content,
  type,
  createdAt,
  createdBy,
  ...(mergedFrom !== null && { mergedFrom }),
  ...(git !== null && { git }),
});

/** Reads revisions of spaces. */
export class PgRevisions implements Revisions {
  constructor(private readonly pool: pg.Pool) {}

  async find(spaceId: string, id: string): Promise<Revision | undefined> {
    const [row] = await rows(this.pool, REVISION, [spaceId, id]);
    return row && revisionFrom(row);
  }

  list(spaceId: string, branchId: string, page: PageRequest): Promise<Page<RevisionWithAuthor>> {
    return listing(
      this.pool,
      {
        select: `${REVISION_COLUMNS}, ${selectList(users, 'u', 'user.')}`,
        from: 'revisions t LEFT JOIN users u ON u.id = t.created_by',
        where: 't.space_id = $1 AND t.branch_id = $2',
        values: [spaceId, branchId],
        numbered: 'revisions',
      },
      page,
      (row) => ({
        revision: revisionFrom(row),
        author: row['user.id'] === null ? null : stateFrom(users, row, 'user.'),
      }),
    );
  }
}
