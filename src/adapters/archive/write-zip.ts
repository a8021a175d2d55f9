import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ArchiveFile, ByteStream } from '../../ports/imports/archives.ts';

/** A regular file, as everybody may read it. */
const FILE_MODE = 0o100644;

/** A ZIP file of these files, in their order; one is open at a time. @param modifiedAt ISO 8601 */
export function writeZip(files: readonly ArchiveFile[], modifiedAt: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: ByteStream | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
  // Whoever stops reading early leaves the file open that is being read.
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
