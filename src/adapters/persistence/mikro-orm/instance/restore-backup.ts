import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { makeWorkerUtils } from 'graphile-worker';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import * as z from 'zod';
import type { BlobStore } from '../../../../ports/uploads.ts';
import { Database } from '../kernel/database.ts';
import type { Queryable } from '../kernel/sql.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { MIGRATIONS_TABLE } from '../migrations/migration.ts';
import { runMigrations } from '../migrations/run-migrations.ts';
import {
  ENTRY,
  entryReader,
  MANIFEST_BYTES,
  parseManifest,
  readText,
  requireComplete,
  summarySchema,
  type BackupEntry,
  type BackupManifest,
  type BackupSummary,
} from './backup-archive.ts';
import { areSameTables, columnList, listTables, RESET_SEQUENCES, type BackupTable } from './backup-tables.ts';
import { openUnlimitedClient } from '../kernel/single-client.ts';

export interface RestoreTarget {
  /** URL of an empty database. */
  readonly url: string;
  readonly blobs: Pick<BlobStore, 'put' | 'identity'>;
  /** Digest of the secret key of the instance, which must be that of the backup; undefined if it has none yet. */
  readonly secretKeyDigest: string | undefined;
}

const FINGERPRINTS = 'instance_fingerprints';
/** Table that has a row from the first start of an instance on. */
const USERS = 'users';
const TABLE_NAMES = `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
const JOBS_BYTES = 512 * 1024 * 1024;
const ADD_JOB = `SELECT graphile_worker.add_job($1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz,
    max_attempts => $5::int, job_key => $6, priority => $7::int, flags => $8::text[])`;

const jobsSchema = z.array(
  z.object({
    name: z.string(),
    payload: z.record(z.string(), z.unknown()),
    queue: z.string().nullable(),
    runAt: z.string(),
    maxAttempts: z.int(),
    key: z.string().nullable(),
    priority: z.int(),
    flags: z.record(z.string(), z.boolean()).nullable(),
  }),
);
export type StoredJob = z.output<typeof jobsSchema>[number];

/**
 * Restores a backup into an empty database and a file storage. The database gets everything or nothing: it is committed
 * when the archive has been read to its end and its digests are right. A restore that failed or was killed can be
 * repeated.
 * @returns the numbers of what was restored
 * @throws Error with one line when the database is not empty, or the archive is damaged, cut off or of a newer version
 */
export async function restoreBackup(
  { url, blobs, secretKeyDigest }: RestoreTarget,
  source: Readable,
): Promise<BackupSummary> {
  const next = entryReader(source);
  const manifest = await parseManifest(await next());
  if (manifest.secretKeyDigest !== undefined && manifest.secretKeyDigest !== secretKeyDigest)
    throw new Error(
      'the backup needs the SECRET_KEY of its instance: set it, or copy the file secret-key of that instance into DATA_DIR',
    );
  const fileStorage = await blobs.identity();
  if (fileStorage !== undefined && fileStorage !== manifest.fileStorage)
    throw new Error(
      'the file storage belongs to another instance: set BLOB_DIR, S3_BUCKET or S3_PREFIX to an unused place, or to that of the backup',
    );
  await createSchema(url, manifest.migrations);
  const client = await openUnlimitedClient({ connectionString: url, application_name: 'quire-restore' });
  try {
    await client.query('BEGIN');
    const tables = await requireSameTables(client, manifest);
    for (const { name } of tables) await client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER`);
    // Migrations may have put rows into an empty schema.
    await client.query(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
    const restored = new RestoredTables(client, tables);
    const found: BackupSummary = { tables: {}, jobs: 0, blobs: 0 };
    let summary: BackupSummary | undefined;
    for (let entry = await next(); entry !== undefined; entry = await next()) {
      const [kind, name = ''] = entry.name.split('/');
      if (kind === 'tables') {
        await restored.add(name, entry);
        continue;
      }
      // The connection takes no other statement while a COPY runs.
      await restored.finish();
      if (kind === 'blobs') {
        await blobs.put(entry.content, { expectedHash: name });
        found.blobs++;
      } else if (entry.name === ENTRY.jobs) {
        const jobs = await parseJobs(entry);
        await addJobs(client, jobs);
        found.jobs = jobs.length;
      } else if (entry.name === ENTRY.summary)
        summary = summarySchema.parse(JSON.parse(await readText(entry, MANIFEST_BYTES)));
      else throw new Error(`the archive has an unknown entry: ${entry.name}`);
    }
    Object.assign(found.tables, restored.counts());
    requireComplete(summary, found);
    const { rows: resets } = await client.query<{ sql: string }>(RESET_SEQUENCES, [tables.map(({ name }) => name)]);
    for (const { sql } of resets) await client.query(sql);
    for (const { name } of tables) await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`);
    // The next start gives a new storage its id.
    if (fileStorage === undefined && tables.some(({ name }) => name === FINGERPRINTS))
      await client.query(`UPDATE ${FINGERPRINTS} SET file_storage = NULL`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return found;
  } finally {
    await client.end();
  }
}

/** Creates the schema that the backup has; the next start migrates it further. */
async function createSchema(url: string, migrations: readonly string[]): Promise<void> {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`the backup is of a newer version of Quire (${unknown.join(', ')}): restore it with that version`);
  const database = await Database.open({ url, connections: 2 });
  try {
    if (await isUsed(database.reads))
      throw new Error('the database is not empty: restore into a new database, or a new DATA_DIR');
    const { pending } = await database.schema();
    const missing = migrations.filter((name) => pending.includes(name));
    if (missing.length > 0) await runMigrations(database.orm, { only: missing });
  } finally {
    await database.close();
  }
  const queue = await makeWorkerUtils({ connectionString: url });
  await queue.migrate();
  await queue.release();
}

/** Tells whether a database has more than the empty tables that a restore leaves which failed or was killed. */
async function isUsed(database: Queryable): Promise<boolean> {
  const names = new Set((await database.query<{ name: string }>(TABLE_NAMES)).rows.map(({ name }) => name));
  names.delete(MIGRATIONS_TABLE);
  if (names.size === 0) return false;
  if (!names.has(USERS)) return true;
  return (await database.query<{ used: boolean }>(`SELECT EXISTS (SELECT FROM ${USERS}) AS used`)).rows[0]!.used;
}

async function requireSameTables(client: pg.Client, manifest: BackupManifest): Promise<readonly BackupTable[]> {
  const tables = await listTables(client);
  if (!areSameTables(tables, manifest.tables))
    throw new Error('the backup has other tables than its migrations create');
  // The order of the backup is that of its entries; columns are named in each COPY.
  return manifest.tables;
}

interface RunningCopy {
  readonly name: string;
  readonly copy: ReturnType<typeof copyFrom>;
  readonly digest: Hash;
  readonly rewriter: RowRewriter | undefined;
  /** Rejects when the database refuses the rows. */
  readonly failed: Promise<never>;
}

/** Changes the rows of a table as they are read. */
export interface RowRewriter {
  rewrite(chunk: Uint8Array): Uint8Array;
  /** Returns what is left of the last chunk. */
  end(): Uint8Array;
}

export interface RestoredTablesOptions {
  /** Names the table that gets the rows of another one. */
  readonly relation?: (table: string) => string;
  /** Creates what changes the rows of a table, if they are to be changed. */
  readonly rewriter?: (table: string) => RowRewriter | undefined;
}

/** Feeds the parts of each table into a COPY of its own. */
export class RestoredTables {
  readonly #byName: ReadonlyMap<string, BackupTable>;
  readonly #counts: Record<string, { rows: number; sha256: string }> = {};
  #current: RunningCopy | undefined;
  #hasFailed = false;

  constructor(
    private readonly client: pg.Client,
    tables: readonly BackupTable[],
    private readonly options: RestoredTablesOptions = {},
  ) {
    this.#byName = new Map(tables.map((table) => [table.name, table]));
    const empty = createHash('sha256').digest('hex');
    for (const { name } of tables) this.#counts[name] = { rows: 0, sha256: empty };
  }

  async add(name: string, { content }: BackupEntry): Promise<void> {
    if (this.#current?.name !== name) {
      await this.finish();
      const table = this.#byName.get(name);
      if (table === undefined) throw new Error(`the archive has rows of an unknown table: ${name}`);
      const { relation = (same: string) => same } = this.options;
      const copy = this.client.query(copyFrom(`COPY "${relation(name)}" (${columnList(table)}) FROM STDIN`));
      const failed = once(copy, 'error').then(([error]: Error[]) => {
        this.#hasFailed = true;
        throw new Error(`the rows of ${name} cannot be restored: ${error!.message}`, { cause: error });
      });
      // Whoever writes next is told.
      failed.catch(() => {});
      const rewriter = this.options.rewriter?.(name);
      this.#current = { name, copy, failed, rewriter, digest: createHash('sha256') };
    }
    const { copy, digest, rewriter, failed } = this.#current!;
    for await (const chunk of content) {
      digest.update(chunk);
      // A stream whose COPY has failed cannot be written to.
      if (this.#hasFailed) await failed;
      if (!copy.write(rewriter?.rewrite(chunk) ?? chunk)) await Promise.race([once(copy, 'drain'), failed]);
    }
  }

  /** Ends the COPY of the last table. */
  async finish(): Promise<void> {
    if (this.#current === undefined) return;
    const { name, copy, digest, rewriter, failed } = this.#current;
    this.#current = undefined;
    if (rewriter !== undefined) copy.write(rewriter.end());
    copy.end();
    await Promise.race([once(copy, 'finish'), failed]);
    this.#counts[name] = { rows: copy.rowCount ?? 0, sha256: digest.digest('hex') };
  }

  counts(): BackupSummary['tables'] {
    return this.#counts;
  }
}

/** Reads the entry of an archive with its jobs. */
export async function parseJobs(entry: BackupEntry): Promise<readonly StoredJob[]> {
  return jobsSchema.parse(JSON.parse(await readText(entry, JOBS_BYTES)));
}

/** Enqueues jobs as they were. */
export async function addJobs(client: pg.ClientBase, jobs: readonly StoredJob[]): Promise<void> {
  for (const { name, payload, queue, runAt, maxAttempts, key, priority, flags } of jobs)
    await client.query(ADD_JOB, [
      name,
      JSON.stringify(payload),
      queue,
      runAt,
      maxAttempts,
      key,
      priority,
      flags === null ? null : Object.keys(flags),
    ]);
}
