import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import type { Level } from '../../domain/permissions/level.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { TeamId, UserId } from '../../domain/kernel/id.ts';
import { Team } from '../../domain/teams/team.ts';
import { canViewTeam } from '../../domain/teams/team-rights.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { TeamRow, TeamFilter } from '../../ports/teams.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';
import { type InOrganization, inOrganization, type InOrganizationScope } from '../kernel/scope.ts';
import { revokeGrants } from '../permissions/revoke-grants.ts';
import { requireMemberVisible } from '../members/members.ts';
import { changeMembers } from './change-members.ts';
import { resolveMembers } from './resolve-members.ts';

/** A team as the caller sees it: with the caller's role in it and the caller's level in the organization. */
export interface TeamView extends TeamRow {
  readonly level: Level | undefined;
}
export type InTeam = InOrganization & { readonly teamId: TeamId };

/**
 * Finds a team that the caller may see. @throws NotFound for an unknown team; Forbidden for guests outside the team,
 * whether it exists or not
 */
export async function visibleTeam(
  { read, scope }: QueryContext<InOrganizationScope>,
  { organizationId, teamId }: InTeam,
): Promise<TeamRow> {
  const found = await read.teamsOf.find({ organizationId, userId: scope.caller.userId }, teamId);
  if (!canViewTeam({ level: scope.level, role: found?.role ?? null }))
    throw new PermissionRequired('organization:list-people');
  if (found === undefined) throw new NotFound('team');
  return found;
}

/**
 * Lists the teams of an organization. With `owner`, lists the teams that the user can manage: all of them for an
 * administrator, none for a guest.
 */
export const listTeamsInOrganizationById = query<InOrganization & TeamFilter & { page: PageRequest }>()({
  name: 'listTeamsInOrganizationById',
  requires: 'organization:list-people',
  scope: inOrganization,
  async run({ read, scope }, { organizationId, title, owner, page }) {
    const managerRole =
      owner === undefined ? undefined : (await read.members.find({ organizationId, userId: owner }))?.snapshot().role;
    // Guests cannot manage the teams that they own.
    if (managerRole === null) return { items: [], count: 0 };
    const { items, ...rest } = await read.teamsOf.list(
      { organizationId, userId: scope.caller.userId },
      { title, ...(managerRole !== 'admin' && { owner }) },
      page,
    );
    return { items: items.map((facts): TeamView => ({ ...facts, level: scope.level })), ...rest };
  },
});

/** Gets a team. Guests can get only the teams they belong to. */
export const getTeamInOrganizationById = query<InTeam>()({
  name: 'getTeamInOrganizationById',
  requires: 'organization:view',
  scope: inOrganization,
  run: async (context, input): Promise<TeamView> => ({
    ...(await visibleTeam(context, input)),
    level: context.scope.level,
  }),
});

/**
 * Creates a team. Members are named by user ID or e-mail address; none of them becomes an owner. Fails with `NotFound`
 * when one of them is not a member of the organization.
 */
export const createOrganizationTeam = command<
  InOrganization & { body: { title: string; members?: readonly string[] } }
>()({
  name: 'createOrganizationTeam',
  requires: 'organization:admin',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { organizationId, body: { title, members = [] } }): Promise<TeamView> {
    const { work, ids, now, scope } = context;
    await work.lock('organizations', organizationId);
    const userIds = new Set((await resolveMembers(work, organizationId, members)).values());
    const team = Team.create({ id: ids.next(), organizationId, title, createdAt: now });
    await work.teams.save(team);
    await changeMembers(
      context,
      { organizationId, teamId: team.id },
      { put: new Map([...userIds].map((userId) => [userId, undefined])), remove: new Set() },
    );
    return {
      team: team.snapshot(),
      members: userIds.size,
      spaces: 0,
      role: userIds.has(scope.caller.userId) ? 'member' : null,
      level: scope.level,
    };
  },
});

/** Renames a team. */
export const updateTeamInOrganizationById = command<InTeam & { body: { title: string } }>()({
  name: 'updateTeamInOrganizationById',
  requires: 'organization:admin',
  scope: inOrganization,
  async run(context, { organizationId, teamId, body: { title } }): Promise<TeamView> {
    const { work, scope } = context;
    const team = await work.teams.get({ id: teamId, organizationId });
    team.rename(title);
    await work.teams.save(team);
    return { ...(await visibleTeam(context, { organizationId, teamId })), team: team.snapshot(), level: scope.level };
  },
});

/** Deletes a team and revokes the permissions granted to it. Its members stay in the organization. */
export const removeTeamFromOrganizationById = command<InTeam>()({
  name: 'removeTeamFromOrganizationById',
  requires: 'organization:admin',
  scope: inOrganization,
  async run({ work }, { organizationId, teamId }): Promise<boolean> {
    await work.lock('organizations', organizationId);
    const team = await work.teams.find({ id: teamId, organizationId });
    if (team === undefined) return false;
    await revokeGrants(work, organizationId, { teamId });
    team.delete();
    await work.teams.delete(team);
    return true;
  },
});

/** Lists the teams of a member, with the member's role in each. Guests can ask for themselves only. */
export const listTeamsForOrganizationMember = query<
  InOrganization & { userId: UserId; title?: string; page: PageRequest }
>()({
  name: 'listTeamsForOrganizationMember',
  requires: 'organization:view',
  scope: inOrganization,
  async run({ read, scope }, { organizationId, userId, title, page }) {
    requireMemberVisible(scope, userId);
    if ((await read.members.find({ organizationId, userId })) === undefined) throw new NotFound('member', userId);
    const { items, ...rest } = await read.teamsOf.listOfMember(
      { organizationId, userId: scope.caller.userId },
      userId,
      { title },
      page,
    );
    return {
      items: items.map(({ memberRole, ...facts }) => ({
        team: { ...facts, level: scope.level } satisfies TeamView,
        memberRole,
      })),
      ...rest,
    };
  },
});
