import { getCollectionById, type Collection } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { LinkButton } from '../ui/button.tsx';
import { Loaded } from '../ui/notices.tsx';
import { CollectionMenu } from './item-menus.tsx';
import { LibraryActions } from './library-actions.tsx';
import { LibraryContent } from './library-content.tsx';
import { arrange, loadLibrary, type LibraryNode } from './library-data.ts';

/** Collection with what it contains. */
export function CollectionScreen({ collectionId }: Parameters) {
  const collection = useQuery(`collection ${collectionId}`, () =>
    getCollectionById({ path: { collectionId: collectionId! } }),
  );
  return (
    <LoadedScreen of={collection}>
      {(shown) => <CollectionContent collection={shown} onChange={collection.reload} />}
    </LoadedScreen>
  );
}

interface CollectionContentProps {
  readonly collection: Collection;
  readonly onChange: () => void;
}

function CollectionContent({ collection, onChange }: CollectionContentProps) {
  const title = collection.title || m.common.untitled;
  const { organization: organizationId } = collection;
  const library = useQuery(`library ${organizationId}`, () => loadLibrary(organizationId));
  return (
    <OrganizationFrame
      organizationId={organizationId}
      part="organization"
      title={title}
      crumbs={[{ label: title }]}
      actions={(organization) => (
        <>
          {collection.permissions.viewInviteLinks && (
            <LinkButton icon="people" href={pathTo('collectionAccess', { collectionId: collection.id })}>
              {m.access.title}
            </LinkButton>
          )}
          <LibraryActions
            organization={organization}
            parent={collection.id}
            mayCreate={collection.permissions.create}
            onChange={library.reload}
          />
          <CollectionMenu
            collection={collection}
            mayTransfer={organization.permissions.admin}
            onChange={onChange}
            onDeleted={() => navigate(placeAbove(collection))}
          />
        </>
      )}
    >
      {(organization) => (
        <Loaded of={library}>
          {(content) => (
            <>
              {collection.description && <p dir="auto">{collection.description}</p>}
              <LibraryContent
                node={findCollection(arrange(content), collection.id) ?? EMPTY}
                mayTransfer={organization.permissions.admin}
                mayCreate={organization.permissions.createContent}
                onChange={library.reload}
              />
            </>
          )}
        </Loaded>
      )}
    </OrganizationFrame>
  );
}

/** Address of the collection or organization in which a collection lies. */
const placeAbove = ({ parent, organization }: Collection): string =>
  parent === undefined
    ? pathTo('organization', { organizationId: organization })
    : pathTo('collection', { collectionId: parent });

const EMPTY: LibraryNode = { collection: undefined, collections: [], spaces: [] };

function findCollection(node: LibraryNode, id: string): LibraryNode | undefined {
  if (node.collection?.id === id) return node;
  for (const below of node.collections) {
    const found = findCollection(below, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
