import { useState } from 'preact/hooks';
import {
  createCollection,
  getAuthenticatedUser,
  getCollectionById,
  listChangeRequestsForOrganization,
  type ChangeRequest,
  type Collection,
  type Organization,
  type Space,
} from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { TextDialog } from '../ui/dialog.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { Time, Titled } from '../ui/parts.tsx';
import { Rows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import { CreateSpace } from './create-space.tsx';
import { arrange, loadLibrary, type Library, type LibraryNode } from './library-data.ts';
import { LibraryTree } from './library-tree.tsx';

const MAX_RECENT = 8;

/** Library of an organization, with what waits for the user. */
export function OrganizationScreen({ organizationId }: Parameters) {
  const library = useQuery(`library ${organizationId}`, () => loadLibrary(organizationId!));
  return (
    <OrganizationFrame
      organizationId={organizationId!}
      part="organization"
      actions={(organization) => (
        <LibraryActions
          organization={organization}
          mayCreate={organization.permissions.createContent}
          onChange={library.reload}
        />
      )}
    >
      {(organization) => (
        <div class="columns">
          <Section title={m.library.spaces}>
            <Loaded of={library}>{(content) => <LibraryContent node={arrange(content)} />}</Loaded>
          </Section>
          <div>
            <Waiting organizationId={organization.id} />
            {library.data && <Recent library={library.data} />}
          </div>
        </div>
      )}
    </OrganizationFrame>
  );
}

/** Collection with what it contains. */
export function CollectionScreen({ collectionId }: Parameters) {
  const collection = useQuery(`collection ${collectionId}`, () =>
    getCollectionById({ path: { collectionId: collectionId! } }),
  );
  return (
    <LoadedScreen of={collection}>
      {(shown) => <CollectionContent collection={shown} title={shown.title || m.common.untitled} />}
    </LoadedScreen>
  );
}

function CollectionContent({ collection, title }: { readonly collection: Collection; readonly title: string }) {
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
        </>
      )}
    >
      {() => (
        <Loaded of={library}>
          {(content) => <LibraryContent node={findCollection(arrange(content), collection.id) ?? EMPTY} />}
        </Loaded>
      )}
    </OrganizationFrame>
  );
}

const EMPTY: LibraryNode = { collection: undefined, collections: [], spaces: [] };

function findCollection(node: LibraryNode, id: string): LibraryNode | undefined {
  if (node.collection?.id === id) return node;
  for (const below of node.collections) {
    const found = findCollection(below, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LibraryContent = ({ node }: { readonly node: LibraryNode }) =>
  node.collections.length === 0 && node.spaces.length === 0 ? (
    <Empty title={m.library.empty} />
  ) : (
    <LibraryTree node={node} />
  );

interface ActionsProps {
  readonly organization: Organization;
  readonly parent?: string;
  readonly mayCreate: boolean;
  readonly onChange: () => void;
}

/** Buttons that create a space or a collection. */
function LibraryActions({ organization, parent, mayCreate, onChange }: ActionsProps) {
  const [dialog, setDialog] = useState<'space' | 'collection'>();
  const { id: organizationId } = organization;
  const close = (): void => setDialog(undefined);
  const createOne = async (title: string): Promise<void> => {
    const { id } = await createCollection({ path: { organizationId }, body: { title, ...(parent && { parent }) } });
    announce(m.library.collectionCreated);
    onChange();
    navigate(pathTo('collection', { collectionId: id }));
  };
  if (!mayCreate) return null;
  return (
    <>
      <Button icon="collection" onClick={() => setDialog('collection')}>
        {m.library.newCollection}
      </Button>
      <Button kind="primary" icon="add" onClick={() => setDialog('space')}>
        {m.library.newSpace}
      </Button>
      {dialog === 'space' && <CreateSpace organizationId={organizationId} parent={parent} onClose={close} />}
      {dialog === 'collection' && (
        <TextDialog
          title={m.library.newCollection}
          submit={m.common.create}
          field={{ label: m.common.title, required: true, maxLength: 50 }}
          onSubmit={createOne}
          onClose={close}
        />
      )}
    </>
  );
}

/** Change requests of the user, and those whose review the user was asked for. */
function Waiting({ organizationId }: { readonly organizationId: string }) {
  const path = { organizationId };
  const waiting = useQuery(`waiting ${organizationId}`, async () => {
    const { id } = await getAuthenticatedUser({});
    const status = ['draft', 'open'] as const;
    const [mine, asked] = await Promise.all([
      listChangeRequestsForOrganization({ path, query: { creator: id, status, limit: MAX_RECENT } }),
      listChangeRequestsForOrganization({
        path,
        query: { requestedReviewer: id, status: ['open'], limit: MAX_RECENT },
      }),
    ]);
    return { mine, asked };
  });
  return (
    <Loaded of={waiting}>
      {({ mine, asked }) => (
        <>
          {asked.items.length > 0 && (
            <Section title={m.library.askedReviews}>
              <RequestRows items={asked.items} />
            </Section>
          )}
          <Section title={m.library.myRequests}>
            {mine.items.length === 0 ? <p class="soft">{m.library.noRequests}</p> : <RequestRows items={mine.items} />}
          </Section>
        </>
      )}
    </Loaded>
  );
}

const RequestRows = ({ items }: { readonly items: readonly ChangeRequest[] }) => (
  <Rows items={items} keyOf={({ id }) => id}>
    {({ id, space, subject, number, updatedAt }) => (
      <RowText
        title={subject || m.requests.untitled(number)}
        href={pathTo('changeRequest', { spaceId: space, changeRequestId: id })}
      >
        #{number} · <Time at={updatedAt} />
      </RowText>
    )}
  </Rows>
);

/** Spaces that have changed last. */
function Recent({ library }: { readonly library: Library }) {
  const recent = [...library.spaces]
    .sort((a: Space, b: Space) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, MAX_RECENT);
  if (recent.length === 0) return null;
  return (
    <Section title={m.library.recent}>
      <Rows items={recent} keyOf={({ id }) => id}>
        {({ id, emoji, title, updatedAt }) => (
          <>
            <RowText
              title={<Titled emoji={emoji} title={title || m.common.untitled} />}
              href={pathTo('space', { spaceId: id })}
            />
            <span class="soft">
              <Time at={updatedAt} />
            </span>
          </>
        )}
      </Rows>
    </Section>
  );
}
