import { NotFound, SsoRequired } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/organizations/member.ts';
import { domainOf } from '../../domain/organizations/organization.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';
import { command, query } from '../kernel/use-case.ts';
import { organizationView, type OrganizationView } from './organizations.ts';

/**
 * The domain in which the user has an address for all we know; undefined where nobody has proved that the address is theirs,
 * as with people who came by a link and wrote down what they liked.
 */
async function provenDomain({ users, credentials }: Pick<Finders, 'users' | 'credentials'>, userId: Id): Promise<string | undefined> {
  const [user, credential] = [await users.get({ id: userId }), await credentials.find({ id: userId })];
  return credential?.snapshot().unproven === true ? undefined : domainOf(user.snapshot().email);
}

/** The organizations that a domain's people may join: told to those who have an address there, and to the operator. Others are told of none. */
export const getOrganizationsForEmailDomain = query({
  name: 'getOrganizationsForEmailDomain',
  requires: 'self:within',
  within: (_: { emailDomain: string }) => 'self' as const,
  async run(context, { emailDomain }): Promise<readonly OrganizationView[]> {
    const { read, at } = context;
    const domain = emailDomain.toLowerCase();
    if (!at.caller.operator && (await provenDomain(read, at.caller.userId)) !== domain) return [];
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
    const domain = await provenDomain(work, userId);
    if (domain === undefined || !organization.admits(domain)) throw new NotFound('organization');
    const { defaultRole, sso } = organization.snapshot();
    if (sso) throw new SsoRequired();
    await work.members.save(Member.join({ id: ids.next(), organizationId, userId, role: defaultRole, at: now }));
  },
});
