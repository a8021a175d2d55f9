import { NotFound, SsoRequired } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/organizations/member.ts';
import { domainOf } from '../../domain/organizations/organization.ts';
import { command, query } from '../kernel/use-case.ts';
import { organizationView, type OrganizationView } from './organizations.ts';

/** The organizations that a domain's people may join: told to those who have an address there, and to the operator. Others are told of none. */
export const getOrganizationsForEmailDomain = query({
  name: 'getOrganizationsForEmailDomain',
  requires: 'self:within',
  within: (_: { emailDomain: string }) => 'self' as const,
  async run(context, { emailDomain }): Promise<readonly OrganizationView[]> {
    const { read, at } = context;
    const domain = emailDomain.toLowerCase();
    const { email } = (await read.users.get({ id: at.caller.userId })).snapshot();
    if (!at.caller.operator && domainOf(email) !== domain) return [];
    return Promise.all((await read.people.organizationsOfDomain(domain)).map((organization) => organizationView(context, organization)));
  },
});

/**
 * Whoever has an address at one of the organization's domains becomes a member with the default role; for members nothing
 * changes. To others the organization is as unknown.
 */
export const joinOrganization = command({
  name: 'joinOrganization',
  requires: 'self:within',
  within: (_: { organizationId: Id }) => 'self' as const,
  async run({ work, ids, now, at }, { organizationId }) {
    const { userId } = at.caller;
    await work.guard('organizations', organizationId);
    if ((await work.members.find({ organizationId, userId })) !== undefined) return;
    const organization = await work.organizations.get({ id: organizationId });
    if (!organization.admits((await work.users.get({ id: userId })).snapshot().email)) throw new NotFound('organization');
    const { defaultRole, sso } = organization.snapshot();
    if (sso) throw new SsoRequired();
    await work.members.save(Member.join({ id: ids.next(), organizationId, userId, role: defaultRole, at: now }));
  },
});
