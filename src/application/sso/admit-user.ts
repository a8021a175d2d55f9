import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId, UserId } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/members.ts';
import { emailDomainOf } from '../../domain/organizations/organization.ts';
import { decideAdmission, type Claimant } from '../../domain/sso/admission.ts';
import { SamlIdentity, type SamlIdentityState } from '../../domain/sso/saml-identity.ts';
import { providerOrigin, type SamlProviderState } from '../../domain/sso/saml-provider.ts';
import type { SignInRefusal } from '../../domain/sso/sign-in-refused.ts';
import { TeamMember } from '../../domain/teams/team-member.ts';
import { User, type UserState } from '../../domain/users.ts';
import type { Invite } from '../../domain/invitations.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Caller } from '../../ports/permissions.ts';
import { acceptInvite } from '../invitations/join.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { listProvenDomains } from '../organizations/email-domain-claims.ts';
import { proveAddress } from '../users.ts';

/** Identity that a provider has asserted. */
export interface ProviderIdentity {
  readonly email: string;
  readonly nameId: string;
  readonly displayName: string;
}

/**
 * Admits the user whom a provider has identified, if it is authoritative for the address.
 *
 * A new user gets a proven address, and the provider's default role and team or those of an invitation. An account
 * whose address was unproven loses its credentials first (see `proveAddress`).
 */
export async function admitUser(
  context: CommandContext<'public', 'ids'>,
  provider: SamlProviderState,
  named: ProviderIdentity,
): Promise<{ readonly id: Id } | { readonly refused: SignInRefusal }> {
  const { work, ids, now } = context;
  const { id: providerId, organizationId } = provider;
  // Serializes admissions: nobody joins twice or is removed concurrently.
  await work.lock('organizations', organizationId);
  const emailDomains = await listProvenDomains(work, organizationId);
  const recognized = (await work.samlIdentities.find({ providerId, nameId: named.nameId }))?.snapshot();
  const account = await lockAccount(
    work,
    recognized === undefined ? { email: named.email } : { id: recognized.userId },
  );
  const email = account?.email ?? named.email;
  const present = account && (await work.members.find({ organizationId, userId: account.id }));
  const verdict = decideAdmission({
    email,
    emailDomains,
    isKnown:
      recognized !== undefined ||
      (present === undefined && (await findInvitation(context, organizationId, email)) !== undefined),
    ...(account && { account: await claimedAccount(work, account, { isMember: present !== undefined, recognized }) }),
    ...(present && { member: present.snapshot() }),
  });
  if (verdict !== 'enter' && verdict !== 'join' && verdict !== 'take-over') return { refused: verdict };

  const userId = account?.id ?? ids.next();
  work.events.setActor(userId);
  if (account === undefined)
    await work.users.save(User.create({ id: userId, email, displayName: named.displayName, at: now }));
  if (verdict === 'take-over') await proveAddress(context, userId, named.displayName);
  else if (account?.unproven && emailDomains.includes(emailDomainOf(email))) await confirmAddress(work, userId);

  // `proveAddress` may have deleted both.
  const identity = await work.samlIdentities.find({ providerId, nameId: named.nameId });
  const member = await work.members.find({ organizationId, userId });
  if (identity === undefined)
    await work.samlIdentities.save(
      SamlIdentity.create({
        id: ids.next(),
        organizationId,
        providerId,
        nameId: named.nameId,
        userId,
        madeAccount: account === undefined,
        at: now,
      }),
    );
  if (member === undefined) await join(context, provider, userId, await findInvitation(context, organizationId, email));
  else {
    member.enableSso();
    await work.members.save(member);
  }
  return { id: userId };
}

/** Locks and reads the account that a provider has identified. */
async function lockAccount(
  work: Work,
  where: { readonly email: string } | { readonly id: Id },
): Promise<UserState | undefined> {
  const found = await work.users.find(where);
  if (found === undefined) return undefined;
  await work.lock('users', found.id);
  return (await work.users.get({ id: found.id })).snapshot();
}

interface Recognition {
  readonly isMember: boolean;
  readonly recognized: SamlIdentityState | undefined;
}

async function claimedAccount(
  work: Work,
  { id, disabled, operator, unproven }: UserState,
  { isMember, recognized }: Recognition,
): Promise<NonNullable<Claimant['account']>> {
  const memberships = await work.members.count({ userId: id });
  return {
    disabled,
    hasOtherMemberships: operator || memberships > (isMember ? 1 : 0),
    unproven,
    createdByProvider: recognized?.madeAccount === true,
  };
}

/** Proves the address of an account that only its own provider has ever opened; keeps its credentials. */
async function confirmAddress(work: Work, userId: UserId): Promise<void> {
  const user = await work.users.get({ id: userId });
  user.proveAddress();
  await work.users.save(user);
}

/** Finds an unexpired invitation to the address. */
async function findInvitation(
  { work, now }: CommandContext<'public'>,
  organizationId: OrganizationId,
  email: string,
): Promise<Invite | undefined> {
  const invite = await work.invites.find({ organizationId, kind: 'email', email });
  return invite?.isExpired(now) === false ? invite : undefined;
}

async function join(
  context: CommandContext<'public', 'ids'>,
  { id, organizationId, defaultRole, defaultTeam }: SamlProviderState,
  userId: UserId,
  invite: Invite | undefined,
): Promise<void> {
  const { work, ids, now } = context;
  if (invite === undefined || !(await acceptInvitation(context, invite, { userId, via: providerOrigin(id) }))) {
    await work.members.save(
      Member.join({ id: ids.next(), organizationId, userId, role: defaultRole, sso: true, at: now }),
    );
  } else {
    const member = (await work.members.find({ organizationId, userId }))!;
    member.enableSso();
    await work.members.save(member);
  }
  if (defaultTeam === null || (await work.teams.find({ id: defaultTeam, organizationId })) === undefined) return;
  if ((await work.teamMembers.find({ teamId: defaultTeam, userId })) !== undefined) return;
  await work.teamMembers.save(
    TeamMember.join({ id: ids.next(), organizationId, teamId: defaultTeam, userId, role: 'member', joinedAt: now }),
  );
}

/**
 * Accepts an invitation. @returns false if it is no longer valid, for example because its creator may no longer invite
 */
async function acceptInvitation(
  context: CommandContext<'public', 'ids'>,
  invite: Invite,
  by: Pick<Caller, 'userId' | 'via'>,
): Promise<boolean> {
  try {
    await acceptInvite(context, invite, by);
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}
