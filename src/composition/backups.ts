import { accessSync, constants } from 'node:fs';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Cron } from 'croner';
import { createPrivateDirectory } from '../adapters/database/create-private-directory.ts';
import { BACKUP_DIRECTORY, toStartupError } from '../adapters/database/startup-error.ts';
import { checkBackup } from '../adapters/persistence/mikro-orm/instance/check-backup.ts';
import { writeBackup, type BackupSource } from '../adapters/persistence/mikro-orm/instance/write-backup.ts';
import { DatabaseHosts } from '../adapters/persistence/mikro-orm/kernel/database-hosts.ts';
import type { BackupTarget } from '../adapters/storage/backup-target.ts';
import { DiskBackupTarget } from '../adapters/storage/disk-backup-target.ts';
import { S3BackupTarget } from '../adapters/storage/s3-backup-target.ts';
import type { BackupConfig } from '../config/config.ts';
import type { BackupArchives, Backups, BackupRuns, BackupSchedule } from '../ports/instance.backups.ts';

/** Creates the schedule of a cron pattern. */
export function scheduleOf(cron: string): BackupSchedule {
  const pattern = new Cron(cron, { paused: true });
  return { next: (after) => pattern.nextRun(new Date(after))?.toISOString() };
}

/** Creates the scheduled backups that the configuration names. */
export function createBackups({ cron, to, keep }: BackupConfig, source: BackupSource, runs: BackupRuns): Backups {
  const target = 'dir' in to ? new DiskBackupTarget(to.dir, createBackupDirectory) : new S3BackupTarget(to.s3);
  return {
    schedule: scheduleOf(cron),
    retention: keep,
    archives: archivesAt(target, source),
    runs,
  };
}

/**
 * Creates the folder of backups if it is missing.
 * @throws StartupError when it cannot be created or written
 */
export function createBackupDirectory(dir: string): void {
  try {
    createPrivateDirectory(dir, BACKUP_DIRECTORY);
    // The slash makes a file fail that is in place of the folder.
    accessSync(`${dir}/`, constants.W_OK);
  } catch (error) {
    throw toStartupError(dir, error, BACKUP_DIRECTORY);
  }
}

/** Writes backups of a source to a target, and checks them there. */
function archivesAt(target: BackupTarget, source: BackupSource): BackupArchives {
  return {
    prepare: () => target.prepare(),
    async write(name, signal) {
      let bytes = 0;
      await target.write(name, async (stream) => {
        const meter = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            bytes += chunk.length;
            done(null, chunk);
          },
        });
        const written = pipeline(meter, stream, { signal });
        // Whoever writes the archive is told.
        written.catch(() => {});
        const url = await DatabaseHosts.of(source.url).findWritable();
        await writeBackup({ ...source, url }, meter as Writable);
        await written;
      });
      return bytes;
    },
    async check(name, signal) {
      const archive = await target.read(name);
      const abort = (): void => void archive.destroy(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await checkBackup(archive as Readable);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    list: () => target.list(),
    delete: (name) => target.delete(name),
  };
}
