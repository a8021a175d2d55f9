import { effectiveLevel, nearestDefaultLevel, type AccessFacts } from '../../../domain/permissions/access-facts.ts';
import { scopeId } from '../../../domain/permissions/grant.ts';
import type { DefaultLevel } from '../../../domain/permissions/level.ts';
import { gitSyncSummary } from '../../../domain/git/git-sync.ts';
import type { CallerResolver, Caller, ResolvedCaller, SpaceRow } from '../../../ports/permissions.ts';
import { providerOrigin } from '../../../domain/sso/saml-provider.ts';
import { type SpaceReads } from '../../../ports/spaces.ts';
import { ANY_ORIGIN } from '../../../ports/kernel/viewer.ts';
import type { MemberRow } from '../../../ports/members.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import { sortedKey } from '../list-keys.ts';
import { countOpenComments, MemoryChangeRequestReads } from './change-requests/change-request-reads.ts';
import { paged } from './kernel/pages.ts';
import type { MemoryStore } from './store.ts';

/** Access to places, and the spaces and collections that a user can see, over the maps. */
export class MemoryReads implements CallerResolver, SpaceReads {
  readonly #changeRequests: MemoryChangeRequestReads;

  constructor(private readonly store: MemoryStore) {
    this.#changeRequests = new MemoryChangeRequestReads(store);
  }

  // Access

  async inInstance(tokenHash: string, at: string): Promise<ResolvedCaller<{}> | undefined> {
    const caller = this.#caller(tokenHash, at);
    return caller && { caller };
  }
  async inOrganization(tokenHash: string, organizationId: string, at: string): Promise<ResolvedCaller<{}> | undefined> {
    const caller = this.#caller(tokenHash, at);
    if (caller === undefined || this.store.state('organizations', organizationId) === undefined)
      return caller && { caller };
    return { caller, scope: { organizationId, ...this.#inOrganization(caller, organizationId, 'inherit', []) } };
  }
  async inSite(
    tokenHash: string,
    organizationId: string,
    siteId: string,
    at: string,
  ): ReturnType<CallerResolver['inSite']> {
    const { caller, scope } = (await this.inOrganization(tokenHash, organizationId, at)) ?? {};
    if (caller === undefined || scope === undefined) return caller && { caller };
    const places = this.store.state('sites', siteId)?.organizationId === organizationId ? [siteId] : [];
    const { access } = this.#inOrganization(caller, organizationId, 'inherit', places);
    return { caller, scope: { ...scope, siteGrants: access.grantedLevels } };
  }
  async inCollection(tokenHash: string, collectionId: string, at: string): ReturnType<CallerResolver['inCollection']> {
    const caller = this.#caller(tokenHash, at);
    const collection = this.store.state('collections', collectionId);
    if (caller === undefined || collection === undefined) return caller && { caller };
    const { organizationId } = collection;
    return {
      caller,
      scope: {
        collection: structuredClone(collection),
        organizationId,
        ...this.#inOrganization(caller, organizationId, this.#defaultIn(collectionId), this.ancestorsOf(collectionId)),
      },
    };
  }
  async inSpace(tokenHash: string, spaceId: string, at: string): ReturnType<CallerResolver['inSpace']> {
    const caller = this.#caller(tokenHash, at);
    const space = this.#facts(spaceId);
    if (caller === undefined || space === undefined) return caller && { caller };
    const { id, organizationId, parentId } = space.state;
    return {
      caller,
      scope: {
        space,
        organizationId,
        ...this.#inOrganization(caller, organizationId, this.#spaceDefault(space), [id, ...this.ancestorsOf(parentId)]),
      },
    };
  }

  async inChangeRequest(
    tokenHash: string,
    spaceId: string,
    key: string,
    at: string,
  ): ReturnType<CallerResolver['inChangeRequest']> {
    const { caller, scope: place } = (await this.inSpace(tokenHash, spaceId, at)) ?? {};
    if (caller === undefined || place === undefined) return caller && { caller };
    const facts = await this.#changeRequests.find(spaceId, key);
    return {
      caller,
      scope: {
        ...place,
        ...(facts && {
          changeRequest: { ...facts, version: this.store.tables.changeRequests.get(facts.state.id)!.version },
        }),
      },
    };
  }

  // Spaces and collections

  async listSpaces(
    { organizationId, userId, via }: Parameters<SpaceReads['listSpaces']>[0],
    { collectionId, ids, deleted = false }: Parameters<SpaceReads['listSpaces']>[1],
    page: PageRequest,
  ): ReturnType<SpaceReads['listSpaces']> {
    const inside = this.isSsoRequired(organizationId, via)
      ? []
      : this.store
          .all('spaces')
          .filter(
            (space) =>
              space.organizationId === organizationId &&
              (space.deletedAt !== null) === deleted &&
              (collectionId === undefined || space.parentId === collectionId) &&
              (ids === undefined || ids.includes(space.id)),
          );
    const all = inside
      .map(({ id }) => this.#facts(id)!)
      .map((space) => ({ space, access: this.#spaceAccess(space, userId) }));
    return paged(
      all.filter(({ access }) => {
        const level = effectiveLevel(access);
        return deleted ? level === 'create' || level === 'admin' : level !== undefined;
      }),
      ({ space }) => sortedKey(space.state.rank, space.state.id),
      page,
    );
  }
  async findSpaces(organizationId: string, ids: readonly string[]): Promise<readonly SpaceRow[]> {
    return ids.flatMap((id) => {
      const space = this.#facts(id);
      return space !== undefined && space.state.organizationId === organizationId && space.state.deletedAt === null
        ? [space]
        : [];
    });
  }
  async listCollections(
    { organizationId, userId, via }: Parameters<SpaceReads['listCollections']>[0],
    { nested }: { nested: boolean },
    page: PageRequest,
  ): ReturnType<SpaceReads['listCollections']> {
    const which = this.isSsoRequired(organizationId, via)
      ? []
      : this.store
          .all('collections')
          .filter(
            (collection) => collection.organizationId === organizationId && (nested || collection.parentId === null),
          );
    const all = which.map((collection) => ({
      collection,
      access: this.#accessFacts(
        organizationId,
        userId,
        this.#defaultIn(collection.id),
        this.ancestorsOf(collection.id),
      ),
    }));
    return paged(
      all.filter(({ access }) => effectiveLevel(access) !== undefined),
      ({ collection }) => sortedKey(collection.rank, collection.id),
      page,
    );
  }

  async organizationAccess({
    organizationId,
    userId,
    via,
  }: Parameters<SpaceReads['organizationAccess']>[0]): ReturnType<SpaceReads['organizationAccess']> {
    if (this.store.state('organizations', organizationId) === undefined) return undefined;
    return {
      access: this.#accessFacts(organizationId, userId, 'inherit', []),
      ssoRequired: this.isSsoRequired(organizationId, via),
    };
  }
  /** Facts that decide the level of a user on a site, whatever the organization of the site. */
  siteAccess(organizationId: string, siteId: string, userId: string): AccessFacts {
    return this.#accessFacts(organizationId, userId, 'inherit', [siteId]);
  }
  async findCollection(
    { organizationId, userId }: Parameters<SpaceReads['findCollection']>[0],
    collectionId: string,
  ): ReturnType<SpaceReads['findCollection']> {
    const collection = this.store.state('collections', collectionId);
    if (collection === undefined || collection.organizationId !== organizationId) return undefined;
    return {
      collection: structuredClone(collection),
      access: this.#accessFacts(organizationId, userId, this.#defaultIn(collectionId), this.ancestorsOf(collectionId)),
    };
  }

  /** Facts that decide the level of a user on a space; undefined for a space that does not exist. */
  accessFactsOn(spaceId: string, userId: string): AccessFacts | undefined {
    const space = this.#facts(spaceId);
    return space === undefined || space.state.deletedAt !== null ? undefined : this.#spaceAccess(space, userId);
  }

  #caller(tokenHash: string, at: string): Caller | undefined {
    const token = this.store.all('apiTokens').find(({ hash }) => hash === tokenHash);
    if (token === undefined || (token.expiresAt !== null && token.expiresAt <= at)) return undefined;
    const user = this.store.state('users', token.userId);
    if (user === undefined || user.disabled) return undefined;
    const confinedTo = token.organizationId;
    return {
      userId: user.id,
      via: token.via,
      tokenId: token.id,
      readOnly: token.readOnly,
      operator: user.operator && confinedTo === null,
      confinedTo,
    };
  }

  /** Resolves a caller in an organization; a token that is confined to another one counts as a stranger's. */
  #inOrganization(
    { userId, via, confinedTo }: Caller,
    organizationId: string,
    defaultLevel: DefaultLevel,
    places: readonly string[],
  ): { access: AccessFacts; ssoRequired: boolean } {
    const member =
      confinedTo === null || confinedTo === organizationId ? this.#memberOf(organizationId, userId) : undefined;
    const access =
      member === undefined
        ? { role: undefined, grantedLevels: [], defaultLevel }
        : this.#accessFacts(organizationId, userId, defaultLevel, places);
    return { access, ssoRequired: this.isSsoRequired(organizationId, via) };
  }

  #memberOf(organizationId: string, userId: string): MemberRow['member'] | undefined {
    return this.store.all('members').find((one) => one.organizationId === organizationId && one.userId === userId);
  }

  /**
   * Tells whether SSO is enforced and the origin of the credential is none of the organization's identity providers.
   */
  isSsoRequired(organizationId: string, via: string | null): boolean {
    if (via === ANY_ORIGIN || !this.store.state('organizations', organizationId)!.sso) return false;
    return !this.store
      .all('samlProviders')
      .some((provider) => provider.organizationId === organizationId && providerOrigin(provider.id) === via);
  }

  /**
   * Collects the facts that decide the level of a user.
   * @param places the places whose grants count: the place itself and all collections around it
   */
  #accessFacts(
    organizationId: string,
    userId: string,
    defaultLevel: DefaultLevel,
    places: readonly string[],
  ): AccessFacts {
    const member =
      this.store.state('users', userId)?.disabled === false ? this.#memberOf(organizationId, userId) : undefined;
    const holders = new Set([
      userId,
      ...this.store
        .all('teamMembers')
        .flatMap((one) => (one.userId === userId && one.organizationId === organizationId ? [one.teamId] : [])),
    ]);
    const granted = this.store
      .all('grants')
      .filter((grant) => holders.has((grant.userId ?? grant.teamId)!) && places.includes(scopeId(grant)));
    return {
      role: member === undefined ? undefined : member.role,
      grantedLevels: granted.map(({ level }) => level),
      defaultLevel,
    };
  }

  #spaceAccess(space: SpaceRow, userId: string): AccessFacts {
    const { id, organizationId, parentId } = space.state;
    return this.#accessFacts(organizationId, userId, this.#spaceDefault(space), [id, ...this.ancestorsOf(parentId)]);
  }

  #spaceDefault({ state }: SpaceRow): DefaultLevel {
    return state.defaultLevel === 'inherit' ? this.#defaultIn(state.parentId) : state.defaultLevel;
  }

  /** Lists the collection and all collections around it. */
  ancestorsOf(collectionId: string | null): string[] {
    const chain: string[] = [];
    for (
      let at = this.store.state('collections', collectionId);
      at !== undefined;
      at = this.store.state('collections', at.parentId)
    )
      chain.push(at.id);
    return chain;
  }

  #defaultIn(collectionId: string | null): DefaultLevel {
    const chain: DefaultLevel[] = [];
    for (
      let at = this.store.state('collections', collectionId);
      at !== undefined;
      at = this.store.state('collections', at.parentId)
    )
      chain.push(at.defaultLevel);
    return nearestDefaultLevel(chain);
  }

  #facts(id: string): SpaceRow | undefined {
    const state = this.store.state('spaces', id);
    const branch = this.store.tables.branches.get(id)?.state;
    if (state === undefined || branch === undefined) return undefined;
    const gitSync = this.store.state('gitSyncs', id);
    const statuses = this.store
      .all('changeRequests')
      .filter(({ spaceId }) => spaceId === id)
      .map(({ status }) => status);
    return {
      state: structuredClone(state),
      head: { revisionId: branch.revisionId, content: branch.content },
      comments: countOpenComments(this.store, id, null),
      changeRequests: statuses.length,
      changeRequestsOpen: statuses.filter((status) => status === 'open').length,
      changeRequestsDraft: statuses.filter((status) => status === 'draft').length,
      gitSync: gitSync === undefined ? null : gitSyncSummary(gitSync),
    };
  }
}
