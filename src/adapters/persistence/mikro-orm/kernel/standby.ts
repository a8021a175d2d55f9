import type pg from 'pg';
import type { StandbyResult } from '../../../../ports/kernel/statements.ts';
import type { WaitingClient } from '../../../../application/kernel/abandonment.ts';
import { runAbandonable } from './abandonable-statement.ts';
import { createCoalescingLoader } from './coalescing-loader.ts';
import { newClient } from './single-client.ts';

/**
 * Position behind every commit that was acknowledged. Commits that do not wait for the disk are acknowledged before they
 * are flushed.
 */
export const PRIMARY_POSITION = `SELECT (CASE WHEN current_setting('synchronous_commit') = 'off'
  THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)::text AS position`;
// A server that was promoted replays nothing any more.
const HAS_REPLAYED = {
  name: 'quire_has_replayed',
  text: 'SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS replayed',
};

/** Times at which a read asks the standby again, in milliseconds after the one before. */
const RETRIES_MS = [2, 4, 8];
/** Time for which the primary answers after the standby was behind, or did not answer, in milliseconds. */
const BEHIND_REST_MS = 500;
const FAILED_REST_MS = 5_000;
/** SQLSTATE of a statement that was cancelled, also by its time limit: the primary would take as long. */
const CANCELLED = '57014';

const STANDBYS = new WeakMap<pg.Pool, Standby>();

/**
 * Standby that answers reads of clients. Each statement first asks the primary how far it has come, and the standby
 * whether it has replayed that much, on the connection that then runs the statement: the result has everything that was
 * committed before, by whomever and through whichever node. Where the standby does not answer in time, the primary does.
 */
export class Standby {
  /** Number of reads by what became of them. */
  readonly results: Record<StandbyResult, number> = { answered: 0, behind: 0, failed: 0 };
  readonly #position;
  #restsUntil = 0;

  /**
   * @param pool connections to the standby
   * @param primary connections to the primary
   * @param readPosition reads the position of the primary
   */
  constructor(
    readonly pool: pg.Pool,
    readonly primary: pg.Pool,
    readPosition: () => Promise<string>,
  ) {
    this.#position = createCoalescingLoader<'primary', string>(async (keys) => {
      const position = await readPosition();
      return keys.map(() => position);
    });
    STANDBYS.set(pool, this);
  }

  /** Standby whose connections a pool has. */
  static of(pool: pg.Pool): Standby | undefined {
    return STANDBYS.get(pool);
  }

  /**
   * Runs a query of a client on a connection to the standby.
   * @returns undefined where the standby is behind or has failed: the primary has to run the query
   * @throws ClientGone, and the error of a query that was cancelled
   */
  async read<T extends object>(
    client: WaitingClient,
    query: (connection: pg.ClientBase) => Promise<T>,
  ): Promise<T | undefined> {
    if (performance.now() < this.#restsUntil) return undefined;
    const position = await this.#position.load('primary').catch(() => undefined);
    if (position === undefined) return undefined;
    try {
      const result = await runAbandonable(this.pool, client, async (connection) =>
        (await hasReplayed(connection, position)) ? query(connection) : undefined,
      );
      this.#count(result === undefined ? 'behind' : 'answered');
      return result;
    } catch (error) {
      if (client.hasGone || (error as pg.DatabaseError).code === CANCELLED) throw error;
      this.#count('failed');
      return undefined;
    }
  }

  #count(result: StandbyResult): void {
    this.results[result]++;
    if (result !== 'answered')
      this.#restsUntil = performance.now() + (result === 'behind' ? BEHIND_REST_MS : FAILED_REST_MS);
  }
}

async function hasReplayed(connection: pg.ClientBase, position: string): Promise<boolean> {
  for (const pause of [0, ...RETRIES_MS]) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const { rows } = await connection.query<{ replayed: boolean }>({ ...HAS_REPLAYED, values: [position] });
    if (rows[0]!.replayed) return true;
  }
  return false;
}

const SYSTEM = 'SELECT system_identifier::text AS id FROM pg_control_system()';

/**
 * Checks that a server is a standby of another one.
 * @returns a reason why it cannot be used at the moment; undefined when it can
 * @throws Error with one line when it belongs to another database
 */
export async function checkStandby(primary: string, standby: string): Promise<string | undefined> {
  const [expected, found] = await Promise.all([primary, standby].map(systemOf));
  if (found instanceof Error) return `the standby of DATABASE_READ_URL cannot be used yet: ${found.message}`;
  // Servers may keep their identifiers from the user of the application.
  if (typeof expected !== 'string' || expected === found) return undefined;
  throw new Error('DATABASE_READ_URL is no standby of DATABASE_URL: its database has another system identifier');
}

const CONNECT_TIMEOUT_MS = 5_000;

async function systemOf(url: string): Promise<string | Error> {
  const client = newClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'quire-probe',
  });
  try {
    await client.connect();
    return (await client.query<{ id: string }>(SYSTEM)).rows[0]!.id;
  } catch (error) {
    const { message, code } = error as pg.DatabaseError;
    return new Error(message || code);
  } finally {
    void client.end().catch(() => {});
  }
}
