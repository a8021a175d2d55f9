import { type OrganizationUser, type Viewer } from './kernel/viewer.ts';
import type { AccessFacts } from '../domain/permissions/access-facts.ts';
import type { CollectionState } from '../domain/collections.ts';
import type { Id, CollectionId, OrganizationId, SpaceId } from '../domain/kernel/id.ts';
import type { SpaceRow } from './permissions.ts';
import type { Page, PageRequest } from './kernel/repository.ts';
import type { SpaceState } from '../domain/spaces.ts';

/** Access of a viewer in an organization, or to a resource of it. */
export interface ViewerAccess {
  readonly access: AccessFacts;
  readonly ssoRequired: boolean;
}

/** Lists of spaces and collections that contain and count only what the viewer may see, ordered by rank, then by id. */
export interface SpaceReads {
  /**
   * Lists all spaces of the organization, those directly in one collection, or those with these ids; with `deleted` the
   * deleted ones instead, as far as the viewer has the level `create` on them and may restore them.
   */
  listSpaces(
    viewer: Viewer,
    filter: { readonly collectionId?: CollectionId; readonly ids?: readonly Id[]; readonly deleted?: boolean },
    page: PageRequest,
  ): Promise<Page<{ readonly space: SpaceRow; readonly access: AccessFacts }>>;
  /** Finds spaces of the organization by id, whoever may see them, in any order; deleted ones are left out. */
  findSpaces(organizationId: OrganizationId, ids: readonly Id[]): Promise<readonly SpaceRow[]>;
  /** Lists all collections of the organization, or only those at its root. */
  listCollections(
    viewer: Viewer,
    filter: { readonly nested: boolean },
    page: PageRequest,
  ): Promise<Page<{ readonly collection: CollectionState; readonly access: AccessFacts }>>;
  /**
   * Returns the viewer's access to the organization itself, whatever their level; undefined if the organization does
   * not exist.
   */
  organizationAccess(viewer: Viewer): Promise<ViewerAccess | undefined>;
  /** Finds one collection of the organization, whatever the person's level; ignores enforced SSO. */
  findCollection(
    person: OrganizationUser,
    collectionId: CollectionId,
  ): Promise<{ readonly collection: CollectionState; readonly access: AccessFacts } | undefined>;
}

/** Removes the data of deleted spaces. */
export interface SpacePurger {
  /**
   * Deletes a batch of the space's data, small enough to be quick. Returns false once nothing is left that needs a
   * batch of its own.
   */
  purgeBatch(spaceId: SpaceId): Promise<boolean>;
  /** Lists up to `limit` spaces that were deleted before an instant and still exist. */
  listDeletedBefore(
    instant: string,
    limit: number,
  ): Promise<readonly Pick<SpaceState, 'id' | 'organizationId' | 'deletedAt'>[]>;
}
