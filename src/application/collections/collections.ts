import type { DefaultLevel, Level } from '../../domain/permissions/level.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { Collection, type CollectionState } from '../../domain/collections.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { titleOrUntitled } from '../../domain/kernel/title.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { command, query } from '../kernel/use-case.ts';
import { viewerOf, inCollection, type InCollection, type InOrganization } from '../kernel/scope.ts';
import { requireDefaultChange } from '../permissions/level-rights.ts';
import { effectiveDefaultLevel, levelByDefault, narrowCopiesInside } from '../spaces/copied-access.ts';
import { listSpaceViews } from '../spaces/space-view.ts';
import { requireCollection } from './require-collection.ts';

/** A collection as the caller sees it. */
export interface CollectionView {
  readonly collection: CollectionState;
  readonly level: Level | undefined;
}

/**
 * Creates a collection at the root of the organization or inside another collection. Requires level `create` there.
 */
export const createCollection = command<InOrganization & { body: { title?: string; parent?: Id } }>()({
  name: 'createCollection',
  requires: 'organization:view',
  scope: ({ organizationId }) => ({
    organization: organizationId,
  }),
  needs: ['ids'],
  async run(context, { organizationId, body: { title, parent } }): Promise<CollectionView> {
    const { work, ids, now, scope } = context;
    const level = await requireCollection(context, organizationId, parent ?? null, scope.level);
    const collection = Collection.create({
      id: ids.next(),
      organizationId,
      parentId: parent ?? null,
      title: titleOrUntitled(title),
      at: now,
    });
    await work.collections.save(collection);
    return { collection: collection.snapshot(), level };
  },
});

/** Gets a collection, with the permissions of the caller on it. */
export const getCollectionById = query<InCollection>()({
  name: 'getCollectionById',
  requires: 'collection:view',
  scope: inCollection,
  run: async ({ scope: { collection, level } }): Promise<CollectionView> => ({ collection, level }),
});

/**
 * Updates the title, description or default level of a collection. Fails with `NotAllowed` when the new or the present
 * default level is above the caller's own level.
 */
export const updateCollectionById = command<
  InCollection & { body: { title?: string; description?: string; defaultLevel?: DefaultLevel } }
>()({
  name: 'updateCollectionById',
  requires: 'collection:admin',
  scope: ({ collectionId }) => ({
    collection: collectionId,
  }),
  async run(context, { collectionId, body }): Promise<CollectionView> {
    const { work, now, scope } = context;
    // A space that is copied concurrently is copied with the new default level, or its copy is narrowed.
    if (body.defaultLevel !== undefined) await work.lock('organizations', scope.organizationId);
    const collection = await work.collections.get({ id: collectionId, organizationId: scope.organizationId });
    const before = collection.snapshot();
    const defaultBefore = body.defaultLevel === undefined ? undefined : await effectiveDefaultLevel(work, collection);
    collection.change({ ...body, ...(body.title !== undefined && { title: titleOrUntitled(body.title) }) }, now);
    await requireDefaultChange(context, scope.level, before, collection.snapshot());
    await work.collections.save(collection);
    if (defaultBefore === undefined) return { collection: collection.snapshot(), level: scope.level };
    await narrowCopiesInside(work, collection, defaultBefore, now);
    return { collection: collection.snapshot(), level: await levelByDefault(work, scope.access, collection) };
  },
});

/**
 * Lists the collections of an organization that the caller can see. With `nested=false`, lists only those at the root.
 */
export const listCollectionsInOrganizationById = query<InOrganization & { nested: boolean; page: PageRequest }>()({
  name: 'listCollectionsInOrganizationById',
  requires: 'organization:view',
  scope: ({ organizationId }) => ({
    organization: organizationId,
  }),
  async run({ read, scope }, { organizationId, nested, page }) {
    const { items, ...rest } = await read.spacesOf.listCollections(
      viewerOf(scope.caller, organizationId),
      { nested },
      page,
    );
    return {
      items: items.map(({ collection, access }): CollectionView => ({
        collection,
        level: effectiveLevel(access),
      })),
      ...rest,
    };
  },
});

/** Lists the spaces directly inside a collection that the caller can see. */
export const listSpacesInCollectionById = query<InCollection & { page: PageRequest }>()({
  name: 'listSpacesInCollectionById',
  requires: 'collection:view',
  scope: inCollection,
  run: ({ read, scope }, { collectionId, page }) =>
    listSpaceViews(read, viewerOf(scope.caller, scope.organizationId), { collectionId }, page),
});
