import { effectiveLevel, nearestDefaultLevel, type AccessFacts } from '../../../domain/permissions/access-facts.ts';
import { scopeId } from '../../../domain/permissions/grant.ts';
import type { DefaultLevel } from '../../../domain/permissions/level.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import { gitSyncSummary } from '../../../domain/git/git-sync.ts';
import type { UserState } from '../../../domain/users.ts';
import type { CallerResolver, Caller, ResolvedCaller, SpaceRow } from '../../../ports/permissions.ts';
import type { ChangeRequestRow, ChangeRequestReads } from '../../../ports/change-requests/change-request-reads.ts';
import { providerOrigin } from '../../../domain/sso/saml-provider.ts';
import { type SpaceReads } from '../../../ports/spaces.ts';
import { ANY_ORIGIN } from '../../../ports/kernel/viewer.ts';
import type { UserReads } from '../../../ports/users.ts';
import type { MemberRow } from '../../../ports/members.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { Revisions } from '../../../ports/content/revisions.ts';
import { pageOf, sortedKey } from '../list-keys.ts';
import type { MemoryStore, RevisionRow } from './store.ts';

/** Makes a page of `all`, ordered by the id that `key` returns. */
export function paged<T>(
  all: readonly T[],
  key: (item: T) => string,
  { limit, after, order = 'asc' }: PageRequest,
): Page<T> {
  const direction = order === 'desc' ? -1 : 1;
  const sorted = [...all].sort((a, b) => (key(a) < key(b) ? -direction : direction));
  const rest = sorted.filter(
    (item) => after === undefined || (order === 'desc' ? key(item) < after : key(item) > after),
  );
  return structuredClone(pageOf(rest, limit, all.length, key));
}

/** Makes a page of items that are in the order in which they were stored; its key is an id. */
export function pagedAsStored<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  { limit, after, order = 'asc' }: PageRequest,
): Page<T> {
  const sorted = order === 'desc' ? [...all].reverse() : all;
  const last = sorted.findIndex((item) => idOf(item) === after);
  const rest = after === undefined ? sorted : last < 0 ? [] : sorted.slice(last + 1);
  return structuredClone(pageOf(rest, limit, all.length, idOf));
}

/** Tells whether one of the texts contains `part`, whatever the case. */
export const containsText = (texts: readonly string[], part: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(part.toLowerCase()));

const withoutBranch = ({ branchId: _, ...revision }: RevisionRow): Revision => revision;

/** Reads that span several kinds of aggregates, over the maps. */
export class MemoryReads implements CallerResolver, UserReads, SpaceReads {
  constructor(private readonly store: MemoryStore) {}

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
    const facts = await this.changeRequests.find(spaceId, key);
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

  // People

  async listUsers(search: string | undefined, page: PageRequest): ReturnType<UserReads['listUsers']> {
    const found = this.store
      .all('users')
      .filter(({ displayName, email }) => search === undefined || containsText([displayName, email], search));
    return paged(found, ({ id }) => id, page);
  }
  async listOrganizations(search: string | undefined, page: PageRequest): ReturnType<UserReads['listOrganizations']> {
    const found = this.store
      .all('organizations')
      .filter(({ title }) => search === undefined || containsText([title], search));
    const members = this.store.all('members');
    return paged(
      found.map((organization) => ({
        organization,
        members: members.filter(({ organizationId }) => organizationId === organization.id).length,
      })),
      ({ organization }) => organization.id,
      page,
    );
  }
  async organizationsOf(userId: string, page: PageRequest): ReturnType<UserReads['organizationsOf']> {
    const all = this.store.all('members').filter((member) => member.userId === userId);
    return paged(
      all.map(({ organizationId, role }) => ({
        organization: this.store.state('organizations', organizationId)!,
        role,
        ownsTeam: this.store
          .all('teamMembers')
          .some((one) => one.organizationId === organizationId && one.userId === userId && one.role === 'owner'),
      })),
      ({ organization }) => organization.id,
      page,
    );
  }
  async organizationsOfDomain(domain: string): ReturnType<UserReads['organizationsOfDomain']> {
    const owners = new Set(
      this.store
        .all('emailDomains')
        .flatMap(({ provenDomain, organizationId }) => (provenDomain === domain ? organizationId : [])),
    );
    const all = this.store.all('organizations').filter(({ id }) => owners.has(id));
    return paged(all, ({ id }) => id, { limit: 100 }).items;
  }
  async usersById(ids: readonly string[]): Promise<readonly UserState[]> {
    return structuredClone(ids.flatMap((id) => this.store.state('users', id) ?? []));
  }
  async canSee({ userId, via }: Parameters<UserReads['canSee']>[0], other: string): Promise<boolean> {
    const members = this.store.all('members');
    const own = members.filter(
      (a) => a.userId === userId && a.role !== null && !this.#ssoRequired(a.organizationId, via),
    );
    return own.some(({ organizationId }) =>
      members.some((b) => b.userId === other && b.organizationId === organizationId),
    );
  }

  // Library

  async listSpaces(
    { organizationId, userId, via }: Parameters<SpaceReads['listSpaces']>[0],
    { collectionId, ids, deleted = false }: Parameters<SpaceReads['listSpaces']>[1],
    page: PageRequest,
  ): ReturnType<SpaceReads['listSpaces']> {
    const inside = this.#ssoRequired(organizationId, via)
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
    const which = this.#ssoRequired(organizationId, via)
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
      ssoRequired: this.#ssoRequired(organizationId, via),
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

  // Change requests and revisions

  readonly revisions: Revisions = {
    find: async (spaceId, id) => {
      const row = this.store.tables.revisions.get(id)?.state;
      if (row === undefined || row.spaceId !== spaceId) return undefined;
      return structuredClone(withoutBranch(row));
    },
    list: async (spaceId, branchId, page) => {
      const all = [...this.store.tables.revisions.values()]
        .map(({ state }) => state)
        .filter((row) => row.spaceId === spaceId && row.branchId === branchId);
      return pagedAsStored(
        all.map((row) => ({ revision: withoutBranch(row), author: this.store.state('users', row.createdBy) ?? null })),
        ({ revision }) => revision.id,
        page,
      );
    },
  };

  readonly changeRequests: ChangeRequestReads = {
    find: async (spaceId, key) => {
      const found = this.store
        .all('changeRequests')
        .find((state) => state.spaceId === spaceId && (state.id === key || String(state.number) === key));
      return found && this.changeRequestFacts(found);
    },
    findMany: async (spaceId, ids) =>
      this.store
        .all('changeRequests')
        .filter((state) => state.spaceId === spaceId && ids.includes(state.id))
        .map((state) => this.changeRequestFacts(state)),
    list: async (spaceId, { status, creator, contributor, requestedReviewer }, page) => {
      const awaitingReview =
        requestedReviewer === undefined ? undefined : this.changeRequestsAwaiting(requestedReviewer);
      const all = this.store
        .all('changeRequests')
        .filter((state) => state.spaceId === spaceId && (status === undefined || state.status === status))
        .filter((state) => creator === undefined || state.createdBy === creator)
        .filter((state) => contributor === undefined || this.contributed(state, contributor))
        .filter((state) => awaitingReview?.has(state.id) ?? true);
      return paged(
        all.map((state) => this.changeRequestFacts(state)),
        ({ state }) => state.id,
        page,
      );
    },
  };

  /** Returns the ids of the change requests whose review was requested from the user or a team of the user. */
  changeRequestsAwaiting(userId: string): ReadonlySet<string> {
    const reviewers = new Set([
      userId,
      ...this.store.all('teamMembers').flatMap((member) => (member.userId === userId ? [member.teamId] : [])),
    ]);
    return new Set(
      this.store
        .all('reviewRequests')
        .flatMap((request) => (reviewers.has((request.userId ?? request.teamId)!) ? [request.changeRequestId] : [])),
    );
  }

  /** Tells whether the user created the change request or one of its revisions. */
  contributed({ id, createdBy }: ChangeRequestRow['state'], userId: string): boolean {
    return (
      createdBy === userId ||
      [...this.store.tables.revisions.values()].some(({ state }) => state.branchId === id && state.createdBy === userId)
    );
  }

  /** Facts that decide the level of a user on a space; undefined for a space that does not exist. */
  accessFactsOn(spaceId: string, userId: string): AccessFacts | undefined {
    const space = this.#facts(spaceId);
    return space === undefined || space.state.deletedAt !== null ? undefined : this.#spaceAccess(space, userId);
  }

  changeRequestFacts(state: ChangeRequestRow['state']): ChangeRequestRow {
    const head = this.store.tables.branches.get(state.id)!.state;
    const primary = this.store.tables.branches.get(state.spaceId)!.state.revisionId;
    return structuredClone({
      state,
      author: this.store.state('users', state.createdBy)!,
      merger: this.#merger(state),
      head: { revisionId: head.revisionId, content: head.content },
      primary,
      comments: this.#openComments(state.spaceId, state.id),
    });
  }

  #merger({ revisionMerged }: ChangeRequestRow['state']): ChangeRequestRow['merger'] {
    const by = revisionMerged === null ? null : this.store.tables.revisions.get(revisionMerged)!.state.createdBy;
    return by === null ? null : this.store.state('users', by)!;
  }

  #openComments(spaceId: string, changeRequestId: string | null): number {
    return this.store
      .all('comments')
      .filter(
        (comment) =>
          comment.spaceId === spaceId && comment.changeRequestId === changeRequestId && comment.status === 'open',
      ).length;
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
    return { access, ssoRequired: this.#ssoRequired(organizationId, via) };
  }

  #memberOf(organizationId: string, userId: string): MemberRow['member'] | undefined {
    return this.store.all('members').find((one) => one.organizationId === organizationId && one.userId === userId);
  }

  /**
   * Tells whether SSO is enforced and the origin of the credential is none of the organization's identity providers.
   */
  #ssoRequired(organizationId: string, via: string | null): boolean {
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
      comments: this.#openComments(id, null),
      changeRequests: statuses.length,
      changeRequestsOpen: statuses.filter((status) => status === 'open').length,
      changeRequestsDraft: statuses.filter((status) => status === 'draft').length,
      gitSync: gitSync === undefined ? null : gitSyncSummary(gitSync),
    };
  }
}
