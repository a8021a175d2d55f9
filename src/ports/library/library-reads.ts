import type { AccessFacts } from '../../domain/access/standing.ts';
import type { CollectionState } from '../../domain/collections/collection.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { SpaceRow } from '../people/access.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** A person in an organization. */
export interface OrganizationUser {
  readonly organizationId: Id;
  readonly userId: Id;
}

/** Origin of no particular credential: for questions about a person's rights that nobody asks in that person's name. */
export const ANY_ORIGIN = '*';

/** The person who reads, and the origin of the credential that they read with. */
export interface Viewer extends OrganizationUser {
  /** `ApiTokenState.via` of the credential, or `ANY_ORIGIN`. Where SSO is enforced, others than those of its providers see nothing. */
  readonly via: string | null;
}

/** Lists of spaces and collections that hold, and count, only what the viewer may see: in their order, by rank, then by id. */
export interface SpaceReads {
  /** All spaces of the organization, or of them those directly in one collection, or those with these ids. */
  listSpaces(
    viewer: Viewer,
    inside: { readonly collectionId?: Id; readonly ids?: readonly Id[] },
    page: PageRequest,
  ): Promise<Page<{ readonly space: SpaceRow; readonly standing: AccessFacts }>>;
  /** All collections of the organization, or only those at its root. */
  listCollections(
    viewer: Viewer,
    which: { readonly nested: boolean },
    page: PageRequest,
  ): Promise<Page<{ readonly collection: CollectionState; readonly standing: AccessFacts }>>;
  /** The viewer's standing in the organization itself, whatever the level there; undefined where the organization does not exist. */
  organizationAccess(
    viewer: Viewer,
  ): Promise<{ readonly standing: AccessFacts; readonly ssoRequired: boolean } | undefined>;
  /** One collection of the organization, whatever the person's level there; enforced SSO is not looked at. */
  findCollection(
    person: OrganizationUser,
    collectionId: Id,
  ): Promise<{ readonly collection: CollectionState; readonly standing: AccessFacts } | undefined>;
}
