import {
  listCollectionsInOrganizationById,
  listOrganizationsForAuthenticatedUser,
  listSpacesInOrganizationById,
  type Collection,
  type Space,
} from '../api/operations.ts';
import { loadAll, useQuery } from '../api/use-query.ts';

export interface Library {
  readonly collections: readonly Collection[];
  readonly spaces: readonly Space[];
}

/** Loads all organizations of the user. */
export const useOrganizations = () =>
  useQuery('organizations', () =>
    loadAll((page) => listOrganizationsForAuthenticatedUser({ query: { limit: 100, ...(page && { page }) } })),
  );

/** Loads all collections and spaces of an organization that the user can see. */
export async function loadLibrary(organizationId: string): Promise<Library> {
  const path = { organizationId };
  const [collections, spaces] = await Promise.all([
    loadAll((page) =>
      listCollectionsInOrganizationById({ path, query: { nested: 'true', limit: 200, ...(page && { page }) } }),
    ),
    loadAll((page) => listSpacesInOrganizationById({ path, query: { limit: 200, ...(page && { page }) } })),
  ]);
  return { collections, spaces };
}

/** Collection with what it contains. */
export interface LibraryNode {
  readonly collection: Collection | undefined;
  readonly collections: readonly LibraryNode[];
  readonly spaces: readonly Space[];
}

/** Arranges a library as a tree; what lies in a collection that the user cannot see is at the top. */
export function arrange({ collections, spaces }: Library): LibraryNode {
  const known = new Set(collections.map(({ id }) => id));
  const parentOf = (parent: string | undefined): string | undefined =>
    parent !== undefined && known.has(parent) ? parent : undefined;
  const below = (id: string | undefined, collection: Collection | undefined): LibraryNode => ({
    collection,
    collections: collections.filter(({ parent }) => parentOf(parent) === id).map((one) => below(one.id, one)),
    spaces: spaces.filter(({ parent }) => parentOf(parent) === id),
  });
  return below(undefined, undefined);
}
