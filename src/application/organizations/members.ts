import type { Role } from '../../domain/access/level.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/organizations/member.ts';
import type { PageRequest } from '../../ports/repository.ts';
import type { Work } from '../../ports/unit-of-work.ts';
import { command, query } from '../kernel/use-case.ts';

/** An organization keeps at least one administrator; holds under a race because the organization is guarded. @throws Conflict */
async function requireAnotherAdmin(work: Work, organizationId: Id): Promise<void> {
  if ((await work.members.count({ organizationId, role: 'admin' })) < 2) throw new Conflict('the last administrator of the organization can neither leave nor be demoted');
}

/** The operator adds a member or changes the role of one. */
export const setMemberByOperator = command({
  name: 'setOrganizationMember',
  requires: 'instance:operate',
  within: (_: { organizationId: Id; userId: Id; body: { role: Role } }) => 'instance' as const,
  async run({ work, read, ids, now }, { organizationId, userId, body: { role } }) {
    await work.guard('organizations', organizationId);
    const user = await work.users.find({ id: userId });
    if (user === undefined) throw new NotFound('user');
    const known = await work.members.find({ organizationId, userId });
    if (known?.losesAdmin(role)) await requireAnotherAdmin(work, organizationId);
    known?.changeRole(role);
    const member = known ?? Member.join({ id: ids.next(), organizationId, userId, role, at: now });
    await work.members.save(member);
    const spaces = (await read.people.memberOf(organizationId, userId))?.spaces ?? 0;
    return { member: member.snapshot(), user: user.snapshot(), spaces };
  },
});

export const listMembersByOperator = query({
  name: 'listOrganizationMembers',
  requires: 'instance:operate',
  within: (_: { organizationId: Id; page: PageRequest }) => 'instance' as const,
  async run({ read }, { organizationId, page }) {
    await read.organizations.get({ id: organizationId });
    return read.people.membersOf(organizationId, page);
  },
});
