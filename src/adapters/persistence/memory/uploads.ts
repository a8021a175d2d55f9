import type { Id, OrganizationId } from '../../../domain/kernel/id.ts';
import type { StorageOverview, StoredBlob, StorageUsage } from '../../../ports/uploads.ts';

/** Sizes of stored files, in this process. */
export class MemoryStorageUsage implements StorageUsage {
  readonly #sizes = new Map<Id, Map<string, number>>();

  async totalBytes(organizationId: OrganizationId): Promise<number> {
    return [...(this.#sizes.get(organizationId)?.values() ?? [])].reduce((sum, size) => sum + size, 0);
  }

  async record(organizationId: OrganizationId, blobs: readonly StoredBlob[]): Promise<void> {
    const sizes = this.#sizes.get(organizationId) ?? new Map<string, number>();
    this.#sizes.set(organizationId, sizes);
    for (const { hash, size } of blobs) sizes.set(hash, size);
  }

  async forget(hash: string): Promise<void> {
    for (const sizes of this.#sizes.values()) sizes.delete(hash);
  }

  async overview(limit: number): Promise<StorageOverview> {
    const blobs = new Map([...this.#sizes.values()].flatMap((sizes) => [...sizes]));
    const organizations = await Promise.all(
      [...this.#sizes.keys()].map(async (organizationId) => ({
        organizationId,
        bytes: await this.totalBytes(organizationId),
      })),
    );
    return {
      files: [...blobs.values()].reduce((sum, size) => sum + size, 0),
      database: null,
      largest: organizations
        .filter(({ bytes }) => bytes > 0)
        .sort((a, b) => b.bytes - a.bytes || (a.organizationId < b.organizationId ? -1 : 1))
        .slice(0, limit),
    };
  }
}
