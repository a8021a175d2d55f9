import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BlobStore } from '../../../../ports/uploads.ts';
import { BACKUP_FORMAT, BackupWriter, ENTRY, type BackupManifest, type BackupSummary } from './backup-archive.ts';
import { columnList, listMigrations, listTables } from './backup-tables.ts';
import { listBlobs } from './missing-blobs.ts';
import { openUnlimitedClient } from '../kernel/single-client.ts';

export interface BackupSource {
  /** URL of the database. */
  readonly url: string;
  readonly blobs: Pick<BlobStore, 'list' | 'get' | 'identity'>;
  /** Version of Quire. */
  readonly version: string;
  /** Digest of the secret key, without which sealed values of the backup cannot be read. */
  readonly secretKeyDigest: string | undefined;
}

/** Bytes of one part of a table, apart from its last row. */
const PART_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Query for jobs that wait, run, or failed and are tried again, under a condition on `j` and `payload`. */
const jobsQuery = (condition: string): string => `SELECT task_identifier AS name, payload, queue_name AS queue,
    run_at AS "runAt", max_attempts AS "maxAttempts", key, priority, flags
  FROM graphile_worker.jobs j JOIN LATERAL (SELECT payload FROM graphile_worker._private_jobs p WHERE p.id = j.id) p ON true
  WHERE attempts < max_attempts AND ${condition} ORDER BY id`;

/**
 * Writes a backup of an instance, which may be running: the database as of one moment, and all stored files. Files are
 * listed after that moment and are deleted a day after their last use at the earliest, so that none is missing.
 * @returns the numbers of what was stored
 */
export async function writeBackup(
  { url, blobs, version, secretKeyDigest }: BackupSource,
  target: Writable,
): Promise<BackupSummary> {
  const client = await openUnlimitedClient({ connectionString: url, application_name: 'quire-backup' });
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listTables(client);
    const fileStorage = await blobs.identity();
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      version,
      createdAt: new Date().toISOString(),
      migrations: await listMigrations(client),
      ...(secretKeyDigest !== undefined && { secretKeyDigest }),
      ...(fileStorage !== undefined && { fileStorage }),
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    };
    const archive = new BackupWriter(target);
    await archive.add(ENTRY.manifest, JSON.stringify(manifest));
    const summary: BackupSummary = { tables: {}, jobs: 0, blobs: 0 };
    for (const table of tables)
      summary.tables[table.name] = await writeRows(
        client,
        table.name,
        `COPY "${table.name}" (${columnList(table)}) TO STDOUT`,
        archive,
      );
    const jobs = await readJobs(client);
    await archive.add(ENTRY.jobs, JSON.stringify(jobs));
    summary.jobs = jobs.length;
    summary.blobs = await writeBlobs(blobs, archive);
    await archive.add(ENTRY.summary, JSON.stringify(summary));
    await archive.finish();
    return summary;
  } finally {
    await client.end();
  }
}

/** Writes the rows of a COPY statement as those of a table. @returns their number and digest */
export async function writeRows(
  client: pg.Client,
  table: string,
  copy: string,
  archive: BackupWriter,
): Promise<{ rows: number; sha256: string }> {
  const digest = createHash('sha256');
  let rows = 0;
  let part = 0;
  let pending: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (bytes === 0) return;
    await archive.add(ENTRY.table(table, part++), Buffer.concat(pending));
    pending = [];
    bytes = 0;
  };
  const source = client.query(copyTo(copy));
  for await (const chunk of source as AsyncIterable<Buffer>) {
    digest.update(chunk);
    // Text of COPY escapes line breaks within values.
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows++;
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  return { rows, sha256: digest.digest('hex') };
}

/** Reads the jobs that are still to be done, or those under a condition. */
export async function readJobs(
  client: pg.ClientBase,
  condition = 'true',
  parameters: readonly unknown[] = [],
): Promise<readonly object[]> {
  const {
    rows: [there],
  } = await client.query(`SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS yes`);
  return there.yes ? (await client.query(jobsQuery(condition), [...parameters])).rows : [];
}

async function writeBlobs(blobs: BackupSource['blobs'], archive: BackupWriter): Promise<number> {
  let count = 0;
  for await (const hash of listBlobs(blobs)) {
    const blob = await blobs.get(hash);
    // Deleted since it was listed, as nothing referred to it for a day.
    if (blob === undefined) continue;
    await archive.addStream(ENTRY.blob(hash), blob.size, blob.stream as AsyncIterable<Uint8Array>);
    count++;
  }
  return count;
}
