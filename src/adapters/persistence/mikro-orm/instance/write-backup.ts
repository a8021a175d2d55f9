import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BlobStore } from '../../../../ports/uploads.ts';
import { MIGRATIONS_TABLE } from '../migrations/migration.ts';
import { BACKUP_FORMAT, BackupWriter, ENTRY, type BackupManifest, type BackupSummary } from './backup-archive.ts';
import { columnList, listTables, type BackupTable } from './backup-tables.ts';

export interface BackupSource {
  /** URL of the database. */
  readonly url: string;
  readonly blobs: Pick<BlobStore, 'list' | 'get'>;
  /** Version of Quire. */
  readonly version: string;
  /** Digest of the secret key, without which sealed values of the backup cannot be read. */
  readonly secretKeyDigest: string | undefined;
}

/** Bytes of one part of a table, apart from its last row. */
const PART_BYTES = 4 * 1024 * 1024;
const BLOB_BATCH = 1_000;
const NEWLINE = 0x0a;

/** Job that waits, runs, or failed and is tried again. */
const JOBS = `SELECT task_identifier AS name, payload, queue_name AS queue, run_at AS "runAt", max_attempts AS "maxAttempts",
    key, priority, flags FROM graphile_worker.jobs j JOIN LATERAL (SELECT payload FROM graphile_worker._private_jobs p WHERE p.id = j.id) p ON true
  WHERE attempts < max_attempts ORDER BY id`;

/**
 * Writes a backup of an instance, which may be running: the database as of one moment, and all stored files. Files are
 * listed after that moment and are deleted a day after their last use at the earliest, so that none is missing.
 * @returns the numbers of what was stored
 */
export async function writeBackup(
  { url, blobs, version, secretKeyDigest }: BackupSource,
  target: Writable,
): Promise<BackupSummary> {
  const client = new pg.Client({ connectionString: url, application_name: 'quire-backup' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listTables(client);
    const migrations = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`);
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      version,
      createdAt: new Date().toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      ...(secretKeyDigest !== undefined && { secretKeyDigest }),
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    };
    const archive = new BackupWriter(target);
    await archive.add(ENTRY.manifest, JSON.stringify(manifest));
    const summary: BackupSummary = { tables: {}, jobs: 0, blobs: 0 };
    for (const table of tables) summary.tables[table.name] = await writeTable(client, table, archive);
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

async function writeTable(
  client: pg.Client,
  table: BackupTable,
  archive: BackupWriter,
): Promise<{ rows: number; sha256: string }> {
  const digest = createHash('sha256');
  let rows = 0;
  let part = 0;
  let pending: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (bytes === 0) return;
    await archive.add(ENTRY.table(table.name, part++), Buffer.concat(pending));
    pending = [];
    bytes = 0;
  };
  const source = client.query(copyTo(`COPY "${table.name}" (${columnList(table)}) TO STDOUT`));
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

async function readJobs(client: pg.Client): Promise<readonly object[]> {
  const {
    rows: [there],
  } = await client.query(`SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS yes`);
  return there.yes ? (await client.query(JOBS)).rows : [];
}

async function writeBlobs(blobs: BackupSource['blobs'], archive: BackupWriter): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const hashes = await blobs.list(after, BLOB_BATCH);
    for (const hash of hashes) {
      const blob = await blobs.get(hash);
      // Deleted since it was listed, as nothing referred to it for a day.
      if (blob === undefined) continue;
      await archive.addStream(ENTRY.blob(hash), blob.size, blob.stream as AsyncIterable<Uint8Array>);
      count++;
    }
    if (hashes.length < BLOB_BATCH) return count;
    after = hashes.at(-1);
  }
}
