import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { findUnreadablePathReason } from '../../domain/git/repository-address.ts';
import { DomainError, Invalid } from '../../domain/kernel/errors.ts';
import type { ArchiveFiles, ArchiveSource } from '../../ports/imports/archives.ts';
import type { RepositoryBlob, RepositoryEntry } from '../../ports/git/git-repositories.ts';
import { checkEntry, isFolder, invalidArchive } from './check-entry.ts';

export interface ZipLimits {
  readonly maxEntries: number;
  /** Total size of all unpacked files. */
  readonly maxBytes: number;
  /** Maximum ratio of unpacked size to packed size. */
  readonly maxRatio: number;
  /** Unpacked bytes up to which the ratio is not checked. */
  readonly minRatioBytes: number;
  /** Unpacked bytes that are cached for later reads; anything beyond is unpacked again. */
  readonly maxCachedBytes: number;
}

const MEBIBYTE = 1024 ** 2;
export const LIMITS: ZipLimits = {
  maxEntries: 50_000,
  maxBytes: 1024 * MEBIBYTE,
  maxRatio: 100,
  minRatioBytes: 32 * MEBIBYTE,
  maxCachedBytes: 64 * MEBIBYTE,
};

/** Limits for archives of up to `archiveBytes`; files that do not compress, such as images, fit. */
export const zipLimitsFor = (archiveBytes: number): ZipLimits => ({
  ...LIMITS,
  maxBytes: Math.max(LIMITS.maxBytes, archiveBytes),
});

/**
 * Reads the entries of an archive; sizes in headers are not trusted.
 *
 * @throws Invalid as `Archives.read` describes
 */
export async function readZip(source: ArchiveSource, limits: ZipLimits = LIMITS): Promise<ArchiveFiles> {
  return withArchiveErrors(async () => {
    const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      autoClose: false,
      decodeStrings: true,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    if (zip.entryCount > limits.maxEntries)
      throw invalidArchive(`has ${zip.entryCount} entries, more than the limit of ${limits.maxEntries}`);
    const found = await readEntries(zip);
    if (found.size === 0) throw invalidArchive('contains no files');
    const budget = new UnpackBudget(limits, source.size);
    const entries: RepositoryEntry[] = [];
    const byOid = new Map<string, InspectedEntry>();
    for (const [path, entry] of found) {
      const { oid, ...found } = await inspectEntry(zip, entry, budget);
      const { size } = found;
      byOid.set(oid, found);
      const unsafe = findUnreadablePathReason(path);
      entries.push({ path, oid, size, kind: 'file', ...(unsafe !== undefined && { unsafe }) });
    }
    return new OpenZip(zip, entries, byOid);
  });
}

class OpenZip implements ArchiveFiles {
  constructor(
    private readonly zip: ZipFile,
    private readonly entries: readonly RepositoryEntry[],
    private readonly byOid: ReadonlyMap<string, InspectedEntry>,
  ) {}

  async *list(): AsyncGenerator<RepositoryEntry> {
    yield* this.entries;
  }

  async *read(oids: Iterable<string>): AsyncGenerator<RepositoryBlob> {
    for (const oid of oids) {
      const known = this.byOid.get(oid);
      if (known === undefined) throw new Error(`the archive has no ${oid}`);
      yield { oid, bytes: known.bytes ?? Buffer.concat(await this.#chunks(known.entry), known.size) };
    }
  }

  async #chunks(entry: Entry): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return chunks;
  }
}

/** Entry after its first unpacking, with its bytes if they are cached. */
interface InspectedEntry {
  readonly entry: Entry;
  readonly size: number;
  readonly bytes?: Buffer;
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const found = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry);
    if (isFolder(entry)) continue;
    if (found.has(entry.fileName)) throw invalidArchive('appears twice', entry.fileName);
    found.set(entry.fileName, entry);
  }
  return found;
}

/** Unpacks an entry and returns its Git blob id and size, and its bytes if the cache has room. */
async function inspectEntry(
  zip: ZipFile,
  entry: Entry,
  budget: UnpackBudget,
): Promise<InspectedEntry & { readonly oid: string }> {
  // The Git blob id includes the size; the stream fails if the number of bytes differs from the header.
  const hash = createHash('sha1').update(`blob ${entry.uncompressedSize}\0`);
  let size = 0;
  let sum = 0;
  const chunks: Buffer[] | undefined = budget.reserve(entry.uncompressedSize) ? [] : undefined;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes = chunk as Buffer;
      size += bytes.byteLength;
      budget.spend(bytes.byteLength);
      sum = crc32(bytes, sum);
      hash.update(bytes);
      chunks?.push(bytes);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalidArchive(`cannot be unpacked: ${(error as Error).message}`, entry.fileName);
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32)
    throw invalidArchive('is damaged: its checksum does not match', entry.fileName);
  return { oid: hash.digest('hex'), entry, size, ...(chunks && { bytes: Buffer.concat(chunks, size) }) };
}

/** Counts unpacked bytes against the limits. */
class UnpackBudget {
  #unpacked = 0;
  #cached = 0;

  constructor(
    private readonly limits: ZipLimits,
    private readonly packed: number,
  ) {}

  /** Reserves cache space for `bytes`; returns false if there is not enough. */
  reserve(bytes: number): boolean {
    if (this.#cached + bytes > this.limits.maxCachedBytes) return false;
    this.#cached += bytes;
    return true;
  }

  spend(bytes: number): void {
    const { maxBytes, maxRatio, minRatioBytes } = this.limits;
    this.#unpacked += bytes;
    if (this.#unpacked > maxBytes) throw invalidArchive(`unpacks to more than the limit of ${maxBytes} bytes`);
    if (this.#unpacked > minRatioBytes && this.#unpacked > this.packed * maxRatio)
      throw invalidArchive(`unpacks to more than ${maxRatio} times its size`);
  }
}

class SourceReader extends RandomAccessReader {
  constructor(private readonly source: ArchiveSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    this.source
      .read(start, end)
      .then((bytes) => pipeline(bytes, through))
      .catch((error: Error) => through.destroy(error));
    return through;
  }
}

/**
 * Converts errors of the ZIP library into validation errors for the caller; errors of the blob store pass unchanged.
 */
async function withArchiveErrors<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new Invalid([{ path: '', message: `the archive cannot be read: ${(error as Error).message}` }]);
  }
}
