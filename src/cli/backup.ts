import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres, runningServerUrl } from '../adapters/database/embedded-postgres.ts';
import { createPrivateDirectory } from '../adapters/database/create-private-directory.ts';
import { lockDataDirectory } from '../adapters/database/data-directory-lock.ts';
import { BUILD } from '../adapters/http/kernel/build.ts';
import type { BackupSummary } from '../adapters/persistence/mikro-orm/instance/backup-archive.ts';
import { restoreBackup } from '../adapters/persistence/mikro-orm/instance/restore-backup.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { verifyInstance, type VerificationReport } from '../adapters/persistence/mikro-orm/instance/verify-instance.ts';
import { writeBackup } from '../adapters/persistence/mikro-orm/instance/write-backup.ts';
import { openBlobStore } from '../composition/blob-store.ts';
import { readConfig, type Config } from '../config.ts';
import { CliError } from './api-client.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Writes a backup of the instance that the environment configures, whether it runs or not. The file has its name only
 * once it is complete.
 */
export async function backupTo(file: string, env: Environment): Promise<BackupSummary> {
  const config = persistentConfig(env);
  if (existsSync(file)) throw new CliError(`${file} exists already`);
  const draft = `${file}.part`;
  try {
    const summary = await withDatabase(config, async (url) =>
      writeBackup(
        { url, blobs: await openBlobStore(config), version: BUILD.version, secretKeyDigest: digestOfKey(config) },
        createWriteStream(draft, { mode: 0o600, flush: true } as Parameters<typeof createWriteStream>[1]),
      ),
    );
    renameSync(draft, file);
    return summary;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Restores a backup into the empty instance that the environment configures; the instance must not run. */
export async function restoreFrom(file: string, env: Environment): Promise<BackupSummary> {
  const config = persistentConfig(env);
  if (!existsSync(file)) throw new CliError(`${file} does not exist`);
  createPrivateDirectory(config.dataDir);
  const lock = lockDataDirectory(config.dataDir);
  try {
    return await withDatabase(
      config,
      async (url) =>
        restoreBackup(
          { url, blobs: await openBlobStore(config), secretKeyDigest: digestOfKey(config) },
          createReadStream(file),
        ),
      lock,
    );
  } finally {
    lock.releaseLock();
  }
}

/** Checks everything that the instance stores; changes nothing. */
export async function verify(env: Environment): Promise<VerificationReport> {
  const config = persistentConfig(env);
  return withDatabase(config, async (url) => verifyInstance({ url, blobs: await openBlobStore(config) }));
}

/** @throws CliError when the instance keeps its data in memory, ConfigurationError */
function persistentConfig(env: Environment): Config {
  const config = readConfig(env);
  if (config.persistence === 'memory')
    throw new CliError('with PERSISTENCE=memory, an instance stores nothing that a command could read');
  return config;
}

/** Runs a task on the database: the configured one, that of a running process, or one that is started for the task. */
async function withDatabase<T>(
  config: Config,
  task: (url: string) => Promise<T>,
  lock?: ReturnType<typeof lockDataDirectory>,
): Promise<T> {
  if (config.databaseUrl !== undefined) return task(config.databaseUrl);
  const running = lock === undefined ? await runningServerUrl(config.dataDir) : undefined;
  if (running !== undefined) return task(running);
  if (lock === undefined && !existsSync(config.dataDir))
    throw new CliError(`${config.dataDir} does not exist: set DATA_DIR to the directory of the instance`);
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, ...(lock !== undefined && { lock }) });
  try {
    return await task(server.url);
  } finally {
    await server.stop();
  }
}

/** Digest of the secret key of an instance; undefined when it has none yet. */
function digestOfKey({ secretKey, dataDir }: Config): string | undefined {
  const file = join(dataDir, 'secret-key');
  const key = secretKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
  return key === undefined || key === '' ? undefined : secretKeyDigest(key);
}
