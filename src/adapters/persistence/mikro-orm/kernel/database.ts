import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { MIGRATIONS } from '../migrations/index.ts';
import { MIGRATIONS_TABLE } from '../migrations/migration.ts';
import { openOrm } from './orm.ts';
import { DatabaseUnavailable } from '../../../../ports/kernel/unit-of-work.ts';
import { readError } from './database-errors.ts';
import { createPool, type Queryable } from './sql.ts';
import { BACKGROUND_LIMITS, interactiveLimits } from './statement-limits.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Number of connections for commands, and of those for reads. */
  readonly connections: number;
  /** Time limit of a statement that a caller waits for, in milliseconds; the default is 10 s. */
  readonly statementMs?: number;
  /** Time to wait for a server that cannot be reached yet, in milliseconds; the default is not to wait. */
  readonly waitMs?: number;
  /** Called once, with the reason, when the server cannot be reached yet. */
  readonly onWaiting?: (reason: string) => void;
}

const DEFAULT_STATEMENT_MS = 10_000;

/** Key of the advisory lock under which one process at a time migrates; any number that nothing else uses. */
const MIGRATION_LOCK = 7_231_954_001;
/** Time that a command waits for a connection of the pool. */
const COMMAND_WAIT_MS = 20_000;
// Commands access a few rows by their keys: every plan is the same, and planning costs more than running it.
const COMMAND_SETTINGS = 'SET plan_cache_mode = force_generic_plan';
const CONNECT_TIMEOUT_MS = 5_000;
const MIN_SERVER_VERSION = 150_000;

/** Connections to one PostgreSQL server: pools for commands, reads and maintenance, and the ORM. */
export class Database {
  readonly orm: MikroORM;
  readonly commands: pg.Pool;
  readonly reads: pg.Pool;
  /** One connection for statements that read much of the database, such as those of the garbage collection. */
  readonly maintenance: pg.Pool;
  readonly #url: string;

  private constructor({
    orm,
    commands,
    reads,
    maintenance,
    url,
  }: Pick<Database, 'orm' | 'commands' | 'reads' | 'maintenance'> & { url: string }) {
    this.orm = orm;
    this.commands = commands;
    this.reads = reads;
    this.maintenance = maintenance;
    this.#url = url;
  }

  /** Connects without changing anything. @throws Error with a one-line message when the server cannot be used */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, connections: max, statementMs = DEFAULT_STATEMENT_MS, waitMs = 0, onWaiting = () => {} } = options;
    await waitForServer(url, waitMs, onWaiting);
    const limits = interactiveLimits(statementMs);
    return new Database({
      orm: await openOrm(url),
      commands: createPool({
        url,
        max,
        name: 'quire-commands',
        settings: COMMAND_SETTINGS,
        waitMs: COMMAND_WAIT_MS,
        limits,
      }),
      reads: createPool({ url, max, limits }),
      maintenance: createPool({ url, max: 1, name: 'quire-maintenance', limits: BACKGROUND_LIMITS }),
      url,
    });
  }

  /**
   * Brings the schema up to date, one process at a time.
   * @returns the migrations that were run
   * @throws SchemaTooNew when a newer version of Quire has migrated the database
   */
  async migrate(): Promise<readonly string[]> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const { pending, unknown } = await schemaOn(client);
      if (unknown.length > 0) throw new SchemaTooNew(unknown);
      if (pending.length === 0) return [];
      const { runMigrations } = await import('../migrations/run-migrations.ts');
      return await runMigrations(this.orm);
    } finally {
      await client.end();
    }
  }

  /** Names of the migrations that are still to be run, and of those that only newer versions of Quire know. */
  async schema(): Promise<SchemaState> {
    return schemaOn(this.reads);
  }

  async close(): Promise<void> {
    await this.orm.close();
    await this.commands.end();
    await this.reads.end();
    await this.maintenance.end();
  }
}

/** Migrations of a database compared with those of this version. */
export interface SchemaState {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/** A newer version of Quire has changed the schema in ways that this version does not know. */
export class SchemaTooNew extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the database belongs to a newer version of Quire (${unknown.join(', ')}): start that version or a later one, or restore a backup from before the upgrade`,
    );
    this.name = 'SchemaTooNew';
  }
}

async function schemaOn(on: Queryable): Promise<SchemaState> {
  const names = MIGRATIONS.map(({ name }) => name);
  const {
    rows: [there],
  } = await on.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [MIGRATIONS_TABLE]);
  if (!there!.there) return { pending: names, unknown: [] };
  const ran = new Set(
    (await on.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`)).rows.map(({ name }) => name),
  );
  const known = new Set(names);
  return { pending: names.filter((name) => !ran.has(name)), unknown: [...ran].filter((name) => !known.has(name)) };
}

const RETRY_SERVER_MS = 500;

/** Checks the server, repeatedly for `waitMs` while it cannot be reached. @throws Error with a one-line message */
async function waitForServer(url: string, waitMs: number, onWaiting: (reason: string) => void): Promise<void> {
  const end = Date.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await checkServer(url);
    } catch (error) {
      const { message, cause } = error as Error;
      if (Date.now() >= end || !(readError(cause) instanceof DatabaseUnavailable)) throw error;
      if (attempt === 1) onWaiting(message);
      await new Promise((resolve) => setTimeout(resolve, RETRY_SERVER_MS));
    }
  }
}

async function checkServer(url: string): Promise<void> {
  const [client, other] = [newClient(url), newClient(url)];
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
    );
    const { number, version, encoding } = rows[0];
    if (number < MIN_SERVER_VERSION) throw new Error(`PostgreSQL ${version} is too old: 15 or later is needed`);
    if (encoding !== 'UTF8') throw new Error(`the database's encoding is ${encoding}: UTF8 is needed`);
    await other.connect();
    if (await sharesConnections(client, other))
      throw new Error(
        'a connection pooler gives each transaction another connection: connect to PostgreSQL directly, or set pool_mode = session',
      );
  } catch (error) {
    throw new Error(`the database cannot be used: ${(error as Error).message || (error as { code?: string }).code}`, {
      cause: error,
    });
  } finally {
    await Promise.all([client, other].map((one) => one.end().catch(() => {})));
  }
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  return client;
}

const PROCESS = 'SELECT pg_backend_pid() AS pid';

/**
 * Tells whether a pooler hands out connections by transaction, as PgBouncer does with `pool_mode = transaction`. Prepared
 * statements, settings and advisory locks of a connection would then reach other clients. While one client is in a
 * transaction, such a pooler gives the other client another process of the server than before.
 */
async function sharesConnections(one: pg.Client, other: pg.Client): Promise<boolean> {
  const processOf = async (client: pg.Client): Promise<number> => (await client.query(PROCESS)).rows[0].pid;
  const before = await processOf(one);
  await other.query('BEGIN');
  const held = await processOf(other);
  const after = await processOf(one);
  await other.query('ROLLBACK');
  return held === before || after !== before;
}
