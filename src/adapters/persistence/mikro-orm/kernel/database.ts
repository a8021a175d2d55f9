import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { MIGRATIONS } from '../migrations/index.ts';
import { MIGRATIONS_TABLE } from '../migrations/migration.ts';
import { openOrm } from './orm.ts';
import { createPool, type Queryable } from './sql.ts';
import { BACKGROUND_LIMITS, interactiveLimits } from './statement-limits.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Number of connections for commands, and of those for reads. */
  readonly connections: number;
  /** Time limit of a statement that a caller waits for, in milliseconds; the default is 10 s. */
  readonly statementMs?: number;
}

const DEFAULT_STATEMENT_MS = 10_000;

/** Key of the advisory lock under which one process at a time migrates; any number that nothing else uses. */
const MIGRATION_LOCK = 7_231_954_001;
/** Time that a command waits for a connection of the pool. */
const COMMAND_WAIT_MS = 20_000;
// Commands access a few rows by their keys: every plan is the same, and planning costs more than running it.
const COMMAND_SETTINGS = 'SET plan_cache_mode = force_generic_plan';
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
    const { url, connections: max, statementMs = DEFAULT_STATEMENT_MS } = options;
    await checkServer(url);
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

  /** Brings the schema up to date, one process at a time. @returns the migrations that were run */
  async migrate(): Promise<readonly string[]> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      if ((await pendingOn(client)).length === 0) return [];
      const { runMigrations } = await import('../migrations/run-migrations.ts');
      return await runMigrations(this.orm);
    } finally {
      await client.end();
    }
  }

  /** Names of the migrations that are still to be run. */
  async pending(): Promise<readonly string[]> {
    return pendingOn(this.reads);
  }

  async close(): Promise<void> {
    await this.orm.close();
    await this.commands.end();
    await this.reads.end();
    await this.maintenance.end();
  }
}

async function pendingOn(on: Queryable): Promise<readonly string[]> {
  const names = MIGRATIONS.map(({ name }) => name);
  const {
    rows: [there],
  } = await on.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [MIGRATIONS_TABLE]);
  if (!there!.there) return names;
  const ran = new Set(
    (await on.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`)).rows.map(({ name }) => name),
  );
  return names.filter((name) => !ran.has(name));
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
    );
    const { number, version, encoding } = rows[0];
    if (number < MIN_SERVER_VERSION) throw new Error(`PostgreSQL ${version} is too old: 15 or later is needed`);
    if (encoding !== 'UTF8') throw new Error(`the database's encoding is ${encoding}: UTF8 is needed`);
  } catch (error) {
    throw new Error(`the database cannot be used: ${(error as Error).message || (error as { code?: string }).code}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => {});
  }
}
