import type { TeamMemberState } from '../../../domain/teams/team-member.ts';
import type { TeamState } from '../../../domain/teams/team.ts';
import type { OrganizationUser } from '../../../ports/kernel/viewer.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { TeamRow, TeamFilter, TeamReads } from '../../../ports/teams.ts';
import type { MemoryMemberReads } from './members.ts';
import { containsText, paged } from './kernel/pages.ts';
import type { MemoryReads } from './reads.ts';
import type { MemoryStore } from './store.ts';

/** Reads of teams over the maps. */
export class MemoryTeamReads implements TeamReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
    private readonly members: MemoryMemberReads,
  ) {}

  async list(viewer: OrganizationUser, { title, owner }: TeamFilter, page: PageRequest): Promise<Page<TeamRow>> {
    const teams = this.#teams(viewer, title).filter(
      ({ id }) => owner === undefined || this.#membership(id, owner)?.role === 'owner',
    );
    return paged(
      teams.map((team) => this.#facts(team, viewer)),
      ({ team }) => team.id,
      page,
    );
  }

  async find(viewer: OrganizationUser, teamId: string): Promise<TeamRow | undefined> {
    const team = this.store.state('teams', teamId);
    return team?.organizationId === viewer.organizationId ? structuredClone(this.#facts(team, viewer)) : undefined;
  }

  async listOfMember(
    viewer: OrganizationUser,
    userId: string,
    { title }: Pick<TeamFilter, 'title'>,
    page: PageRequest,
  ): ReturnType<TeamReads['listOfMember']> {
    const teams = this.#teams(viewer, title).flatMap((team) => {
      const theirs = this.#membership(team.id, userId);
      return theirs === undefined ? [] : [{ ...this.#facts(team, viewer), memberRole: theirs.role }];
    });
    return paged(teams, ({ team }) => team.id, page);
  }

  async listMembers(teamId: string, page: PageRequest): ReturnType<TeamReads['listMembers']> {
    const inTeam = this.store.all('teamMembers').filter((one) => one.teamId === teamId);
    const found = await Promise.all(
      inTeam.map(async ({ organizationId, userId, role }) => ({
        row: await this.members.find(organizationId, userId),
        role,
      })),
    );
    return paged(
      found.flatMap(({ row, role }) => (row === undefined ? [] : [{ ...row, role }])),
      ({ member }) => member.id,
      page,
    );
  }

  #teams({ organizationId }: OrganizationUser, title: string | undefined): TeamState[] {
    return this.store
      .all('teams')
      .filter(
        (team) => team.organizationId === organizationId && (title === undefined || containsText([team.title], title)),
      );
  }

  #membership(teamId: string, userId: string): TeamMemberState | undefined {
    return this.store.all('teamMembers').find((one) => one.teamId === teamId && one.userId === userId);
  }

  #facts(team: TeamState, { userId }: OrganizationUser): TeamRow {
    const places = new Set(
      this.store
        .all('grants')
        .flatMap(({ teamId, spaceId, collectionId }) => (teamId === team.id ? [(spaceId ?? collectionId)!] : [])),
    );
    const spaces = this.store
      .all('spaces')
      .filter(
        ({ id, parentId, deletedAt }) =>
          deletedAt === null && [id, ...this.reads.ancestorsOf(parentId)].some((place) => places.has(place)),
      );
    return {
      team,
      members: this.store.all('teamMembers').filter(({ teamId }) => teamId === team.id).length,
      spaces: spaces.length,
      role: this.#membership(team.id, userId)?.role ?? null,
    };
  }
}
