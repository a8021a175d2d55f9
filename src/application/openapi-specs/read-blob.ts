import type { BlobStore } from '../../ports/uploads.ts';

/** Reads all bytes of an existing blob. */
export async function readBlob(blobs: Pick<BlobStore, 'get'>, hash: string): Promise<Buffer> {
  const found = await blobs.get(hash);
  if (found === undefined) throw new Error(`the blob ${hash} is missing`);
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
