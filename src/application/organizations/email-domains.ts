import { NotFound, SsoRequired } from '../../domain/kernel/errors.ts';
import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/members.ts';
import { emailDomainOf } from '../../domain/organizations/organization.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';
import { onSelf } from '../kernel/scope.ts';
import { command, query } from '../kernel/use-case.ts';
import { lockCaller } from '../sessions/sessions.ts';
import { organizationView, type OrganizationView } from './organizations.ts';

/** Returns the domain of the user's address; undefined while the address is unproven. */
async function ownDomain({ users }: Pick<Finders, 'users'>, userId: UserId): Promise<string | undefined> {
  const { unproven, email } = (await users.get({ id: userId })).snapshot();
  return unproven ? undefined : emailDomainOf(email);
}

/**
 * Lists the organization that has proven an e-mail domain. Callers without a proven e-mail address at the domain get an
 * empty list; operators do not need one.
 */
export const getOrganizationsForEmailDomain = query<{ emailDomain: string }>()({
  name: 'getOrganizationsForEmailDomain',
  requires: 'self:act',
  scope: onSelf,
  async run(context, { emailDomain }): Promise<readonly OrganizationView[]> {
    const { read, scope } = context;
    const domain = emailDomain.toLowerCase();
    if (!scope.caller.operator && (await ownDomain(read, scope.caller.userId)) !== domain) return [];
    const organizations = await read.usersOf.organizationsOfDomain(domain);
    return Promise.all(organizations.map((organization) => organizationView(context, organization)));
  },
});

/**
 * Joins an organization that has proven the domain of the caller's proven e-mail address, with the default role of the
 * organization.
 *
 * Changes nothing for callers who are already members. For other callers the organization is not found. Fails with
 * `NotAllowed` when the organization requires single sign-on.
 */
export const joinOrganization = command<{ organizationId: OrganizationId }>()({
  name: 'joinOrganization',
  requires: 'self:act',
  scope: onSelf,
  needs: ['ids'],
  async run({ work, ids, now, scope }, { organizationId }) {
    const { userId } = scope.caller;
    await work.lock('organizations', organizationId);
    await lockCaller(work, scope.caller);
    if ((await work.members.find({ organizationId, userId })) !== undefined) return;
    const domain = await ownDomain(work, userId);
    const isOurs =
      domain !== undefined && (await work.emailDomains.find({ organizationId, provenDomain: domain })) !== undefined;
    if (!isOurs) throw new NotFound('organization');
    const { defaultRole, sso } = (await work.organizations.get({ id: organizationId })).snapshot();
    if (sso) throw new SsoRequired();
    await work.members.save(Member.join({ id: ids.next(), organizationId, userId, role: defaultRole, at: now }));
  },
});
