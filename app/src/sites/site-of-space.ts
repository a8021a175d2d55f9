import { getSiteStructure, listSites, type Space } from '../api/operations.ts';
import { siteSpacesOf } from './structure-moves.ts';

/** Sites that show one space, of which the first published one counts. */
const MAX_SITES = 10;
/** Addresses that were found, by the ID of the space. */
const found = new Map<string, string>();

/** Finds the address at which a published site shows a space. */
export async function findAddress({ id, organization }: Space): Promise<string | undefined> {
  const known = found.get(id);
  if (known !== undefined) return known;
  const path = { organizationId: organization };
  const { items } = await listSites({ path, query: { space: id, published: 'true', limit: MAX_SITES } });
  for (const site of items) {
    const shown = siteSpacesOf(await getSiteStructure({ path: { ...path, siteId: site.id } })).find(
      ({ space }) => space.id === id,
    );
    if (shown?.urls.published === undefined) continue;
    found.set(id, shown.urls.published);
    return shown.urls.published;
  }
  return undefined;
}

/** Forgets the addresses, because a site was published or taken back. */
export const forgetAddresses = (): void => found.clear();
