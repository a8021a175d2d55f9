import type { Level } from '../../domain/permissions/level.ts';
import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Id, CollectionId, OrganizationId, SiteId, SiteSpaceId, SpaceId } from '../../domain/kernel/id.ts';
import type { Visitor } from '../../domain/sites/audience/visitor.ts';
import type { VisitorProof } from '../../domain/sites/audience/visitor-proof.ts';
import type { CollectionState } from '../../domain/collections.ts';
import type { VersionedChangeRequest } from '../../ports/change-requests/change-request-reads.ts';
import type { Viewer } from '../../ports/kernel/viewer.ts';
import type { Caller, SpaceRow } from '../../ports/permissions.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';

/** A space in which an operation takes place. */
export interface InSpaceScope {
  readonly space: Id;
  /** Includes deleted spaces that the caller could still restore; without it a deleted space is not found. */
  readonly evenDeleted?: true;
  /** Id or number of a change request of the space, resolved in the same query. */
  readonly changeRequest?: string;
}

/** An organization in which an operation takes place. */
export interface InOrganizationScope {
  readonly organization: Id;
  readonly site?: undefined;
}

/** A site in which an operation takes place; a visitor's content token is valid for one site. */
export interface InSiteScope {
  readonly organization: Id;
  readonly site: Id;
}

/** Place in which an operation asks for its permission. */
export type Scope =
  'public' | 'self' | 'instance' | InOrganizationScope | InSiteScope | { readonly collection: Id } | InSpaceScope;

/** Visitor of a published site who reads its content with a content token, as of now. */
export interface SiteVisitor {
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  /** Time at which the token was issued, ISO 8601. */
  readonly issuedAt: string;
  readonly visitor: Visitor;
  /** Site spaces that the visitor may read, by the id of the space. */
  readonly siteSpaces: ReadonlyMap<Id, SiteSpaceId>;
  /** Spaces on whose pages the site links to their repository. */
  readonly spacesWithEditLinks: ReadonlySet<Id>;
  /** Proof of what admitted the visitor; links that a response contains are valid while it holds. */
  readonly proof: VisitorProof;
}

/** Facts about a caller who is known by a token. */
export interface CallerFacts {
  readonly caller: Caller;
}

/** Facts about the caller and the organization of an operation. */
export interface OrganizationFacts extends CallerFacts {
  readonly organizationId: OrganizationId;
  /** The caller's level in the scope; `undefined` for a member without one, such as a guest in the organization. */
  readonly level: Level | undefined;
  /** Visitor of a site, who has no account; set only for operations that are open to visitors. */
  readonly visitor?: SiteVisitor;
}

/** Facts about the caller and the site of an operation. */
export interface SiteFacts extends OrganizationFacts {
  /** The caller's level on the site, by role or grant; `level` is the one in the organization. */
  readonly siteLevel: Level;
}

/** Facts about the caller and the space of an operation. */
export interface SpaceFacts extends OrganizationFacts {
  readonly level: Level;
  readonly space: SpaceRow;
  readonly access: AccessFacts;
  /** The change request named by the scope; absent when the space has none of that id or number. */
  readonly changeRequest?: VersionedChangeRequest;
}

/** Facts about the caller and the collection of an operation. */
export interface CollectionFacts extends OrganizationFacts {
  readonly level: Level;
  readonly collection: CollectionState;
  readonly access: AccessFacts;
}

/** Facts that authorizing an operation in a scope of the type `S` yields. */
export type ScopeFacts<S extends Scope> = S extends { readonly space: Id }
  ? SpaceFacts
  : S extends { readonly collection: Id }
    ? CollectionFacts
    : S extends { readonly site: Id }
      ? SiteFacts
      : S extends { readonly organization: Id }
        ? OrganizationFacts
        : S extends 'public'
          ? Partial<CallerFacts>
          : CallerFacts;

/** Input that names an organization. */
export interface InOrganization {
  readonly organizationId: OrganizationId;
}

/** Input that names a site. */
export interface InSite extends InOrganization {
  readonly siteId: SiteId;
}

/** Input that names a space. */
export interface InSpace {
  readonly spaceId: SpaceId;
}

/** Input that names a collection. */
export interface InCollection {
  readonly collectionId: CollectionId;
}

/** Scope of an operation in the organization named by its input. */
export const inOrganization = ({ organizationId }: InOrganization): { readonly organization: Id } => ({
  organization: organizationId,
});

/** Scope of an operation on the site named by its input. */
export const inSite = ({ organizationId, siteId }: InSite): InSiteScope => ({
  organization: organizationId,
  site: siteId,
});

/** Scope of an operation in the space named by its input. */
export const inSpace = ({ spaceId }: InSpace): { readonly space: Id } => ({ space: spaceId });

/** Scope of an operation in the collection named by its input. */
export const inCollection = ({ collectionId }: InCollection): { readonly collection: Id } => ({
  collection: collectionId,
});

/** Scope of an operation on the caller's own account. */
export const onSelf = (): 'self' => 'self';

/** Scope of an operation of the instance's operators. */
export const inInstance = (): 'instance' => 'instance';

/** Scope of an operation that needs no token. */
export const inPublic = (): 'public' => 'public';

/** The caller as the viewer of an organization's lists. */
export const viewerOf = (caller: Caller, organizationId: OrganizationId): Viewer => ({
  organizationId,
  userId: caller.userId,
  via: caller.via,
});

/** Organization of an operation or a job, and the user in whose name it runs. */
export interface ActorScope {
  readonly organizationId: OrganizationId;
  readonly caller: Pick<Caller, 'userId'>;
}

/** Consumer on whose account the operation uses scarce resources. */
export const consumerOf = ({ organizationId, caller }: ActorScope): ResourceConsumer => ({
  organizationId,
  user: caller.userId,
});
