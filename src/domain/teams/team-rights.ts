import type { Level } from '../access/level.ts';
import { allows } from '../access/policy.ts';
import type { TeamRole } from './team-member.ts';

/** What somebody is towards a team: their level in the organization, and their role in the team, if they are in it. */
export interface TowardsTeam {
  readonly level: Level | undefined;
  readonly role: TeamRole | null;
}

const organization = ({ level }: TowardsTeam, permission: 'organization:admin' | 'organization:list-people'): boolean =>
  allows(permission, { level, member: true, operator: false });

/** Who may list people sees all teams; guests see those they are in. */
export const maySeeTeam = (who: TowardsTeam): boolean =>
  who.role !== null || organization(who, 'organization:list-people');
/** Administrators manage all teams; owners manage who is in theirs, unless they are guests, who may not know members. */
export const mayManageMembers = (who: TowardsTeam): boolean =>
  (who.role === 'owner' && organization(who, 'organization:list-people')) || organization(who, 'organization:admin');
