import type { DefaultLevel, Level } from '../../domain/permissions/level.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { Collection, type CollectionState } from '../../domain/collections.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { command, query, viewerOf } from '../kernel/use-case.ts';
import { requireDefaultChange } from '../permissions/level-rights.ts';
import type { SpaceView } from '../spaces/space-view.ts';
import { requireCollection } from './require-collection.ts';

/** A collection as the caller sees it. */
export interface CollectionView {
  readonly collection: CollectionState;
  readonly level: Level | undefined;
}

type InCollection = { readonly collectionId: Id };
type InOrganization = { readonly organizationId: Id };

const UNTITLED = 'Untitled';

export const createCollection = command({
  name: 'createCollection',
  requires: 'organization:view',
  within: ({ organizationId }: InOrganization & { body: { title?: string; parent?: Id } }) => ({
    organization: organizationId,
  }),
  async run(context, { organizationId, body: { title, parent } }): Promise<CollectionView> {
    const { work, ids, now, at } = context;
    const level = await requireCollection(context, organizationId, parent ?? null, at.level);
    const collection = Collection.create({
      id: ids.next(),
      organizationId,
      parentId: parent ?? null,
      title: title?.trim() || UNTITLED,
      at: now,
    });
    await work.collections.save(collection);
    return { collection: collection.snapshot(), level };
  },
});

export const getCollectionById = query({
  name: 'getCollectionById',
  requires: 'collection:view',
  within: ({ collectionId }: InCollection) => ({ collection: collectionId }),
  run: async ({ at: { collection, level } }): Promise<CollectionView> => ({ collection, level }),
});

/** Changes how a collection is set up. @throws NotAllowed for a default level above the caller's level, and for replacing one */
export const updateCollectionById = command({
  name: 'updateCollectionById',
  requires: 'collection:admin',
  within: ({
    collectionId,
  }: InCollection & { body: { title?: string; description?: string; defaultLevel?: DefaultLevel } }) => ({
    collection: collectionId,
  }),
  async run(context, { collectionId, body }): Promise<CollectionView> {
    const { work, now, at } = context;
    const collection = await work.collections.get({ id: collectionId, organizationId: at.organizationId });
    const before = collection.snapshot();
    collection.change({ ...body, ...(body.title !== undefined && { title: body.title.trim() || UNTITLED }) }, now);
    await requireDefaultChange(context, at.level, before, collection.snapshot());
    await work.collections.save(collection);
    return { collection: collection.snapshot(), level: at.level };
  },
});

export const listCollectionsInOrganizationById = query({
  name: 'listCollectionsInOrganizationById',
  requires: 'organization:view',
  within: ({ organizationId }: InOrganization & { nested: boolean; page: PageRequest }) => ({
    organization: organizationId,
  }),
  async run({ read, at }, { organizationId, nested, page }) {
    const { items, ...rest } = await read.library.listCollections(
      viewerOf(at.caller, organizationId),
      { nested },
      page,
    );
    return {
      items: items.map(({ collection, standing }): CollectionView => ({ collection, level: effectiveLevel(standing) })),
      ...rest,
    };
  },
});

export const listSpacesInCollectionById = query({
  name: 'listSpacesInCollectionById',
  requires: 'collection:view',
  within: ({ collectionId }: InCollection & { page: PageRequest }) => ({ collection: collectionId }),
  async run({ read, at }, { collectionId, page }) {
    const { items, ...rest } = await read.library.listSpaces(
      viewerOf(at.caller, at.organizationId),
      { collectionId },
      page,
    );
    return {
      items: items.map(({ space, standing }): SpaceView => ({ space, level: effectiveLevel(standing) })),
      ...rest,
    };
  },
});
