import { getSiteStructure, listSites, type Space } from '../api/operations.ts';
import { siteSpacesOf } from './structure-moves.ts';

/** Published site that shows a space. */
export interface SiteOfSpace {
  readonly siteId: string;
  /** Address of the space on the site; undefined if readers need more than an address. */
  readonly url: string | undefined;
}

/** Sites that show one space, of which the first one with an address counts. */
const MAX_SITES = 10;
/** Sites that were found, by the ID of the space. */
const found = new Map<string, SiteOfSpace>();

/** Finds a published site that shows a space; one with an address for all readers, if there is one. */
export async function findSite({ id, organization }: Space): Promise<SiteOfSpace | undefined> {
  const known = found.get(id);
  if (known !== undefined) return known;
  const path = { organizationId: organization };
  const { items } = await listSites({ path, query: { space: id, published: 'true', limit: MAX_SITES } });
  for (const site of items) {
    const shown = siteSpacesOf(await getSiteStructure({ path: { ...path, siteId: site.id } })).find(
      ({ space }) => space.id === id,
    );
    if (shown?.urls.published === undefined) continue;
    const of = { siteId: site.id, url: shown.urls.published };
    found.set(id, of);
    return of;
  }
  return items[0] && { siteId: items[0].id, url: undefined };
}

/** Forgets the sites, because one was published or taken back. */
export const forgetSites = (): void => found.clear();
