import { Grant, collectionScope, spaceScope, userGrantee } from '../../domain/permissions/grant.ts';
import { isAtLeast, type Role } from '../../domain/permissions/level.ts';
import { isInviteLinkId, type Invite, type InviteState } from '../../domain/invitations.ts';
import { Conflict, NotAllowed, NotFound, SsoRequired } from '../../domain/kernel/errors.ts';
import type { InviteId, OrganizationId, UserId } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/members.ts';
import { providerOrigin } from '../../domain/sso/saml-provider.ts';
import type { Caller } from '../../ports/permissions.ts';
import { MAX_PROVIDERS } from '../sso/providers.ts';
import type { Services } from '../kernel/services.ts';
import type { Reads } from '../kernel/services.ts';
import { onSelf } from '../kernel/scope.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { refundAttempts, networkOf, requireAttempts, type Attempt } from '../sessions/rate-limits.ts';
import { lockCaller } from '../sessions/sessions.ts';
import { requireExistingTarget } from '../permissions/existing-target.ts';
import { mayInvite } from './invite-rights.ts';

/** Organization, and space or collection, that a user has joined. */
export interface JoinResult {
  readonly organizationId: OrganizationId;
  readonly role: Role;
}

interface JoinContext extends Pick<Services, 'ids'> {
  readonly work: Work;
  readonly read: Reads;
  readonly now: string;
}

/**
 * Joins the user with the role or level of the invite; never lowers an existing one. An invitation by e-mail is used
 * up: only one of several concurrent uses succeeds.
 * @throws Conflict when the inviter lost the right to invite, NotAllowed when links are turned off, SsoRequired when the
 * organization enforces SSO and the credential does not come from one of its providers
 */
export async function acceptInvite(
  joining: JoinContext,
  invite: Invite,
  { userId, via }: Pick<Caller, 'userId' | 'via'>,
): Promise<JoinResult> {
  const { work, read, ids, now } = joining;
  const { organizationId, kind, role, level, spaceId, collectionId, createdBy } = invite.snapshot();
  await work.lock('organizations', organizationId);
  const organization = (await work.organizations.get({ id: organizationId })).snapshot();
  if (kind === 'link' && !organization.inviteLinks)
    throw new NotAllowed('the organization does not allow invite links');
  if (organization.sso) await requireProvider(work, organizationId, via);
  await requireInviter(read, invite, createdBy);
  // A deleted space admits nobody until it is restored; a transferred space admits nobody at all.
  await requireExistingTarget(work, organizationId, { spaceId, collectionId }).catch(hideTarget);

  const known = await work.members.find({ organizationId, userId });
  if (known !== undefined && role !== null && !isAtLeast(known.snapshot().role ?? undefined, role))
    known.changeRole(role);
  const member = known ?? Member.join({ id: ids.next(), organizationId, userId, role, at: now });
  await work.members.save(member);

  const place =
    spaceId !== null ? spaceScope(spaceId) : collectionId !== null ? collectionScope(collectionId) : undefined;
  if (place !== undefined && level !== null) {
    const grant = await work.grants.find({ ...place, ...userGrantee(userId) });
    if (grant !== undefined && !isAtLeast(grant.snapshot().level, level)) grant.changeLevel(level);
    await work.grants.save(
      grant ?? Grant.create({ id: ids.next(), organizationId, scope: place, grantee: userGrantee(userId), level }),
    );
  }

  invite.accept(userId);
  if (kind === 'email') await work.invites.delete(invite);
  else await work.invites.save(invite);
  return { organizationId, role: member.snapshot().role };
}

/** Replaces `NotFound` for the space or collection of an invite, which the user has not named. */
function hideTarget(error: unknown): never {
  throw error instanceof NotFound ? new NotFound('invite') : error;
}

/** Requires that a credential comes from a sign-in through a provider of the organization. @throws SsoRequired */
async function requireProvider(work: Work, organizationId: OrganizationId, via: string | null): Promise<void> {
  const { items } = await work.samlProviders.list({ organizationId }, { limit: MAX_PROVIDERS });
  if (!items.some(({ id }) => providerOrigin(id) === via)) throw new SsoRequired();
}

/** Requires that the inviter exists and may still create the invite. @throws Conflict */
async function requireInviter(read: Reads, invite: Invite, createdBy: UserId): Promise<void> {
  const state = invite.snapshot();
  const inviter = await read.users.find({ id: createdBy });
  const may =
    inviter?.snapshot().disabled === false &&
    (await mayInvite(read, { organizationId: state.organizationId, userId: createdBy }, state));
  if (!may) throw new Conflict('this invite is no longer valid: its creator can no longer invite people');
}

/** Finds a link by its ID, an invitation by e-mail by its mailed secret. */
const inviteFilter = (
  tokens: Services['tokens'],
  organizationId: OrganizationId,
  inviteId: string,
): Partial<InviteState> =>
  isInviteLinkId(inviteId)
    ? { id: inviteId, organizationId, kind: 'link' }
    : { hash: tokens.hash(inviteId), organizationId, kind: 'email' };

/** Finds an invite; limits the number of failed attempts. @throws NotFound, TooManyAttempts */
async function findInvite(
  { tokens, attempts, scope, address, now }: QueryContext<'self', 'tokens' | 'attempts'>,
  { invites }: Reads,
  { organizationId, inviteId }: { organizationId: OrganizationId; inviteId: string },
): Promise<InviteState> {
  const tries: Attempt[] = [
    ['join', scope.caller.userId],
    ['link', networkOf(address)],
  ];
  await requireAttempts(attempts, tries, now);
  const invite = await invites.find(inviteFilter(tokens, organizationId, inviteId));
  if (invite === undefined || invite.isExpired(now)) throw new NotFound('invite');
  await refundAttempts(attempts, tries);
  return invite.snapshot();
}

/** Shows what an invite link grants, to a signed-in user who has it. @throws NotFound */
export const viewInviteLink = query<{ organizationId: OrganizationId; inviteId: InviteId }>()({
  name: 'viewInviteLink',
  requires: 'self:act',
  scope: onSelf,
  needs: ['tokens', 'attempts'],
  async run(context, input): Promise<{ readonly organization: string; readonly gives: string }> {
    const invite = await findInvite(context, context.read, input);
    const organization = (await context.read.organizations.get({ id: input.organizationId })).snapshot();
    const gives =
      invite.level === null
        ? invite.role === null
          ? 'a guest'
          : `a member with the role ${invite.role}`
        : `a guest with the level ${invite.level} on one ${invite.spaceId === null ? 'collection' : 'space'}`;
    return { organization: organization.title, gives };
  },
});

/**
 * Joins an organization with the ID of an invite link or the secret of an invitation by e-mail.
 *
 * Existing roles and levels are never lowered. Fails with `NotFound` for unknown or expired invites, with `NotAllowed`
 * when the invitation is for another e-mail address or the organization requires single sign-on, and with `Conflict` when the creator of
 * the invite can no longer invite people.
 */
export const joinOrganizationWithInvite = command<{ organizationId: OrganizationId; inviteId: string }>()({
  name: 'joinOrganizationWithInvite',
  requires: 'self:act',
  scope: onSelf,
  needs: ['tokens', 'ids', 'attempts'],
  async prepare(context, input) {
    await findInvite(context, context.read, input);
  },
  async run(context, { organizationId, inviteId }): Promise<JoinResult> {
    const { work, read, tokens, scope, now } = context;
    await work.lock('organizations', organizationId);
    await lockCaller(work, scope.caller);
    const invite = await work.invites.find(inviteFilter(tokens, organizationId, inviteId));
    if (invite === undefined || invite.isExpired(now)) throw new NotFound('invite');
    const { email, sso } = invite.snapshot();
    if (email !== null && (await read.users.get({ id: scope.caller.userId })).snapshot().email !== email)
      throw new NotAllowed('the invitation is for another e-mail address; sign in with the invited e-mail address');
    if (sso)
      throw new NotAllowed(
        'this invitation can be accepted only by signing in through the identity provider of the organization',
      );
    return acceptInvite(context, invite, scope.caller);
  },
});
