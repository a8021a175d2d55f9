import type { FileProperties } from '../../ports/uploads.ts';
import type { Services } from '../kernel/services.ts';
import { readBytes } from './read-blob.ts';

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
  const bytes = await readBytes(beginning);
  return files.inspect(name, bytes, bytes.length < size);
}
