import { join } from 'node:path';
import { createPrivateDirectory } from '../adapters/database/create-private-directory.ts';
import { BLOB_DIRECTORY, toStartupError } from '../adapters/database/startup-error.ts';
import { DiskBlobStore } from '../adapters/storage/disk-blob-store.ts';
import { MemoryBlobStore } from '../adapters/storage/memory-blob-store.ts';
import { S3BlobStore } from '../adapters/storage/s3-blob-store.ts';
import type { Config } from '../config/config.ts';
import type { BlobStore } from '../ports/uploads.ts';

/**
 * Opens the file storage that the configuration names.
 * @throws StartupError when its directory cannot be created or written
 */
export async function openBlobStore({ s3, persistence, dataDir, blobDir }: Config): Promise<BlobStore> {
  if (s3 !== undefined) return S3BlobStore.open({ ...s3, draftsDir: join(dataDir, 'drafts') });
  return persistence === 'memory' ? new MemoryBlobStore() : openDirectory(blobDir);
}

async function openDirectory(dir: string): Promise<BlobStore> {
  try {
    createPrivateDirectory(dir, BLOB_DIRECTORY);
    return await DiskBlobStore.open(dir);
  } catch (error) {
    throw toStartupError(dir, error, BLOB_DIRECTORY);
  }
}
