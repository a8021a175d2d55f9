import type { Level } from '../permissions/level.ts';
import { isAllowed } from '../permissions/policy.ts';
import type { TeamRole } from './team-member.ts';

/** What somebody is towards a team: their level in the organization, and their role in the team, if they are in it. */
export interface TeamAccess {
  readonly level: Level | undefined;
  readonly role: TeamRole | null;
}

const isAllowedInOrganization = (
  { level }: TeamAccess,
  permission: 'organization:admin' | 'organization:list-people',
): boolean => isAllowed(permission, { level, member: true, operator: false });

/** Who may list people sees all teams; guests see those they are in. */
export const canViewTeam = (access: TeamAccess): boolean =>
  access.role !== null || isAllowedInOrganization(access, 'organization:list-people');
/** Administrators manage all teams; owners manage who is in theirs, unless they are guests, who may not know members. */
export const canManageTeamMembers = (access: TeamAccess): boolean =>
  (access.role === 'owner' && isAllowedInOrganization(access, 'organization:list-people')) ||
  isAllowedInOrganization(access, 'organization:admin');
