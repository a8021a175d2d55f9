import { type OrganizationUser, type Viewer } from './kernel/viewer.ts';
import type { AccessFacts } from '../domain/permissions/access-facts.ts';
import type { CollectionState } from '../domain/collections.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { SpaceRow } from './permissions.ts';
import type { Page, PageRequest } from './kernel/repository.ts';
import type { SpaceState } from '../domain/spaces.ts';

/** Lists of spaces and collections that hold, and count, only what the viewer may see: in their order, by rank, then by id. */
export interface SpaceReads {
  /** All spaces of the organization, or of them those directly in one collection, or those with these ids. */
  listSpaces(
    viewer: Viewer,
    filter: { readonly collectionId?: Id; readonly ids?: readonly Id[] },
    page: PageRequest,
  ): Promise<Page<{ readonly space: SpaceRow; readonly access: AccessFacts }>>;
  /** All collections of the organization, or only those at its root. */
  listCollections(
    viewer: Viewer,
    filter: { readonly nested: boolean },
    page: PageRequest,
  ): Promise<Page<{ readonly collection: CollectionState; readonly access: AccessFacts }>>;
  /** The viewer's standing in the organization itself, whatever the level there; undefined where the organization does not exist. */
  organizationAccess(
    viewer: Viewer,
  ): Promise<{ readonly access: AccessFacts; readonly ssoRequired: boolean } | undefined>;
  /** One collection of the organization, whatever the person's level there; enforced SSO is not looked at. */
  findCollection(
    person: OrganizationUser,
    collectionId: Id,
  ): Promise<{ readonly collection: CollectionState; readonly access: AccessFacts } | undefined>;
}

/** What belongs to a space and goes with it. */
export interface SpacePurger {
  /** Takes away some of what the space still has, so much as is done in a moment. False when nothing is left that is worth a step of its own. */
  purgeBatch(spaceId: Id): Promise<boolean>;
  /** Spaces that were deleted before an instant and are still there, at most so many. */
  listDeletedBefore(
    instant: string,
    limit: number,
  ): Promise<readonly Pick<SpaceState, 'id' | 'organizationId' | 'deletedAt'>[]>;
}
