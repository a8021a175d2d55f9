import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailable } from '../../../../ports/kernel/unit-of-work.ts';
import { isUnanswered, readError } from './database-errors.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { newClient } from './single-client.ts';

/** Wait for a server that cannot be reached yet. */
export interface ServerWait {
  readonly url: string;
  /** Time to wait, in milliseconds; the default is not to wait. */
  readonly waitMs?: number;
  /** Ends the wait when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, with the reason, when the server cannot be reached yet. */
  readonly onWaiting?: (reason: string) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
const MIN_SERVER_VERSION = 150_000;
const RETRY_SERVER_MS = 500;

/** Checks that a server answers and suits Quire. @throws Error with a one-line message */
export const requireServer = (url: string): Promise<void> => waitForServer({ url });

/** Checks the server, repeatedly for `waitMs` while it cannot be reached. @throws Error with a one-line message */
export async function waitForServer({ url, waitMs = 0, signal, onWaiting = () => {} }: ServerWait): Promise<void> {
  const end = Date.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await checkServer(await findServer(url));
    } catch (error) {
      const { message, cause } = error as Error;
      const isOver = Date.now() >= end || signal?.aborted === true;
      if (isOver || !(readError(cause) instanceof DatabaseUnavailable)) throw error;
      if (attempt === 1) onWaiting(message);
      await pause(RETRY_SERVER_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function findServer(url: string): Promise<string> {
  try {
    return await DatabaseHosts.of(url).findWritable();
  } catch (error) {
    throw new Error(`the database cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

async function checkServer(url: string): Promise<void> {
  const probes: pg.Client[] = [];
  try {
    // Reads the files with certificates that the URL names.
    const [client, other] = [newProbe(url), newProbe(url)];
    probes.push(client, other);
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
         current_setting('server_encoding') AS encoding`,
    );
    const { number, version, encoding } = rows[0];
    if (number < MIN_SERVER_VERSION) throw new Error(`PostgreSQL ${version} is too old: 15 or later is needed`);
    if (encoding !== 'UTF8') throw new Error(`the database's encoding is ${encoding}: UTF8 is needed`);
    await other.connect();
    const problem = await findPooling(client, other);
    if (problem !== undefined) throw new Error(problem);
  } catch (error) {
    throw new Error(`the database cannot be used: ${(error as Error).message || (error as { code?: string }).code}`, {
      cause: error,
    });
  } finally {
    await Promise.all(probes.map((one) => one.end().catch(() => {})));
  }
}

const newProbe = (url: string): pg.Client =>
  newClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });

const PROCESS = 'SELECT pg_backend_pid() AS pid';

const SHARED =
  'a connection pooler gives each transaction another connection: connect to PostgreSQL directly, or set pool_mode = session';
const TOO_FEW =
  'a connection pooler gives Quire only one connection: raise its default_pool_size to the connections of all nodes';
/** SQLSTATE of PgBouncer with `pool_mode = statement` when a transaction begins. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Reports what is wrong with a pooler between two connected clients; undefined if there is none, or one that gives each
 * client a connection of its own. Prepared statements, settings and advisory locks of a connection would otherwise reach
 * other clients, as with `pool_mode = transaction` of PgBouncer: while one client is in a transaction, such a pooler
 * gives the other client another process of the server than before, or none.
 */
async function findPooling(one: pg.Client, other: pg.Client): Promise<string | undefined> {
  const processOf = async (client: pg.Client): Promise<number> => (await client.query(PROCESS)).rows[0].pid;
  const before = await processOf(one);
  try {
    await other.query('BEGIN');
  } catch (error) {
    if (isUnanswered(error)) return TOO_FEW;
    if ((error as { code?: string }).code === PROTOCOL_VIOLATION) return SHARED;
    throw error;
  }
  const held = await processOf(other);
  const after = await processOf(one).catch((error: unknown) => {
    if (!isUnanswered(error)) throw error;
    return undefined;
  });
  if (held === before || after !== before) return SHARED;
  await other.query('ROLLBACK');
  return undefined;
}
