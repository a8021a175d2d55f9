import { startEmbeddedPostgres } from '../adapters/database/embedded-postgres.ts';
import { Database } from '../adapters/persistence/mikro-orm/kernel/database.ts';
import { describeBudget, findShortage, readConnectionBudget } from '../composition/connection-budget.ts';
import type { RuntimeContext } from '../composition/runtime-context.ts';
import type { Config } from '../config/config.ts';
import type { Shutdown } from './shutdown.ts';

/** Database of an instance; undefined for storage in memory. */
export type OpenedDatabase = RuntimeContext['database'];

interface DatabaseOptions {
  /** Receives one-line messages for the operator. */
  readonly log?: (line: string) => void;
  /** Called with one line when the embedded database has ended unexpectedly. */
  readonly onFatal?: (why: string) => void;
  /** Aborted when the start is to be given up. */
  readonly signal?: AbortSignal;
}

/** Opens the configured database, and migrates it. */
export async function openDatabase(
  config: Config,
  { log = () => {}, onFatal = () => {}, signal }: DatabaseOptions,
  shutdown: Shutdown,
): Promise<OpenedDatabase> {
  if (config.persistence === 'memory') {
    log('all data is kept in memory and lost when this process ends (PERSISTENCE=memory)');
    return undefined;
  }
  let url = config.databaseUrl;
  if (url === undefined) {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    shutdown.add(() => server.stop());
    void server.unexpectedExit.then(onFatal);
    url = server.url;
  }
  const open = await Database.open({
    url,
    connections: config.databaseConnections,
    statementMs: config.databaseStatementMs,
    waitMs: config.databaseWaitMs,
    signal,
    readUrl: config.databaseReadUrl,
    onStandbyProblem: log,
    onWaiting: (reason) => log(`${reason}; waiting for it`),
  });
  shutdown.add(() => open.close());
  const migrations = await open.migrate();
  if (migrations.length > 0) log(`database schema migrated (${migrations.join(', ')})`);
  const { unknown } = await open.schema();
  if (unknown.length > 0) log(`the database schema is newer, and this version runs on it (${unknown.join(', ')})`);
  return { open, url, embedded: config.databaseUrl === undefined };
}

/** Says how many connections this process may open, and warns when the server allows fewer to all nodes. */
export async function reportConnections(
  config: Config,
  { reads }: Database,
  log = (_line: string): void => {},
): Promise<void> {
  const budget = await readConnectionBudget(config, reads);
  log(describeBudget(budget, config));
  const shortage = findShortage(budget);
  if (shortage !== undefined) log(`warning: ${shortage}`);
}
