import type { Id } from '../domain/kernel/id.ts';
import type { TeamRole } from '../domain/teams/team-member.ts';
import type { TeamState } from '../domain/teams/team.ts';
import type { OrganizationUser } from './kernel/viewer.ts';
import type { MemberRow } from './members.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

/** A team with its numbers. */
export interface TeamRow {
  readonly team: TeamState;
  readonly members: number;
  /** Spaces that the team was given a level on, by themselves or with a collection around them. */
  readonly spaces: number;
  /** The viewer's role in it; null for who is not in it. */
  readonly role: TeamRole | null;
}

export interface TeamFilter {
  /** A part of the title, in any case. */
  readonly title?: string | undefined;
  /** Only teams that this user is an owner of. */
  readonly owner?: Id | undefined;
}

/** Teams and who is in them, as it is committed. */
export interface TeamReads {
  list(viewer: OrganizationUser, filter: TeamFilter, page: PageRequest): Promise<Page<TeamRow>>;
  find(viewer: OrganizationUser, teamId: Id): Promise<TeamRow | undefined>;
  /** The teams that a member is in, with the member's role there. */
  listOfMember(
    viewer: OrganizationUser,
    userId: Id,
    filter: Pick<TeamFilter, 'title'>,
    page: PageRequest,
  ): Promise<Page<TeamRow & { readonly memberRole: TeamRole }>>;
  /** Who is in a team, in the order in which they joined the organization. */
  listMembers(teamId: Id, page: PageRequest): Promise<Page<MemberRow & { readonly role: TeamRole }>>;
}
