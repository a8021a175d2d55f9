import pg from 'pg';
import { makeWorkerUtils, Logger } from 'graphile-worker';
import { PgQueue } from '../../../../src/adapters/jobs/pg-queue.ts';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { readError } from '../../../../src/adapters/persistence/mikro-orm/kernel/database-errors.ts';
import { createPool } from '../../../../src/adapters/persistence/mikro-orm/kernel/pool.ts';
import { MikroUnitOfWork } from '../../../../src/adapters/persistence/mikro-orm/unit-of-work.ts';
import { PgJobReads } from '../../../../src/adapters/persistence/mikro-orm/kernel/stored-jobs.ts';
import { DatabaseUnavailable } from '../../../../src/ports/kernel/unit-of-work.ts';
import type { Backend } from '../../../support/backends.ts';
import {
  limitsOf,
  runnerOf,
  type JobQueueFixture,
  type RunJob,
  type WorkerOptions,
} from '../../../support/contracts/job-queue.contract.ts';

interface ProcessOptions {
  readonly alone?: boolean;
  readonly log?: (message: string) => void;
  /** URL of the database for this process, if it takes another way there. */
  readonly through?: string;
}

/** New database with the tables of the queue, and methods to inspect them. */
export interface JobDatabase {
  readonly url: string;
  readonly place: JobQueueFixture;
  /** Starts another process; `alone` like on the embedded database. */
  process(run: RunJob, more?: WorkerOptions & ProcessOptions): PgQueue;
  sql<R = any>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Ends every process and closes the database. */
  close(): Promise<void>;
}

export async function openJobDatabase(backend: Backend): Promise<JobDatabase> {
  const url = (await backend.database())!;
  const database = await Database.open({ url, connections: 4 });
  await database.migrate();
  const utils = await makeWorkerUtils({ connectionString: url, logger: new Logger(() => () => {}) });
  await utils.migrate();
  await utils.release();
  const client = new pg.Pool({ connectionString: url, max: 2 });
  client.on('error', () => {});
  const unitOfWork = new MikroUnitOfWork(database);
  const stops: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop().catch(() => {})));
    await client.end();
    await database.close();
  };
  const sql: JobDatabase['sql'] = async (text, values = []) => (await client.query(text, [...values])).rows;
  const process: JobDatabase['process'] = (run, options = {}) => {
    const { alone = false, log = () => {}, through = url, abandon, ...more } = options;
    const queue = new PgQueue({
      pool: createPool({ url: through, max: 8 }),
      isUnreachable: (error) => readError(error) instanceof DatabaseUnavailable,
      queues: limitsOf(more),
      runner: runnerOf(run, abandon),
      isExclusive: alone,
      log: (_, message) => log(message),
    });
    stops.push(() => queue.stop(0));
    return queue;
  };
  const context = {
    organizationId: null,
    spaceId: null,
    actorId: null,
    tokenId: null,
    requestId: null,
    at: new Date().toISOString(),
  };
  return {
    url,
    sql,
    process,
    close,
    place: {
      close,
      jobs: new PgJobReads(client),
      change: (task) => unitOfWork.run(context, (work) => task(work.jobs)),
      order: (...orders) =>
        unitOfWork.run(context, async (work) => {
          for (const order of orders) await work.jobs.enqueue(order);
        }),
      worker: (run, options) => process(run, options),
      hurry: async () =>
        void (await sql(
          'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() AND locked_at IS NULL',
        )),
    },
  };
}
