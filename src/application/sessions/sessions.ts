import type { Id } from '../../domain/kernel/id.ts';
import { ApiToken } from '../../domain/users/api-token.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { TokenSecrets } from '../../ports/secrets/token-secrets.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { command } from '../kernel/use-case.ts';

/** How long a session lasts, in milliseconds, whatever is done in it. */
export const SESSION_MS = 14 * 24 * 60 * 60 * 1000;

export interface NewSession {
  readonly userId: Id;
  /** How the user proved who they are: `password`, or `saml:` and the id of the provider. */
  readonly via: string;
  /** The one organization that the session opens anything in; left out: wherever the user may go. */
  readonly organizationId?: Id;
  /** Now. */
  readonly at: string;
}

export interface OpenedSession {
  /** For the cookie; shown this once, stored nowhere. */
  readonly secret: string;
  readonly expiresAt: string;
}

/**
 * Opens a session for somebody who has just proved who they are, always under a new secret; sessions of theirs that
 * have run out go. The caller has made sure that the user is not disabled.
 */
export async function openSession(work: Work, { ids, tokens }: { ids: Ids; tokens: TokenSecrets }, { userId, via, organizationId, at }: NewSession): Promise<OpenedSession> {
  work.events.actedBy(userId);
  const { items } = await work.apiTokens.list({ userId, kind: 'session' }, { limit: 1000 });
  for (const session of items) if (session.snapshot().expiresAt! <= at) await work.apiTokens.delete(session);
  const { secret, hash } = tokens.issueSession();
  const expiresAt = new Date(Date.parse(at) + SESSION_MS).toISOString();
  await work.apiTokens.save(ApiToken.openSession({ id: ids.next(), userId, via, organizationId, hash, expiresAt, at }));
  return { secret, expiresAt };
}

/** Ends the sessions of a user, all or all but one, or all that open one organization only: after a change of the password, when the user is disabled. */
export async function endSessions(work: Work, userId: Id, { but, organizationId }: { but?: Id; organizationId?: Id } = {}): Promise<void> {
  for (;;) {
    const { items } = await work.apiTokens.list({ userId, kind: 'session', ...(organizationId !== undefined && { organizationId }) }, { limit: 100 });
    const ending = items.filter(({ id }) => id !== but);
    for (const session of ending) {
      session.revoke();
      await work.apiTokens.delete(session);
    }
    if (items.length < 100 || ending.length === 0) return;
  }
}

/** Ends every session of the caller; from within one organization, those for it. */
export const endAllSessions = command({
  name: 'endAllSessions',
  requires: 'self:within',
  within: (_: {}) => 'self' as const,
  run: ({ work, at: { caller } }) => endSessions(work, caller.userId, caller.confinedTo === null ? {} : { organizationId: caller.confinedTo }),
});

/** Ends the session that the caller comes with. */
export const signOut = command({
  name: 'signOut',
  requires: 'self:within',
  within: (_: {}) => 'self' as const,
  async run({ work, at }) {
    const session = await work.apiTokens.find({ id: at.caller.tokenId, kind: 'session' });
    if (session === undefined) return;
    session.revoke();
    await work.apiTokens.delete(session);
  },
});
