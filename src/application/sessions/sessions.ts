import { Unauthenticated } from '../../domain/kernel/errors.ts';
import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import { ApiToken, CONFIGURATION_ORIGIN } from '../../domain/sessions/api-token.ts';
import type { User } from '../../domain/users.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { TokenFilter, TokenSecrets } from '../../ports/sessions.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { onSelf } from '../kernel/scope.ts';
import { command } from '../kernel/use-case.ts';
import { addMilliseconds, DAY_MS } from '../../domain/kernel/time.ts';

/** Lifetime of a session, in milliseconds; activity does not extend it. */
export const SESSION_MS = 14 * DAY_MS;

export interface NewSession {
  readonly userId: UserId;
  /** Origin of the session: `password`, or `saml:` and the ID of the provider. */
  readonly via: string;
  /** Organization that the session is confined to; omitted for no restriction. */
  readonly organizationId?: OrganizationId;
  /** Present time, ISO 8601. */
  readonly at: string;
}

export interface OpenedSession {
  /** Secret for the cookie; returned once and never stored. */
  readonly secret: string;
  readonly expiresAt: string;
}

/**
 * Locks a user against changes of credentials until the unit of work ends. Values compared before must be compared
 * again.
 * @throws Unauthenticated for a user who does not exist or is disabled
 */
async function lockUser(work: Work, userId: UserId): Promise<User> {
  await work.lock('users', userId);
  const user = await work.users.get({ id: userId });
  if (user.snapshot().disabled) throw new Unauthenticated();
  return user;
}

/**
 * Locks the caller. A credential that was revoked while the request waited is refused.
 * @throws Unauthenticated
 */
export async function lockCaller(
  work: Work,
  { userId, tokenId }: Pick<Caller, 'userId' | 'tokenId'>,
): Promise<ApiToken> {
  await lockUser(work, userId);
  const token = await work.apiTokens.find({ id: tokenId, userId });
  if (token === undefined) throw new Unauthenticated();
  return token;
}

/**
 * Opens a session for a user who has just authenticated, always under a new secret; deletes the user's expired
 * sessions.
 * @throws Unauthenticated for a disabled user
 */
export async function openSession(
  work: Work,
  { ids, tokens }: { ids: Ids; tokens: TokenSecrets },
  { userId, via, organizationId, at }: NewSession,
): Promise<OpenedSession> {
  await lockUser(work, userId);
  work.events.setActor(userId);
  await work.tokenRevoker.revoke({ userId, kind: 'session', expiredBy: at });
  const { secret, hash } = tokens.issueSession();
  const expiresAt = addMilliseconds(at, SESSION_MS);
  await work.apiTokens.save(ApiToken.openSession({ id: ids.next(), userId, via, organizationId, hash, expiresAt, at }));
  return { secret, expiresAt };
}

const EVENTS = { session: 'user.sessions-ended', api: 'user.api-tokens-revoked' } as const;

/**
 * Revokes the matching sessions and API tokens of a user in one statement, and records their number. Keeps the
 * operator's token from the configuration. The caller holds the user's lock, so that none is created concurrently.
 */
export async function revokeTokens(work: Work, filter: TokenFilter & { readonly userId: UserId }): Promise<void> {
  const { userId } = filter;
  for (const kind of filter.kind === undefined ? (['session', 'api'] as const) : [filter.kind]) {
    const count = await work.tokenRevoker.revoke({ ...filter, kind, exceptVia: CONFIGURATION_ORIGIN });
    if (count > 0) work.events.record({ type: EVENTS[kind], aggregateId: userId, data: { userId, count } });
  }
}

/** Ends every session of the caller; a session confined to one organization ends those confined to it. */
export const endAllSessions = command<{}>()({
  name: 'endAllSessions',
  requires: 'self:within',
  scope: onSelf,
  async run({ work, scope: { caller } }) {
    await lockCaller(work, caller);
    const { userId, confinedTo } = caller;
    await revokeTokens(work, { userId, kind: 'session', ...(confinedTo !== null && { organizationId: confinedTo }) });
  },
});

/** Ends the session of the request. */
export const signOut = command<{}>()({
  name: 'signOut',
  requires: 'self:within',
  scope: onSelf,
  async run({ work, scope }) {
    const session = await work.apiTokens.find({ id: scope.caller.tokenId, kind: 'session' });
    if (session === undefined) return;
    session.revoke();
    await work.apiTokens.delete(session);
  },
});
