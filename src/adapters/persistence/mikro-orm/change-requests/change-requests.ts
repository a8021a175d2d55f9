import { ChangeRequest, type ChangeRequestState } from '../../../../domain/change-requests/change-request.ts';
import { NotFound } from '../../../../domain/kernel/errors.ts';
import type { BranchAdvance } from '../../../../ports/content/branches.ts';
import type { VersionedChangeRequest } from '../../../../ports/change-requests/change-request-reads.ts';
import type {
  ChangeRequests,
  LockedChangeRequest,
  LoadedChangeRequest,
} from '../../../../ports/change-requests/change-requests.ts';
import { isNumber } from '../../change-request-key.ts';
import { ADVANCE_PARTS, advanceColumns, ADVANCE_PARAMETERS, type PgBranches } from '../content/branches.ts';
import { PROJECT } from '../content/projections.ts';
import type { Contention } from '../kernel/contention.ts';
import { MikroRepository, type RepositoryContext } from '../kernel/repository.ts';
import { statement, type Statement } from '../kernel/sql.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { eventsColumn, STORE_EVENTS } from '../kernel/store-events.ts';
import { columnName, TABLES } from '../kernel/tables.ts';

const { changeRequests, users } = TABLES;

// A row that was waited for is read as it is after the wait. Rows that are not locked never change in the columns of the joins.
const lock = (by: 'id' | 'number', primary: boolean): Statement =>
  statement(
    `SELECT c.version, c.comments, ${selectList(changeRequests, 'c', 'cr.')}, ${selectList(users, 'u', 'user.')},
       h.revision_id AS "headRevision", encode(h.content, 'hex') AS "headContent",
       p.revision_id AS "primaryRevision", encode(p.content, 'hex') AS "primaryContent", p.ahead
     FROM change_requests c JOIN branches h ON h.id = c.id JOIN branches p ON p.id = c.space_id JOIN users u ON u.id = c.created_by
     WHERE c.space_id = $1 AND c.${by} = $2 FOR UPDATE OF ${primary ? 'p, ' : ''}h, c`,
  );
const LOCK = {
  id: [lock('id', false), lock('id', true)],
  number: [lock('number', false), lock('number', true)],
} as const;

/** Fields of a change request that change; all others are set once. */
const MUTABLE = [
  'status',
  'subject',
  'description',
  'links',
  'updatedAt',
  'revisionMergedAncestor',
  'revisionMerged',
] as const;
/** Values of the fields that change; the driver would send a list as an array of PostgreSQL. */
const mutableValues = (state: ChangeRequestState): readonly unknown[] =>
  MUTABLE.map((field) => (field === 'links' ? JSON.stringify(state.links) : state[field]));
const OWN_PARAMETERS = MUTABLE.length + 2;
const save = (first: number): string => {
  const assignments = MUTABLE.map((field, i) => `${columnName(field)} = $${first + 2 + i}`);
  return `saved AS (UPDATE change_requests SET ${assignments.join(', ')}, version = version + 1 WHERE id = $${first} AND version = $${first + 1} RETURNING id),
   happened AS (${STORE_EVENTS(first + OWN_PARAMETERS)})`;
};
const SAVE = statement(`WITH ${save(1)} SELECT require_written(count(*)) FROM saved`);
const SAVE_AND_ADVANCE = statement(
  `WITH ${ADVANCE_PARTS}, ${save(ADVANCE_PARAMETERS + 1)} SELECT require_written(count(*)) FROM moved, saved`,
);
const SAVE_AND_ADVANCE_PRIMARY = statement(
  `WITH ${ADVANCE_PARTS}, ${save(ADVANCE_PARAMETERS + 1)}, ${PROJECT('$2', ADVANCE_PARAMETERS + OWN_PARAMETERS + 2)} SELECT require_written(count(*)) FROM moved, saved`,
);
/**
 * The change requests of a unit of work, past the ORM where that saves round trips: one statement locks and reads, and
 * one stores content, change request and events.
 */
export class PgChangeRequests extends MikroRepository<ChangeRequest, ChangeRequestState> implements ChangeRequests {
  readonly #branches: PgBranches;
  readonly #contention: Contention;
  /** Ids of the change requests that were loaded without a lock. */
  readonly #optimistic: string[] = [];

  constructor({
    branches,
    contention,
    ...context
  }: RepositoryContext & { branches: PgBranches; contention: Contention }) {
    super(changeRequests, context);
    this.#branches = branches;
    this.#contention = contention;
  }

  async lock(spaceId: string, key: string, { primary = false } = {}): Promise<LockedChangeRequest> {
    const [by, value] = isNumber(key) ? (['number', Number(key)] as const) : (['id', key] as const);
    const [row] = await this.context.transaction.rows(LOCK[by][primary ? 1 : 0], [spaceId, value]);
    if (row === undefined) throw new NotFound(ChangeRequest.kind);
    const changeRequest = this.restore(stateFrom(changeRequests, row, 'cr.'), row.version);
    if (primary) this.#branches.rememberAhead(spaceId, row.ahead);
    return {
      changeRequest,
      author: stateFrom(users, row, 'user.'),
      comments: row.comments,
      head: { id: changeRequest.id, spaceId, revisionId: row.headRevision, content: row.headContent },
      primary: { id: spaceId, spaceId, revisionId: row.primaryRevision, content: row.primaryContent },
    };
  }

  loadOptimistically(seen: VersionedChangeRequest): LoadedChangeRequest | undefined {
    const { version, state, author, comments, head, primary } = seen;
    if (this.#contention.isContended(state.id)) return undefined;
    this.#optimistic.push(state.id);
    return {
      changeRequest: this.restore(state, version),
      author,
      comments,
      head: { id: state.id, spaceId: state.spaceId, ...head },
      primary: { revisionId: primary },
    };
  }

  /** Takes note that another writer was first: for a while, what was loaded here is locked instead. */
  onConflict(): void {
    for (const id of this.#optimistic) this.#contention.record(id);
  }

  override async save(changeRequest: ChangeRequest, advance?: BranchAdvance): Promise<void> {
    const { transaction, events, loaded } = this.context;
    const row = loaded.of(changeRequest);
    if (row === undefined) {
      if (advance !== undefined) throw new Error('a new change request is stored before its branch moves');
      return super.save(changeRequest);
    }
    const state = changeRequest.snapshot();
    events.recordAll(changeRequest.takeEvents(), state);
    const own = [state.id, row.version, ...mutableValues(state), eventsColumn(events.take())];
    if (advance === undefined) await transaction.defer(SAVE, own);
    else {
      const projected = await this.#branches.projectionParameters(advance);
      await transaction.defer(projected === undefined ? SAVE_AND_ADVANCE : SAVE_AND_ADVANCE_PRIMARY, [
        ...advanceColumns(advance),
        ...own,
        ...(projected ?? []),
      ]);
    }
    Object.assign(row, { version: row.version + 1, state });
  }
}
