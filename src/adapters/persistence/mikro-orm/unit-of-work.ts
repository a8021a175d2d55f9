import { OptimisticLockError } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Conflict, NotFound, StaleWrite, TransactionAborted } from '../../../domain/kernel/errors.ts';
import type { EventContext } from '../../../ports/events.ts';
import type { Aggregates, UnitOfWork, Work } from '../../../ports/unit-of-work.ts';
import { eventRow, type EventRow } from '../event-row.ts';
import { PgBranches } from './branches.ts';
import { PgChangeRequestLocks, type EventSink } from './change-request-locks.ts';
import { PgCounters } from './counters.ts';
import { PgJobs } from './jobs.ts';
import { PgMergeChecks } from './merge-checks.ts';
import { MikroRepository } from './repository.ts';
import { statement } from './sql.ts';
import { eventsColumn, STORE_EVENTS } from './store-events.ts';
import { TABLES, UNIQUE } from './tables.ts';
import { Transaction } from './transaction.ts';

const STORE = statement(STORE_EVENTS(1));
const LOCKABLE = {
  organizations: statement('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE'),
  sites: statement('SELECT 1 FROM sites WHERE id = $1 FOR UPDATE'),
  gitSyncs: statement('SELECT 1 FROM git_syncs WHERE id = $1 FOR UPDATE'),
  comments: statement('SELECT 1 FROM comments WHERE id = $1 FOR UPDATE'),
};

/** A READ COMMITTED transaction on a fresh identity map; `version` columns catch whoever was late. */
export class MikroUnitOfWork implements UnitOfWork {
  constructor(private readonly orm: MikroORM) {}

  async run<T>(context: EventContext, task: (work: Work) => Promise<T>): Promise<T> {
    try {
      return await this.orm.em.fork().transactional(async (em) => {
        const transaction = new Transaction(em as EntityManager);
        const events: EventRow[] = [];
        const sink: EventSink = {
          record(happened, state) {
            for (const event of happened) events.push(eventRow(event, state, context));
          },
          take: () => events.splice(0),
        };
        const result = await task(this.#work(em as EntityManager, transaction, sink));
        if (events.length > 0) await transaction.rows(STORE, [eventsColumn(events)]);
        return result;
      });
    } catch (error) {
      throw translate(error);
    }
  }

  #work(em: EntityManager, transaction: Transaction, events: EventSink): Work {
    // Few commands touch more than three collections: each repository is made when it is asked for.
    const made: Record<string, unknown> = {};
    const work = {
      branches: new PgBranches(transaction),
      changeRequestLocks: new PgChangeRequestLocks(transaction, events),
      counters: new PgCounters(transaction),
      jobs: new PgJobs(transaction),
      mergeChecks: new PgMergeChecks(transaction),
      async guard(kind: keyof typeof LOCKABLE, id: string) {
        const [locked] = await transaction.rows(LOCKABLE[kind], [id]);
        if (locked === undefined) throw new NotFound(TABLES[kind].type.kind);
      },
    };
    for (const name of Object.keys(TABLES) as (keyof Aggregates)[])
      Object.defineProperty(work, name, { enumerable: true, get: () => (made[name] ??= new MikroRepository<any, any>(em, TABLES[name], events.record)) });
    return work as unknown as Work;
  }
}

function translate(error: unknown): unknown {
  if (error instanceof OptimisticLockError) return new StaleWrite((error.getEntity() as any)?.constructor?.name ?? 'object');
  const { code, constraint } = findPgError(error);
  if (code === '40001' || code === '40P01') return new TransactionAborted();
  if (code === '23505' && constraint !== undefined && UNIQUE[constraint] !== undefined) return new Conflict(UNIQUE[constraint]);
  // A new aggregate under an id that is taken: someone else was first.
  if (code === '23505' && constraint?.endsWith('_pkey')) return new StaleWrite('object');
  return error;
}

/** The driver's error may be wrapped by the ORM's. */
function findPgError(error: unknown): { code?: string; constraint?: string } {
  for (let at = error as any, depth = 0; at && depth < 5; at = at.cause ?? at.previous, depth++) if (typeof at.code === 'string' && at.code.length === 5) return at;
  return {};
}
