import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { waitForServer, type ServerWait } from './check-server.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { toMigrationFailure } from './migration-failure.ts';
import { openOrm } from './orm.ts';
import { createPool } from './pool.ts';
import { readSchemaState, SchemaTooNew, type SchemaState } from './schema-state.ts';
import { openUnlimitedClient } from './single-client.ts';
import { rows, statement } from './sql.ts';
import { checkStandby, PRIMARY_POSITION, Standby } from './standby.ts';
import { StatementEvents } from './statement-events.ts';
import { BACKGROUND_LIMITS, interactiveLimits, type StatementLimits } from './statement-limits.ts';

export interface DatabaseOptions extends ServerWait {
  /** Number of connections for commands, and of those for reads. */
  readonly connections: number;
  /** Time limit of a statement that a caller waits for, in milliseconds; the default is 10 s. */
  readonly statementMs?: number;
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
   * @throws SchemaTooNew when a newer version of Quire has migrated the database, and this one cannot run on its schema;
   * Error with one line when the server does not permit it
   */
  async migrate(): Promise<readonly string[]> {
    const client = await openUnlimitedClient({
      connectionString: await DatabaseHosts.of(this.#url).findWritable(),
    });
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const { pending, unknown, problem } = await readSchemaState(client);
      if (problem !== undefined) throw new SchemaTooNew(unknown);
      if (pending.length === 0) return [];
      const { runMigrations } = await import('../migrations/run-migrations.ts');
      return await runMigrations(this.orm);
    } catch (error) {
      throw toMigrationFailure(error);
    } finally {
      await client.end();
    }
  }

  /** Names of the migrations that are still to be run, and of those that only newer versions of Quire know. */
  async schema(): Promise<SchemaState> {
    return readSchemaState(this.reads);
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
