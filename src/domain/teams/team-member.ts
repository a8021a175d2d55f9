import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { OrganizationId, TeamId, UserId } from '../kernel/id.ts';

/** Owners manage the team's members, including themselves, and nothing else of the team. */
export const TEAM_ROLES = ['owner', 'member'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export interface TeamMemberState extends State {
  readonly organizationId: OrganizationId;
  readonly teamId: TeamId;
  readonly userId: UserId;
  readonly role: TeamRole;
  readonly joinedAt: string;
}

/** Membership of an organization member in a team. */
export class TeamMember extends Aggregate<TeamMemberState> {
  static readonly kind = 'team member';
  static restore = (state: TeamMemberState) => new TeamMember(state);

  static join(state: TeamMemberState): TeamMember {
    const member = new TeamMember(state);
    member.record('team.member-joined', { team: state.teamId, userId: state.userId, role: state.role });
    return member;
  }

  changeRole(role: TeamRole): void {
    const { teamId, userId, role: before } = this.state;
    if (role !== before)
      this.apply({ role }, 'team.member-role-changed', { team: teamId, userId, before, after: role });
  }

  leave(): void {
    const { teamId, userId, role } = this.state;
    this.record('team.member-left', { team: teamId, userId, role });
  }
}
