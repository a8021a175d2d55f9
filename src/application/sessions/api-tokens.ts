import { Conflict, Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, ApiTokenId, OrganizationId, UserId } from '../../domain/kernel/id.ts';
import {
  ApiToken,
  OPERATOR_ORIGIN,
  PASSWORD_ORIGIN,
  CONFIGURATION_ORIGIN,
  type ApiTokenState,
} from '../../domain/sessions/api-token.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Caller } from '../../ports/permissions.ts';
import { command, query, type CommandContext, type QueryContext } from '../kernel/use-case.ts';
import { type ScopeFacts, onSelf, inInstance } from '../kernel/scope.ts';
import { lockCaller } from './sessions.ts';

export interface ApiTokenInput {
  readonly name: string;
  readonly expiresAt?: string | null;
  readonly readOnly?: boolean;
}
export interface IssuedToken {
  readonly token: ApiTokenState;
  /** Plain text of the token; returned once and never stored. */
  readonly secret: string;
}

/** Limits a credential that is confined to one organization to the tokens for that organization. */
const tokenFilter = ({ scope }: QueryContext<any>): { organizationId?: OrganizationId } => {
  const { confinedTo } = (scope as ScopeFacts<'self'>).caller;
  return confinedTo === null ? {} : { organizationId: confinedTo };
};

/**
 * Returns the origin of a new token: that of the caller's credential, or `OPERATOR_ORIGIN` if an operator creates it for
 * another user.
 */
const originOf = ({ userId, via }: Caller, holder: Id): string | null =>
  userId === holder && via !== CONFIGURATION_ORIGIN ? via : OPERATOR_ORIGIN;

/** Maximum number of API tokens of a user. */
export const MAX_API_TOKENS = 100;

/**
 * Locks the caller, the holder of the new token and, for a sign-in through a provider, its organization.
 * @returns the caller's credential
 */
async function lockForIssuing({ work, scope }: CommandContext<any>, userId: UserId): Promise<ApiTokenState> {
  const { caller } = scope as ScopeFacts<'self'>;
  if (caller.confinedTo !== null) await work.lock('organizations', caller.confinedTo);
  for (const id of [...new Set([caller.userId, userId])].sort()) await work.lock('users', id);
  return (await lockCaller(work, caller)).snapshot();
}

/**
 * Returns the latest expiry of tokens created with a credential: its own expiry, except for sessions opened with a
 * password, which the user can renew at any time. `null` is no limit.
 */
const expiryOf = ({ kind, via, expiresAt }: ApiTokenState): string | null =>
  kind === 'session' && via === PASSWORD_ORIGIN ? null : expiresAt;

/**
 * Limits the expiry of a new token. @throws Invalid naming `expiresAt` if it is in the past or after the expiry of the
 * credential
 */
function limitExpiry(end: string | null, expiresAt: string | null | undefined, now: string): string | null {
  if (expiresAt == null) return end;
  if (Date.parse(expiresAt) <= Date.parse(now)) throw Invalid.field('expiresAt', 'must be in the future');
  if (end !== null && Date.parse(expiresAt) > Date.parse(end))
    throw Invalid.field('expiresAt', `must not be later than ${end}, when the credential of this request expires`);
  return new Date(expiresAt).toISOString();
}

/** Requires room for a new token; deletes expired ones to make room. @throws Conflict */
async function requireRoom(work: Work, userId: UserId, now: string): Promise<void> {
  const own = { userId, kind: 'api' } as const;
  if ((await work.apiTokens.count(own)) < MAX_API_TOKENS) return;
  await work.tokenRevoker.revoke({ ...own, expiredBy: now });
  if ((await work.apiTokens.count(own)) >= MAX_API_TOKENS)
    throw new Conflict(`a user can have at most ${MAX_API_TOKENS} API tokens; revoke one that is no longer used`);
}

/**
 * Creates a token for an existing user. It grants no more than the credential of the request and does not outlive it;
 * without an expiry it takes that of the credential. Sessions opened with a password set no limit.
 * @throws Invalid naming `expiresAt`, Conflict at `MAX_API_TOKENS` tokens
 */
async function issueToken(
  context: CommandContext<any, 'ids' | 'tokens'>,
  userId: UserId,
  { name, expiresAt: requestedExpiry, readOnly }: ApiTokenInput,
): Promise<IssuedToken> {
  const { work, ids, tokens, now } = context;
  const { caller } = (context as QueryContext<'self'>).scope;
  const expiresAt = limitExpiry(expiryOf(await lockForIssuing(context, userId)), requestedExpiry, now);
  await requireRoom(work, userId, now);
  const { secret, hash } = tokens.issue();
  const token = ApiToken.issue({
    id: ids.next(),
    userId,
    via: originOf(caller, userId),
    name,
    hash,
    readOnly,
    expiresAt,
    ...tokenFilter(context),
    at: now,
  });
  await work.apiTokens.save(token);
  return { token: token.snapshot(), secret };
}

async function listTokens(context: QueryContext<any>, userId: UserId, page: PageRequest) {
  const { items, ...rest } = await context.read.apiTokens.list({ userId, kind: 'api', ...tokenFilter(context) }, page);
  return { items: items.map((token) => token.snapshot()), ...rest };
}

/** Revokes a token. @returns true if the token existed */
async function revokeToken(context: CommandContext<any>, userId: UserId, tokenId: ApiTokenId): Promise<boolean> {
  const { work } = context;
  const token = await work.apiTokens.find({ id: tokenId, userId, kind: 'api', ...tokenFilter(context) });
  if (token === undefined) return false;
  token.revoke();
  await work.apiTokens.delete(token);
  return true;
}

const requireUser = async ({ read }: QueryContext<any>, userId: UserId): Promise<void> => {
  if ((await read.users.find({ id: userId })) === undefined) throw new NotFound('user', userId);
};

/**
 * Creates an API token for the caller.
 *
 * The response contains the secret; it is not stored and cannot be read again. The new token grants no more than the
 * credential of the request and does not outlive it: without `expiresAt` it expires with that credential. Expired
 * tokens are deleted to make room. Fails with `Conflict` when the caller already has 100 tokens.
 */
export const createApiToken = command<{ body: ApiTokenInput }>()({
  name: 'createApiToken',
  requires: 'self:within',
  scope: onSelf,
  needs: ['ids', 'tokens'],
  run: (context, { body }) => issueToken(context, context.scope.caller.userId, body),
});
/**
 * Lists the caller's API tokens, without their secrets. A credential that is confined to one organization sees the
 * tokens for that organization only.
 */
export const listApiTokens = query<{ page: PageRequest }>()({
  name: 'listApiTokens',
  requires: 'self:within',
  scope: onSelf,
  run: (context, { page }) => listTokens(context, context.scope.caller.userId, page),
});
/** Revokes one of the caller's API tokens. Requests with the token are refused from then on. */
export const deleteApiToken = command<{ tokenId: ApiTokenId }>()({
  name: 'deleteApiToken',
  requires: 'self:within',
  scope: onSelf,
  run: (context, { tokenId }) => revokeToken(context, context.scope.caller.userId, tokenId),
});

/**
 * Creates an API token for another user.
 *
 * The response contains the secret; it is not stored and cannot be read again. The token does not outlive the
 * credential of the request. Fails with `Conflict` when the user already has 100 tokens.
 */
export const createApiTokenOfUser = command<{ userId: UserId; body: ApiTokenInput }>()({
  name: 'createApiTokenOfUser',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['ids', 'tokens'],
  async run(context, { userId, body }) {
    await requireUser(context, userId);
    return issueToken(context, userId, body);
  },
});
/** Lists a user's API tokens, without their secrets. */
export const listApiTokensOfUser = query<{ userId: UserId; page: PageRequest }>()({
  name: 'listApiTokensOfUser',
  requires: 'instance:operate',
  scope: inInstance,
  async run(context, { userId, page }) {
    await requireUser(context, userId);
    return listTokens(context, userId, page);
  },
});
/** Revokes an API token of a user. Requests with the token are refused from then on. */
export const deleteApiTokenOfUser = command<{ userId: UserId; tokenId: ApiTokenId }>()({
  name: 'deleteApiTokenOfUser',
  requires: 'instance:operate',
  scope: inInstance,
  async run(context, { userId, tokenId }) {
    await requireUser(context, userId);
    return revokeToken(context, userId, tokenId);
  },
});
