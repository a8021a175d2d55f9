import type { BlobContent, BlobStore, ByteRange } from '../../ports/uploads.ts';

type Blobs = Pick<BlobStore, 'get'>;

/** Reads an existing blob, or a range of it. @throws Error if the blob does not exist */
export async function readBlob(blobs: Blobs, hash: string, range?: ByteRange): Promise<Buffer> {
  const found = await blobs.get(hash, range);
  if (found === undefined) throw new Error(`the blob ${hash} is missing`);
  return readBytes(found);
}

/** Reads a blob unless it does not exist or is larger than `maxBytes`. */
export async function readBlobUpTo(blobs: Blobs, hash: string, maxBytes: number): Promise<Buffer | undefined> {
  const found = await blobs.get(hash);
  if (found === undefined || found.size <= maxBytes) return found && readBytes(found);
  found.stream.destroy();
  return undefined;
}

/** Reads a content to its end. */
export async function readBytes({ stream }: BlobContent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
