import type { CollectionId, OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';

/**
 * Requires that the organization has the space or collection, and that the space is not deleted. Called under the lock
 * of the organization, because the target may have been deleted or transferred since the caller was authorized.
 * @throws NotFound
 */
export async function requireExistingTarget(
  { spaces, collections }: Pick<Finders, 'spaces' | 'collections'>,
  organizationId: OrganizationId,
  { spaceId, collectionId }: { readonly spaceId: SpaceId | null; readonly collectionId: CollectionId | null },
): Promise<void> {
  if (spaceId !== null) await spaces.get({ id: spaceId, organizationId, deletedAt: null });
  if (collectionId !== null) await collections.get({ id: collectionId, organizationId });
}
