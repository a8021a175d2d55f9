import type { BlobContent } from '../uploads.ts';
import type { ResourceConsumer } from '../kernel/request-limits.ts';
import type { RepositoryBlob, RepositoryEntry } from '../git/git-repositories.ts';

/** Stream that must be read to its end or destroyed. */
export type ByteStream = BlobContent['stream'];

/** File to be written to an archive. */
export interface ArchiveFile {
  /** Path from the archive's root, with `/`. */
  readonly path: string;
  /** Bytes of the file, or a function that opens them, called once when needed. */
  readonly content: Uint8Array | (() => Promise<ByteStream>);
}

/** Random access to bytes. */
export interface ArchiveSource {
  /** Size in bytes. */
  readonly size: number;
  /** Reads the bytes from `start` up to but not including `end`. */
  read(start: number, end: number): Promise<ByteStream>;
}

/** Files of an archive, presented like those of a commit; object ids are Git's ids of the same bytes. */
export interface ArchiveFiles {
  list(): AsyncIterable<RepositoryEntry>;
  /** Reads files in the order of `oids`, lazily. */
  read(oids: Iterable<string>): AsyncIterable<RepositoryBlob>;
}

/** Reads and writes ZIP archives. */
export interface Archives {
  /**
   * Creates an archive as a stream; equal files and times give equal bytes. An unreadable file breaks the stream.
   * @param at modification time of the files, ISO 8601
   */
  write(files: readonly ArchiveFile[], at: string): ByteStream;
  /**
   * Validates a whole archive and passes its files to `task`, without extracting to the disk. A limited number of
   * archives is read at a time, because each takes memory; waiting consumers take fair turns.
   * @throws Invalid naming an entry that is unsafe, encrypted, duplicate, damaged or not a file, or the exceeded limit;
   * ShareExhausted or PoolBusy if no place becomes free
   */
  read<T>(source: ArchiveSource, consumer: ResourceConsumer, task: (files: ArchiveFiles) => Promise<T>): Promise<T>;
}
