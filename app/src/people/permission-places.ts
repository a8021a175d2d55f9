import {
  inviteToCollection,
  inviteToSite,
  inviteToSpace,
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSite,
  listPermissionsAggregateInSpace,
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
  type Collection,
  type PermissionAggregate,
  type Site,
  type Space,
  type TeamPermission,
  type UserPermission,
} from '../api/operations.ts';
import type { Level } from './levels.ts';

interface ListPart<Item> {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string };
  readonly count: number;
}
type ReadPart<Item> = (query: { readonly limit: number; readonly page?: string }) => Promise<ListPart<Item>>;
export interface PermissionGrant {
  readonly role: Level;
  readonly users?: readonly string[];
  readonly teams?: readonly string[];
}

/** Space, collection or site on which people and teams have permissions, with the operations on these. */
export interface PermissionPlace {
  readonly kind: 'space' | 'collection' | 'site';
  readonly id: string;
  readonly organizationId: string;
  /** Tells whether the user may change permissions here. */
  readonly isAdmin: boolean;
  readonly listUsers: ReadPart<UserPermission>;
  readonly listTeams: ReadPart<TeamPermission>;
  readonly listEffectiveUsers: ReadPart<Pick<PermissionAggregate, 'user' | 'permission' | 'reasons'>>;
  grant(to: PermissionGrant): Promise<unknown>;
  setUser(userId: string, role: Level): Promise<unknown>;
  removeUser(userId: string): Promise<unknown>;
  setTeam(teamId: string, role: Level): Promise<unknown>;
  removeTeam(teamId: string): Promise<unknown>;
}

/** Permissions on a space. */
export function permissionsOnSpace({ id, organization, permissions }: Space): PermissionPlace {
  const path = { spaceId: id };
  return {
    kind: 'space',
    id,
    organizationId: organization,
    isAdmin: permissions.admin,
    listUsers: (query) => listUserPermissionsInSpace({ path, query }),
    listTeams: (query) => listTeamPermissionsInSpace({ path, query }),
    listEffectiveUsers: (query) => listPermissionsAggregateInSpace({ path, query }),
    grant: (body) => inviteToSpace({ path, body }),
    setUser: (userId, role) => updateUserPermissionInSpace({ path: { ...path, userId }, body: { role } }),
    removeUser: (userId) => removeUserFromSpace({ path: { ...path, userId } }),
    setTeam: (teamId, role) => updateTeamPermissionInSpace({ path: { ...path, teamId }, body: { role } }),
    removeTeam: (teamId) => removeTeamFromSpace({ path: { ...path, teamId } }),
  };
}

/** Permissions on a collection. */
export function permissionsOnCollection({ id, organization, permissions }: Collection): PermissionPlace {
  const path = { collectionId: id };
  return {
    kind: 'collection',
    id,
    organizationId: organization,
    isAdmin: permissions.admin,
    listUsers: (query) => listUserPermissionsInCollection({ path, query }),
    listTeams: (query) => listTeamPermissionsInCollection({ path, query }),
    listEffectiveUsers: (query) => listPermissionsAggregateInCollection({ path, query }),
    grant: (body) => inviteToCollection({ path, body }),
    setUser: (userId, role) => updateUserPermissionInCollection({ path: { ...path, userId }, body: { role } }),
    removeUser: (userId) => removeUserFromCollection({ path: { ...path, userId } }),
    setTeam: (teamId, role) => updateTeamPermissionInCollection({ path: { ...path, teamId }, body: { role } }),
    removeTeam: (teamId) => removeTeamFromCollection({ path: { ...path, teamId } }),
  };
}

/** Permissions on a site. */
export function permissionsOnSite(organizationId: string, { id, permissions }: Site): PermissionPlace {
  const path = { organizationId, siteId: id };
  return {
    kind: 'site',
    id,
    organizationId,
    isAdmin: permissions.admin,
    listUsers: (query) => listUserPermissionsInSite({ path, query }),
    listTeams: (query) => listTeamPermissionsInSite({ path, query }),
    listEffectiveUsers: (query) => listPermissionsAggregateInSite({ path, query }),
    grant: (body) => inviteToSite({ path, body }),
    setUser: (userId, role) => updateUserPermissionInSite({ path: { ...path, userId }, body: { role } }),
    removeUser: (userId) => removeUserFromSite({ path: { ...path, userId } }),
    setTeam: (teamId, role) => updateTeamPermissionInSite({ path: { ...path, teamId }, body: { role } }),
    removeTeam: (teamId) => removeTeamFromSite({ path: { ...path, teamId } }),
  };
}
