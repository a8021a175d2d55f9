import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

const BATCH_SIZE = 1000;

/**
 * Removes a user who leaves the organization from all its teams. Unlike a removal from one team, this also removes a
 * team's
 * last owner: administrators still manage the team. The caller holds the organization's lock.
 */
export async function leaveTeams(work: Work, organizationId: OrganizationId, userId: UserId): Promise<void> {
  for (;;) {
    const { items } = await work.teamMembers.list({ organizationId, userId }, { limit: BATCH_SIZE });
    for (const member of items) {
      member.leave();
      await work.teamMembers.delete(member);
    }
    if (items.length < BATCH_SIZE) return;
  }
}
