import type { ArchiveFile, ByteStream } from '../../ports/imports/archives.ts';
import type { FileChange } from '../../ports/git/repository-writing.ts';
import { read } from '../content/reading.ts';
import { exportChanges } from '../git/export/export-changes.ts';
import { checkedPath, withoutUnfit } from '../git/export/export-files.ts';
import { placesIn } from '../git/export/find-places.ts';
import type { Services } from '../kernel/services.ts';
import type { LinkedArchive } from './archive-links.ts';

type Means = Pick<Services, 'archives' | 'blobs' | 'content' | 'gitWriter'>;

/**
 * The archive of a content, its bytes made as they are read; files of the space are read when their turn comes. The same
 * content is the same bytes. @throws OperationFailed for a path that cannot be written
 */
export async function writeArchive(
  { archives, blobs, content, gitWriter }: Means,
  { revision }: Pick<LinkedArchive, 'revision'>,
): Promise<ByteStream> {
  const changes = withoutUnfit(await read(content, exportChanges(null, revision.content)), []);
  const written = await gitWriter.write(async () => ({ list: () => [], read: async () => new Map() }), changes, {
    projectDirectory: '',
    layout: null,
    paths: placesIn(content, revision.content),
  });
  const files = written.changes.flatMap((change): ArchiveFile[] =>
    change.content === null ? [] : [{ path: checkedPath(change.path), content: contentOf(blobs, change.content) }],
  );
  return archives.write(
    files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    revision.createdAt,
  );
}

function contentOf(blobs: Means['blobs'], content: NonNullable<FileChange['content']>): ArchiveFile['content'] {
  if (content instanceof Uint8Array) return content;
  return async () => {
    const found = await blobs.get(content.blob);
    if (found === undefined) throw new Error(`blob ${content.blob} is missing`);
    return found.stream;
  };
}
