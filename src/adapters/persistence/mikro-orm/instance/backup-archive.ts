import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import * as z from 'zod';

/** Version of the archive's layout; a version that reads it must know it. */
export const BACKUP_FORMAT = 1;

/** Members of the manifests of backups and of organizations' archives. */
export const manifestMembers = (format: number) => ({
  format: z.literal(format, `must be ${format}: the archive was written by another version of Quire`),
  /** Version of Quire that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Names of the migrations of the stored schema. */
  migrations: z.array(z.string()),
  /** Digest that the secret key of the instance has; undefined where none was known. */
  secretKeyDigest: z.string().optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});

/** First entry of a backup. */
const manifestSchema = z.object({
  ...manifestMembers(BACKUP_FORMAT),
  /** Id of the file storage of the instance; undefined where it had none. */
  fileStorage: z.string().optional(),
});
export type BackupManifest = z.output<typeof manifestSchema>;

/** Last entry of a backup: an archive without it was cut off. */
export const summarySchema = z.object({
  /** Rows and SHA-256 of the data of each table. */
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
  jobs: z.int(),
  blobs: z.int(),
});
export type BackupSummary = z.output<typeof summarySchema>;

/** Names of the entries, in the order in which they follow each other. */
export const ENTRY = {
  manifest: 'manifest.json',
  /** Part of the rows of a table, as PostgreSQL's COPY writes them; an archive has as many parts as are needed. */
  table: (name: string, part: number) => `tables/${name}/${String(part).padStart(8, '0')}`,
  jobs: 'jobs.json',
  blob: (hash: string) => `blobs/${hash}`,
  summary: 'summary.json',
} as const;

/** Writes a compressed tar archive entry by entry, as fast as its target takes it. */
export class BackupWriter {
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;

  constructor(target: Writable) {
    this.#written = pipeline(this.#pack as unknown as Readable, createGzip({ level: 6 }), target);
    // Whoever adds the next entry is told.
    this.#written.catch(() => {});
  }

  async add(name: string, content: Uint8Array | string): Promise<void> {
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    await this.#orFailed(
      new Promise<void>((resolve, reject) =>
        this.#pack.entry({ name }, bytes, (error?: Error | null) => (error ? reject(error) : resolve(undefined))),
      ),
    );
  }

  /** @param size bytes of the stream, exactly */
  async addStream(name: string, size: number, stream: AsyncIterable<Uint8Array | string>): Promise<void> {
    const entry = await this.#orFailed((async () => this.#pack.entry({ name, size }))());
    for await (const chunk of stream) if (!entry.write(chunk)) await this.#orFailed(once(entry, 'drain'));
    (entry as unknown as Writable).end();
    await this.#orFailed(once(entry, 'close'));
  }

  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
  }

  /** Waits for a step, or fails with the target. */
  async #orFailed<T>(step: Promise<T>): Promise<T> {
    try {
      return await Promise.race([step, this.#written.then(() => new Promise<T>(() => {}))]);
    } catch (error) {
      // A step of an archive that is closed does not tell why; the target does.
      await this.#written;
      throw error;
    }
  }
}

export interface BackupEntry {
  readonly name: string;
  readonly size: number;
  /** Content; the next entry is read when this one has been read to its end. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The archive cannot be read to its end. */
class DamagedArchive extends Error {
  constructor(cause: unknown) {
    super(`the archive is damaged or cut off: ${(cause as Error).message}`, { cause });
    this.name = 'DamagedArchive';
  }
}

/** Reads the entries of an archive in their order. @throws DamagedArchive, also from the content of an entry */
export async function* readEntries(source: Readable): AsyncIterable<BackupEntry> {
  const archive = extract();
  const unpacked = pipeline(source, createGunzip(), archive as unknown as Writable);
  // The entries of an archive that breaks off do not end by themselves.
  const failed = unpacked.then(
    () => new Promise<never>(() => {}),
    (error: unknown) => {
      throw new DamagedArchive(error);
    },
  );
  failed.catch(() => {});
  for await (const entry of orFailed(archive, failed)) {
    yield {
      name: entry.header.name,
      size: entry.header.size ?? 0,
      content: orFailed(entry as AsyncIterable<Uint8Array>, failed),
    };
    (entry as unknown as Readable).resume();
  }
  await unpacked;
}

/**
 * Reads the entries of an archive one by one.
 * @returns function that reads the next entry, undefined after the last one
 * @throws DamagedArchive from the function and from the content of an entry
 */
export function entryReader(source: Readable): () => Promise<BackupEntry | undefined> {
  const entries = readEntries(source)[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await entries.next();
    return done === true ? undefined : value;
  };
}

/** Passes items on until the source ends, or `failed` rejects. */
async function* orFailed<T>(source: AsyncIterable<T>, failed: Promise<never>): AsyncIterable<T> {
  const items = source[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<T>> =>
    items.next().catch((error: unknown) => {
      throw new DamagedArchive(error);
    });
  for (let item = await Promise.race([next(), failed]); item.done !== true; item = await Promise.race([next(), failed]))
    yield item.value;
}

/** Reads an entry that fits into memory. */
export async function readText({ name, size, content }: BackupEntry, maxBytes: number): Promise<string> {
  if (size > maxBytes) throw new Error(`${name} is larger than ${maxBytes} bytes`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Greatest size of the manifest and of the summary, in bytes. */
export const MANIFEST_BYTES = 4 * 1024 * 1024;

/** Reads the first entry of an archive. @throws Error with one line when the archive is no backup that can be read */
export async function parseManifest(entry: BackupEntry | undefined): Promise<BackupManifest> {
  if (entry?.name !== ENTRY.manifest) throw new Error('the file is no backup of Quire: its manifest is missing');
  return readManifest(entry, manifestSchema, 'backup');
}

/** Reads an entry with a manifest. @throws Error with one line when the manifest does not fit its schema */
export async function readManifest<T>(entry: BackupEntry, schema: z.ZodType<T>, archive: string): Promise<T> {
  const parsed = schema.safeParse(JSON.parse(await readText(entry, MANIFEST_BYTES)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`the manifest of the ${archive} cannot be used: ${issue!.path.join('.')}: ${issue!.message}`);
}

/** @throws Error with one line unless what was read of an archive is what its summary states */
export function requireComplete(expected: BackupSummary | undefined, found: BackupSummary): void {
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
