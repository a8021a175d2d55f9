import type { OrganizationId } from '../../domain/kernel/id.ts';
import { effectiveLevelFrom, explainLevel } from '../../domain/permissions/access-reasons.ts';
import { collectionScope, siteScope, spaceScope } from '../../domain/permissions/grant.ts';
import { isAtLeast, LEVELS } from '../../domain/permissions/level.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import type { UserState } from '../../domain/users.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import type { MemberSort } from '../../ports/members.ts';
import type { SiteUserFilter } from '../../ports/permissions.ts';
import { inCollection, inSite, inSpace, type InCollection, type InSpace, type InSite } from '../kernel/scope.ts';
import { query } from '../kernel/use-case.ts';
import {
  PermissionOperations,
  requireExistingSite,
  teamOf,
  userOf,
  type EffectivePermission,
} from './permission-operations.ts';

const onSpace = new PermissionOperations({
  requires: 'space:grant',
  scopeOf: inSpace,
  placeOf: ({ spaceId }: InSpace) => spaceScope(spaceId),
});
/**
 * Grants a level on a space to members and teams; with `role` `null`, revokes what was granted: for all of them or for
 * none. Fails with `NotAllowed` for a level above the caller's own, and with `NotFound` for users and teams that do not
 * belong to the organization.
 */
export const inviteToSpace = onSpace.invite('inviteToSpace');
/**
 * Lists the levels granted to users on a space itself. See `listPermissionsAggregateInSpace` for the levels that take
 * effect.
 */
export const listUserPermissionsInSpace = onSpace.listUsers('listUserPermissionsInSpace');
/**
 * Sets the level granted to a user on a space; `null` revokes it. Fails with `NotAllowed` when the new or the present
 * level is above the caller's own.
 */
export const updateUserPermissionInSpace = onSpace.update('updateUserPermissionInSpace', userOf);
/**
 * Revokes the level granted to a user on a space. The user may still have access through a team, the collection or the
 * organization. Fails with `NotAllowed` when the level is above the caller's own.
 */
export const removeUserFromSpace = onSpace.remove('removeUserFromSpace', userOf);
/** Lists the levels granted to teams on a space itself. */
export const listTeamPermissionsInSpace = onSpace.listTeams('listTeamPermissionsInSpace');
/**
 * Sets the level granted to a team on a space; `null` revokes it. Fails with `NotAllowed` when the new or the present
 * level is above the caller's own.
 */
export const updateTeamPermissionInSpace = onSpace.update('updateTeamPermissionInSpace', teamOf);
/**
 * Revokes the level granted to a team on a space. Its members may still have access otherwise. Fails with `NotAllowed`
 * when the level is above the caller's own.
 */
export const removeTeamFromSpace = onSpace.remove('removeTeamFromSpace', teamOf);
/** Lists the users who can access a space, each with the effective level and every reason for it. */
export const listPermissionsAggregateInSpace = onSpace.aggregate('listPermissionsAggregateInSpace');

/**
 * Lists the users who can review change requests of a space, and who may therefore be asked for a review. Guests see only
 * themselves, unless they may see who has access to the space.
 */
export const listReviewersInSpace = query<InSpace & { readonly page: PageRequest }>()({
  name: 'listReviewersInSpace',
  requires: 'space:edit',
  scope: inSpace,
  async run({ read, scope }, { spaceId, page }): Promise<Page<UserState>> {
    const { organizationId, access, caller, level } = scope;
    if (access.role === null && !isAllowed('space:grant', { level, member: true, operator: false })) {
      const items = isAtLeast(level, 'review') ? [(await read.users.get({ id: caller.userId })).snapshot()] : [];
      return { items, count: items.length };
    }
    const levels = LEVELS.filter((level) => isAtLeast(level, 'review'));
    const { items, ...rest } = await read.grantsOf.listEffectiveUsers(
      organizationId,
      spaceScope(spaceId),
      levels,
      page,
    );
    return { items: items.map(({ user }) => user), ...rest };
  },
});

const onCollection = new PermissionOperations({
  requires: 'collection:grant',
  scopeOf: inCollection,
  placeOf: ({ collectionId }: InCollection) => collectionScope(collectionId),
});
/**
 * Grants a level on a collection to members and teams; with `role` `null`, revokes what was granted: for all of them or
 * for none. Fails with `NotAllowed` for a level above the caller's own, and with `NotFound` for users and teams that do
 * not belong to the organization.
 */
export const inviteToCollection = onCollection.invite('inviteToCollection');
/**
 * Lists the levels granted to users on a collection itself. See `listPermissionsAggregateInCollection` for the levels
 * that take effect.
 */
export const listUserPermissionsInCollection = onCollection.listUsers('listUserPermissionsInCollection');
/**
 * Sets the level granted to a user on a collection; `null` revokes it. Fails with `NotAllowed` when the new or the
 * present level is above the caller's own.
 */
export const updateUserPermissionInCollection = onCollection.update('updateUserPermissionInCollection', userOf);
/**
 * Revokes the level granted to a user on a collection. The user may still have access through a team, a collection
 * around it or the organization. Fails with `NotAllowed` when the level is above the caller's own.
 */
export const removeUserFromCollection = onCollection.remove('removeUserFromCollection', userOf);
/** Lists the levels granted to teams on a collection itself. */
export const listTeamPermissionsInCollection = onCollection.listTeams('listTeamPermissionsInCollection');
/**
 * Sets the level granted to a team on a collection; `null` revokes it. Fails with `NotAllowed` when the new or the
 * present level is above the caller's own.
 */
export const updateTeamPermissionInCollection = onCollection.update('updateTeamPermissionInCollection', teamOf);
/**
 * Revokes the level granted to a team on a collection. Its members may still have access otherwise. Fails with
 * `NotAllowed` when the level is above the caller's own.
 */
export const removeTeamFromCollection = onCollection.remove('removeTeamFromCollection', teamOf);
/** Lists the users who can access a collection, each with the effective level and every reason for it. */
export const listPermissionsAggregateInCollection = onCollection.aggregate('listPermissionsAggregateInCollection');

const onSite = new PermissionOperations({
  requires: 'site:grant',
  scopeOf: inSite,
  placeOf: ({ siteId }: InSite) => siteScope(siteId),
});
/**
 * Grants a level on a site to members and teams, including guests; with `role` `null`, revokes what was granted: for all
 * of them or for none.
 *
 * Level `read` shows the site and its settings, `edit` its insights too; `create` and `admin` manage it. A level on a
 * site gives no access to its spaces: the structure shows each caller the spaces that the caller may see, and letting
 * more people read a space requires the permission `space:grant` on it. Fails with `NotAllowed` for a level above the
 * caller's own, and with `NotFound` for users and teams that do not belong to the organization.
 */
export const inviteToSite = onSite.invite('inviteToSite');
/** Lists the levels granted to users on a site. See `listPermissionsAggregateInSite` for the levels that take effect. */
export const listUserPermissionsInSite = onSite.listUsers('listUserPermissionsInSite');
/**
 * Sets the level granted to a user on a site; `null` revokes it. Fails with `NotAllowed` when the new or the present
 * level is above the caller's own.
 */
export const updateUserPermissionInSite = onSite.update('updateUserPermissionInSite', userOf);
/**
 * Revokes the level granted to a user on a site. The user may still have access through a team or the organization.
 * Fails with `NotAllowed` when the level is above the caller's own.
 */
export const removeUserFromSite = onSite.remove('removeUserFromSite', userOf);
/** Lists the levels granted to teams on a site. */
export const listTeamPermissionsInSite = onSite.listTeams('listTeamPermissionsInSite');
/**
 * Sets the level granted to a team on a site; `null` revokes it. Fails with `NotAllowed` when the new or the present
 * level is above the caller's own.
 */
export const updateTeamPermissionInSite = onSite.update('updateTeamPermissionInSite', teamOf);
/**
 * Revokes the level granted to a team on a site. Its members may still have access otherwise. Fails with `NotAllowed`
 * when the level is above the caller's own.
 */
export const removeTeamFromSite = onSite.remove('removeTeamFromSite', teamOf);

/** A user's level on a site, with the reasons. */
export interface EffectiveSitePermission extends EffectivePermission {
  readonly organizationId: OrganizationId;
  readonly lastSeenAt: string | null;
}

/**
 * Lists the users who have a level on a site, each with the level and every reason for it. Members without a grant have
 * the level of their role in the organization; guests have only what was granted. `role` filters by the level, or with
 * `guest` by the role in the organization. Guests cannot search by e-mail address.
 */
export const listPermissionsAggregateInSite = query<
  InSite &
    Omit<SiteUserFilter, 'namesOnly'> & {
      readonly sort: MemberSort;
      readonly order: 'asc' | 'desc';
      readonly page: PageRequest;
    }
>()({
  name: 'listPermissionsAggregateInSite',
  requires: 'site:grant',
  scope: inSite,
  async run(
    { read, scope },
    { siteId, role, search, team, sort, order, page },
  ): Promise<Page<EffectiveSitePermission>> {
    await requireExistingSite(read, scope, siteScope(siteId));
    const { caller, level } = scope;
    const namesOnly = !isAllowed('organization:list-people', { level, member: true, operator: caller.operator });
    const { items, ...rest } = await read.grantsOf.listEffectiveSiteUsers(
      scope.organizationId,
      siteId,
      { role, search, namesOnly, team },
      sort,
      { ...page, order },
    );
    return {
      items: items.map(({ user, lastSeenAt, sources }) => ({
        organizationId: scope.organizationId,
        user,
        lastSeenAt,
        level: effectiveLevelFrom(sources)!,
        reasons: explainLevel(sources),
      })),
      ...rest,
    };
  },
});
