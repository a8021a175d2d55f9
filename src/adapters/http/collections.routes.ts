import * as z from 'zod';
import {
  createCollection,
  getCollectionById,
  listCollectionsInOrganizationById,
  listSpacesInCollectionById,
  updateCollectionById,
  type CollectionView,
} from '../../application/collections/collections.ts';
import { deleteCollectionById } from '../../application/collections/delete-collection.ts';
import { moveCollection } from '../../application/collections/move.ts';
import { transferCollection } from '../../application/collections/transfer.ts';
import type { RemovedAccess } from '../../application/collections/transfer-dependents.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import { defaultLevel, dropped, idField, moveInput, transferInput, shortTitle, uri } from './kernel/fields.ts';
import { flag } from './kernel/input.ts';
import { created, list, ok, present, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { SpaceResource } from './spaces.routes.ts';

export const CollectionResource = resource(
  'Collection',
  z.object({
    object: z.literal('collection'),
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    organization: z.string(),
    parent: z.string().optional(),
    defaultLevel,
    urls: z.object({ location: uri, app: uri }),
    permissions: z.object({ view: z.boolean(), admin: z.boolean(), viewInviteLinks: z.boolean(), create: z.boolean() }),
  }),
  ({ collection, level }: CollectionView, links) => {
    const may = (permission: Permission) => isAllowed(permission, { level, member: true, operator: false });
    const { id, title, description, organizationId, parentId } = collection;
    return {
      ...present({ description, parent: parentId }),
      object: 'collection' as const,
      id,
      title,
      organization: organizationId,
      defaultLevel: collection.defaultLevel,
      urls: { location: links.api('collections', id), app: links.app('collections', id) },
      permissions: {
        view: may('collection:view'),
        admin: may('collection:admin'),
        viewInviteLinks: may('collection:grant'),
        create: may('collection:create'),
      },
    };
  },
);

const TransferredCollection = resource(
  'TransferredCollection',
  CollectionResource.schema.extend({ dropped }),
  (output: CollectionView & { readonly dropped: RemovedAccess }, links) => ({
    ...CollectionResource.present(output, links),
    dropped: { users: [...output.dropped.users], teams: [...output.dropped.teams] },
  }),
);

const newCollection = z.object({ title: shortTitle.optional(), parent: idField.optional() });
const collectionChange = z.object({
  title: shortTitle.optional(),
  description: z.string().max(100).optional(),
  defaultLevel: defaultLevel.optional(),
});

export const collectionRoutes = tagged('Collections', [
  route('GET /v1/orgs/:organizationId/collections', listCollectionsInOrganizationById, {
    summary: 'List the collections of an organization',
    query: { nested: flag().default(true) },
    paged: true,
    returns: list(CollectionResource),
  }),
  route('POST /v1/orgs/:organizationId/collections', createCollection, {
    summary: 'Create a collection',
    body: newCollection,
    returns: created(CollectionResource),
  }),
  route('GET /v1/collections/:collectionId', getCollectionById, {
    summary: 'Get a collection',
    returns: ok(CollectionResource),
  }),
  route('PATCH /v1/collections/:collectionId', updateCollectionById, {
    summary: 'Update a collection',
    body: collectionChange,
    returns: ok(CollectionResource),
  }),
  route('GET /v1/collections/:collectionId/spaces', listSpacesInCollectionById, {
    summary: 'List the spaces in a collection',
    paged: true,
    returns: list(SpaceResource),
  }),
  route('DELETE /v1/collections/:collectionId', deleteCollectionById, {
    summary: 'Delete a collection',
    returns: removed,
  }),
  route('POST /v1/collections/:collectionId/transfer', transferCollection, {
    summary: 'Transfer a collection',
    body: transferInput,
    returns: ok(TransferredCollection),
  }),
  route('POST /v1/collections/:collectionId/move', moveCollection, {
    summary: 'Move a collection',
    body: moveInput,
    returns: ok(CollectionResource),
  }),
]);
