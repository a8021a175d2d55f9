import type { Level } from '../permissions/level.ts';
import { isAllowed } from '../permissions/policy.ts';
import type { TeamRole } from './team-member.ts';

/** Access of a user to a team: the level in the organization, and the role in the team, if any. */
export interface TeamAccess {
  readonly level: Level | undefined;
  readonly role: TeamRole | null;
}

const isAllowedInOrganization = (
  { level }: TeamAccess,
  permission: 'organization:admin' | 'organization:list-people',
): boolean => isAllowed(permission, { level, member: true, operator: false });

/** Tells whether the user may see the team: all teams with the permission to list people, otherwise only their own. */
export const canViewTeam = (access: TeamAccess): boolean =>
  access.role !== null || isAllowedInOrganization(access, 'organization:list-people');
/**
 * Tells whether the user may manage the team's members: administrators may in all teams, owners in theirs unless they
 * are guests, who may not see members.
 */
export const canManageTeamMembers = (access: TeamAccess): boolean =>
  (access.role === 'owner' && isAllowedInOrganization(access, 'organization:list-people')) ||
  isAllowedInOrganization(access, 'organization:admin');
