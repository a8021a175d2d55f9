import type { AccessFacts } from '../domain/permissions/access-facts.ts';
import type { CollectionState } from '../domain/collections.ts';
import type { GitSyncSummary } from '../domain/git/git-sync.ts';
import type {
  Id,
  ApiTokenId,
  CollectionId,
  OrganizationId,
  SiteId,
  SpaceId,
  TeamId,
  UserId,
} from '../domain/kernel/id.ts';
import type { SpaceState } from '../domain/spaces.ts';
import type { VersionedChangeRequest } from './change-requests/change-request-reads.ts';
import type { Head } from './content/branches.ts';
import type { GrantScope, GrantState } from '../domain/permissions/grant.ts';
import type { Level } from '../domain/permissions/level.ts';
import type { AccessSources } from '../domain/permissions/access-reasons.ts';
import type { UserState } from '../domain/users.ts';
import type { OrganizationUser } from './kernel/viewer.ts';
import type { Page, PageRequest } from './kernel/repository.ts';
import type { MemberSort, PeopleSearch } from './members.ts';
import type { TeamRow } from './teams.ts';

/** Caller: the user behind a valid API token. */
export interface Caller {
  readonly userId: UserId;
  /** Origin of the credential, as `ApiTokenState.via`. */
  readonly via: string | null;
  readonly tokenId: ApiTokenId;
  readonly readOnly: boolean;
  readonly operator: boolean;
  /**
   * Only organization that the credential gives access to; null for all of the user's organizations. A confined caller
   * has no operator rights.
   */
  readonly confinedTo: Id | null;
}

/** Space with its counts. */
export interface SpaceRow {
  readonly state: SpaceState;
  readonly head: Head;
  /** Open comments on the space itself. */
  readonly comments: number;
  readonly changeRequests: number;
  readonly changeRequestsOpen: number;
  readonly changeRequestsDraft: number;
  /** Null if the space was never synced. */
  readonly gitSync: GitSyncSummary | null;
}

/** Levels granted to a caller on a site of the organization; none if the organization has no such site. */
export interface SiteGrants {
  readonly siteGrants: readonly Level[];
}

/** Caller and, if the scope exists, the caller's access to it. */
export interface ResolvedCaller<Place> {
  readonly caller: Caller;
  readonly scope?: Place & {
    readonly organizationId: OrganizationId;
    readonly access: AccessFacts;
    /**
     * True if the organization enforces SSO and the credential does not come from a sign-in through one of its identity
     * providers. The member's `sso` flag does not count.
     */
    readonly ssoRequired: boolean;
  };
}

/**
 * Resolves a token to a caller, and a scope to the caller's access, in one statement on committed data: a revoked or
 * expired token or a lost role takes effect at once on every node. Returns undefined if the token is unknown, revoked
 * or expired at `at`, or if its user is disabled.
 */
export interface CallerResolver {
  inInstance(tokenHash: string, at: string): Promise<ResolvedCaller<{}> | undefined>;
  inOrganization(
    tokenHash: string,
    organizationId: OrganizationId,
    at: string,
  ): Promise<ResolvedCaller<{}> | undefined>;
  /**
   * Resolves a site of an organization. `access` is the access to the organization itself.
   */
  inSite(
    tokenHash: string,
    organizationId: OrganizationId,
    siteId: SiteId,
    at: string,
  ): Promise<ResolvedCaller<SiteGrants> | undefined>;
  inCollection(
    tokenHash: string,
    collectionId: CollectionId,
    at: string,
  ): Promise<ResolvedCaller<{ readonly collection: CollectionState }> | undefined>;
  /** Resolves a space, including a deleted one. */
  inSpace(
    tokenHash: string,
    spaceId: SpaceId,
    at: string,
  ): Promise<ResolvedCaller<{ readonly space: SpaceRow }> | undefined>;
  /**
   * Resolves a space together with one of its change requests, if it exists.
   * @param key id of the change request, or its number within the space
   */
  inChangeRequest(
    tokenHash: string,
    spaceId: SpaceId,
    key: string,
    at: string,
  ): Promise<ResolvedCaller<{ readonly space: SpaceRow; readonly changeRequest?: VersionedChangeRequest }> | undefined>;
}

/** Reads of committed grants on spaces, collections and sites. */
export interface GrantReads {
  /** Lists the users with a direct grant on exactly this scope. */
  listUsers(
    scope: GrantScope,
    page: PageRequest,
  ): Promise<Page<{ readonly grant: GrantState; readonly user: UserState }>>;
  /** Lists the teams with a grant, with the viewer's role in each. */
  listTeams(
    viewer: OrganizationUser,
    scope: GrantScope,
    page: PageRequest,
  ): Promise<Page<{ readonly grant: GrantState; readonly team: TeamRow }>>;
  /**
   * Lists the enabled users who have a level on the scope, one of `levels` if they are stated, with all its sources, in the
   * order in which they joined the organization.
   */
  listEffectiveUsers(
    organizationId: OrganizationId,
    scope: GrantScope,
    levels: readonly Level[] | undefined,
    page: PageRequest,
  ): Promise<Page<{ readonly user: UserState; readonly sources: AccessSources }>>;
  /** Lists the enabled users who have a level on a site, by role or grant, with all its sources. */
  listEffectiveSiteUsers(
    organizationId: OrganizationId,
    siteId: SiteId,
    filter: SiteUserFilter,
    sort: MemberSort,
    page: PageRequest,
  ): Promise<Page<{ readonly user: UserState; readonly lastSeenAt: string | null; readonly sources: AccessSources }>>;
}

export interface SiteUserFilter extends PeopleSearch {
  /** Level on the site, or `guest` for guests of the organization. */
  readonly role?: Level | 'guest' | undefined;
  /** Members of this team of the organization. */
  readonly team?: TeamId | undefined;
}
