import type { FileProperties } from '../../ports/uploads.ts';
import type { Services } from '../kernel/services.ts';

/** So much of a blob is looked at to say what it is; headers of images end before. */
const SAMPLE_BYTES = 1024 * 1024;

/** What the bytes behind a hash are, by their beginning; undefined where there are none. @param size of all of them */
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
