import {
  collectionScope,
  scopeId,
  siteScope,
  spaceScope,
  type GrantScope,
  type GrantState,
} from '../../../domain/permissions/grant.ts';
import type { Level } from '../../../domain/permissions/level.ts';
import { effectiveLevelFrom, type AccessSources } from '../../../domain/permissions/access-reasons.ts';
import type { MemberSort } from '../../../ports/members.ts';
import type { GrantReads, SiteUserFilter } from '../../../ports/permissions.ts';
import type { OrganizationUser } from '../../../ports/kernel/viewer.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import { sortedMembers } from './members.ts';
import { paged } from './kernel/pages.ts';
import type { MemoryReads } from './reads.ts';
import type { MemoryStore } from './store.ts';
import type { MemoryTeamReads } from './teams.ts';

/** Reads of permissions over the maps. */
export class MemoryGrantReads implements GrantReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
    private readonly teams: MemoryTeamReads,
  ) {}

  async listUsers(place: GrantScope, page: PageRequest): ReturnType<GrantReads['listUsers']> {
    return paged(
      this.#on([scopeId(place)]).flatMap((grant) =>
        grant.userId === null ? [] : [{ grant, user: this.store.state('users', grant.userId)! }],
      ),
      ({ grant }) => grant.id,
      page,
    );
  }

  async listTeams(viewer: OrganizationUser, place: GrantScope, page: PageRequest): ReturnType<GrantReads['listTeams']> {
    const found = this.#on([scopeId(place)]).filter(({ teamId }) => teamId !== null);
    const facts = await Promise.all(
      found.map(async (grant) => ({ grant, team: (await this.teams.find(viewer, grant.teamId!))! })),
    );
    return paged(facts, ({ team }) => team.team.id, page);
  }

  async listEffectiveUsers(
    organizationId: string,
    place: GrantScope,
    levels: readonly Level[] | undefined,
    page: PageRequest,
  ): ReturnType<GrantReads['listEffectiveUsers']> {
    const space = this.store.state('spaces', place.spaceId);
    const chain = [
      ...(space === undefined ? [] : [space.id]),
      ...this.reads.ancestorsOf(space === undefined ? place.collectionId : space.parentId),
    ];
    const at = (id: string): GrantScope => (id === place.spaceId ? spaceScope(id) : collectionScope(id));
    const defaults = chain.map((id) => ({
      level: (this.store.state('spaces', id) ?? this.store.state('collections', id))!.defaultLevel,
      scope: at(id),
    }));
    const stated = (defaults.find((one) => one.level !== 'inherit') ?? null) as AccessSources['statedDefault'];
    const grants = this.#on(chain).sort((a, b) => (a.id < b.id ? -1 : 1));
    const people = this.#withAccess(organizationId, grants, stated, at).filter(
      ({ own }) => levels === undefined || levels.includes(own),
    );
    const { items, ...rest } = paged(people, ({ member }) => member.id, page);
    return { items: items.map(({ user, sources }) => ({ user, sources })), ...rest };
  }

  async listEffectiveSiteUsers(
    organizationId: string,
    siteId: string,
    { role, team, ...search }: SiteUserFilter,
    sort: MemberSort,
    page: PageRequest,
  ): ReturnType<GrantReads['listEffectiveSiteUsers']> {
    const grants = this.#on([siteId]).sort((a, b) => (a.id < b.id ? -1 : 1));
    const people = this.#withAccess(organizationId, grants, null, () => siteScope(siteId))
      .filter(({ member, own }) => role === undefined || (role === 'guest' ? member.role === null : own === role))
      .filter(
        ({ member }) =>
          team === undefined ||
          this.store
            .all('teamMembers')
            .some(
              (one) => one.teamId === team && one.userId === member.userId && one.organizationId === organizationId,
            ),
      );
    const { items, ...rest } = sortedMembers(people, search, sort, page);
    return {
      items: items.map(({ user, sources, member: { lastSeenAt } }) => ({ user, sources, lastSeenAt })),
      ...rest,
    };
  }

  /** Lists the enabled members with a level and all its sources. */
  #withAccess(
    organizationId: string,
    grants: readonly GrantState[],
    statedDefault: AccessSources['statedDefault'],
    at: (id: string) => GrantScope,
  ) {
    return this.store.all('members').flatMap((member) => {
      const { organizationId: of, userId, role } = member;
      const user = this.store.state('users', userId)!;
      if (of !== organizationId || user.disabled) return [];
      const inTeams = new Set(
        this.store.all('teamMembers').flatMap((one) => (one.userId === userId ? [one.teamId] : [])),
      );
      const held = grants.filter(
        (grant) => grant.userId === userId || (grant.teamId !== null && inTeams.has(grant.teamId)),
      );
      const sources: AccessSources = {
        role,
        statedDefault,
        grants: held.map((grant) => ({
          level: grant.level,
          scope: at(scopeId(grant)),
          team:
            grant.teamId === null ? null : { id: grant.teamId, title: this.store.state('teams', grant.teamId)!.title },
        })),
      };
      const own = effectiveLevelFrom(sources);
      return own === undefined ? [] : [{ member, user, own, sources }];
    });
  }

  #on(places: readonly string[]): GrantState[] {
    return this.store.all('grants').filter((grant) => places.includes(scopeId(grant)));
  }
}
