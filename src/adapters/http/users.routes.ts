import * as z from 'zod';
import {
  createApiToken,
  createApiTokenOfUser,
  deleteApiToken,
  deleteApiTokenOfUser,
  listApiTokens,
  listApiTokensOfUser,
  type IssuedToken,
} from '../../application/sessions/api-tokens.ts';
import {
  createUser,
  getAuthenticatedUser,
  getUserById,
  listUsers,
  updateUserById,
  updateUserByOperator,
} from '../../application/users.ts';
import type { ApiTokenState } from '../../domain/sessions/api-token.ts';
import type { UserState } from '../../domain/users.ts';
import { instant, partOfText, uri, visibleTitle, webUrl } from './kernel/fields.ts';
import { created, list, ok, present, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

export const UserResource = resource(
  'User',
  z.object({
    object: z.literal('user'),
    id: z.string(),
    displayName: z.string(),
    email: z.string().optional().meta({ description: 'E-mail address; hidden from guests, except their own.' }),
    photoURL: z.string().optional(),
    unproven: z
      .literal(true)
      .optional()
      .meta({ description: 'Marker of an e-mail address that is not proven to belong to the user.' }),
    urls: z.object({ location: uri }),
  }),
  ({ id, displayName, email, photoURL, unproven }: UserState, links) => {
    // Facts about an address are shown only together with the address.
    const shown = links.showsEmailOf(id) ? { email, unproven: unproven ? (true as const) : null } : {};
    return present({
      object: 'user' as const,
      id,
      displayName,
      ...shown,
      photoURL,
      urls: { location: links.api('users', id) },
    });
  },
);

/** A user as the operator sees it. */
const InstanceUserResource = resource(
  'InstanceUser',
  UserResource.schema.extend({ disabled: z.boolean() }),
  (user: UserState, links) => ({ ...UserResource.present(user, links), disabled: user.disabled }),
);

const tokenFields = {
  object: z.literal('api-token'),
  id: z.string(),
  name: z.string(),
  readOnly: z.boolean(),
  createdAt: instant,
  expiresAt: instant.optional(),
};
const tokenBody = ({ id, name, readOnly, createdAt, expiresAt }: ApiTokenState) =>
  present({ object: 'api-token' as const, id, name, readOnly, createdAt, expiresAt });
const ApiTokenResource = resource('ApiToken', z.object(tokenFields), tokenBody);
const IssuedTokenResource = resource(
  'IssuedApiToken',
  z.object({ ...tokenFields, token: z.string().meta({ description: 'Secret, shown once.' }) }),
  ({ token, secret }: IssuedToken) => ({ ...tokenBody(token), token: secret }),
);

const expiresAt = instant.nullish().meta({
  description:
    'Expiry, which must be in the future, at most and by default that of the credential of the request; a session started with a password sets no limit.',
});
const tokenInput = z.object({ name: visibleTitle(1, 100), expiresAt, readOnly: z.boolean().optional() });
const userUpdate = z.object({
  disabled: z.boolean().optional(),
  twoFactor: z
    .literal(false)
    .optional()
    .meta({ description: 'False turns one-time codes off, for a user who has lost them.' }),
});
const displayName = visibleTitle(1, 64);
const newUser = z.object({ email: z.email().max(254), displayName });
const userChange = z.object({ displayName: displayName.optional(), photoURL: webUrl.nullable().optional() });

export const userRoutes = [
  ...tagged('Users', [
    route('GET /v1/user', getAuthenticatedUser, {
      summary: 'Get the authenticated user',
      returns: ok(UserResource),
    }),
    route('GET /v1/user/tokens', listApiTokens, {
      summary: 'List your API tokens',
      paged: true,
      returns: list(ApiTokenResource),
    }),
    route('POST /v1/user/tokens', createApiToken, {
      summary: 'Create an API token for yourself',
      body: tokenInput,
      returns: created(IssuedTokenResource),
    }),
    route('DELETE /v1/user/tokens/:tokenId', deleteApiToken, {
      summary: 'Revoke one of your API tokens',
      returns: removed,
    }),
    route('GET /v1/users/:userId', getUserById, {
      summary: 'Get a user',
      returns: ok(UserResource),
    }),
    route('PATCH /v1/users/:userId', updateUserById, {
      summary: 'Update your user profile',
      body: userChange,
      returns: ok(UserResource),
    }),
  ]),
  ...tagged('Instance', [
    route('GET /v1/instance/users', listUsers, {
      summary: 'List the users of the instance',
      query: { search: partOfText('display name or e-mail address') },
      paged: true,
      returns: list(InstanceUserResource),
    }),
    route('POST /v1/instance/users', createUser, {
      summary: 'Create a user',
      body: newUser,
      returns: created(InstanceUserResource),
    }),
    route('PATCH /v1/instance/users/:userId', updateUserByOperator, {
      summary: 'Update a user of the instance',
      body: userUpdate,
      returns: ok(InstanceUserResource),
    }),
    route('GET /v1/instance/users/:userId/tokens', listApiTokensOfUser, {
      summary: 'List the API tokens of a user',
      paged: true,
      returns: list(ApiTokenResource),
    }),
    route('POST /v1/instance/users/:userId/tokens', createApiTokenOfUser, {
      summary: 'Create an API token for a user',
      body: tokenInput,
      returns: created(IssuedTokenResource),
    }),
    route('DELETE /v1/instance/users/:userId/tokens/:tokenId', deleteApiTokenOfUser, {
      summary: 'Revoke an API token of a user',
      returns: removed,
    }),
  ]),
];
