import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BlobContent, ByteRange } from '../../ports/uploads.ts';

/** Reads a range of an open file, as far as the file reaches; closes the file with the stream or on failure. */
export async function readRange(handle: FileHandle, range: ByteRange): Promise<BlobContent> {
  try {
    const { size } = await handle.stat();
    const end = Math.min(range.end ?? size - 1, size - 1);
    if (range.start <= end) return { size, stream: handle.createReadStream({ start: range.start, end }) };
    await handle.close();
    return { size, stream: Readable.from([], { objectMode: false }) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
