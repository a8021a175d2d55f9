import { Conflict, Forbidden, NotFound } from '../domain/kernel/errors.ts';
import type { Id, OrganizationId, UserId } from '../domain/kernel/id.ts';
import { User } from '../domain/users.ts';
import type { PageRequest } from '../ports/kernel/repository.ts';
import type { Work } from '../ports/kernel/unit-of-work.ts';
import { removeFromMergeRules } from './change-requests/merge-rule-users.ts';
import { command, query, type CommandContext } from './kernel/use-case.ts';
import { type ScopeFacts, onSelf, inInstance } from './kernel/scope.ts';
import type { Reads } from './kernel/services.ts';
import { lockCaller, revokeTokens } from './sessions/sessions.ts';

/** Gets the user whose API token the request carries. */
export const getAuthenticatedUser = query<{}>()({
  name: 'getAuthenticatedUser',
  requires: 'self:within',
  scope: onSelf,
  run: async ({ read, scope }) => (await read.users.get({ id: scope.caller.userId })).snapshot(),
});

/**
 * Requires that the caller may see a user: themselves, and members of organizations in which the caller is a member and
 * not a guest; a confined credential counts for its organization only. @throws NotFound
 */
async function requireVisibleUser(
  { read, scope: { caller } }: { readonly read: Reads; readonly scope: ScopeFacts<'self'> },
  userId: UserId,
): Promise<void> {
  if (userId === caller.userId || caller.operator) return;
  if (
    !(await (caller.confinedTo === null
      ? read.usersOf.canSee(caller, userId)
      : shareOrganization(read, caller.confinedTo, caller.userId, userId)))
  )
    throw new NotFound('user');
}

async function shareOrganization(
  read: Reads,
  organizationId: OrganizationId,
  reader: Id,
  userId: UserId,
): Promise<boolean> {
  const [own, other] = [
    await read.members.find({ organizationId, userId: reader }),
    await read.members.find({ organizationId, userId }),
  ];
  return other !== undefined && (own?.snapshot().role ?? null) !== null;
}

/**
 * Gets a user. Callers see themselves and the members of organizations in which they are members, not guests; other
 * users are not found.
 */
export const getUserById = query<{ userId: UserId }>()({
  name: 'getUserById',
  requires: 'self:within',
  scope: onSelf,
  async run(context, { userId }) {
    await requireVisibleUser(context, userId);
    return (await context.read.users.get({ id: userId })).snapshot();
  },
});

/** Updates the caller's own profile. The profiles of other users cannot be changed, whatever the caller's role. */
export const updateUserById = command<{ userId: UserId; body: { displayName?: string; photoURL?: string | null } }>()({
  name: 'updateUserById',
  requires: 'self:act',
  scope: onSelf,
  async run(context, { userId, body }) {
    const { work, scope } = context;
    await requireVisibleUser(context, userId);
    await lockCaller(work, scope.caller);
    const user = await work.users.get({ id: userId });
    if (userId !== scope.caller.userId) throw new Forbidden('to update this user');
    user.change(body);
    await work.users.save(user);
    return user.snapshot();
  },
});

/**
 * Disables or enables a user, or turns off two-factor authentication for a user who has lost the second factor.
 *
 * Disabling ends the user's sessions and refuses the user's API tokens until the user is enabled again. Fails with
 * `Conflict` when operators disable their own account.
 */
export const updateUserByOperator = command<{ userId: UserId; body: { disabled?: boolean; twoFactor?: false } }>()({
  name: 'updateUserByOperator',
  requires: 'instance:operate',
  scope: inInstance,
  async run({ work, scope }, { userId, body: { disabled, twoFactor } }) {
    await work.lock('users', userId);
    const user = await work.users.get({ id: userId });
    if (twoFactor === false) await disableTwoFactor(work, userId);
    if (disabled === undefined) return user.snapshot();
    if (disabled && userId === scope.caller.userId) throw new Conflict('you cannot disable your own account');
    user.setDisabled(disabled);
    await work.users.save(user);
    if (disabled) await revokeTokens(work, { userId, kind: 'session' });
    return user.snapshot();
  },
});

async function disableTwoFactor(work: Work, userId: UserId): Promise<void> {
  const credential = await work.credentials.find({ id: userId });
  if (credential === undefined || credential.snapshot().totpSecret === null) return;
  credential.disableTwoFactor();
  await work.credentials.save(credential);
}

/**
 * Creates a user without a password. Fails with `Conflict` when a user with the e-mail address exists. Use
 * `createPasswordLink` to let the new user choose a password.
 */
export const createUser = command<{ body: { email: string; displayName: string } }>()({
  name: 'createUser',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['ids'],
  async run({ work, ids, now }, { body }) {
    const user = User.create({ id: ids.next(), ...body, at: now });
    await work.users.save(user);
    return user.snapshot();
  },
});

/** Lists every user of the instance. */
export const listUsers = query<{ search?: string; page: PageRequest }>()({
  name: 'listUsers',
  requires: 'instance:operate',
  scope: inInstance,
  run: ({ read }, { search, page }) => read.usersOf.listUsers(search, page),
});

/**
 * Marks a user's address as proven by the present action, and locks the user.
 *
 * If the address was unproven, first ends everything that a stranger may have set up: sessions, API tokens, the
 * password, one-time and recovery codes, links to set a password, SAML identities, and the memberships with grants,
 * teams, requested reviews and places in merge rules in every organization, even for the last administrator.
 * @param displayName the name that the identity provider states
 */
export async function proveAddress(
  { work, now }: Pick<CommandContext<'self'>, 'work' | 'now'>,
  userId: UserId,
  displayName?: string,
): Promise<void> {
  await work.lock('users', userId);
  const user = await work.users.get({ id: userId });
  if (!user.snapshot().unproven) return;
  for (const { id, organizationId, role } of await work.accountPurger.purge(userId)) {
    await removeFromMergeRules(work, { organizationId, userId }, now);
    work.events.record({
      type: 'member.removed',
      aggregateId: id,
      organizationId,
      data: { userId, role, reason: 'address-proven' },
    });
  }
  await revokeTokens(work, { userId });
  const credential = await work.credentials.find({ id: userId });
  credential?.clear();
  if (credential !== undefined) await work.credentials.save(credential);
  user.proveAddress();
  user.resetProfile(displayName);
  await work.users.save(user);
}
