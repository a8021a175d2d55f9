import type { Id } from '../../domain/kernel/id.ts';
import type { StoredBlob } from './blob-store.ts';

/** Bytes of stored files by organization: equal bytes count once in each. */
export interface StorageUsage {
  /** Returns the total size of all different blobs that an organization stored. */
  totalBytes(organizationId: Id): Promise<number>;
  /** Counts blobs that an organization stored; a blob counts once. */
  record(organizationId: Id, blobs: readonly StoredBlob[]): Promise<void>;
  /** Stops counting a blob that was deleted. */
  forget(hash: string): Promise<void>;
}
