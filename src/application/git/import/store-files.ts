import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { File } from '../../../domain/content/page.ts';
import { hashOfLfsPointer, isLfsPointer } from '../../../domain/git/lfs-pointer.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { PlannedFile } from '../../../ports/git/repository-format.ts';
import type { Services } from '../../kernel/services.ts';

/** A file's stored bytes and their properties. */
export type StoredFile = Pick<File, 'contentType' | 'size' | 'blob' | 'dimensions'>;

/** Reads the bytes of files, each once, in any order. */
export type ReadBlobs = (
  files: readonly PlannedFile[],
) => AsyncIterable<{ readonly oid: string; readonly bytes: Uint8Array }>;

/** Limits of the files stored concurrently: number and bytes. */
const MAX_PENDING = 16;
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** Limit on the distinct bytes of one import, which guards the disk against highly compressed repositories. */
const MAX_TOTAL_BYTES = 4 * 1024 ** 3;

/** Files of a project by Git object id. */
export interface StoredProjectFiles {
  readonly files: ReadonlyMap<string, StoredFile>;
  /** Hashes of the files that Git LFS pointers stand for. */
  readonly pointers: ReadonlyMap<string, Hash>;
}

/** Stores the bytes of planned files, and reads the pointers among them. @throws GitError when the files exceed the limit */
export async function storeProjectFiles(
  services: Pick<Services, 'blobs' | 'files'>,
  planned: readonly PlannedFile[],
  read: ReadBlobs,
): Promise<StoredProjectFiles> {
  const pointers = new Map<string, Hash>();
  const files = await storeFiles(services, planned, read, MAX_TOTAL_BYTES, (oid, hash) => pointers.set(oid, hash));
  return { files, pointers };
}

/**
 * Adds the files that pointers stand for and a content has: an export writes files that belong in Git LFS as they are,
 * and somebody may replace them by pointers later. Files of other contents are not added, whose hashes a pointer may name.
 */
export function withPointedFiles(
  { files, pointers }: StoredProjectFiles,
  previous: readonly File[],
): ReadonlyMap<string, StoredFile> {
  if (pointers.size === 0) return files;
  const byHash = new Map(previous.map((file) => [file.blob, file]));
  const pointed = [...pointers].flatMap(([oid, hash]): [string, StoredFile][] => {
    const file = byHash.get(hash);
    return file === undefined ? [] : [[oid, storedFile(file)]];
  });
  return new Map([...files, ...pointed]);
}

/** Returns the facts about a file of a content that do not depend on its place there. */
export const storedFile = ({ contentType, size, blob, dimensions }: File): StoredFile => ({
  contentType,
  size,
  blob,
  ...(dimensions && { dimensions }),
});

/**
 * Stores the bytes of planned files and returns them by Git object id. Git LFS pointers are left out of the result.
 * @param onPointer receives the hash of the file that a pointer stands for
 * @throws GitError when the files exceed the limit
 */
export async function storeFiles(
  { blobs, files: inspector }: Pick<Services, 'blobs' | 'files'>,
  planned: readonly PlannedFile[],
  read: ReadBlobs,
  maxTotalBytes = MAX_TOTAL_BYTES,
  onPointer: (oid: string, hash: Hash) => void = () => {},
): Promise<ReadonlyMap<string, StoredFile>> {
  const byOid = new Map(planned.map((file) => [file.oid, file]));
  const total = [...byOid.values()].reduce((sum, { size }) => sum + size, 0);
  if (total > maxTotalBytes)
    throw new GitError(
      'GIT_REFUSED',
      `the files of the project have ${total} bytes, more than the limit of ${maxTotalBytes}`,
    );
  const stored = new Map<string, StoredFile>();
  const pending = new Set<Promise<void>>();
  let pendingBytes = 0;
  let failure: { readonly error: unknown } | undefined;

  const store = async (oid: string, bytes: Uint8Array): Promise<void> => {
    try {
      const { hash, size } = await blobs.put(bytes);
      stored.set(oid, {
        ...(await inspector.inspect(nameOf(byOid.get(oid)?.path ?? ''), bytes)),
        size,
        blob: hash as Hash,
      });
    } catch (error) {
      failure ??= { error };
    } finally {
      pendingBytes -= bytes.byteLength;
    }
  };

  for await (const { oid, bytes } of read([...byOid.values()])) {
    while (pending.size >= MAX_PENDING || (pending.size > 0 && pendingBytes + bytes.byteLength > MAX_PENDING_BYTES))
      await Promise.race(pending);
    if (failure) break;
    if (isLfsPointer(bytes)) {
      const hash = hashOfLfsPointer(bytes);
      if (hash !== undefined) onPointer(oid, hash as Hash);
      continue;
    }
    pendingBytes += bytes.byteLength;
    const storing: Promise<void> = store(oid, bytes).finally(() => pending.delete(storing));
    pending.add(storing);
  }
  await Promise.all(pending);
  if (failure) throw failure.error;
  return stored;
}

/**
 * Builds the files of a content by path. A file keeps its id at the same path, or at another path when name and bytes
 * are the same.
 */
export function contentFiles(
  planned: readonly PlannedFile[],
  stored: ReadonlyMap<string, StoredFile>,
  previous: readonly File[],
  newId: () => Id,
): ReadonlyMap<string, File> {
  const byPath = new Map(previous.flatMap((file) => (file.git ? [[file.git.path, file]] : [])));
  const paths = new Set(planned.map(({ path }) => path));
  const moved = new Map(
    previous
      .filter(({ git }) => git === undefined || !paths.has(git.path))
      .map((file) => [`${file.blob}/${file.name}`, file]),
  );
  return new Map(
    planned.flatMap(({ path, oid }): [string, File][] => {
      const bytes = stored.get(oid);
      if (bytes === undefined) return [];
      const name = nameOf(path);
      const key = `${bytes.blob}/${name}`;
      const before = byPath.get(path) ?? moved.get(key);
      moved.delete(key);
      return [[path, { id: before?.id ?? newId(), name, ...bytes, git: { oid, path } }]];
    }),
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
