import { createReadStream, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { BUILD } from '../adapters/http/kernel/build.ts';
import type { BackupSummary } from '../adapters/persistence/mikro-orm/instance/backup-archive.ts';
import { restoreBackup } from '../adapters/persistence/mikro-orm/instance/restore-backup.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { verifyInstance, type VerificationReport } from '../adapters/persistence/mikro-orm/instance/verify-instance.ts';
import { writeBackup, type BackupSource } from '../adapters/persistence/mikro-orm/instance/write-backup.ts';
import { writePrivateFile } from '../adapters/storage/disk-backup-target.ts';
import { openBlobStore } from '../composition/blob-store.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { CliError } from './api-client.ts';
import { persistentConfig, readSecretKey, withDatabase, withStoppedInstance } from './instance-database.ts';
import { openOwnFileStorage, readFingerprints } from './own-instance.ts';

/** Writes a backup of the instance that the environment configures, whether it runs or not. */
export async function backupTo(file: string, env: Environment): Promise<BackupSummary> {
  const config = persistentConfig(env);
  return writeArchive(file, (target) =>
    withDatabase(config, async (url) => writeBackup(await sourceOf(config, url), target)),
  );
}

/**
 * Writes an archive to a file that does not exist yet, which only its owner reads. The file has its name only once it is
 * complete.
 * @throws CliError when the file exists, or another process writes it
 */
export async function writeArchive<T>(file: string, write: (target: Writable) => Promise<T>): Promise<T> {
  const draft = `${file}.part`;
  try {
    // The draft belongs to one process, so that nobody else completes the file after this check.
    const written = await writePrivateFile(draft, async (target) => {
      if (existsSync(file)) throw new CliError(`${file} exists already`);
      return write(target);
    });
    renameSync(draft, file);
    return written;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && path === draft)
      throw new CliError(`${draft} exists: another process is writing it, or was interrupted; then delete that file`);
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Database and file storage of an instance, as an archive is written from them.
 * @throws CliError when the storage is not that of the instance
 */
export async function sourceOf(config: Config, url: string): Promise<BackupSource> {
  const known = await readFingerprints(url);
  return {
    url,
    blobs: await openOwnFileStorage(config, known),
    version: BUILD.version,
    // The key of the instance, even where this command is run without it or with another one.
    secretKeyDigest: known.secretKey ?? digestOfKey(config),
  };
}

/** @throws CliError unless a file can be read as an archive */
export function requireArchive(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError(`${file} does not exist`);
  if (found.isDirectory()) throw new CliError(`${file} is a folder, not an archive`);
}

/** Restores a backup into the empty instance that the environment configures; the instance must not run. */
export async function restoreFrom(file: string, env: Environment): Promise<BackupSummary> {
  const config = persistentConfig(env);
  requireArchive(file);
  // Opened by the caller, because the owner of the data directory may not read it.
  const fd = openSync(file, 'r');
  return withStoppedInstance(config, async (url) =>
    restoreBackup(
      { url, blobs: await openBlobStore(config), secretKeyDigest: digestOfKey(config) },
      createReadStream(file, { fd }),
    ),
  );
}

/** Checks everything that the instance stores; changes nothing. */
export async function verify(env: Environment): Promise<VerificationReport> {
  const config = persistentConfig(env);
  return withDatabase(config, async (url) =>
    verifyInstance({ url, blobs: await openOwnFileStorage(config, await readFingerprints(url)) }),
  );
}

/** Digest of the secret key of an instance; undefined when it has none yet. */
export function digestOfKey(config: Config): string | undefined {
  const key = readSecretKey(config);
  return key === undefined ? undefined : secretKeyDigest(key);
}
