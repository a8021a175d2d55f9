import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { MIGRATIONS } from '../migrations/index.ts';
import { MIGRATIONS_TABLE } from '../migrations/migration.ts';
import { openOrm } from './orm.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { DatabaseUnavailable } from '../../../../ports/kernel/unit-of-work.ts';
import { isUnanswered, readError } from './database-errors.ts';
import { newClient } from './single-client.ts';
import { createPool, rows, statement, type Queryable } from './sql.ts';
import { checkStandby, PRIMARY_POSITION, Standby } from './standby.ts';
import { StatementEvents } from './statement-events.ts';
import { BACKGROUND_LIMITS, interactiveLimits, type StatementLimits } from './statement-limits.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Number of connections for commands, and of those for reads. */
  readonly connections: number;
  /** Time limit of a statement that a caller waits for, in milliseconds; the default is 10 s. */
  readonly statementMs?: number;
  /** Time to wait for a server that cannot be reached yet, in milliseconds; the default is not to wait. */
  readonly waitMs?: number;
  /** Ends the wait for the server when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, with the reason, when the server cannot be reached yet. */
  readonly onWaiting?: (reason: string) => void;
  /** URL of a standby that answers reads of clients. */
  readonly readUrl?: string | undefined;
  /** Called with the reason when the standby cannot be used yet. */
  readonly onStandbyProblem?: (reason: string) => void;
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
  /** Standby that answers reads of clients, if there is one. */
  readonly standby: Standby | undefined;
  /** Round trips of all pools. */
  readonly statements: StatementEvents;
  readonly #url: string;

  private constructor({
    orm,
    commands,
    reads,
    maintenance,
    standby,
    statements,
    url,
  }: Pick<Database, 'orm' | 'commands' | 'reads' | 'maintenance' | 'standby' | 'statements'> & { url: string }) {
    this.orm = orm;
    this.commands = commands;
    this.reads = reads;
    this.maintenance = maintenance;
    this.standby = standby;
    this.statements = statements;
    this.#url = url;
  }

  /** Connects without changing anything. @throws Error with a one-line message when the server cannot be used */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, connections: max, statementMs = DEFAULT_STATEMENT_MS } = options;
    await waitForServer(options);
    // Checked before anything is opened, which would stay open when the standby is refused.
    const standbyUrl = await findStandby(options);
    const limits = interactiveLimits(statementMs);
    const statements = new StatementEvents();
    const reads = createPool({ url, max, limits, listener: statements.of('reads') });
    return new Database({
      orm: await openOrm(await DatabaseHosts.of(url).findWritable()),
      commands: createPool({
        url,
        max,
        name: 'quire-commands',
        settings: COMMAND_SETTINGS,
        waitMs: COMMAND_WAIT_MS,
        limits,
        listener: statements.of('commands'),
      }),
      reads,
      standby: standbyUrl === undefined ? undefined : openStandby(standbyUrl, max, reads, limits, statements),
      maintenance: createPool({
        url,
        max: 1,
        name: 'quire-maintenance',
        limits: BACKGROUND_LIMITS,
        listener: statements.of('maintenance'),
      }),
      statements,
      url,
    });
  }

  /**
   * Brings the schema up to date, one process at a time. A newer schema stays as it is.
   * @returns the migrations that were run
   * @throws SchemaTooNew when a newer version of Quire has migrated the database, and this one cannot run on its schema
   */
  async migrate(): Promise<readonly string[]> {
    const client = newClient({ connectionString: await DatabaseHosts.of(this.#url).findWritable() });
    await client.connect();
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const { pending, unknown, problem } = await schemaOn(client);
      if (problem !== undefined) throw new SchemaTooNew(unknown);
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

  /** Pools by the name that figures about them have. */
  pools(): Readonly<Record<string, pg.Pool>> {
    const { commands, reads, maintenance, standby } = this;
    return { commands, reads, maintenance, ...(standby !== undefined && { standby: standby.pool }) };
  }

  async close(): Promise<void> {
    await this.orm.close();
    await this.commands.end();
    await this.reads.end();
    await this.maintenance.end();
    await this.standby?.pool.end();
  }
}

/** Time that a read waits for a connection to the standby before the primary answers it, in milliseconds. */
const STANDBY_WAIT_MS = 1_000;

/**
 * Returns the URL of the standby, if there is one that belongs to the database.
 * @throws Error with one line when it belongs to another database
 */
async function findStandby({
  url,
  readUrl,
  onStandbyProblem = () => {},
}: DatabaseOptions): Promise<string | undefined> {
  if (readUrl === undefined) return undefined;
  const problem = await checkStandby(await DatabaseHosts.of(url).findWritable(), readUrl);
  if (problem !== undefined) onStandbyProblem(`${problem}; until then, the primary answers all reads`);
  return readUrl;
}

function openStandby(
  url: string,
  max: number,
  primary: pg.Pool,
  limits: StatementLimits,
  statements: StatementEvents,
): Standby {
  const listener = statements.of('standby');
  const pool = createPool({ url, max, name: 'quire-standby', waitMs: STANDBY_WAIT_MS, limits, listener });
  const position = statement(PRIMARY_POSITION);
  return new Standby(pool, primary, async () => (await rows<{ position: string }>(primary, position, []))[0]!.position);
}

/** Migrations of a database compared with those of this version. */
export interface SchemaState {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  /** Tells why this version cannot run on the schema; undefined when it can, once the pending migrations have run. */
  readonly problem: string | undefined;
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
  if (!there!.there) return { pending: names, unknown: [], problem: undefined };
  const ran = new Set(
    (await on.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`)).rows.map(({ name }) => name),
  );
  const known = new Set(names);
  const pending = names.filter((name) => !ran.has(name));
  const unknown = [...ran].filter((name) => !known.has(name));
  const isKnown = unknown.length === 0 || (pending.length === 0 && known.has(await requiredMigration(on)));
  return { pending, unknown, problem: isKnown ? undefined : new SchemaTooNew(unknown).message };
}

/** Migration that builds must know to run on a schema; empty where the schema names none. */
async function requiredMigration(on: Queryable): Promise<string> {
  const { rows: columns } = await on.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('instance_fingerprints') AND attname = 'required_migration') AS there`,
  );
  if (!columns[0]!.there) return '';
  const { rows: guard } = await on.query<{ name: string | null }>(
    'SELECT required_migration AS name FROM instance_fingerprints',
  );
  return guard[0]?.name ?? '';
}

const RETRY_SERVER_MS = 500;

/** Checks that a server answers and suits Quire. @throws Error with a one-line message */
export const requireServer = (url: string): Promise<void> => waitForServer({ url });

/** Checks the server, repeatedly for `waitMs` while it cannot be reached. @throws Error with a one-line message */
async function waitForServer({
  url,
  waitMs = 0,
  signal,
  onWaiting = () => {},
}: Pick<DatabaseOptions, 'url' | 'waitMs' | 'signal' | 'onWaiting'>): Promise<void> {
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
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
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
