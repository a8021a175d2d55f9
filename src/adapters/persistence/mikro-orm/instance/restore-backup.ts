import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import type { BlobStore } from '../../../../ports/uploads.ts';
import { Database } from '../kernel/database.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { runMigrations } from '../migrations/run-migrations.ts';
import {
  ENTRY,
  manifestSchema,
  readEntries,
  readText,
  summarySchema,
  type BackupEntry,
  type BackupManifest,
  type BackupSummary,
} from './backup-archive.ts';
import { columnList, listTables, RESET_SEQUENCES, type BackupTable } from './backup-tables.ts';

export interface RestoreTarget {
  /** URL of an empty database. */
  readonly url: string;
  readonly blobs: Pick<BlobStore, 'put'>;
  /** Digest of the secret key of the instance, which must be that of the backup; undefined if it has none yet. */
  readonly secretKeyDigest: string | undefined;
}

const MANIFEST_BYTES = 4 * 1024 * 1024;
const JOBS_BYTES = 512 * 1024 * 1024;
const ADD_JOB = `SELECT graphile_worker.add_job($1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz,
    max_attempts => $5::int, job_key => $6, priority => $7::int, flags => $8::text[])`;

const jobSchema = z.object({
  name: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  runAt: z.string(),
  maxAttempts: z.int(),
  key: z.string().nullable(),
  priority: z.int(),
  flags: z.record(z.string(), z.boolean()).nullable(),
});

/**
 * Restores a backup into an empty database and a file storage. The database gets everything or nothing: it is committed
 * when the archive has been read to its end and its digests are right.
 * @returns the numbers of what was restored
 * @throws Error with one line when the database is not empty, or the archive is damaged, cut off or of a newer version
 */
export async function restoreBackup(
  { url, blobs, secretKeyDigest }: RestoreTarget,
  source: Readable,
): Promise<BackupSummary> {
  const entries = readEntries(source)[Symbol.asyncIterator]();
  const next = async (): Promise<BackupEntry | undefined> => {
    const { done, value } = await entries.next();
    return done === true ? undefined : value;
  };
  const manifest = await readManifest(await next());
  if (manifest.secretKeyDigest !== undefined && manifest.secretKeyDigest !== secretKeyDigest)
    throw new Error(
      'the backup needs the SECRET_KEY of its instance: set it, or copy the file secret-key of that instance into DATA_DIR',
    );
  await createSchema(url, manifest.migrations);
  const client = new pg.Client({ connectionString: url, application_name: 'quire-restore' });
  await client.connect();
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
      } else if (entry.name === ENTRY.jobs) found.jobs = await addJobs(client, await readText(entry, JOBS_BYTES));
      else if (entry.name === ENTRY.summary)
        summary = summarySchema.parse(JSON.parse(await readText(entry, MANIFEST_BYTES)));
      else throw new Error(`the archive has an unknown entry: ${entry.name}`);
    }
    Object.assign(found.tables, restored.counts());
    requireComplete(summary, found);
    const { rows: resets } = await client.query<{ sql: string }>(RESET_SEQUENCES, [tables.map(({ name }) => name)]);
    for (const { sql } of resets) await client.query(sql);
    for (const { name } of tables) await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return found;
  } finally {
    await client.end();
  }
}

async function readManifest(entry: BackupEntry | undefined): Promise<BackupManifest> {
  if (entry?.name !== ENTRY.manifest) throw new Error('the file is no backup of Quire: its manifest is missing');
  const parsed = manifestSchema.safeParse(JSON.parse(await readText(entry, MANIFEST_BYTES)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`the manifest of the backup cannot be used: ${issue!.path.join('.')}: ${issue!.message}`);
  }
  return parsed.data;
}

/** Creates the schema that the backup has; the next start migrates it further. */
async function createSchema(url: string, migrations: readonly string[]): Promise<void> {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`the backup is of a newer version of Quire (${unknown.join(', ')}): restore it with that version`);
  const database = await Database.open({ url, connections: 2 });
  try {
    const { rows } = await database.reads.query(
      `SELECT count(*)::int AS tables FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    if (rows[0].tables > 0)
      throw new Error('the database is not empty: restore into a new database, or a new DATA_DIR');
    await runMigrations(database.orm, { only: migrations });
  } finally {
    await database.close();
  }
  const queue = await makeWorkerUtils({ connectionString: url });
  await queue.migrate();
  await queue.release();
}

async function requireSameTables(client: pg.Client, manifest: BackupManifest): Promise<readonly BackupTable[]> {
  const tables = await listTables(client);
  const shape = (list: readonly BackupTable[]): string =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort());
  if (shape(tables) !== shape(manifest.tables))
    throw new Error('the backup has other tables than its migrations create');
  // The order of the backup is that of its entries; columns are named in each COPY.
  return manifest.tables;
}

interface RunningCopy {
  readonly name: string;
  readonly copy: ReturnType<typeof copyFrom>;
  readonly digest: Hash;
  /** Rejects when the database refuses the rows. */
  readonly failed: Promise<never>;
}

/** Feeds the parts of each table into a COPY of its own. */
class RestoredTables {
  readonly #byName: ReadonlyMap<string, BackupTable>;
  readonly #counts: Record<string, { rows: number; sha256: string }> = {};
  #current: RunningCopy | undefined;
  #hasFailed = false;

  constructor(
    private readonly client: pg.Client,
    tables: readonly BackupTable[],
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
      const copy = this.client.query(copyFrom(`COPY "${name}" (${columnList(table)}) FROM STDIN`));
      const failed = once(copy, 'error').then(([error]: Error[]) => {
        this.#hasFailed = true;
        throw new Error(`the rows of ${name} cannot be restored: ${error!.message}`, { cause: error });
      });
      // Whoever writes next is told.
      failed.catch(() => {});
      this.#current = { name, copy, failed, digest: createHash('sha256') };
    }
    const { copy, digest, failed } = this.#current!;
    for await (const chunk of content) {
      digest.update(chunk);
      // A stream whose COPY has failed cannot be written to.
      if (this.#hasFailed) await failed;
      if (!copy.write(chunk)) await Promise.race([once(copy, 'drain'), failed]);
    }
  }

  /** Ends the COPY of the last table. */
  async finish(): Promise<void> {
    if (this.#current === undefined) return;
    const { name, copy, digest, failed } = this.#current;
    this.#current = undefined;
    copy.end();
    await Promise.race([once(copy, 'finish'), failed]);
    this.#counts[name] = { rows: copy.rowCount ?? 0, sha256: digest.digest('hex') };
  }

  counts(): BackupSummary['tables'] {
    return this.#counts;
  }
}

async function addJobs(client: pg.Client, text: string): Promise<number> {
  const jobs = z.array(jobSchema).parse(JSON.parse(text));
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
  return jobs.length;
}

function requireComplete(expected: BackupSummary | undefined, found: BackupSummary): void {
  if (expected === undefined) throw new Error('the archive is cut off: its summary is missing');
  const wrong = Object.keys({ ...expected.tables, ...found.tables }).filter(
    (name) =>
      expected.tables[name]?.sha256 !== found.tables[name]?.sha256 ||
      expected.tables[name]?.rows !== found.tables[name]?.rows,
  );
  if (wrong.length > 0)
    throw new Error(`the archive is damaged: the rows of ${wrong.join(', ')} are not those of the backup`);
  if (expected.blobs !== found.blobs || expected.jobs !== found.jobs)
    throw new Error('the archive is damaged: stored files or jobs are missing');
}
