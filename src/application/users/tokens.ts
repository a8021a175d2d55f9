import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { ApiToken, BY_OPERATOR, type ApiTokenState } from '../../domain/users/api-token.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { command, query, type At, type CommandContext, type QueryContext } from '../kernel/use-case.ts';

export interface TokenWish {
  readonly name: string;
  readonly expiresAt?: string | null;
  readonly readOnly?: boolean;
}
export interface IssuedToken {
  readonly token: ApiTokenState;
  /** Shown this once, stored nowhere. */
  readonly secret: string;
}

/** Whoever is confined to one organization deals with tokens for it alone. */
const within = ({ at }: QueryContext<any>): { organizationId?: Id } => {
  const { confinedTo } = (at as At<'self'>).caller;
  return confinedTo === null ? {} : { organizationId: confinedTo };
};

/** Issues a token for a user who exists; it opens no more than what the caller comes with. @throws Invalid when it would be expired already */
async function issue(context: CommandContext<any>, userId: Id, { name, expiresAt, readOnly }: TokenWish): Promise<IssuedToken> {
  const { work, ids, tokens, now } = context;
  const { caller } = (context as QueryContext<'self'>).at;
  if (expiresAt != null && Date.parse(expiresAt) <= Date.parse(now)) throw Invalid.field('expiresAt', 'must be in the future');
  const { secret, hash } = tokens.issue();
  const token = ApiToken.issue({ id: ids.next(), userId, via: caller.userId === userId ? caller.via : BY_OPERATOR, name, hash, readOnly, expiresAt: expiresAt == null ? null : new Date(expiresAt).toISOString(), ...within(context), at: now });
  await work.apiTokens.save(token);
  return { token: token.snapshot(), secret };
}

async function listTokens(context: QueryContext<any>, userId: Id, page: PageRequest) {
  const { items, ...rest } = await context.read.apiTokens.list({ userId, kind: 'api', ...within(context) }, page);
  return { items: items.map((token) => token.snapshot()), ...rest };
}

/** @returns whether there was such a token to revoke */
async function revoke(context: CommandContext<any>, userId: Id, tokenId: Id): Promise<boolean> {
  const { work } = context;
  const token = await work.apiTokens.find({ id: tokenId, userId, kind: 'api', ...within(context) });
  if (token === undefined) return false;
  token.revoke();
  await work.apiTokens.delete(token);
  return true;
}

const requireUser = async ({ read }: QueryContext<any>, userId: Id): Promise<void> => {
  if ((await read.users.find({ id: userId })) === undefined) throw new NotFound('user');
};

export const createOwnToken = command({
  name: 'createApiToken',
  requires: 'self:within',
  within: (_: { body: TokenWish }) => 'self' as const,
  run: (context, { body }) => issue(context, context.at.caller.userId, body),
});
export const listOwnTokens = query({
  name: 'listApiTokens',
  requires: 'self:within',
  within: (_: { page: PageRequest }) => 'self' as const,
  run: (context, { page }) => listTokens(context, context.at.caller.userId, page),
});
export const deleteOwnToken = command({
  name: 'deleteApiToken',
  requires: 'self:within',
  within: (_: { tokenId: Id }) => 'self' as const,
  run: (context, { tokenId }) => revoke(context, context.at.caller.userId, tokenId),
});

export const createTokenOfUser = command({
  name: 'createApiTokenOfUser',
  requires: 'instance:operate',
  within: (_: { userId: Id; body: TokenWish }) => 'instance' as const,
  async run(context, { userId, body }) {
    await requireUser(context, userId);
    return issue(context, userId, body);
  },
});
export const listTokensOfUser = query({
  name: 'listApiTokensOfUser',
  requires: 'instance:operate',
  within: (_: { userId: Id; page: PageRequest }) => 'instance' as const,
  async run(context, { userId, page }) {
    await requireUser(context, userId);
    return listTokens(context, userId, page);
  },
});
export const deleteTokenOfUser = command({
  name: 'deleteApiTokenOfUser',
  requires: 'instance:operate',
  within: (_: { userId: Id; tokenId: Id }) => 'instance' as const,
  async run(context, { userId, tokenId }) {
    await requireUser(context, userId);
    return revoke(context, userId, tokenId);
  },
});
