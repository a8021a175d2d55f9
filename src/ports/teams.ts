import type { Id, TeamId, UserId } from '../domain/kernel/id.ts';
import type { TeamRole } from '../domain/teams/team-member.ts';
import type { TeamState } from '../domain/teams/team.ts';
import type { OrganizationUser } from './kernel/viewer.ts';
import type { MemberRow } from './members.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

/** Team with its counts. */
export interface TeamRow {
  readonly team: TeamState;
  readonly members: number;
  /** Number of spaces that the team has a level on, directly or through a collection. */
  readonly spaces: number;
  /** Viewer's role in the team; null if the viewer is not in it. */
  readonly role: TeamRole | null;
}

export interface TeamFilter {
  /** Part of the title, case-insensitive. */
  readonly title?: string | undefined;
  /** Teams that this user is an owner of. */
  readonly owner?: Id | undefined;
}

/** Reads of committed teams and their members. */
export interface TeamReads {
  list(viewer: OrganizationUser, filter: TeamFilter, page: PageRequest): Promise<Page<TeamRow>>;
  find(viewer: OrganizationUser, teamId: TeamId): Promise<TeamRow | undefined>;
  /** Lists the teams of a member, with the member's role in each. */
  listOfMember(
    viewer: OrganizationUser,
    userId: UserId,
    filter: Pick<TeamFilter, 'title'>,
    page: PageRequest,
  ): Promise<Page<TeamRow & { readonly memberRole: TeamRole }>>;
  /** Lists the members of a team in the order in which they joined the organization. */
  listMembers(teamId: TeamId, page: PageRequest): Promise<Page<MemberRow & { readonly role: TeamRole }>>;
}
