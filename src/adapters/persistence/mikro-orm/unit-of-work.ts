import { NotFound, StaleWrite } from '../../../domain/kernel/errors.ts';
import type { EventContext, Events } from '../../../ports/kernel/events.ts';
import type { Aggregates, UnitOfWork, Work } from '../../../ports/kernel/unit-of-work.ts';
import { eventRow, personOf, type EventRow } from '../event-row.ts';
import { PgBranches } from './content/branches.ts';
import { PgChangeRequestLocks, type EventSink } from './change-requests/change-request-locks.ts';
import { Contention } from './kernel/contention.ts';
import { PgCounters } from './kernel/counters.ts';
import type { Database } from './kernel/database.ts';
import { PgJobs } from './kernel/jobs.ts';
import { PgMergeChecks } from './change-requests/merge-checks.ts';
import { PgProjectionBacklog } from './content/projection-backlog.ts';
import { MikroRepository } from './kernel/repository.ts';
import { PgSiblings } from './collections.ts';
import { PgSpaceRemains } from './spaces/space-purger.ts';
import { PgAccountPurger } from './users.ts';
import { PgTokenRevoker } from './sessions.ts';
import { writeError } from './kernel/database-errors.ts';
import { statement } from './kernel/sql.ts';
import { eventsColumn, STORE_EVENTS, STORE_EVENTS_OF_PERSONS } from './kernel/store-events.ts';
import { TABLES } from './kernel/tables.ts';
import { Transaction } from './kernel/transaction.ts';

const STORE = statement(STORE_EVENTS(1));
const STORE_OF_PERSONS = statement(STORE_EVENTS_OF_PERSONS);
const LOCK_NAMES = statement('SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))::text AS locked');
const LOCKABLE = {
  organizations: statement('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE'),
  sites: statement('SELECT 1 FROM sites WHERE id = $1 FOR UPDATE'),
  gitSyncs: statement('SELECT 1 FROM git_syncs WHERE id = $1 FOR UPDATE'),
  comments: statement('SELECT 1 FROM comments WHERE id = $1 FOR UPDATE'),
  // Rows that name the user as their author are stored meanwhile.
  users: statement('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE'),
};

/** A READ COMMITTED transaction with the ORM inside where aggregates are asked for; `version` columns catch whoever was late. */
export class MikroUnitOfWork implements UnitOfWork {
  readonly #contention = new Contention();

  constructor(private readonly database: Pick<Database, 'commands' | 'orm'>) {}

  async run<T>(context: EventContext, task: (work: Work) => Promise<T>): Promise<T> {
    const transaction = new Transaction(this.database.commands, this.database.orm);
    const events: EventRow[] = [];
    let acting = context;
    const sink: EventSink = {
      record(happened, state) {
        for (const event of happened) events.push(eventRow(event, state, acting));
      },
      setActor: (userId) => void (acting = { ...context, actorId: context.actorId ?? userId }),
      take: () => events.splice(0),
    };
    const work = new PgWork(transaction, sink, this.#contention);
    let broken = false;
    try {
      const result = await task(work as unknown as Work);
      if (events.length > 0)
        await transaction.putOff(events.some((event) => personOf(event) !== undefined) ? STORE_OF_PERSONS : STORE, [
          eventsColumn(events),
        ]);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback().catch(() => (broken = true));
      const lost = writeError(error);
      if (lost instanceof StaleWrite) work.changeRequestLocks.lost();
      throw lost;
    } finally {
      await transaction.release(broken);
    }
  }
}

/** What a command works on; few touch more than three collections, so each repository is made when it is asked for. */
class PgWork {
  readonly branches: PgBranches;
  readonly changeRequestLocks: PgChangeRequestLocks;
  readonly counters: PgCounters;
  readonly jobs: PgJobs;
  readonly mergeChecks: PgMergeChecks;
  readonly projectionBacklog: PgProjectionBacklog;
  readonly siblings: PgSiblings;
  readonly spacePurger: PgSpaceRemains;
  readonly tokenRevoker: PgTokenRevoker;
  readonly accountPurger: PgAccountPurger;
  readonly #repositories: { [K in keyof Aggregates]?: MikroRepository<any, any> } = {};

  readonly events: Events;

  constructor(
    private readonly transaction: Transaction,
    private readonly sink: EventSink,
    contention: Contention,
  ) {
    this.branches = new PgBranches(transaction);
    this.changeRequestLocks = new PgChangeRequestLocks(transaction, this.branches, sink, contention);
    this.counters = new PgCounters(transaction);
    this.jobs = new PgJobs(transaction);
    this.events = {
      record: (event) => sink.record([event], { id: event.aggregateId }),
      setActor: (userId) => sink.setActor(userId),
    };
    this.mergeChecks = new PgMergeChecks(transaction);
    this.projectionBacklog = new PgProjectionBacklog(transaction);
    this.siblings = new PgSiblings(transaction);
    this.spacePurger = new PgSpaceRemains(transaction);
    this.tokenRevoker = new PgTokenRevoker(transaction);
    this.accountPurger = new PgAccountPurger(transaction);
  }

  async lock(kind: keyof typeof LOCKABLE, id: string): Promise<void> {
    const [locked] = await this.transaction.rows(LOCKABLE[kind], [id]);
    if (locked === undefined) throw new NotFound(TABLES[kind].type.kind);
  }

  async lockNames(names: string): Promise<void> {
    await this.transaction.rows(LOCK_NAMES, [names]);
  }

  repository(name: keyof Aggregates): MikroRepository<any, any> {
    return (this.#repositories[name] ??= new MikroRepository<any, any>(
      this.transaction.em,
      TABLES[name],
      (happened, state) => this.sink.record(happened, state),
    ));
  }
}
for (const name of Object.keys(TABLES) as (keyof Aggregates)[])
  Object.defineProperty(PgWork.prototype, name, {
    get(this: PgWork) {
      return this.repository(name);
    },
  });
