import { DomainError } from '../../domain/kernel/errors.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { BlobStore, PutOptions, StoredBlob, StorageUsage } from '../../ports/uploads.ts';

/** The files of an organization would exceed its storage limit. */
export class StorageQuotaExceeded extends DomainError {
  readonly category = 'too-large';
  constructor(used: number, requested: number, limit: number) {
    super(`the organization stores ${used} bytes of files; ${requested} more exceed its limit of ${limit} bytes`);
  }
}

/**
 * Stores files of organizations and limits the storage of each. Concurrent files are checked individually against the
 * stored bytes, so that together they may exceed the limit once.
 */
export class OrganizationStorage {
  /** @param limit bytes that one organization may store; 0: no limit */
  constructor(
    private readonly stored: StorageUsage,
    private readonly limit: number,
  ) {}

  /** Requires room for a number of bytes. @throws StorageQuotaExceeded */
  async requireRoom(organizationId: OrganizationId, bytes: number): Promise<void> {
    if (this.limit === 0) return;
    const used = await this.stored.totalBytes(organizationId);
    if (used + bytes > this.limit) throw new StorageQuotaExceeded(used, bytes, this.limit);
  }

  /** Stores bytes that are in memory. @throws StorageQuotaExceeded */
  async put(
    blobs: Pick<BlobStore, 'put'>,
    organizationId: OrganizationId,
    bytes: Uint8Array,
    options?: PutOptions,
  ): Promise<StoredBlob> {
    await this.requireRoom(organizationId, bytes.byteLength);
    const blob = await blobs.put(bytes, options);
    await this.record(organizationId, [blob]);
    return blob;
  }

  /** Returns a blob store for one organization that checks and counts bytes in memory as they are stored. */
  blobsOf(blobs: BlobStore, organizationId: OrganizationId): BlobStore {
    return {
      put: (source, options) =>
        source instanceof Uint8Array ? this.put(blobs, organizationId, source, options) : blobs.put(source, options),
      get: (hash, range) => blobs.get(hash, range),
      has: (hash) => blobs.has(hash),
      list: (after, limit) => blobs.list(after, limit),
      discard: (hash, putSince) => blobs.discard(hash, putSince),
      identity: () => blobs.identity(),
      claim: (id) => blobs.claim(id),
    };
  }

  /** Counts blobs that were stored. */
  async record(organizationId: OrganizationId, blobs: readonly StoredBlob[]): Promise<void> {
    if (blobs.length > 0) await this.stored.record(organizationId, blobs);
  }

  /** Stops counting a blob that was deleted, for every organization. */
  forget(hash: string): Promise<void> {
    return this.stored.forget(hash);
  }
}
