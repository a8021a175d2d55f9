import type { Id } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

const BATCH_SIZE = 1000;

/**
 * Takes somebody who leaves the organization out of all its teams. Unlike a removal from one team this also takes a
 * team's last owner: administrators still manage it. The organization is guarded by whoever calls.
 */
export async function leaveTeams(work: Work, organizationId: Id, userId: Id): Promise<void> {
  for (;;) {
    const { items } = await work.teamMembers.list({ organizationId, userId }, { limit: BATCH_SIZE });
    for (const member of items) {
      member.leave();
      await work.teamMembers.delete(member);
    }
    if (items.length < BATCH_SIZE) return;
  }
}
