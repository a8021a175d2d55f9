import {
  getOrganizationById,
  listChangeRequestsForOrganization,
  listOpenAPISpecs,
  listSites,
  listTeamsInOrganizationById,
  listTranslations,
  listWebhooks,
} from '../api/operations.ts';
import type { ChangeRequest, Collection, Site, Space, Translation } from '../api/operations.ts';
import { loadAll, type ListPage } from '../api/use-query.ts';
import { organizationParts, type OrganizationPart } from '../frame/organization-parts.ts';
import { INSTANCE_PARTS, loadIsOperator, type InstancePart } from '../instance/instance-parts.ts';
import { loadLibrary, type Library } from '../library/library-data.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { siteParts } from '../sites/site-parts.ts';
import { spaceParts } from '../spaces/space-parts.ts';
import { languageName } from '../translations/languages.ts';
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

/** Page of a list, as a query of the API names it. */
interface ListQuery {
  readonly limit: number;
  readonly page?: string;
}

/** Loads everything that an organization has to open, besides pages, which are searched for. */
export async function loadDestinations(organizationId: string): Promise<readonly Destination[]> {
  const path = { organizationId };
  const loadWhole = <Item>(list: (query: ListQuery) => Promise<ListPage<Item>>): Promise<readonly Item[]> =>
    loadAll((page) => list({ limit: 100, ...(page && { page }) }));
  const parts = getOrganizationById({ path }).then(({ permissions }) => organizationParts(permissions));
  const loadOf = async <Item>(
    of: OrganizationPart,
    list: (query: ListQuery) => Promise<ListPage<Item>>,
  ): Promise<readonly Item[]> => ((await parts).some(({ part }) => part === of) ? loadWhole(list) : []);
  const [shown, library, sites, requests, translations, specifications, teams, webhooks, isOperator] =
    await Promise.all([
      parts,
      loadLibrary(organizationId),
      loadWhole((query) => listSites({ path, query })),
      listChangeRequestsForOrganization({ path, query: { status: ['draft', 'open'], limit: MAX_REQUESTS } }),
      loadOf('translations', (query) => listTranslations({ path, query })),
      loadOf('specifications', (query) => listOpenAPISpecs({ path, query })),
      loadOf('teams', (query) => listTeamsInOrganizationById({ path, query })),
      loadOf('webhooks', (query) => listWebhooks({ path, query })),
      loadIsOperator(),
    ]);
  return [
    ...library.spaces.map((space) => spaceItself(space, library)),
    ...library.collections.map((one) => collectionItself(one)),
    ...shown.flatMap(({ part, label, icon }) => [
      destination(icon, label, pathTo(part, path)),
      ...(part === 'translations' ? [destination(icon, m.translations.glossary, pathTo('glossary', path))] : []),
    ]),
    destination('settings', m.frame.yourAccount, pathTo('account')),
    ...(isOperator ? INSTANCE_PARTS.map(partOfInstance) : []),
    ...requests.items.map((request) => requestItself(request, library)),
    ...translations.map((translation) => translationItself(translation, organizationId, library)),
    ...specifications.map(({ slug }) =>
      destination('document', slug, pathTo('specification', { ...path, specSlug: slug }), {
        detail: m.specifications.one,
      }),
    ),
    ...teams.map(({ id, title }) =>
      destination('people', title, pathTo('team', { ...path, teamId: id }), { detail: m.teams.one }),
    ),
    ...webhooks.map(({ id, url }) =>
      destination('link', url, pathTo('webhook', { ...path, webhookId: id }), { detail: m.webhooks.one }),
    ),
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

function translationItself(
  { id, source, language }: Translation,
  organizationId: string,
  { spaces }: Library,
): Destination {
  const original = spaces.find((one) => one.id === source.space)?.title || m.common.untitled;
  const title = m.translations.of(original, languageName(language));
  const href = pathTo('translation', { organizationId, translationId: id });
  return destination('group', title, href, { detail: m.translations.one });
}

const partOfInstance = (part: InstancePart): Destination =>
  destination('settings', m.instance.partNames[part], pathTo(part), { detail: m.instance.title });

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
