import { NotFound, StaleWrite } from '../../../domain/kernel/errors.ts';
import type { ContentObject } from '../../../domain/content/objects.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import type { Advance, Branch, Branches } from '../../../ports/branches.ts';
import { PUT_OBJECTS, objectColumns } from './objects.ts';
import { statement } from './sql.ts';
import type { Transaction } from './transaction.ts';

// A row that was waited for is returned as it is after the wait, so the head is never an old one.
const LOCK = statement(
  `SELECT id, space_id AS "spaceId", revision_id AS "revisionId", encode(content, 'hex') AS content FROM branches
   WHERE space_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`,
);
const START = statement('INSERT INTO branches (id, space_id, revision_id, content) VALUES ($1, $2, $3, $4)');

const REVISION = `INSERT INTO revisions (id, space_id, branch_id, parents, content, type, created_at, created_by, merged_from, git)`;
const BEGIN = statement(
  `WITH ${PUT_OBJECTS(11)}, revision AS (${REVISION} VALUES ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9, $10) RETURNING id)
   INSERT INTO branches (id, space_id, revision_id, content) SELECT $3, $2, $1, $5 FROM revision`,
);
/** Stores objects, moves a branch, and stores the revision when it moved: the first parameters of a statement. */
export const ADVANCE_PARTS = `${PUT_OBJECTS(12)},
   moved AS (UPDATE branches SET revision_id = $1, content = $5 WHERE id = $3 AND space_id = $2 AND revision_id = $11 RETURNING id),
   revision AS (${REVISION} SELECT $1, $2, $3, $4::text[], $5, $6, $7::timestamptz, $8, $9, $10::jsonb FROM moved)`;
export const ADVANCE_PARAMETERS = 15;
const ADVANCE = statement(`WITH ${ADVANCE_PARTS} SELECT id FROM moved`);

/** Branch heads, locked before they are read and moved by compare-and-set. */
export class PgBranches implements Branches {
  constructor(private readonly transaction: Transaction) {}

  async lock(spaceId: string, ...branchIds: readonly string[]): Promise<readonly Branch[]> {
    const ids = [...new Set(branchIds)];
    const found = new Map((await this.transaction.rows<Branch>(LOCK, [spaceId, ids])).map((branch) => [branch.id, branch]));
    if (found.size !== ids.length) throw new NotFound('branch');
    return branchIds.map((id) => found.get(id)!);
  }

  async start({ id, spaceId, revisionId, content }: Branch): Promise<void> {
    await this.transaction.rows(START, [id, spaceId, revisionId, Buffer.from(content, 'hex')]);
  }

  async begin(branchId: string, revision: Revision, objects: readonly ContentObject[]): Promise<void> {
    await this.transaction.rows(BEGIN, [...revisionColumns(branchId, revision), ...objectColumns(objects)]);
  }

  async advance(advance: Advance): Promise<void> {
    const moved = await this.transaction.rows(ADVANCE, advanceColumns(advance));
    if (moved.length !== 1) throw new StaleWrite('content');
  }
}

export const advanceColumns = ({ branchId, from, revision, objects }: Advance): unknown[] => [...revisionColumns(branchId, revision), from, ...objectColumns(objects)];

function revisionColumns(branchId: string, revision: Revision): unknown[] {
  const { id, spaceId, parents, content, type, createdAt, createdBy, mergedFrom, git } = revision;
  return [id, spaceId, branchId, parents, Buffer.from(content, 'hex'), type, createdAt, createdBy, mergedFrom ?? null, git === undefined ? null : JSON.stringify(git)];
}
