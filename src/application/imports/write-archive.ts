import type { ArchiveFile, ByteStream } from '../../ports/imports/archives.ts';
import type { FileChange } from '../../ports/git/repository-writing.ts';
import { read } from '../content/reading.ts';
import { readExportChanges } from '../git/export/export-changes.ts';
import { requireSafePath, removeUnsupportedFiles } from '../git/export/export-files.ts';
import { pathLookup } from '../git/export/path-lookup.ts';
import type { Services } from '../kernel/services.ts';
import type { LinkedArchive } from './archive-links.ts';

type Dependencies = Pick<Services, 'archives' | 'blobs' | 'content' | 'gitWriter'>;

/**
 * Writes the archive of a content as a stream. The bytes of files are read when they are written; the same content
 * yields the same bytes.
 * @throws OperationFailed for a path that cannot be written
 */
export async function writeArchive(
  { archives, blobs, content, gitWriter }: Dependencies,
  { revision }: Pick<LinkedArchive, 'revision'>,
): Promise<ByteStream> {
  const changes = removeUnsupportedFiles(await read(content, readExportChanges(null, revision.content)), []);
  const written = await gitWriter.write(async () => ({ list: () => [], read: async () => new Map() }), changes, {
    projectDirectory: '',
    layout: null,
    paths: pathLookup(content, revision.content),
  });
  const files = written.changes.flatMap((change): ArchiveFile[] =>
    change.content === null ? [] : [{ path: requireSafePath(change.path), content: contentOf(blobs, change.content) }],
  );
  return archives.write(
    files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    revision.createdAt,
  );
}

function contentOf(blobs: Dependencies['blobs'], content: NonNullable<FileChange['content']>): ArchiveFile['content'] {
  if (content instanceof Uint8Array) return content;
  return async () => {
    const found = await blobs.get(content.blob);
    if (found === undefined) throw new Error(`blob ${content.blob} is missing`);
    return found.stream;
  };
}
