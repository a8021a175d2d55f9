import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ArchiveFile, ByteStream } from '../../ports/imports/archives.ts';

/** Mode of a regular file that everyone may read. */
const FILE_MODE = 0o100644;

/**
 * Creates a ZIP stream of the files in order, with one file open at a time.
 *
 * @param modifiedAt modification time of all entries, ISO 8601
 */
export function writeZip(files: readonly ArchiveFile[], modifiedAt: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: ByteStream | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
  // A reader that stops early would leave the current file open.
  output.on('close', () => current?.destroy());
  for (const { path, content } of files)
    zip.addReadStreamLazy(path, { mtime: new Date(modifiedAt), mode: FILE_MODE }, (next) => {
      openContent(content).then(
        (stream) => {
          current = stream;
          if (output.destroyed) stream.destroy();
          else next(null, stream);
        },
        (error: unknown) => next(error, Readable.from([])),
      );
    });
  zip.end();
  return output;
}

const openContent = async (content: ArchiveFile['content']): Promise<ByteStream> =>
  content instanceof Uint8Array ? Readable.from([content]) : content();
