import { collectionScope, spaceScope, type GrantScope, type GrantState } from '../../../domain/permissions/grant.ts';
import type { Level } from '../../../domain/permissions/level.ts';
import { effectiveLevelFrom, type AccessSources } from '../../../domain/permissions/access-reasons.ts';
import type { GrantReads } from '../../../ports/permissions.ts';
import type { OrganizationUser } from '../../../ports/kernel/viewer.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import { paged, type MemoryReads } from './reads.ts';
import type { MemoryStore } from './store.ts';
import type { MemoryTeamReads } from './teams.ts';

const idOf = ({ spaceId, collectionId }: Pick<GrantState, 'spaceId' | 'collectionId'>): string =>
  (spaceId ?? collectionId)!;

/** Reads of permissions over the maps. */
export class MemoryGrantReads implements GrantReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
    private readonly teams: MemoryTeamReads,
  ) {}

  async listUsers(place: GrantScope, page: PageRequest): ReturnType<GrantReads['listUsers']> {
    return paged(
      this.#on([idOf(place)]).flatMap((grant) =>
        grant.userId === null ? [] : [{ grant, user: this.store.state('users', grant.userId)! }],
      ),
      ({ grant }) => grant.id,
      page,
    );
  }

  async listTeams(viewer: OrganizationUser, place: GrantScope, page: PageRequest): ReturnType<GrantReads['listTeams']> {
    const found = this.#on([idOf(place)]).filter(({ teamId }) => teamId !== null);
    const facts = await Promise.all(
      found.map(async (grant) => ({ grant, team: (await this.teams.find(viewer, grant.teamId!))! })),
    );
    return paged(facts, ({ team }) => team.team.id, page);
  }

  async listEffectiveUsers(
    organizationId: string,
    place: GrantScope,
    level: Level | undefined,
    page: PageRequest,
  ): ReturnType<GrantReads['listEffectiveUsers']> {
    const space = this.store.state('spaces', place.spaceId);
    const chain = [
      ...(space === undefined ? [] : [space.id]),
      ...this.reads.around(space === undefined ? place.collectionId : space.parentId),
    ];
    const at = (id: string): GrantScope => (id === place.spaceId ? spaceScope(id) : collectionScope(id));
    const levels = chain.map((id) => ({
      level: (this.store.state('spaces', id) ?? this.store.state('collections', id))!.defaultLevel,
      scope: at(id),
    }));
    const stated = (levels.find((one) => one.level !== 'inherit') ?? null) as AccessSources['statedDefault'];
    const given = this.#on(chain).sort((a, b) => (a.id < b.id ? -1 : 1));
    const people = this.store.all('members').flatMap(({ id, organizationId: of, userId, role }) => {
      const user = this.store.state('users', userId)!;
      if (of !== organizationId || user.disabled) return [];
      const inTeams = new Set(
        this.store.all('teamMembers').flatMap((one) => (one.userId === userId ? [one.teamId] : [])),
      );
      const held = given.filter(
        (grant) => grant.userId === userId || (grant.teamId !== null && inTeams.has(grant.teamId)),
      );
      const sources: AccessSources = {
        role,
        statedDefault: stated,
        grants: held.map((grant) => ({
          level: grant.level,
          scope: at(idOf(grant)),
          team:
            grant.teamId === null ? null : { id: grant.teamId, title: this.store.state('teams', grant.teamId)!.title },
        })),
      };
      const own = effectiveLevelFrom(sources);
      return own === undefined || (level !== undefined && own !== level) ? [] : [{ id, user, sources }];
    });
    const { items, ...rest } = paged(people, ({ id }) => id, page);
    return { items: items.map(({ user, sources }) => ({ user, sources })), ...rest };
  }

  #on(places: readonly string[]): GrantState[] {
    return this.store.all('grants').filter((grant) => places.includes(idOf(grant)));
  }
}
