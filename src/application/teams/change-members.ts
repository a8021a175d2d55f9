import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId, TeamId, UserId } from '../../domain/kernel/id.ts';
import { TeamMember, type TeamRole } from '../../domain/teams/team-member.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

export interface MembersChange {
  /**
   * Users who are in the team afterwards, with their roles; without a role, members keep theirs and others become
   * ordinary members.
   */
  readonly put: ReadonlyMap<Id, TeamRole | undefined>;
  /** Users who are not in the team afterwards; wins over `put`. */
  readonly remove: ReadonlySet<Id>;
}

/**
 * Changes the members of a team. The caller holds the organization's lock and has checked that all users in `put` are
 * members of the organization.
 * @returns the number of removed members
 * @throws Conflict when the team would lose its last owner
 */
export async function changeMembers(
  { work, ids, now }: { work: Work; ids: Ids; now: string },
  { organizationId, teamId }: { organizationId: OrganizationId; teamId: TeamId },
  { put, remove }: MembersChange,
): Promise<number> {
  const concerned = [...new Set([...put.keys(), ...remove])];
  if (concerned.length === 0) return 0;
  const owners = await work.teamMembers.count({ teamId, role: 'owner' });
  const known = new Map(
    (await work.teamMembers.list({ teamId, userId: concerned }, { limit: concerned.length })).items.map((member) => [
      member.snapshot().userId,
      member,
    ]),
  );
  let ownersLeft = owners;
  let removed = 0;
  for (const userId of concerned) {
    const member = known.get(userId);
    const before = member?.snapshot().role;
    const after = remove.has(userId) ? undefined : (put.get(userId) ?? before ?? 'member');
    ownersLeft += Number(after === 'owner') - Number(before === 'owner');
    if (member === undefined) {
      if (after !== undefined)
        await work.teamMembers.save(
          TeamMember.join({ id: ids.next(), organizationId, teamId, userId, role: after, joinedAt: now }),
        );
    } else if (after === undefined) {
      member.leave();
      await work.teamMembers.delete(member);
      removed++;
    } else {
      member.changeRole(after);
      await work.teamMembers.save(member);
    }
  }
  if (owners > 0 && ownersLeft === 0)
    throw new Conflict('a team with owners must keep at least one; name another owner first');
  return removed;
}

const BATCH_SIZE = 1000;

/**
 * Removes a user who leaves the organization from all its teams. Unlike a removal from one team, this also removes a
 * team's last owner: administrators still manage the team. The caller holds the organization's lock.
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
