import {
  Grant,
  collectionScope,
  siteScope,
  spaceScope,
  teamGrantee,
  userGrantee,
  type Grantee,
  type GrantScope,
} from '../../domain/permissions/grant.ts';
import { isAtLeast, LEVELS, type Level, type Role } from '../../domain/permissions/level.ts';
import { effectiveLevelFrom, explainLevel, type AccessReason } from '../../domain/permissions/access-reasons.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, CollectionId, OrganizationId, SiteId, SpaceId, TeamId, UserId } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';
import type { MemberSort } from '../../ports/members.ts';
import type { SiteUserFilter } from '../../ports/permissions.ts';
import { inSite, type InSiteScope, type ScopeFacts } from '../kernel/scope.ts';
import { lowerCopies } from '../spaces/copied-access.ts';
import { command, query, type CommandContext } from '../kernel/use-case.ts';
import { requireExistingTarget } from './existing-target.ts';
import { requireLevels } from './level-rights.ts';

type InPlace = { readonly space: Id } | { readonly collection: Id } | InSiteScope;
type Context = CommandContext<InPlace, 'ids'>;
type Facts = ScopeFacts<InPlace>;

/** Returns the caller's level on the place of an operation. */
const ownLevel = (facts: Facts): Level => ('siteLevel' in facts ? facts.siteLevel : facts.level);

/** A user's level on a space or a collection, with the reasons. */
export interface EffectivePermission {
  readonly user: UserState;
  readonly level: Level;
  /** All reasons; the one that determines the level first. */
  readonly reasons: readonly AccessReason[];
}

/** Users and teams whose levels are granted or revoked. */
type PermissionInput = { readonly role: Role; readonly users?: readonly Id[]; readonly teams?: readonly Id[] };

/**
 * Requires that a user or team belongs to the organization; others are not found, whether they exist or not. @throws
 * NotFound
 */
async function requireHolder({ work, scope: { organizationId } }: Context, { userId, teamId }: Grantee): Promise<void> {
  if (userId !== null && (await work.members.find({ organizationId, userId })) === undefined)
    throw new NotFound('user', userId);
  if (teamId !== null && (await work.teams.find({ id: teamId, organizationId })) === undefined)
    throw new NotFound('team', teamId);
}

/**
 * Requires that a site exists: a caller's role gives a level on sites that do not. @throws NotFound
 */
async function requireExistingSite(
  { sites }: Pick<Finders, 'sites'>,
  { organizationId }: Facts,
  { siteId }: GrantScope,
): Promise<void> {
  if (siteId !== null) await sites.get({ id: siteId, organizationId });
}

/**
 * Locks the organization of a place until the unit of work ends, so that no holder leaves it and nobody copies grants
 * concurrently. The place may have been deleted or transferred before the lock was taken. @throws NotFound
 */
async function lockPlace({ work, scope }: Context, place: GrantScope): Promise<void> {
  await work.lock('organizations', scope.organizationId);
  await requireExistingTarget(work, scope.organizationId, place);
  await requireExistingSite(work, scope, place);
}

async function grantLevel(
  { work, ids, scope }: Context,
  place: GrantScope,
  grantee: Grantee,
  level: Level,
): Promise<void> {
  const { organizationId } = scope;
  const known = await work.grants.find({ ...place, ...grantee });
  requireLevels(ownLevel(scope), [known?.snapshot().level]);
  known?.changeLevel(level);
  await work.grants.save(known ?? Grant.create({ id: ids.next(), organizationId, scope: place, grantee, level }));
  if (known !== undefined) await lowerCopies(work, known, level);
}

/** Revokes a grant. @returns true if the grant existed @throws NotAllowed for a level above the caller's */
async function revokeLevel({ work, scope }: Context, place: GrantScope, grantee: Grantee): Promise<boolean> {
  const grant = await work.grants.find({ ...place, ...grantee });
  if (grant === undefined) return false;
  requireLevels(ownLevel(scope), [grant.snapshot().level]);
  await lowerCopies(work, grant, null);
  grant.revoke();
  await work.grants.delete(grant);
  return true;
}

const userOf = ({ userId }: { readonly userId: UserId }): Grantee => userGrantee(userId);
const teamOf = ({ teamId }: { readonly teamId: TeamId }): Grantee => teamGrantee(teamId);

/** Creates the use cases for the permissions on spaces, collections or sites; each takes its operationId. */
function permissionOperations<Input extends object>(kind: {
  readonly grants: 'space:grant' | 'collection:grant' | 'site:grant';
  readonly within: (input: Input) => InPlace;
  readonly place: (input: Input) => GrantScope;
}) {
  const { grants: requires, within, place } = kind;
  type Setting = { readonly body: { readonly role: Role } };

  /** Sets the level of all holders or of none. */
  async function set(context: Context, input: Input, role: Role, holders: readonly Grantee[]): Promise<void> {
    requireLevels(ownLevel(context.scope), [role]);
    await lockPlace(context, place(input));
    for (const grantee of holders) {
      await requireHolder(context, grantee);
      if (role === null) await revokeLevel(context, place(input), grantee);
      else await grantLevel(context, place(input), grantee, role);
    }
  }

  return {
    /** Grants a level to members and teams; `null` revokes it. */
    invite: (name: string) =>
      command<Input & { body: PermissionInput }>()({
        name,
        requires,
        scope: within,
        needs: ['ids'],
        run(context, input) {
          const { users, teams, role } = input.body;
          const holders = [...[...new Set(users)].map(userGrantee), ...[...new Set(teams)].map(teamGrantee)];
          return set(context, input, role, holders);
        },
      }),
    /** Sets the level of one holder; `null` revokes it. */
    update: <Holder extends object>(name: string, granteeOf: (holder: Holder) => Grantee) =>
      command<Input & Holder & Setting>()({
        name,
        requires,
        scope: within,
        needs: ['ids'],
        run: (context, input) => set(context, input, input.body.role, [granteeOf(input)]),
      }),
    /** Revokes the level of one holder. @returns true if there was one */
    remove: <Holder extends object>(name: string, granteeOf: (holder: Holder) => Grantee) =>
      command<Input & Holder>()({
        name,
        requires,
        scope: within,
        needs: ['ids'],
        async run(context, input) {
          await lockPlace(context, place(input));
          return revokeLevel(context, place(input), granteeOf(input));
        },
      }),
    listUsers: (name: string) =>
      query<Input & { page: PageRequest }>()({
        name,
        requires,
        scope: within,
        async run({ read, scope }, input) {
          await requireExistingSite(read, scope, place(input));
          return read.grantsOf.listUsers(place(input), input.page);
        },
      }),
    listTeams: (name: string) =>
      query<Input & { page: PageRequest }>()({
        name,
        requires,
        scope: within,
        async run({ read, scope }, input) {
          const { organizationId, caller } = scope;
          await requireExistingSite(read, scope, place(input));
          const viewer = { organizationId, userId: caller.userId };
          const { items, ...rest } = await read.grantsOf.listTeams(viewer, place(input), input.page);
          const level = items.length === 0 ? null : ((await read.members.find(viewer))?.snapshot().role ?? null);
          return {
            items: items.map(({ grant, team }) => ({ grant, team: { ...team, level: level ?? undefined } })),
            ...rest,
          };
        },
      }),
    /** Lists the users who can access the place, each with the level and its reasons. */
    aggregate: (name: string) =>
      query<Input & { role?: Level; page: PageRequest }>()({
        name,
        requires,
        scope: within,
        async run({ read, scope: { organizationId } }, input): Promise<Page<EffectivePermission>> {
          const { items, ...rest } = await read.grantsOf.listEffectiveUsers(
            organizationId,
            place(input),
            input.role && [input.role],
            input.page,
          );
          return {
            items: items.map(({ user, sources }) => ({
              user,
              level: effectiveLevelFrom(sources)!,
              reasons: explainLevel(sources),
            })),
            ...rest,
          };
        },
      }),
  };
}

const onSpace = permissionOperations({
  grants: 'space:grant',
  within: ({ spaceId }: { readonly spaceId: SpaceId }) => ({ space: spaceId }),
  place: ({ spaceId }) => spaceScope(spaceId),
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
export const listReviewersInSpace = query<{ readonly spaceId: SpaceId; readonly page: PageRequest }>()({
  name: 'listReviewersInSpace',
  requires: 'space:edit',
  scope: ({ spaceId }) => ({ space: spaceId }),
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

const onCollection = permissionOperations({
  grants: 'collection:grant',
  within: ({ collectionId }: { readonly collectionId: CollectionId }) => ({ collection: collectionId }),
  place: ({ collectionId }) => collectionScope(collectionId),
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

type OfSite = { readonly organizationId: OrganizationId; readonly siteId: SiteId };

const onSite = permissionOperations({
  grants: 'site:grant',
  within: inSite,
  place: ({ siteId }: OfSite) => siteScope(siteId),
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
  OfSite &
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
