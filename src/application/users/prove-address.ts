import type { Id } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { revokeTokens } from '../sessions/sessions.ts';

/**
 * Marks a user's address as proven by whoever acts now, and guards the user.
 *
 * Ends everything that a stranger may have set up first, when nobody had proven the address: sessions, API tokens, the
 * password, one-time and recovery codes, links to set a password, SAML identities, and the memberships with grants, teams
 * and requested reviews in every organization, even where the user was the last administrator.
 * @param displayName the name that the identity provider states
 */
export async function proveAddress(work: Work, userId: Id, displayName?: string): Promise<void> {
  await work.lock('users', userId);
  const user = await work.users.get({ id: userId });
  if (!user.snapshot().unproven) return;
  for (const { id, organizationId, role } of await work.accountPurger.purge(userId))
    work.events.record({
      type: 'member.removed',
      aggregateId: id,
      organizationId,
      data: { userId, role, reason: 'address-proven' },
    });
  await revokeTokens(work, { userId });
  const credential = await work.credentials.find({ id: userId });
  credential?.clear();
  if (credential !== undefined) await work.credentials.save(credential);
  user.proveAddress();
  user.resetProfile(displayName);
  await work.users.save(user);
}
