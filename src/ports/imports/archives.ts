import type { BlobContent } from '../uploads/blob-store.ts';
import type { ResourceConsumer } from '../kernel/resource-consumer.ts';
import type { RepositoryBlob, RepositoryEntry } from '../git/git-repositories.ts';

/** To be read to its end or destroyed. */
export type ByteStream = BlobContent['stream'];

/** A file of an archive that is to be written. */
export interface ArchiveFile {
  /** From the archive's root, with `/`. */
  readonly path: string;
  /** Its bytes, or where they are had when its turn comes, once. */
  readonly content: Uint8Array | (() => Promise<ByteStream>);
}

/** Bytes that are read wherever they are needed. */
export interface ArchiveSource {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<ByteStream>;
}

/** The files of an archive, as a commit would have them; their names are those that Git has for the same bytes. */
export interface ArchiveFiles {
  list(): AsyncIterable<RepositoryEntry>;
  /** The bytes in the order asked for, read as they are taken. */
  read(oids: Iterable<string>): AsyncIterable<RepositoryBlob>;
}

/** Archives of files (ZIP). */
export interface Archives {
  /**
   * The archive's bytes, made as they are read; the same files at the same time are the same bytes. A file that cannot be
   * read breaks it off. @param at ISO 8601: when its files are from
   */
  write(files: readonly ArchiveFile[], at: string): ByteStream;
  /**
   * Looks through all of an archive, and has `task` read it; nothing of it is written anywhere. A few are read at the same
   * time, as each takes memory; the places are shared fairly.
   * @throws Invalid naming the entry that is unsafe, encrypted, there twice, damaged or no file, or the limit that is passed;
   * ShareExhausted or PoolBusy when no place becomes free
   */
  read<T>(source: ArchiveSource, consumer: ResourceConsumer, task: (files: ArchiveFiles) => Promise<T>): Promise<T>;
}
