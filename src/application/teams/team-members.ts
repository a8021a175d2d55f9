import { isAllowed } from '../../domain/permissions/policy.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, UserId } from '../../domain/kernel/id.ts';
import type { TeamRole } from '../../domain/teams/team-member.ts';
import { canManageTeamMembers, canViewTeam } from '../../domain/teams/team-rights.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { loadMemberRow } from '../members/members.ts';
import { command, query, type CommandContext } from '../kernel/use-case.ts';
import { inOrganization, type InOrganizationScope } from '../kernel/scope.ts';
import { changeMembers } from './change-members.ts';
import { resolveMembers } from './resolve-members.ts';
import { visibleTeam, type InTeam } from './teams.ts';

type OfMember = InTeam & { readonly userId: UserId };

export interface TeamMembersInput {
  /** IDs or e-mail addresses. */
  readonly add?: readonly string[];
  /** IDs or e-mail addresses; wins over the other two fields. */
  readonly remove?: readonly string[];
  /** Roles by user ID; users who are not in the team are added. */
  readonly memberships?: Readonly<Record<Id, { readonly role: TeamRole }>>;
}

/** Locks the organization and requires that the caller manages the team's members. @throws NotFound, Forbidden */
async function requireManaged(
  { work, scope }: CommandContext<InOrganizationScope>,
  { organizationId, teamId }: InTeam,
): Promise<void> {
  await work.lock('organizations', organizationId);
  const team = await work.teams.find({ id: teamId, organizationId });
  const own = team && (await work.teamMembers.find({ teamId, userId: scope.caller.userId }));
  const who = { level: scope.level, role: own?.snapshot().role ?? null };
  if (!canViewTeam(who)) throw new PermissionRequired('organization:list-people');
  if (team === undefined) throw new NotFound('team');
  if (!canManageTeamMembers(who)) throw new PermissionRequired('organization:admin');
}

/** Lists the members of a team, with their roles in it. Guests who belong to the team see only themselves. */
export const listTeamMembersInOrganizationById = query<InTeam & { page: PageRequest }>()({
  name: 'listTeamMembersInOrganizationById',
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, input) {
    const { role } = await visibleTeam(context, input);
    const { read, scope } = context;
    const { organizationId, teamId, page } = input;
    const mayList = isAllowed('organization:list-people', {
      level: scope.level,
      member: true,
      operator: scope.caller.operator,
    });
    if (mayList) return read.teamsOf.listMembers(teamId, page);
    const own = { ...(await loadMemberRow(context, organizationId, scope.caller.userId)), role: role! };
    return { items: page.limit === 0 || page.after !== undefined ? [] : [own], count: 1 };
  },
});

/**
 * Adds members to a team, removes members from it, and changes their roles in it: all of it or nothing.
 *
 * `remove` wins over `add` and `memberships`. Administrators and owners of the team may do this. Fails with `NotFound`
 * for a user who is not a member of the organization, and with `Conflict` when the team would lose its last owner.
 */
export const updateMembersInOrganizationTeam = command<InTeam & { body: TeamMembersInput }>()({
  name: 'updateMembersInOrganizationTeam',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { organizationId, teamId, body: { add = [], remove = [], memberships = {} } }): Promise<void> {
    await requireManaged(context, { organizationId, teamId });
    const named = await resolveMembers(context.work, organizationId, [...add, ...remove, ...Object.keys(memberships)]);
    const put = new Map<Id, TeamRole | undefined>(add.map((name) => [named.get(name)!, undefined]));
    for (const [userId, { role }] of Object.entries(memberships)) put.set(named.get(userId)!, role);
    await changeMembers(
      context,
      { organizationId, teamId },
      { put, remove: new Set(remove.map((name) => named.get(name)!)) },
    );
  },
});

/**
 * Adds a member to a team, or changes the member's role in it. Without `role`, a new member becomes an ordinary member
 * and an existing one keeps the role. Administrators and owners of the team may do this. Fails with `Conflict` when the
 * team would lose its last owner.
 */
export const addMemberToOrganizationTeamById = command<OfMember & { body: { role?: TeamRole } }>()({
  name: 'addMemberToOrganizationTeamById',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { organizationId, teamId, userId, body: { role } }): Promise<void> {
    await requireManaged(context, { organizationId, teamId });
    if ((await context.work.members.find({ organizationId, userId })) === undefined) throw new NotFound('user');
    await changeMembers(context, { organizationId, teamId }, { put: new Map([[userId, role]]), remove: new Set() });
  },
});

/**
 * Removes a member from a team. Administrators and owners of the team may do this. Fails with `Conflict` when the team
 * would lose its last owner.
 */
export const deleteMemberFromOrganizationTeamById = command<OfMember>()({
  name: 'deleteMemberFromOrganizationTeamById',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { organizationId, teamId, userId }): Promise<boolean> {
    await requireManaged(context, { organizationId, teamId });
    return (
      (await changeMembers(context, { organizationId, teamId }, { put: new Map(), remove: new Set([userId]) })) > 0
    );
  },
});
