import * as z from 'zod';
import { listSpacesForOrganizationMember } from '../../application/members/member-spaces.ts';
import {
  getMemberInOrganizationById,
  listMembersInOrganizationById,
  listOrganizationMembers,
  setOrganizationMember,
  setUserAsSSOMemberForOrganization,
  updateMemberInOrganizationById,
} from '../../application/members/members.ts';
import { getOrganizationKeys, updateOrganizationMemberLastSeenAt } from '../../application/members/presence.ts';
import { removeMemberFromOrganizationById } from '../../application/members/remove-member.ts';
import { LEVELS, type Level } from '../../domain/permissions/level.ts';
import type { SpaceView } from '../../application/spaces/space-view.ts';
import type { OrganizationKeyState } from '../../domain/organizations/organization-key.ts';
import { MEMBER_SORTS } from '../../ports/members.ts';
import type { MemberRow } from '../../ports/members.ts';
import { instant, level, partOfText, role } from './kernel/fields.ts';
import { list, ok, present, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { SpaceResource } from './spaces.routes.ts';
import { UserResource } from './users.routes.ts';

export const MemberResource = resource(
  'Member',
  z.object({
    object: z.literal('member'),
    id: z.string().meta({ description: 'ID of the user.' }),
    role,
    user: UserResource.schema,
    disabled: z.boolean(),
    joinedAt: instant,
    lastSeenAt: instant.optional(),
    sso: z.boolean(),
    spaces: z
      .number()
      .int()
      .meta({ description: 'Number of spaces with a permission granted to the member directly.' }),
    teams: z.number().int(),
    sites: z.number().int().meta({ description: 'Number of sites with a permission granted to the member directly.' }),
  }),
  ({ member, user, spaces, teams, sites }: MemberRow, links) => ({
    ...present({ lastSeenAt: member.lastSeenAt }),
    object: 'member' as const,
    id: member.userId,
    role: member.role,
    user: UserResource.present(user, links),
    disabled: user.disabled,
    joinedAt: member.joinedAt,
    sso: member.sso,
    spaces,
    teams,
    sites,
  }),
);

const MemberSpaceResource = resource(
  'MemberSpace',
  z.object({ permission: level, space: SpaceResource.schema }),
  ({ permission, space }: { permission: Level; space: SpaceView }, links) => ({
    permission,
    space: SpaceResource.present(space, links),
  }),
);

const ClaimsResource = resource(
  'VisitorClaims',
  z.object({
    serviceVisitorClaims: z.string().meta({
      description: 'JSON Web Token about the member, signed by the organization; `jwks` contains the public key.',
    }),
  }),
  ({ token }: { token: string }) => ({
    serviceVisitorClaims: token,
  }),
);

const KeysResource = resource(
  'OrganizationKeys',
  z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) }),
  (keys: readonly OrganizationKeyState[]) => ({
    keys: keys.map(({ id, publicKey }) => ({ ...publicKey, kid: id, kty: publicKey['kty']! })),
  }),
);

const order = z.enum(['asc', 'desc']).default('desc');
/** Query parameters that search and sort a list of members. */
export const memberListing = {
  search: partOfText('display name or e-mail address'),
  sort: z
    .enum(MEMBER_SORTS)
    .default('joinedAt')
    .meta({ description: 'Sort field; `lastSeenAt` omits members who are disabled or were never seen.' }),
  order,
};
const filters = { role: z.enum([...LEVELS, 'guest']).optional(), ...memberListing };

export const memberRoutes = [
  ...tagged('Members', [
    route('GET /v1/orgs/:organizationId/members', listMembersInOrganizationById, {
      summary: 'List the members of an organization',
      query: filters,
      paged: true,
      returns: list(MemberResource),
    }),
    route('GET /v1/orgs/:organizationId/members/:userId', getMemberInOrganizationById, {
      summary: 'Get a member',
      returns: ok(MemberResource),
    }),
    route('PATCH /v1/orgs/:organizationId/members/:userId', updateMemberInOrganizationById, {
      summary: 'Update the role of a member',
      body: z.object({ role: role.optional() }),
      returns: ok(MemberResource),
    }),
    route('DELETE /v1/orgs/:organizationId/members/:userId', removeMemberFromOrganizationById, {
      summary: 'Remove a member from an organization',
      returns: removed,
    }),
    route('POST /v1/orgs/:organizationId/members/:userId/sso', setUserAsSSOMemberForOrganization, {
      summary: 'Set a member as an SSO member',
      returns: ok(MemberResource),
    }),
    route('GET /v1/orgs/:organizationId/members/:userId/spaces', listSpacesForOrganizationMember, {
      summary: 'List the spaces accessible to a member',
      query: { order },
      paged: true,
      returns: list(MemberSpaceResource),
    }),
    route('POST /v1/orgs/:organizationId/ping', updateOrganizationMemberLastSeenAt, {
      summary: 'Record member activity',
      returns: ok(ClaimsResource),
    }),
  ]),
  ...tagged('Organizations', [
    route('GET /v1/orgs/:organizationId/jwks', getOrganizationKeys, {
      summary: 'Get the public keys of an organization',
      returns: ok(KeysResource),
    }),
  ]),
  ...tagged('Instance', [
    route('GET /v1/instance/orgs/:organizationId/members', listOrganizationMembers, {
      summary: 'List the members of an organization',
      paged: true,
      returns: list(MemberResource),
    }),
    route('PUT /v1/instance/orgs/:organizationId/members/:userId', setOrganizationMember, {
      summary: 'Add or update a member of an organization',
      body: z.object({ role }),
      returns: ok(MemberResource),
    }),
  ]),
];
