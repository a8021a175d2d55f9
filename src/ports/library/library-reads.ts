import type { Standing } from '../../domain/access/standing.ts';
import type { CollectionState } from '../../domain/collections/collection.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { SpaceFacts } from '../people/access.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** Whose eyes a list is seen with. */
export interface Viewer {
  readonly organizationId: Id;
  readonly userId: Id;
}

/** Lists of spaces and collections that hold, and count, only what the viewer may see: in their order, by rank, then by id. */
export interface LibraryReads {
  /** All spaces of the organization, or of them those directly in one collection, or those with these ids. */
  spacesFor(viewer: Viewer, inside: { readonly collectionId?: Id; readonly ids?: readonly Id[] }, page: PageRequest): Promise<Page<{ readonly space: SpaceFacts; readonly standing: Standing }>>;
  /** All collections of the organization, or only those at its root. */
  collectionsFor(viewer: Viewer, which: { readonly nested: boolean }, page: PageRequest): Promise<Page<{ readonly collection: CollectionState; readonly standing: Standing }>>;
  /** How the viewer stands towards the organization itself, whatever the level there; undefined where there is no such organization. */
  rootFor(viewer: Viewer): Promise<{ readonly standing: Standing; readonly ssoRequired: boolean } | undefined>;
  /** One collection of the organization, whatever the viewer's level there. */
  collectionFor(viewer: Viewer, collectionId: Id): Promise<{ readonly collection: CollectionState; readonly standing: Standing } | undefined>;
}
