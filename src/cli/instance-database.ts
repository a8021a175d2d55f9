import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { clusterFiles, findOtherCluster } from '../adapters/database/cluster.ts';
import { createPrivateDirectory } from '../adapters/database/create-private-directory.ts';
import { lockDataDirectory } from '../adapters/database/data-directory-lock.ts';
import {
  runningServerUrl,
  startEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../adapters/database/embedded-postgres.ts';
import { requireServer } from '../adapters/persistence/mikro-orm/kernel/check-server.ts';
import { DatabaseHosts } from '../adapters/persistence/mikro-orm/kernel/database-hosts.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/environment.ts';
import { CliError } from './api-client.ts';

type Lock = ReturnType<typeof lockDataDirectory>;

/** @throws CliError when the instance keeps its data in memory, ConfigurationError */
export function persistentConfig(env: Environment): Config {
  const config = readConfig(env);
  if (config.persistence === 'memory')
    throw new CliError('with PERSISTENCE=memory, an instance stores nothing that a command could read');
  return config;
}

/**
 * Requires that an instance without `DATABASE_URL` has its embedded database, so that no command creates an empty one
 * where the operator forgot a setting.
 * @throws CliError
 */
export function requireEmbeddedDatabase({ databaseUrl, dataDir }: Config): void {
  // A database of another version is refused when it is started, with the remedy.
  if (databaseUrl !== undefined || existsSync(clusterFiles(dataDir).data) || findOtherCluster(dataDir) !== undefined)
    return;
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (found === undefined)
    throw new CliError(`${dataDir} does not exist: set DATA_DIR to the directory of the instance`);
  if (!found.isDirectory())
    throw new CliError(`${dataDir} is not a directory: set DATA_DIR to the directory of the instance`);
  throw new CliError(
    `${dataDir} has no embedded database: set DATABASE_URL or DATA_DIR to those of the instance, or start it once first`,
  );
}

/** Runs a task on the database: the configured one, that of a running process, or one that is started for the task. */
export async function withDatabase<T>(config: Config, task: (url: string) => Promise<T>, lock?: Lock): Promise<T> {
  if (config.databaseUrl !== undefined) {
    await requireServer(config.databaseUrl);
    return task(await DatabaseHosts.of(config.databaseUrl).findWritable());
  }
  if (lock === undefined) requireEmbeddedDatabase(config);
  const running = lock === undefined ? await runningServerUrl(config.dataDir) : undefined;
  if (running !== undefined) return task(running);
  return withEmbeddedDatabase({ dataDir: config.dataDir, ...(lock !== undefined && { lock }) }, task);
}

/** Signals that interrupt a command. */
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a task on the embedded database, which runs for the task alone, also when the command is interrupted. */
export async function withEmbeddedDatabase<T>(
  options: EmbeddedPostgresOptions,
  task: (url: string) => Promise<T>,
): Promise<T> {
  const starting = startEmbeddedPostgres(options);
  const stop = (): Promise<void> => starting.then((server) => server.stop());
  const interrupt = (): void => void stop().finally(() => process.exit(1));
  for (const signal of INTERRUPTIONS) process.once(signal, interrupt);
  try {
    return await task((await starting).url);
  } finally {
    await stop();
    for (const signal of INTERRUPTIONS) process.off(signal, interrupt);
  }
}

/**
 * Continues as the owner of the data directory when root runs a command, so that the files that the command writes there
 * belong to the user of the instance. A database of another user shows that root runs the instance itself.
 */
function becomeOwner({ dataDir }: Config): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  const cluster = statSync(clusterFiles(dataDir).data, { throwIfNoEntry: false });
  if (uid === 0 || (cluster !== undefined && cluster.uid !== uid)) return;
  process.setgroups!([gid]);
  process.setgid!(gid);
  process.setuid!(uid);
}

/** Runs a task on the database of an instance that must not run meanwhile, as the owner of its data directory. */
export async function withStoppedInstance<T>(config: Config, task: (url: string) => Promise<T>): Promise<T> {
  createPrivateDirectory(config.dataDir);
  becomeOwner(config);
  const lock = lockDataDirectory(config.dataDir);
  try {
    return await withDatabase(config, task, lock);
  } finally {
    lock.releaseLock();
  }
}

/** Time for which connections of a process that has just ended may be seen, in milliseconds. */
const ENDING_MS = 2_000;

/** Waits for processes that have just ended. @throws CliError while processes of the instance are connected */
export async function requireStopped(client: pg.Client): Promise<void> {
  const end = performance.now() + ENDING_MS;
  for (;;) {
    const { rows } = await client.query<{ nodes: number }>(
      `SELECT count(*)::int AS nodes FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'quire-%'`,
    );
    if (rows[0]!.nodes === 0) return;
    if (performance.now() > end) throw new CliError('the instance runs: stop all its nodes first');
    await setTimeout(50);
  }
}

/** File with the secret key of an instance without `SECRET_KEY`. */
export const secretKeyFile = ({ dataDir }: Config): string => join(dataDir, 'secret-key');

/** Reads the secret key of an instance; undefined when it has none yet. */
export function readSecretKey(config: Config): string | undefined {
  const file = secretKeyFile(config);
  const key = config.secretKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
  return key === '' ? undefined : key;
}
