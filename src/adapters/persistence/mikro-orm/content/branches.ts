import { NotFound } from '../../../../domain/kernel/errors.ts';
import {
  targetBranchId,
  type BranchAdvance,
  type BranchStart,
  type Branch,
  type Branches,
} from '../../../../ports/content/branches.ts';
import type { RecordedEvents } from '../../events.ts';
import { PUT_OBJECTS, objectColumns } from './objects.ts';
import { defer, PROJECT, projectionColumns, storeAllButLast } from './projections.ts';
import { statement } from '../kernel/sql.ts';
import { eventsColumn, STORE_EVENTS } from '../kernel/store-events.ts';
import type { Transaction } from '../kernel/transaction.ts';

// A row that was waited for is returned as it is after the wait, so the head is never stale.
const LOCK = statement(
  `SELECT id, space_id AS "spaceId", revision_id AS "revisionId", encode(content, 'hex') AS content, ahead FROM branches
   WHERE space_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`,
);
const START = statement('INSERT INTO branches (id, space_id, revision_id, content) VALUES ($1, $2, $3, $4)');

const REVISION = `INSERT INTO revisions (id, space_id, branch_id, parents, content, type, created_at, created_by, merged_from, git)`;
const BEGIN_PARTS = `WITH ${PUT_OBJECTS(11)}, revision AS (${REVISION} VALUES ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9, $10) RETURNING id)`;
const BEGUN = 'INSERT INTO branches (id, space_id, revision_id, content) SELECT $3, $2, $1, $5 FROM revision';
const BEGIN = statement(`${BEGIN_PARTS} ${BEGUN}`);
const BEGIN_PRIMARY = statement(`${BEGIN_PARTS}, ${PROJECT('$2', 15)} ${BEGUN}`);
/**
 * Parts of a WITH clause that store objects, move a branch, and store the revision if it moved; they take the first
 * parameters of the statement.
 */
export const ADVANCE_PARTS = `${PUT_OBJECTS(12)},
   moved AS (UPDATE branches SET revision_id = $1, content = $5 WHERE id = $3 AND space_id = $2 AND revision_id = $11 RETURNING id),
   revision AS (${REVISION} SELECT $1, $2, $3, $4::text[], $5, $6, $7::timestamptz, $8, $9, $10::jsonb FROM moved)`;
export const ADVANCE_PARAMETERS = 15;
const ADVANCE_WITH_EVENTS = `WITH ${ADVANCE_PARTS}, happened AS (${STORE_EVENTS(ADVANCE_PARAMETERS + 1)})`;
const ADVANCE = statement(`${ADVANCE_WITH_EVENTS} SELECT require_written(count(*)) FROM moved`);
const ADVANCE_PRIMARY = statement(
  `${ADVANCE_WITH_EVENTS}, ${PROJECT('$2', ADVANCE_PARAMETERS + 2)} SELECT require_written(count(*)) FROM moved`,
);

/** Branch heads, locked before they are read and moved by compare-and-set. */
export class PgBranches implements Branches {
  readonly #ahead = new Set<string>();

  /** @param events events to store with the next move of a branch; none where branches are only read */
  constructor(
    private readonly transaction: Transaction,
    private readonly events?: RecordedEvents,
  ) {}

  async lock(spaceId: string, ...branchIds: readonly string[]): Promise<readonly Branch[]> {
    const ids = [...new Set(branchIds)];
    const rows = await this.transaction.rows<Branch & { readonly ahead: boolean }>(LOCK, [spaceId, ids]);
    const found = new Map(
      rows.map(({ ahead, ...branch }) => (this.rememberAhead(branch.id, ahead), [branch.id, branch])),
    );
    if (found.size !== ids.length) throw new NotFound('branch');
    return branchIds.map((id) => found.get(id)!);
  }

  /** Remembers of a locked branch whether its derived data is in the backlog. */
  rememberAhead(branchId: string, ahead: boolean): void {
    if (ahead) this.#ahead.add(branchId);
    else this.#ahead.delete(branchId);
  }

  async createAt({ id, spaceId, revisionId, content }: Branch): Promise<void> {
    await this.transaction.rows(START, [id, spaceId, revisionId, Buffer.from(content, 'hex')]);
  }

  async create(begin: BranchStart): Promise<void> {
    const deferred = await begin.primary?.defer(false);
    const projected = deferred === undefined ? await this.projected(begin) : undefined;
    await this.transaction.rows(projected === undefined ? BEGIN : BEGIN_PRIMARY, [
      ...revisionColumns(begin),
      ...objectColumns(begin.objects),
      ...(projected ?? []),
    ]);
    if (deferred !== undefined) await defer(this.transaction, begin.revision.spaceId, deferred);
  }

  async advance(advance: BranchAdvance): Promise<void> {
    const projected = await this.projectionParameters(advance);
    await this.transaction.defer(projected === undefined ? ADVANCE : ADVANCE_PRIMARY, [
      ...advanceColumns(advance),
      eventsColumn(this.events?.take() ?? []),
      ...(projected ?? []),
    ]);
  }

  /**
   * Stores or defers the data derived from a move of a locked branch, except for the last part: its parameters go into
   * the statement that moves the branch. Undefined if there is none.
   */
  async projectionParameters(advance: BranchAdvance): Promise<unknown[] | undefined> {
    const deferred = await advance.primary?.defer(this.#ahead.has(advance.revision.spaceId));
    if (deferred === undefined) return this.projected(advance);
    await defer(this.transaction, advance.revision.spaceId, deferred);
    return undefined;
  }

  private async projected({ primary, revision: { spaceId } }: BranchStart): Promise<unknown[] | undefined> {
    const last = primary && (await storeAllButLast(this.transaction, spaceId, primary, !this.#ahead.has(spaceId)));
    return last && projectionColumns(last);
  }
}

/** Parameters of the statement that moves a branch to a revision. */
export const advanceColumns = (advance: BranchAdvance): unknown[] => [
  ...revisionColumns(advance),
  advance.from,
  ...objectColumns(advance.objects),
];

function revisionColumns(begin: BranchStart): unknown[] {
  const { id, spaceId, parents, content, type, createdAt, createdBy, mergedFrom, git } = begin.revision;
  return [
    id,
    spaceId,
    targetBranchId(begin),
    parents,
    Buffer.from(content, 'hex'),
    type,
    createdAt,
    createdBy,
    mergedFrom ?? null,
    git === undefined ? null : JSON.stringify(git),
  ];
}
