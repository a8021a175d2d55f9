import { getOrganizationById, listChangeRequestsForOrganization, listSites } from '../api/operations.ts';
import type { ChangeRequest, Collection, Site, Space } from '../api/operations.ts';
import { loadAll } from '../api/use-query.ts';
import { organizationParts } from '../frame/organization-parts.ts';
import { loadLibrary, type Library } from '../library/library-data.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { siteParts } from '../sites/site-parts.ts';
import { spaceParts } from '../spaces/space-parts.ts';
import type { IconName } from '../ui/icon.tsx';
import type { DestinationNames } from './find-destinations.ts';

/** Screen that can be opened by its name. */
export interface Destination extends DestinationNames {
  readonly icon: IconName;
  readonly href: string;
}

/** Most change requests that are offered, the latest first. */
const MAX_REQUESTS = 200;

const destination = (
  icon: IconName,
  title: string,
  href: string,
  more: Pick<Destination, 'detail' | 'isPart'> = {},
): Destination => ({ icon, title: title || m.common.untitled, href, ...more });

/** Loads everything that an organization has to open, besides pages, which are searched for. */
export async function loadDestinations(organizationId: string): Promise<readonly Destination[]> {
  const path = { organizationId };
  const [organization, library, sites, requests] = await Promise.all([
    getOrganizationById({ path }),
    loadLibrary(organizationId),
    loadAll((page) => listSites({ path, query: { limit: 100, ...(page && { page }) } })),
    listChangeRequestsForOrganization({ path, query: { status: ['draft', 'open'], limit: MAX_REQUESTS } }),
  ]);
  return [
    ...library.spaces.map((space) => spaceItself(space, library)),
    ...library.collections.map((one) => collectionItself(one)),
    ...organizationParts(organization.permissions).map(({ part, label, icon }) =>
      destination(icon, label, pathTo(part, path)),
    ),
    destination('settings', m.frame.yourAccount, pathTo('account')),
    ...requests.items.map((request) => requestItself(request, library)),
    ...sites.flatMap((site) => siteWithParts(site, organizationId)),
    ...library.spaces.flatMap(partsOfSpace),
  ];
}

const spaceItself = ({ id, title, parent }: Space, { collections }: Library): Destination => {
  const above = collections.find((one) => one.id === parent);
  return destination('space', title, pathTo('space', { spaceId: id }), above && { detail: above.title });
};

const collectionItself = ({ id, title }: Collection): Destination =>
  destination('collection', title, pathTo('collection', { collectionId: id }));

function requestItself({ id, space, number, subject }: ChangeRequest, { spaces }: Library): Destination {
  const place = spaces.find((one) => one.id === space)?.title ?? '';
  const href = pathTo('changeRequest', { spaceId: space, changeRequestId: id });
  return destination('merge', subject || m.requests.untitled(number), href, { detail: `#${number} ${place}`.trim() });
}

/** The first part of a site is its overview, which stands for the site. */
function siteWithParts(site: Site, organizationId: string): readonly Destination[] {
  const path: Parameters = { organizationId, siteId: site.id };
  return siteParts(site).map((part) =>
    part === 'site'
      ? destination('site', site.title, pathTo(part, path), { detail: m.sites.one })
      : destination('site', m.sites.partNames[part], pathTo(part, path), { detail: site.title, isPart: true }),
  );
}

/** The first part of a space is its pages, for which the space stands. */
const partsOfSpace = (space: Space): readonly Destination[] =>
  spaceParts(space)
    .filter(({ part }) => part !== 'pages')
    .map(({ label, href }) => destination('space', label, href, { detail: space.title, isPart: true }));
