import type { OrganizationId, TeamId, UserId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

const BATCH_SIZE = 1000;

/**
 * Deletes all grants in an organization to a user who leaves it or to a team that is deleted. The caller holds the
 * organization's lock.
 */
export async function revokeGrants(
  work: Work,
  organizationId: OrganizationId,
  holder: { readonly userId: UserId } | { readonly teamId: TeamId },
): Promise<void> {
  for (;;) {
    const { items } = await work.grants.list({ organizationId, ...holder }, { limit: BATCH_SIZE });
    for (const grant of items) {
      grant.revoke();
      await work.grants.delete(grant);
    }
    if (items.length < BATCH_SIZE) return;
  }
}
