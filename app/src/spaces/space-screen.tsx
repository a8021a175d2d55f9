import { useState } from 'preact/hooks';
import {
  createChangeRequest,
  getSpaceById,
  getSpacePDF,
  listSpacePageBacklinks,
  type Page,
  type Space,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { isMissing, useList, useQuery, useReloadOn } from '../api/use-query.ts';
import { BlockComments, type CommentedBlock } from '../comments/block-comments.tsx';
import { commentsOf } from '../comments/comment-place.ts';
import { Comments } from '../comments/comments.tsx';
import { SubjectDialog } from '../change-requests/subject-dialog.tsx';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate, query, setQuery } from '../navigation/router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Time, Titled } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { attempt } from '../ui/toasts.tsx';
import { editHref, homePage, lateSaves, loadPages, type ContentPlace, type DocumentPage } from './content-place.ts';
import { findInTree } from './tree.ts';
import { PageLayout } from './page-layout.tsx';
import { EntryView, PageMenu } from './page-menu.tsx';
import { StoredPage, RenderedContent } from './rendered-page.tsx';
import { CreatePage, PageSide } from './side.tsx';
import { SpaceHead } from './space-head.tsx';
import { spaceCrumbs } from './space-crumbs.ts';

/** Space with its pages; shows the home page, or the page at the address. */
export function SpaceScreen({ spaceId, pageId }: Parameters) {
  const place: ContentPlace = { spaceId: spaceId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path: { spaceId: spaceId! } }));
  const pages = useQuery(`pages ${spaceId}`, () => loadPages(place));
  useReloadOn(pages, lateSaves.value);
  const tree = pages.data;
  const shown = tree && (pageId === undefined ? homePage(tree) : findInTree(tree, pageId)?.page);
  const title = shown?.title ?? space.data?.title ?? '';
  const mayEdit =
    space.data?.permissions.edit === true && space.data.editMode === 'live' && space.data.deletedAt === undefined;
  return (
    <Frame
      title={title}
      organizationId={space.data?.organization}
      crumbs={[...spaceCrumbs(space.data), ...(pageId !== undefined && shown ? [{ label: shown.title }] : [])]}
      sideLabel={m.space.pages}
      side={!isMissing(space) && <PageSide place={place} pages={pages} current={shown?.id} mayEdit={mayEdit} />}
    >
      <Loaded of={space}>
        {(about) => (
          <>
            <SpaceHead space={about} current="pages" />
            {pages.data === undefined ? (
              <ErrorNotice error={pages.error} onRetry={pages.reload} />
            ) : shown === undefined ? (
              pageId === undefined ? (
                <EmptySpace space={about} onChange={pages.reload} />
              ) : (
                <Empty title={m.space.pageMissing} />
              )
            ) : shown.type === 'document' ? (
              <PageView key={shown.id} space={about} page={shown} mayEdit={mayEdit} onChange={pages.reload} />
            ) : (
              <EntryView
                key={shown.id}
                place={place}
                page={shown}
                mayEdit={mayEdit}
                onSaved={pages.reload}
                onDeleted={() => navigate(pathTo('space', { spaceId: about.id }))}
              />
            )}
          </>
        )}
      </Loaded>
    </Frame>
  );
}

function EmptySpace({ space, onChange }: { readonly space: Space; readonly onChange: () => void }) {
  const [isCreating, setCreating] = useState(false);
  const start = useAction(() => startEditing(space, ''), navigate);
  return (
    <Empty title={m.space.empty}>
      {space.permissions.edit && space.editMode === 'live' && (
        <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
          {m.space.firstPage}
        </Button>
      )}
      {space.permissions.edit && space.editMode === 'locked' && <p class="soft">{m.space.emptyLocked}</p>}
      {space.permissions.edit && space.editMode === 'locked' && (
        <Button kind="primary" icon="merge" busy={start.isRunning} onClick={() => void start.run()}>
          {m.space.newRequest}
        </Button>
      )}
      <ErrorNotice error={start.error} />
      {isCreating && (
        <CreatePage
          place={{ spaceId: space.id }}
          pages={[]}
          current={undefined}
          onClose={() => setCreating(false)}
          onCreated={onChange}
        />
      )}
    </Empty>
  );
}

/** Creates a change request and returns its address, or that of the editor of a page in it. */
async function startEditing(space: Space, subject: string, page?: Page): Promise<string> {
  const { id } = await createChangeRequest({ path: { spaceId: space.id }, body: { subject } });
  return page === undefined
    ? pathTo('changeRequest', { spaceId: space.id, changeRequestId: id })
    : editHref({ spaceId: space.id, changeRequest: id }, page.id);
}

function PageView({
  space,
  page,
  mayEdit,
  onChange,
}: {
  readonly space: Space;
  readonly page: DocumentPage;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
}) {
  const place: ContentPlace = { spaceId: space.id };
  const [dialog, setDialog] = useState<'request' | 'links'>();
  const close = (): void => setDialog(undefined);
  const [block, setBlock] = useState<CommentedBlock>();
  const showsComments = query.value.get('comments') !== null;
  const comments = useQuery(`comment count ${page.id}`, () =>
    commentsOf(place).list({ status: 'open', targetPage: page.id, limit: 1 }),
  );
  const start = (subject: string): Promise<string> => startEditing(space, subject, page);
  const print = async (): Promise<void> => {
    const { url } = await getSpacePDF({ path: { spaceId: space.id }, query: { page: page.id, only: 'true' } });
    location.assign(url);
  };
  return (
    <div class={showsComments ? 'columns' : undefined}>
      <PageLayout
        page={page}
        actions={
          <>
            <Button
              icon="comment"
              aria-expanded={showsComments}
              onClick={() => setQuery({ comments: showsComments ? null : 'open' })}
            >
              {m.comments.title}
              {comments.data?.count ? <span class="count">{comments.data.count}</span> : null}
            </Button>
            {mayEdit && (
              <LinkButton kind="primary" icon="edit" href={editHref(place, page.id)}>
                {m.space.edit}
              </LinkButton>
            )}
            {space.permissions.edit && (
              <Button kind={mayEdit ? 'plain' : 'primary'} icon="merge" onClick={() => setDialog('request')}>
                {m.space.propose}
              </Button>
            )}
            <PageMenu
              place={place}
              page={page}
              mayEdit={mayEdit}
              onSaved={onChange}
              onDeleted={() => navigate(pathTo('space', { spaceId: space.id }))}
              items={[
                {
                  label: m.space.pageHistory,
                  icon: 'history',
                  href: pathTo('spaceHistory', { spaceId: space.id }, { page: page.id }),
                },
                { label: m.space.backlinks, icon: 'link', onSelect: () => setDialog('links') },
                { label: m.space.pdf, icon: 'file', onSelect: () => attempt(print()) },
              ]}
            />
          </>
        }
      >
        <StoredPage place={place} pageId={page.id} version={page.documentId}>
          {({ html }) =>
            html === '' ? (
              <p class="soft">{m.space.noTextYet}</p>
            ) : (
              <BlockComments
                place={place}
                pageId={page.id}
                version={page.documentId}
                onComment={showsComments && space.permissions.comment ? setBlock : undefined}
              >
                <RenderedContent html={html} />
              </BlockComments>
            )
          }
        </StoredPage>
        {page.updatedAt && (
          <p class="soft page-foot">
            {m.space.updated} <Time at={page.updatedAt} />
          </p>
        )}
      </PageLayout>
      {showsComments && (
        <Comments
          key={page.id}
          space={space}
          page={{ id: page.id, title: page.title }}
          block={block}
          onPosted={() => setBlock(undefined)}
          onChange={comments.reload}
        />
      )}
      {dialog === 'request' && (
        <SubjectDialog
          title={m.space.propose}
          submit={m.space.startEditing}
          onSubmit={start}
          onDone={navigate}
          onClose={close}
        />
      )}
      {dialog === 'links' && <Backlinks spaceId={space.id} page={page} onClose={close} />}
    </div>
  );
}

interface LinkSource extends Pick<Page, 'id' | 'title' | 'emoji'> {
  readonly href: string;
}

/** Pages and reusable contents that link to a page. */
function Backlinks({
  spaceId,
  page,
  onClose,
}: {
  readonly spaceId: string;
  readonly page: Page;
  readonly onClose: () => void;
}) {
  const links = useList(`backlinks ${page.id}`, (next) =>
    listSpacePageBacklinks({ path: { spaceId, pageId: page.id }, query: { limit: 50, ...(next && { page: next }) } }),
  );
  const sources = links.data?.flatMap((link): readonly LinkSource[] => {
    if (link.kind === 'page') return [{ ...link.page, href: pathTo('page', { spaceId, pageId: link.page.id }) }];
    if (link.kind !== 'reusable-content') return [];
    const { id, title } = link.reusableContent;
    return [{ id, title, href: pathTo('reusableContent', { spaceId, reusableContentId: id }) }];
  });
  return (
    <Dialog title={m.space.backlinks} onClose={onClose}>
      <ListRows of={{ ...links, data: sources, set: () => {} }} empty={m.space.noBacklinks} keyOf={({ id }) => id}>
        {({ emoji, title, href }) => (
          <RowText title={<Titled emoji={emoji} title={title || m.common.untitled} />} href={href} />
        )}
      </ListRows>
    </Dialog>
  );
}
