import type { AccessFacts } from '../domain/permissions/access-facts.ts';
import type { CollectionState } from '../domain/collections.ts';
import type { GitSyncSummary } from '../domain/git/git-sync.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { SpaceState } from '../domain/spaces.ts';
import type { VersionedChangeRequest } from './change-requests/change-request-reads.ts';
import type { Head } from './content/branches.ts';
import type { GrantScope, GrantState } from '../domain/permissions/grant.ts';
import type { Level } from '../domain/permissions/level.ts';
import type { AccessSources } from '../domain/permissions/access-reasons.ts';
import type { UserState } from '../domain/users.ts';
import type { OrganizationUser } from './kernel/viewer.ts';
import type { Page, PageRequest } from './kernel/repository.ts';
import type { TeamRow } from './teams.ts';

/** Who calls: the user behind a valid API token. */
export interface Caller {
  readonly userId: Id;
  /** Origin of the credential, as `ApiTokenState.via` has it. */
  readonly via: string | null;
  readonly tokenId: Id;
  readonly readOnly: boolean;
  readonly operator: boolean;
  /** The one organization that the credential opens anything in; null: wherever the user may go. Whoever is confined is no operator. */
  readonly confinedTo: Id | null;
}

/** A space with its numbers, as the caller may come to see it. */
export interface SpaceRow {
  readonly state: SpaceState;
  readonly head: Head;
  /** Open comments on the space itself. */
  readonly comments: number;
  readonly changeRequests: number;
  readonly changeRequestsOpen: number;
  readonly changeRequestsDraft: number;
  /** Null as long as it was never synced. */
  readonly gitSync: GitSyncSummary | null;
}

/** The caller and, where the place exists, how the caller stands towards it. */
export interface ResolvedCaller<Place> {
  readonly caller: Caller;
  readonly scope?: Place & {
    readonly organizationId: Id;
    readonly access: AccessFacts;
    /**
     * The organization enforces SSO and the credential does not come from a sign-in through one of its identity
     * providers; the member's own `sso` flag does not count.
     */
    readonly ssoRequired: boolean;
  };
}

/**
 * Turns a token into a caller and a place into a standing, in one statement and always from what is
 * committed: a revoked token, an expired one or a lost role holds at once on every node.
 * `undefined` where the token is unknown, revoked or expired at `at`, or its user disabled.
 */
export interface CallerResolver {
  inInstance(tokenHash: string, at: string): Promise<ResolvedCaller<{}> | undefined>;
  inOrganization(tokenHash: string, organizationId: Id, at: string): Promise<ResolvedCaller<{}> | undefined>;
  inCollection(
    tokenHash: string,
    collectionId: Id,
    at: string,
  ): Promise<ResolvedCaller<{ readonly collection: CollectionState }> | undefined>;
  /** Deleted spaces too. */
  inSpace(
    tokenHash: string,
    spaceId: Id,
    at: string,
  ): Promise<ResolvedCaller<{ readonly space: SpaceRow }> | undefined>;
  /** A space together with one of its change requests, where it has that one. @param key its id, or its number within the space */
  inChangeRequest(
    tokenHash: string,
    spaceId: Id,
    key: string,
    at: string,
  ): Promise<ResolvedCaller<{ readonly space: SpaceRow; readonly changeRequest?: VersionedChangeRequest }> | undefined>;
}

/** What was given on spaces and collections, as it is committed. */
export interface GrantReads {
  /** To whom a level was given by name on exactly this place. */
  listUsers(
    scope: GrantScope,
    page: PageRequest,
  ): Promise<Page<{ readonly grant: GrantState; readonly user: UserState }>>;
  /** To which teams; the viewer's role in each comes along. */
  listTeams(
    viewer: OrganizationUser,
    scope: GrantScope,
    page: PageRequest,
  ): Promise<Page<{ readonly grant: GrantState; readonly team: TeamRow }>>;
  /** Everybody who has a level on the place (this one, where one is named) and is not disabled, with all that it follows from. In the order in which they joined the organization. */
  listEffectiveUsers(
    organizationId: Id,
    scope: GrantScope,
    level: Level | undefined,
    page: PageRequest,
  ): Promise<Page<{ readonly user: UserState; readonly sources: AccessSources }>>;
}
