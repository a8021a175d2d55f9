import { join } from 'node:path';
import { DiskBlobStore } from '../adapters/storage/disk-blob-store.ts';
import { MemoryBlobStore } from '../adapters/storage/memory-blob-store.ts';
import { S3BlobStore } from '../adapters/storage/s3-blob-store.ts';
import type { Config } from '../config.ts';
import type { BlobStore } from '../ports/uploads.ts';

/** Opens the file storage that the configuration names. */
export async function openBlobStore({ s3, persistence, dataDir, blobDir }: Config): Promise<BlobStore> {
  if (s3 !== undefined) return S3BlobStore.open({ ...s3, draftsDir: join(dataDir, 'drafts') });
  return persistence === 'memory' ? new MemoryBlobStore() : DiskBlobStore.open(blobDir);
}
