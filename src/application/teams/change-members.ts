import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { TeamMember, type TeamRole } from '../../domain/teams/team-member.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

export interface MembersChange {
  /** Who is in the team afterwards, and as what; without a role whoever is in it already keeps theirs, others become members. */
  readonly put: ReadonlyMap<Id, TeamRole | undefined>;
  /** Who is not, whatever `put` says. */
  readonly remove: ReadonlySet<Id>;
}

/**
 * Changes who is in a team. The organization is guarded by whoever calls, and everybody in `put` is known to be a member of it.
 * @returns how many were removed
 * @throws Conflict when the team would lose its last owner
 */
export async function changeMembers(
  { work, ids, now }: { work: Work; ids: Ids; now: string },
  { organizationId, teamId }: { organizationId: Id; teamId: Id },
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
