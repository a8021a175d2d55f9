import * as z from 'zod';
import {
  inviteToCollection,
  inviteToSite,
  inviteToSpace,
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSite,
  listPermissionsAggregateInSpace,
  listReviewersInSpace,
  listTeamPermissionsInCollection,
  listTeamPermissionsInSite,
  listTeamPermissionsInSpace,
  listUserPermissionsInCollection,
  listUserPermissionsInSite,
  listUserPermissionsInSpace,
  removeTeamFromCollection,
  removeTeamFromSite,
  removeTeamFromSpace,
  removeUserFromCollection,
  removeUserFromSite,
  removeUserFromSpace,
  updateTeamPermissionInCollection,
  updateTeamPermissionInSite,
  updateTeamPermissionInSpace,
  updateUserPermissionInCollection,
  updateUserPermissionInSite,
  updateUserPermissionInSpace,
  type EffectiveSitePermission,
} from '../../application/permissions/permissions.ts';
import type { EffectivePermission } from '../../application/permissions/permission-operations.ts';
import type { TeamView } from '../../application/teams/teams.ts';
import type { AccessReason } from '../../domain/permissions/access-reasons.ts';
import { LEVELS } from '../../domain/permissions/level.ts';
import type { GrantState } from '../../domain/permissions/grant.ts';
import type { UserState } from '../../domain/users.ts';
import { idField, instant, level, role } from './kernel/fields.ts';
import { list, noContent, present, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { memberListing } from './members.routes.ts';
import { TeamResource } from './teams.routes.ts';
import { UserResource } from './users.routes.ts';

const UserPermissionResource = resource(
  'UserPermission',
  z.object({ permission: level, user: UserResource.schema }),
  ({ grant, user }: { grant: GrantState; user: UserState }, links) => ({
    permission: grant.level,
    user: UserResource.present(user, links),
  }),
);

const TeamPermissionResource = resource(
  'TeamPermission',
  z.object({ permission: level, team: TeamResource.schema }),
  ({ grant, team }: { grant: GrantState; team: TeamView }, links) => ({
    permission: grant.level,
    team: TeamResource.present(team, links),
  }),
);

const aggregate = z.object({
  permission: level,
  user: UserResource.schema,
  reasons: z
    .array(
      z.object({
        kind: z.enum(['administrator', 'grant', 'team', 'default']),
        permission: level.meta({ description: 'Level granted by this cause alone.' }),
        space: z.string().optional(),
        collection: z.string().optional(),
        site: z.string().optional().meta({
          description: 'Space, collection or site of the grant; without any, the role in the organization.',
        }),
        team: z.object({ id: z.string(), title: z.string() }).optional(),
      }),
    )
    .meta({ description: 'All causes, with the effective one first.' }),
});
const presentReasons = (reasons: readonly AccessReason[]) =>
  reasons.map(({ kind, level: permission, scope, team }) => ({
    kind,
    permission,
    ...present({ space: scope?.spaceId, collection: scope?.collectionId, site: scope?.siteId, team }),
  }));

const AggregateResource = resource(
  'PermissionAggregate',
  aggregate,
  ({ user, level: permission, reasons }: EffectivePermission, links) => ({
    permission,
    user: UserResource.present(user, links),
    reasons: presentReasons(reasons),
  }),
);

const SiteAggregateResource = resource(
  'SitePermissionAggregate',
  aggregate.extend({
    origin: z
      .union([
        z.object({ type: z.literal('organization'), organization: z.string() }),
        z.object({
          type: z.literal('site'),
          site: z.string(),
          reason: z.enum(['member', 'team']),
          team: z.string().optional(),
        }),
      ])
      .meta({
        description:
          'Cause of the effective level: the role in the organization or, with `Quire-Version: 2`, a grant on the site; see `reasons` otherwise.',
      }),
    disabled: z.literal(false).meta({ description: 'False: disabled users have no access and are left out.' }),
    lastSeenAt: instant.optional(),
  }),
  ({ organizationId, user, level: permission, reasons, lastSeenAt }: EffectiveSitePermission, links) => {
    const { scope, team } = reasons[0]!;
    const site = scope?.siteId;
    return {
      ...present({ lastSeenAt }),
      permission,
      user: UserResource.present(user, links),
      origin:
        site === undefined || site === null || links.version === 1
          ? { type: 'organization' as const, organization: organizationId }
          : {
              type: 'site' as const,
              site,
              ...(team === null ? { reason: 'member' as const } : { reason: 'team' as const, team: team.id }),
            },
      disabled: false as const,
      reasons: presentReasons(reasons),
    };
  },
);

const ids = z.array(idField).min(1).max(1000);
const invitation = z
  .object({ role, users: ids.optional(), teams: ids.optional() })
  .refine(({ users, teams }) => users !== undefined || teams !== undefined, {
    path: ['users'],
    message: 'must name at least one user or team',
  });
const setting = z.object({ role });
const ofLevel = { role: level.optional().meta({ description: 'Level of the users on this resource.' }) };

const SITE_PERMISSIONS = '/v1/orgs/:organizationId/sites/:siteId/permissions';

export const permissionRoutes = tagged('Permissions', [
  route('POST /v1/spaces/:spaceId/permissions', inviteToSpace, {
    summary: 'Grant or revoke space permissions',
    body: invitation,
    returns: noContent,
  }),
  route('GET /v1/spaces/:spaceId/permissions/users', listUserPermissionsInSpace, {
    summary: 'List the user permissions on a space',
    paged: true,
    returns: list(UserPermissionResource),
  }),
  route('PATCH /v1/spaces/:spaceId/permissions/users/:userId', updateUserPermissionInSpace, {
    summary: 'Update the permission of a user on a space',
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/spaces/:spaceId/permissions/users/:userId', removeUserFromSpace, {
    summary: 'Remove the permission of a user on a space',
    returns: removed,
  }),
  route('GET /v1/spaces/:spaceId/permissions/teams', listTeamPermissionsInSpace, {
    summary: 'List the team permissions on a space',
    paged: true,
    returns: list(TeamPermissionResource),
  }),
  route('PATCH /v1/spaces/:spaceId/permissions/teams/:teamId', updateTeamPermissionInSpace, {
    summary: 'Update the permission of a team on a space',
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/spaces/:spaceId/permissions/teams/:teamId', removeTeamFromSpace, {
    summary: 'Remove the permission of a team on a space',
    returns: removed,
  }),
  route('GET /v1/spaces/:spaceId/permissions/aggregate', listPermissionsAggregateInSpace, {
    summary: 'List effective permissions on a space',
    query: ofLevel,
    paged: true,
    returns: list(AggregateResource),
  }),
  route('GET /v1/spaces/:spaceId/reviewers', listReviewersInSpace, {
    summary: 'List who can review in a space',
    paged: true,
    returns: list(UserResource),
  }),

  route('POST /v1/collections/:collectionId/permissions', inviteToCollection, {
    summary: 'Grant or revoke collection permissions',
    body: invitation,
    returns: noContent,
  }),
  route('GET /v1/collections/:collectionId/permissions/users', listUserPermissionsInCollection, {
    summary: 'List the user permissions on a collection',
    paged: true,
    returns: list(UserPermissionResource),
  }),
  route('PATCH /v1/collections/:collectionId/permissions/users/:userId', updateUserPermissionInCollection, {
    summary: 'Update the permission of a user on a collection',
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/collections/:collectionId/permissions/users/:userId', removeUserFromCollection, {
    summary: 'Remove the permission of a user on a collection',
    returns: removed,
  }),
  route('GET /v1/collections/:collectionId/permissions/teams', listTeamPermissionsInCollection, {
    summary: 'List the team permissions on a collection',
    paged: true,
    returns: list(TeamPermissionResource),
  }),
  route('PATCH /v1/collections/:collectionId/permissions/teams/:teamId', updateTeamPermissionInCollection, {
    summary: 'Update the permission of a team on a collection',
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/collections/:collectionId/permissions/teams/:teamId', removeTeamFromCollection, {
    summary: 'Remove the permission of a team on a collection',
    returns: removed,
  }),
  route('GET /v1/collections/:collectionId/permissions/aggregate', listPermissionsAggregateInCollection, {
    summary: 'List effective permissions on a collection',
    query: ofLevel,
    paged: true,
    returns: list(AggregateResource),
  }),

  route(`POST ${SITE_PERMISSIONS}`, inviteToSite, {
    summary: 'Grant or revoke site permissions',
    body: invitation,
    returns: noContent,
  }),
  route(`GET ${SITE_PERMISSIONS}/users`, listUserPermissionsInSite, {
    summary: 'List the user permissions on a site',
    paged: true,
    returns: list(UserPermissionResource),
  }),
  route(`PATCH ${SITE_PERMISSIONS}/users/:userId`, updateUserPermissionInSite, {
    summary: 'Update the permission of a user on a site',
    body: setting,
    returns: noContent,
  }),
  route(`DELETE ${SITE_PERMISSIONS}/users/:userId`, removeUserFromSite, {
    summary: 'Remove the permission of a user on a site',
    returns: removed,
  }),
  route(`GET ${SITE_PERMISSIONS}/teams`, listTeamPermissionsInSite, {
    summary: 'List the team permissions on a site',
    paged: true,
    returns: list(TeamPermissionResource),
  }),
  route(`PATCH ${SITE_PERMISSIONS}/teams/:teamId`, updateTeamPermissionInSite, {
    summary: 'Update the permission of a team on a site',
    body: setting,
    returns: noContent,
  }),
  route(`DELETE ${SITE_PERMISSIONS}/teams/:teamId`, removeTeamFromSite, {
    summary: 'Remove the permission of a team on a site',
    returns: removed,
  }),
  route(`GET ${SITE_PERMISSIONS}/aggregate`, listPermissionsAggregateInSite, {
    summary: 'List effective permissions on a site',
    query: {
      role: z
        .enum([...LEVELS, 'guest'])
        .optional()
        .meta({ description: 'Level of the users on the site, or `guest` for guests of the organization.' }),
      team: z.string().min(1).max(100).optional().meta({ description: 'Team of the users.' }),
      ...memberListing,
    },
    paged: true,
    returns: list(SiteAggregateResource),
  }),
]);
