import { z } from 'zod';
import {
  inviteToCollection,
  inviteToSpace,
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSpace,
  listTeamPermissionsInCollection,
  listTeamPermissionsInSpace,
  listUserPermissionsInCollection,
  listUserPermissionsInSpace,
  removeTeamFromCollection,
  removeTeamFromSpace,
  removeUserFromCollection,
  removeUserFromSpace,
  updateTeamPermissionInCollection,
  updateTeamPermissionInSpace,
  updateUserPermissionInCollection,
  updateUserPermissionInSpace,
  type EffectivePermission,
} from '../../application/permissions/permissions.ts';
import type { TeamView } from '../../application/teams/teams.ts';
import type { GrantState } from '../../domain/permissions/grant.ts';
import type { UserState } from '../../domain/users.ts';
import { idField, idParam, level, role } from './kernel/fields.ts';
import { list, noContent, present, removed, resource } from './kernel/reply.ts';
import { route } from './kernel/route.ts';
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

const AggregateResource = resource(
  'PermissionAggregate',
  z.object({
    permission: level,
    user: UserResource.schema,
    reasons: z
      .array(
        z.object({
          kind: z.enum(['administrator', 'grant', 'team', 'default']),
          permission: level.meta({ description: 'Level granted by this cause alone.' }),
          space: z.string().optional(),
          collection: z.string().optional().meta({
            description: 'Space or collection of the grant; without either, the role in the organization.',
          }),
          team: z.object({ id: z.string(), title: z.string() }).optional(),
        }),
      )
      .meta({ description: 'All causes, with the effective one first.' }),
  }),
  ({ user, level: permission, reasons }: EffectivePermission, links) => ({
    permission,
    user: UserResource.present(user, links),
    reasons: reasons.map((reason) => ({
      kind: reason.kind,
      permission: reason.level,
      ...present({ space: reason.scope?.spaceId, collection: reason.scope?.collectionId, team: reason.team }),
    })),
  }),
);

const tag = 'Permissions';
const ids = z.array(idField).min(1).max(1000);
const invitation = z
  .object({ role, users: ids.optional(), teams: ids.optional() })
  .refine(({ users, teams }) => users !== undefined || teams !== undefined, {
    path: ['users'],
    message: 'must name at least one user or team',
  });
const setting = z.object({ role });
const ofLevel = { role: level.optional().meta({ description: 'Level of the users on this resource.' }) };

const inSpace = { spaceId: idParam };
const inCollection = { collectionId: idParam };

export const permissionRoutes = [
  route('POST /v1/spaces/:spaceId/permissions', inviteToSpace, {
    summary: 'Grant or revoke space permissions',
    tag,
    path: inSpace,
    body: invitation,
    returns: noContent,
  }),
  route('GET /v1/spaces/:spaceId/permissions/users', listUserPermissionsInSpace, {
    summary: 'List the user permissions on a space',
    tag,
    path: inSpace,
    paged: true,
    returns: list(UserPermissionResource),
  }),
  route('PATCH /v1/spaces/:spaceId/permissions/users/:userId', updateUserPermissionInSpace, {
    summary: 'Update the permission of a user on a space',
    tag,
    path: { ...inSpace, userId: idParam },
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/spaces/:spaceId/permissions/users/:userId', removeUserFromSpace, {
    summary: 'Remove the permission of a user on a space',
    tag,
    path: { ...inSpace, userId: idParam },
    returns: removed,
  }),
  route('GET /v1/spaces/:spaceId/permissions/teams', listTeamPermissionsInSpace, {
    summary: 'List the team permissions on a space',
    tag,
    path: inSpace,
    paged: true,
    returns: list(TeamPermissionResource),
  }),
  route('PATCH /v1/spaces/:spaceId/permissions/teams/:teamId', updateTeamPermissionInSpace, {
    summary: 'Update the permission of a team on a space',
    tag,
    path: { ...inSpace, teamId: idParam },
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/spaces/:spaceId/permissions/teams/:teamId', removeTeamFromSpace, {
    summary: 'Remove the permission of a team on a space',
    tag,
    path: { ...inSpace, teamId: idParam },
    returns: removed,
  }),
  route('GET /v1/spaces/:spaceId/permissions/aggregate', listPermissionsAggregateInSpace, {
    summary: 'List effective permissions on a space',
    tag,
    path: inSpace,
    query: ofLevel,
    paged: true,
    returns: list(AggregateResource),
  }),

  route('POST /v1/collections/:collectionId/permissions', inviteToCollection, {
    summary: 'Grant or revoke collection permissions',
    tag,
    path: inCollection,
    body: invitation,
    returns: noContent,
  }),
  route('GET /v1/collections/:collectionId/permissions/users', listUserPermissionsInCollection, {
    summary: 'List the user permissions on a collection',
    tag,
    path: inCollection,
    paged: true,
    returns: list(UserPermissionResource),
  }),
  route('PATCH /v1/collections/:collectionId/permissions/users/:userId', updateUserPermissionInCollection, {
    summary: 'Update the permission of a user on a collection',
    tag,
    path: { ...inCollection, userId: idParam },
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/collections/:collectionId/permissions/users/:userId', removeUserFromCollection, {
    summary: 'Remove the permission of a user on a collection',
    tag,
    path: { ...inCollection, userId: idParam },
    returns: removed,
  }),
  route('GET /v1/collections/:collectionId/permissions/teams', listTeamPermissionsInCollection, {
    summary: 'List the team permissions on a collection',
    tag,
    path: inCollection,
    paged: true,
    returns: list(TeamPermissionResource),
  }),
  route('PATCH /v1/collections/:collectionId/permissions/teams/:teamId', updateTeamPermissionInCollection, {
    summary: 'Update the permission of a team on a collection',
    tag,
    path: { ...inCollection, teamId: idParam },
    body: setting,
    returns: noContent,
  }),
  route('DELETE /v1/collections/:collectionId/permissions/teams/:teamId', removeTeamFromCollection, {
    summary: 'Remove the permission of a team on a collection',
    tag,
    path: { ...inCollection, teamId: idParam },
    returns: removed,
  }),
  route('GET /v1/collections/:collectionId/permissions/aggregate', listPermissionsAggregateInCollection, {
    summary: 'List effective permissions on a collection',
    tag,
    path: inCollection,
    query: ofLevel,
    paged: true,
    returns: list(AggregateResource),
  }),
];
