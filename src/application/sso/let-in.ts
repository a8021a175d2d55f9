import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/organizations/member.ts';
import { Credential } from '../../domain/sessions/credential.ts';
import { admit } from '../../domain/sso/admission.ts';
import { SamlIdentity } from '../../domain/sso/saml-identity.ts';
import type { SamlProviderState } from '../../domain/sso/saml-provider.ts';
import type { Refusal } from '../../domain/sso/sign-in-refused.ts';
import { TeamMember } from '../../domain/teams/team-member.ts';
import { User } from '../../domain/users/user.ts';
import type { Invite } from '../../domain/invitations/invite.ts';
import { joinWith } from '../invitations/join.ts';
import type { CommandContext } from '../kernel/use-case.ts';

/** Whom a provider has named. */
export interface Named {
  readonly email: string;
  readonly nameId: string;
  readonly displayName: string;
}

/**
 * Lets somebody in whom a provider has named, if it may speak for them. Who is new becomes a user and a member with what the
 * provider gives to newcomers, or what they were invited with; from now on the member signs in through the provider.
 */
export async function letIn(context: CommandContext<'public'>, provider: SamlProviderState, named: Named): Promise<{ readonly id: Id } | { readonly refused: Refusal }> {
  const { work, ids, now } = context;
  const { id: providerId, organizationId } = provider;
  // One after the other: nobody joins twice, and nobody is removed in between.
  await work.guard('organizations', organizationId);
  const { emailDomains } = (await work.organizations.get({ id: organizationId })).snapshot();
  const identity = (await work.samlIdentities.find({ providerId, nameId: named.nameId }))?.snapshot();
  const account = (await work.users.find(identity === undefined ? { email: named.email } : { id: identity.userId }))?.snapshot();
  const email = account?.email ?? named.email;
  const member = account && (await work.members.find({ organizationId, userId: account.id }));
  const invite = member === undefined ? await inviteFor(context, organizationId, email) : undefined;

  const verdict = admit({
    email,
    emailDomains,
    known: identity !== undefined || invite !== undefined,
    ...(account && { account: { disabled: account.disabled, elsewhere: account.operator || (await work.members.count({ userId: account.id })) > (member === undefined ? 0 : 1) } }),
    ...(member && { member: member.snapshot() }),
  });
  if (verdict !== 'enter' && verdict !== 'join') return { refused: verdict };

  const userId = account?.id ?? ids.next();
  work.events.actedBy(userId);
  if (account === undefined) await createUser(context, userId, { ...named, email });
  if (identity === undefined) await work.samlIdentities.save(SamlIdentity.recognize({ id: ids.next(), organizationId, providerId, nameId: named.nameId, userId, at: now }));
  if (member === undefined) await join(context, provider, userId, invite);
  else {
    member.becomeSso();
    await work.members.save(member);
  }
  return { id: userId };
}

/** An invitation to this address that still holds. */
async function inviteFor({ work, now }: CommandContext<'public'>, organizationId: Id, email: string): Promise<Invite | undefined> {
  const invite = await work.invites.find({ organizationId, kind: 'email', email });
  return invite?.expired(now) === false ? invite : undefined;
}

/** Nobody but the organization's own provider has said yet that the address is this person's: who proves it elsewhere takes the account over. */
async function createUser({ work, now }: CommandContext<'public'>, id: Id, { email, displayName }: Named): Promise<void> {
  await work.users.save(User.create({ id, email, displayName, at: now }));
  await work.credentials.save(Credential.of(id, true));
}

async function join(context: CommandContext<'public'>, { organizationId, defaultRole, defaultTeam }: SamlProviderState, userId: Id, invite: Invite | undefined): Promise<void> {
  const { work, ids, now } = context;
  if (invite === undefined || !(await takenUp(context, invite, userId))) {
    await work.members.save(Member.join({ id: ids.next(), organizationId, userId, role: defaultRole, sso: true, at: now }));
  } else {
    const member = (await work.members.find({ organizationId, userId }))!;
    member.becomeSso();
    await work.members.save(member);
  }
  if (defaultTeam === null || (await work.teams.find({ id: defaultTeam, organizationId })) === undefined) return;
  if ((await work.teamMembers.find({ teamId: defaultTeam, userId })) !== undefined) return;
  await work.teamMembers.save(TeamMember.join({ id: ids.next(), organizationId, teamId: defaultTeam, userId, role: 'member', joinedAt: now }));
}

/** @returns whether the invitation let them in; one whose maker may invite no more is as good as none */
async function takenUp(context: CommandContext<'public'>, invite: Invite, userId: Id): Promise<boolean> {
  try {
    await joinWith(context, invite, userId);
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}
