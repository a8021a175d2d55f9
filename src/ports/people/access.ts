import type { AccessFacts } from '../../domain/access/standing.ts';
import type { CollectionState } from '../../domain/collections/collection.ts';
import type { GitSyncSummary } from '../../domain/git-sync/git-sync.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { SpaceState } from '../../domain/spaces/space.ts';
import type { VersionedChangeRequest } from '../change-requests/change-request-reads.ts';
import type { Head } from '../content/branches.ts';

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
    readonly standing: AccessFacts;
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
