import { Grant, onCollection, onSpace, toUser } from '../../domain/access/grant.ts';
import { reaches, type Role } from '../../domain/access/level.ts';
import type { Invite } from '../../domain/invitations/invite.ts';
import { Conflict, NotAllowed, NotFound } from '../../domain/kernel/errors.ts';
import { isId, type Id } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/organizations/member.ts';
import type { Services } from '../kernel/services.ts';
import type { Reads } from '../kernel/services.ts';
import { command, query } from '../kernel/use-case.ts';
import type { Work } from '../../ports/unit-of-work.ts';
import { networkOf, requireTries } from '../sessions/limits.ts';
import { mayInvite } from './invite-rights.ts';

/** Where somebody came in. */
export interface Joined {
  readonly organizationId: Id;
  readonly role: Role;
}

interface Joining extends Pick<Services, 'ids'> {
  readonly work: Work;
  readonly read: Reads;
  readonly now: string;
}

/**
 * Lets the user in with what the invite gives; nothing that they have already is lowered. An invitation by e-mail is
 * used up: of those who come with it at the same time one gets in.
 * @throws Conflict when whoever invited may not any more, NotAllowed when links are off
 */
export async function joinWith(joining: Joining, invite: Invite, userId: Id): Promise<Joined> {
  const { work, read, ids, now } = joining;
  const { organizationId, kind, role, level, spaceId, collectionId, createdBy } = invite.snapshot();
  await work.guard('organizations', organizationId);
  const organization = (await work.organizations.get({ id: organizationId })).snapshot();
  if (kind === 'link' && !organization.inviteLinks) throw new NotAllowed('the organization lets nobody in by links');
  await requireInviter(read, invite, createdBy);

  const known = await work.members.find({ organizationId, userId });
  if (known !== undefined && role !== null && !reaches(known.snapshot().role ?? undefined, role)) known.changeRole(role);
  const member = known ?? Member.join({ id: ids.next(), organizationId, userId, role, at: now });
  await work.members.save(member);

  const place = spaceId !== null ? onSpace(spaceId) : collectionId !== null ? onCollection(collectionId) : undefined;
  if (place !== undefined && level !== null) {
    const grant = await work.grants.find({ ...place, ...toUser(userId) });
    if (grant !== undefined && !reaches(grant.snapshot().level, level)) grant.change(level);
    await work.grants.save(grant ?? Grant.give({ id: ids.next(), organizationId, place, holder: toUser(userId), level }));
  }

  invite.accept(userId);
  if (kind === 'email') await work.invites.delete(invite);
  else await work.invites.save(invite);
  return { organizationId, role: member.snapshot().role };
}

/** @throws Conflict unless the inviter is still there and may still do what the invite does */
async function requireInviter(read: Reads, invite: Invite, createdBy: Id): Promise<void> {
  const state = invite.snapshot();
  const inviter = await read.users.find({ id: createdBy });
  const may = inviter?.snapshot().disabled === false && (await mayInvite(read, { organizationId: state.organizationId, userId: createdBy }, state));
  if (!may) throw new Conflict('the invite holds no more: whoever made it may not invite any longer');
}

/** What an invite link gives, for whoever has it and is signed in. @throws NotFound */
export const viewInviteLink = query({
  name: 'viewInviteLink',
  requires: 'self:act',
  within: (_: { organizationId: Id; inviteId: Id }) => 'self' as const,
  async run({ read, at, attempts, address, now }, { organizationId, inviteId }): Promise<{ readonly organization: string; readonly gives: string }> {
    await requireTries(attempts, [['join', at.caller.userId], ['link', networkOf(address)]], now);
    const invite = (await read.invites.find({ id: inviteId, organizationId, kind: 'link' }))?.snapshot();
    const organization = (await read.organizations.find({ id: organizationId }))?.snapshot();
    if (invite === undefined || organization === undefined) throw new NotFound('invite');
    const gives = invite.level === null ? (invite.role === null ? 'a guest' : `a member with the role ${invite.role}`) : `a guest with the level ${invite.level} on one ${invite.spaceId === null ? 'collection' : 'space'}`;
    return { organization: organization.title, gives };
  },
});

/**
 * Comes into an organization: by the id of a link, or by the secret of a link that was mailed to the caller's own address.
 * Every way of not being let in by a link that is none is the same 404.
 */
export const joinOrganizationWithInvite = command({
  name: 'joinOrganizationWithInvite',
  requires: 'self:act',
  within: (_: { organizationId: Id; inviteId: string }) => 'self' as const,
  prepare: ({ attempts, at, address, now }) =>
    requireTries(attempts, [['join', at.caller.userId], ['link', networkOf(address)]], now),
  async run(context, { organizationId, inviteId }): Promise<Joined> {
    const { work, read, tokens, at, now } = context;
    const invite = isId(inviteId)
      ? await work.invites.find({ id: inviteId, organizationId, kind: 'link' })
      : await work.invites.find({ hash: tokens.hash(inviteId), organizationId, kind: 'email' });
    if (invite === undefined || invite.expired(now)) throw new NotFound('invite');
    const { email, sso } = invite.snapshot();
    if (email !== null && (await read.users.get({ id: at.caller.userId })).snapshot().email !== email) throw new NotAllowed('the invitation is for another e-mail address: sign in with the one that it was sent to');
    if (sso) throw new NotAllowed('the invitation is taken up by signing in through the identity provider of the organization');
    return joinWith(context, invite, at.caller.userId);
  },
});
