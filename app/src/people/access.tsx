import { getCollectionById, getSpaceById } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { SiteFrame } from '../sites/site-frame.tsx';
import { SpaceFrame } from '../spaces/space-frame.tsx';
import { permissionsOnCollection, permissionsOnSite, permissionsOnSpace } from './permission-places.ts';
import { Permissions } from './permissions.tsx';

/** Who may do what in a space, and why. */
export function SpaceAccessScreen({ spaceId }: Parameters) {
  const path = { spaceId: spaceId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path }));
  return (
    <SpaceFrame of={space} part="access">
      {(shown) => <Permissions place={permissionsOnSpace(shown)} />}
    </SpaceFrame>
  );
}

/** Who may do what in a collection and in what is below it, and why. */
export function CollectionAccessScreen({ collectionId }: Parameters) {
  const path = { collectionId: collectionId! };
  const collection = useQuery(`collection ${collectionId}`, () => getCollectionById({ path }));
  return (
    <LoadedScreen of={collection}>
      {(shown) => {
        const title = shown.title || m.common.untitled;
        return (
          <OrganizationFrame
            organizationId={shown.organization}
            part="organization"
            title={m.access.titleOf(title)}
            crumbs={[{ label: title, href: pathTo('collection', path) }, { label: m.access.title }]}
          >
            {() => <Permissions place={permissionsOnCollection(shown)} />}
          </OrganizationFrame>
        );
      }}
    </LoadedScreen>
  );
}

/** Who may manage a site, and why. */
export const SiteAccessScreen = (parameters: Parameters) => (
  <SiteFrame parameters={parameters} part="siteAccess">
    {({ site, path }) => <Permissions place={permissionsOnSite(path.organizationId, site)} />}
  </SiteFrame>
);
