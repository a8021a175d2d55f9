import { ChangeRequest } from '../../../../domain/change-requests/change-request.ts';
import type { DomainEvent, State } from '../../../../domain/kernel/aggregate.ts';
import { NotFound } from '../../../../domain/kernel/errors.ts';
import type { BranchAdvance } from '../../../../ports/content/branches.ts';
import type {
  ChangeRequestLocks,
  LockedChangeRequest,
  LoadedChangeRequest,
} from '../../../../ports/change-requests/change-request-locks.ts';
import type { VersionedChangeRequest } from '../../../../ports/change-requests/change-request-reads.ts';
import type { EventRow } from '../../event-row.ts';
import { isNumber } from '../../change-request-key.ts';
import type { Contention } from '../kernel/contention.ts';
import { ADVANCE_PARTS, advanceColumns, ADVANCE_PARAMETERS, type PgBranches } from '../content/branches.ts';
import { PROJECT } from '../content/projections.ts';
import { columnName, TABLES } from '../kernel/tables.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { statement, type Statement } from '../kernel/sql.ts';
import { eventsColumn, STORE_EVENTS } from '../kernel/store-events.ts';
import type { Transaction } from '../kernel/transaction.ts';

const { changeRequests, users } = TABLES;

// Rows that were waited for come as they are after the wait; those that are not locked never change in what is joined on.
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

/** What a change request may become; the rest of it is set once. */
const MUTABLE = ['status', 'subject', 'updatedAt', 'revisionMergedAncestor', 'revisionMerged'] as const;
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
/** How events of the unit of work are gathered, and taken over by a statement that stores them along. */
export interface EventSink {
  record(events: readonly DomainEvent[], state: State): void;
  setActor(userId: string): void;
  take(): EventRow[];
}

/** One statement to lock and read, one to store everything: content, change request, events. */
export class PgChangeRequestLocks implements ChangeRequestLocks {
  readonly #versions = new WeakMap<ChangeRequest, number>();
  readonly #assumed: string[] = [];

  constructor(
    private readonly transaction: Transaction,
    private readonly branches: PgBranches,
    private readonly events: EventSink,
    private readonly contention: Contention,
  ) {}

  async lock(spaceId: string, key: string, { primary = false } = {}): Promise<LockedChangeRequest> {
    const [by, value] = isNumber(key) ? (['number', Number(key)] as const) : (['id', key] as const);
    const [row] = await this.transaction.rows(LOCK[by][primary ? 1 : 0], [spaceId, value]);
    if (row === undefined) throw new NotFound('change request');
    const changeRequest = ChangeRequest.restore(stateFrom(changeRequests, row, 'cr.'));
    this.#versions.set(changeRequest, row.version);
    if (primary) this.branches.locked(spaceId, row.ahead);
    return {
      changeRequest,
      author: stateFrom(users, row, 'user.'),
      comments: row.comments,
      head: { id: changeRequest.id, spaceId, revisionId: row.headRevision, content: row.headContent },
      primary: { id: spaceId, spaceId, revisionId: row.primaryRevision, content: row.primaryContent },
    };
  }

  loadOptimistically({
    version,
    state,
    author,
    comments,
    head,
    primary,
  }: VersionedChangeRequest): LoadedChangeRequest | undefined {
    if (this.contention.on(state.id)) return undefined;
    const changeRequest = ChangeRequest.restore(state);
    this.#versions.set(changeRequest, version);
    this.#assumed.push(state.id);
    return {
      changeRequest,
      author,
      comments,
      head: { id: state.id, spaceId: state.spaceId, ...head },
      primary: { revisionId: primary },
    };
  }

  /** Told that something was not as it was assumed to be. */
  lost(): void {
    for (const id of this.#assumed) this.contention.met(id);
  }

  async save(changeRequest: ChangeRequest, advance?: BranchAdvance): Promise<void> {
    const state = changeRequest.snapshot();
    const version = this.#versions.get(changeRequest);
    if (version === undefined) throw new Error('a change request is locked before it is saved');
    this.events.record(changeRequest.takeEvents(), state);
    const own = [state.id, version, ...MUTABLE.map((field) => state[field]), eventsColumn(this.events.take())];
    if (advance === undefined) await this.transaction.putOff(SAVE, own);
    else {
      const projected = await this.branches.followed(advance);
      await this.transaction.putOff(projected === undefined ? SAVE_AND_ADVANCE : SAVE_AND_ADVANCE_PRIMARY, [
        ...advanceColumns(advance),
        ...own,
        ...(projected ?? []),
      ]);
    }
    this.#versions.set(changeRequest, version + 1);
  }
}
