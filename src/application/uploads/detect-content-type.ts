import type { FileProperties } from '../../ports/uploads.ts';
import type { Services } from '../kernel/services.ts';

/** Number of bytes read to detect the type; includes the headers of images. */
const SAMPLE_BYTES = 1024 * 1024;

/**
 * Detects the content type of a blob from its beginning; undefined if the blob does not exist. @param size size of the
 * blob
 */
export async function detectContentType(
  { blobs, files }: Pick<Services, 'blobs' | 'files'>,
  blob: string,
  name: string,
  size: number,
): Promise<FileProperties | undefined> {
  const beginning = await blobs.get(blob, { start: 0, end: SAMPLE_BYTES - 1 });
  if (beginning === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of beginning.stream) chunks.push(Buffer.from(chunk as Uint8Array));
  const bytes = Buffer.concat(chunks);
  return files.inspect(name, bytes, bytes.length < size);
}
