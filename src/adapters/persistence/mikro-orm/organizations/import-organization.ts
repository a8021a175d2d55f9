import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import * as z from 'zod';
import { CorruptContent } from '../../../../domain/content/objects/content-object.ts';
import type { SecretBox } from '../../../../ports/kernel/secret-box.ts';
import type { BlobStore } from '../../../../ports/uploads.ts';
import {
  ENTRY,
  entryReader,
  MANIFEST_BYTES,
  readText,
  requireComplete,
  summarySchema,
  type BackupEntry,
  type BackupSummary,
} from '../instance/backup-archive.ts';
import { areSameTables, columnList, listMigrations } from '../instance/backup-tables.ts';
import { addJobs, parseJobs, RestoredTables, type StoredJob } from '../instance/restore-backup.ts';
import { listSigningSites, resealColumns, resealPayload } from '../instance/sealed-values.ts';
import { exportedTables } from './export-organization.ts';
import { IdRewriter } from './id-rewriter.ts';
import { parseOrganizationManifest, type OrganizationManifest } from './organization-archive.ts';
import { idsOfJob, ownJob } from './organization-jobs.ts';
import { USERS } from './organization-tables.ts';
import {
  createStagedTables,
  matchUsers,
  requireOwnRows,
  requireTimes,
  requireUnknownJobIds,
  requireWholeContent,
  staged,
  type ArchivedTable,
  type MatchedUsers,
} from './staged-rows.ts';
import { openUnlimitedClient } from '../kernel/single-client.ts';

export interface ImportTarget {
  /** URL of the database of an instance. */
  readonly url: string;
  readonly blobs: Pick<BlobStore, 'put'>;
  /** Digest of the secret key of the instance; undefined if it has none yet. */
  readonly secretKeyDigest: string | undefined;
  /** Seals with the key of the instance. */
  readonly box: Pick<SecretBox, 'seal'>;
  /** Key of the instance that wrote the archive, if the operator has it. */
  readonly source?: { readonly digest: string; readonly box: Pick<SecretBox, 'open'> } | undefined;
}

/** Result of an import, and the work that is left to do. */
export interface ImportReport {
  readonly organization: OrganizationManifest['organization'];
  readonly summary: BackupSummary;
  readonly matchedUsers: number;
  readonly createdUsers: number;
  /** Number of secrets that were sealed with the key of the instance. */
  readonly resealed: number;
  /** Secrets that only the key of the former instance opens, one line each. */
  readonly lost: readonly string[];
  /** Sites whose visitors get tokens from another service, which needs a new signing key, one line each. */
  readonly signingSites: readonly string[];
  /** Domains and hostnames that have to be proven again. */
  readonly unproven: readonly string[];
  /** Sites whose address is taken, with their new ones, one line each. */
  readonly renamedSites: readonly string[];
}

/** Largest file, and largest part of the rows of a table, in bytes. */
const MAX_ENTRY_BYTES = 2_047 * 1024 * 1024;
const TABLE_ENTRY = /^tables\/([a-z_]+)\/\d{8}$/;
const BLOB_ENTRY = /^blobs\/([0-9a-f]{64})$/;

/**
 * Imports the archive of an organization into an instance, which may be running. Everything or nothing is committed,
 * after the archive was read to its end: stored files without rows are collected later. Derived rows are left to be built
 * from the content.
 * @throws Error with one line when the archive is damaged or names anything of others, or something of it exists already
 */
export async function importOrganization(target: ImportTarget, source: Readable): Promise<ImportReport> {
  const next = entryReader(source);
  const manifest = await parseOrganizationManifest(await next());
  requireKey(target, manifest);
  const client = await openUnlimitedClient({ connectionString: target.url, application_name: 'quire-import' });
  try {
    await client.query('BEGIN');
    const tables = await exportedTables(client);
    await requireNew(client, manifest, tables);
    await createStagedTables(client, tables);
    const found = await readArchive(client, manifest, tables, target, next);
    const report = await store(client, manifest, tables, found, target);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return report;
  } catch (error) {
    throw explained(error);
  } finally {
    await client.end();
    source.destroy();
  }
}

function requireKey({ secretKeyDigest, source }: ImportTarget, manifest: OrganizationManifest): void {
  if (source !== undefined && source.digest !== manifest.secretKeyDigest)
    throw new Error('SOURCE_SECRET_KEY is not the key of the instance that wrote the archive');
  if (secretKeyDigest === undefined) throw new Error('the instance has no secret key yet: start it once first');
}

async function requireNew(
  client: pg.ClientBase,
  { organization, migrations, tables: archived }: OrganizationManifest,
  tables: readonly ArchivedTable[],
): Promise<void> {
  if (!isDeepStrictEqual((await listMigrations(client)).sort(), [...migrations].sort()))
    throw new Error('the archive is of another version of Quire: export it with the version of this instance');
  if (!areSameTables(tables, archived)) throw new Error('the archive has other tables than its version');
  const exists = await client.query('SELECT 1 FROM organizations WHERE id = $1', [organization.id]);
  if (exists.rows.length > 0) throw new Error(`the organization ${organization.id} exists here already`);
}

/** Content of an archive that was read and is checked. */
interface ArchiveContent {
  readonly summary: BackupSummary;
  readonly users: MatchedUsers;
  readonly jobs: readonly StoredJob[];
}

/** Reads an archive to its end into the temporary tables and the file storage. */
async function readArchive(
  client: pg.Client,
  { organization, tables: archived }: OrganizationManifest,
  tables: readonly ArchivedTable[],
  { blobs }: ImportTarget,
  next: () => Promise<BackupEntry | undefined>,
): Promise<ArchiveContent> {
  const summary: BackupSummary = { tables: {}, jobs: 0, blobs: 0 };
  let users: MatchedUsers | undefined;
  const rows = new RestoredTables(client, archived, {
    relation: staged,
    rewriter: (table) =>
      table === 'objects' || users === undefined || users.ids.size === 0 ? undefined : new IdRewriter(users.ids),
  });
  let entry = await next();
  for (; entry !== undefined; entry = await next()) {
    requireSize(entry);
    const table = TABLE_ENTRY.exec(entry.name)?.[1];
    if (table === undefined) break;
    if (table !== USERS.name && users === undefined) {
      await rows.finish();
      users = await matchUsers(client);
    } else if (table === USERS.name && users !== undefined) throw new Error('the archive has users after other rows');
    await rows.add(table, entry);
  }
  await rows.finish();
  users ??= await matchUsers(client);
  for (const { name } of tables) await client.query(`ANALYZE ${staged(name)}`);
  await requireTimes(client, tables);
  await requireOwnRows(client, tables, organization.id, users);
  const missing = new Set(await requireWholeContent(client));

  if (entry?.name !== ENTRY.jobs) throw new Error(`the archive has an unknown entry: ${entry?.name ?? 'none'}`);
  const jobs = (await parseJobs(entry)).map((job) => ownJob(withIds(job, users.ids), organization.id));
  await requireUnknownJobIds(client, tables, jobs.flatMap(idsOfJob), users);
  summary.jobs = jobs.length;
  for (entry = await next(); entry !== undefined; entry = await next()) {
    requireSize(entry);
    const hash = BLOB_ENTRY.exec(entry.name)?.[1];
    if (hash === undefined) break;
    if (!missing.delete(hash)) throw new Error(`the archive has a file that nothing of it names: ${hash}`);
    await blobs.put(entry.content, { expectedHash: hash, maxBytes: MAX_ENTRY_BYTES });
    summary.blobs++;
  }
  if (entry !== undefined && entry.name !== ENTRY.summary)
    throw new Error(`the archive has an unknown entry: ${entry.name}`);
  const expected =
    entry === undefined ? undefined : summarySchema.parse(JSON.parse(await readText(entry, MANIFEST_BYTES)));
  Object.assign(summary.tables, rows.counts());
  requireComplete(expected, summary);
  if (missing.size > 0) throw new Error(`the archive lacks the file ${[...missing][0]}`);
  if ((await next()) !== undefined) throw new Error('the archive goes on after its summary');
  return { summary, users, jobs };
}

function requireSize({ name, size }: BackupEntry): void {
  if (size > MAX_ENTRY_BYTES) throw new Error(`${name} is larger than ${MAX_ENTRY_BYTES} bytes`);
}

/** Replaces ids of users in the payload of a job. */
function withIds(job: StoredJob, ids: ReadonlyMap<string, string>): StoredJob {
  const rewriter = new IdRewriter(ids);
  const parts = [rewriter.rewrite(Buffer.from(JSON.stringify(job.payload))), rewriter.end()];
  return { ...job, payload: JSON.parse(Buffer.concat(parts).toString('utf8')) as StoredJob['payload'] };
}

const NUMBER_EVENTS = `UPDATE staged_events s SET number = n.number FROM (
    SELECT seq, nextval(pg_get_serial_sequence('events', 'seq')) AS number FROM (SELECT seq FROM staged_events ORDER BY seq) o
  ) n WHERE n.seq = s.seq`;
const DELIVERED_EVENTS = `UPDATE staged_webhook_deliveries d SET event_id = lpad(e.number::text, 20, '0')
  FROM staged_events e WHERE d.event_id = lpad(e.seq::text, 20, '0')`;
const PUT_OBJECTS = `INSERT INTO objects (hash, type, bytes, refs) SELECT hash, type, bytes, refs FROM staged_objects ORDER BY hash
  ON CONFLICT (hash) DO UPDATE SET condemned_at = NULL WHERE objects.condemned_at IS NOT NULL`;
/** Makes search, links and counts of all spaces due. */
const START_PROJECTIONS = `WITH ahead AS (
    UPDATE branches SET ahead = true WHERE id = space_id AND space_id IN (SELECT id FROM staged_spaces) RETURNING id
  ) INSERT INTO projection_backlog (space_id) SELECT id FROM ahead`;
/** Every instance begins with a site of the same address. */
const RENAME_SITES = `UPDATE staged_sites s SET basename = s.basename || '-' || lower(right(s.id, 6))
  WHERE EXISTS (SELECT FROM sites x WHERE x.basename = s.basename) RETURNING s.title, s.basename`;
const WITHDRAW_PROOFS = [
  `UPDATE staged_email_domains SET proven_domain = NULL, proven_by = NULL WHERE proven_domain IS NOT NULL RETURNING domain AS name`,
  `UPDATE staged_sites SET served_hostname = NULL WHERE served_hostname IS NOT NULL RETURNING hostname AS name`,
];

/** Stores the checked rows. Webhooks come after the events, which therefore are delivered to none. */
async function store(
  client: pg.ClientBase,
  { organization, secretKeyDigest }: OrganizationManifest,
  tables: readonly ArchivedTable[],
  { summary, users, jobs }: ArchiveContent,
  { box, source, secretKeyDigest: ownDigest }: ImportTarget,
): Promise<ImportReport> {
  const unproven: string[] = [];
  for (const withdraw of WITHDRAW_PROOFS)
    unproven.push(...(await client.query<{ name: string }>(withdraw)).rows.map(({ name }) => name));
  const { rows: renamed } = await client.query<{ title: string; basename: string }>(RENAME_SITES);
  await client.query('UPDATE staged_users SET operator = false');
  const isOwnKey = secretKeyDigest === ownDigest;
  const names = new Set(tables.map(({ name }) => name));
  const { resealed, lost } = isOwnKey
    ? { resealed: 0, lost: [] }
    : await resealColumns(client, source?.box, box, (table) => (names.has(table) ? staged(table) : undefined));
  await client.query('ALTER TABLE staged_events ADD COLUMN number bigint');
  await client.query(NUMBER_EVENTS);
  await client.query(DELIVERED_EVENTS);

  for (const table of tables) await client.query(insertion(table));
  await client.query(START_PROJECTIONS);
  const ownJobs = isOwnKey ? jobs : jobs.map((job) => resealPayload(job, source?.box, box));
  await requireUnknownKeys(client, ownJobs);
  await addJobs(client, ownJobs);
  return {
    organization,
    summary,
    matchedUsers: users.matched,
    createdUsers: users.created,
    resealed,
    lost,
    signingSites: isOwnKey ? [] : await listSigningSites(client, organization.id),
    unproven,
    renamedSites: renamed.map(({ title, basename }) => `${title}: ${basename}`),
  };
}

function insertion(table: ArchivedTable): string {
  const { name, numbered } = table;
  if (name === 'objects') return PUT_OBJECTS;
  const columns = columnList({ name, columns: table.columns.filter((column) => column !== numbered) });
  if (name === 'events')
    return `INSERT INTO events (seq, ${columns}) OVERRIDING SYSTEM VALUE SELECT number, ${columns} FROM staged_events ORDER BY number`;
  const order = numbered === undefined ? '' : ` ORDER BY "${numbered}"`;
  return `INSERT INTO "${name}" (${columns}) SELECT ${columns} FROM ${staged(name)}${order}`;
}

/** Checks that no job of the instance is replaced. */
async function requireUnknownKeys(client: pg.ClientBase, jobs: readonly StoredJob[]): Promise<void> {
  const keys = jobs.flatMap(({ key }) => (key === null ? [] : [key]));
  if (keys.length === 0) return;
  const { rows } = await client.query('SELECT key FROM graphile_worker.jobs WHERE key = ANY($1::text[]) LIMIT 1', [
    keys,
  ]);
  if (rows.length > 0) throw new Error(`the archive has a job that waits here already: ${rows[0].key}`);
}

const UNIQUE_VIOLATION = '23505';
const INTEGRITY_VIOLATIONS = '23';
/** Values that are not of the type of their column, and rows of another number of columns. */
const DATA_EXCEPTIONS = '22';

/** Says in one line what of an archive cannot be stored. */
function explained(error: unknown): unknown {
  if (error instanceof z.ZodError) return new Error('the archive has an entry of another form');
  if (error instanceof CorruptContent) return new Error(`the archive has broken content: ${error.message}`);
  const { code, table, detail, message } = error as pg.DatabaseError;
  if (code === UNIQUE_VIOLATION) return new Error(`something of the archive is taken here, in ${table}: ${detail}`);
  if (code?.startsWith(DATA_EXCEPTIONS)) return new Error(`the rows of the archive cannot be read: ${message}`);
  return code?.startsWith(INTEGRITY_VIOLATIONS)
    ? new Error(`the rows of the archive do not fit together: ${detail ?? message}`)
    : error;
}
