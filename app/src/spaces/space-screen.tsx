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
import { useList, useQuery, useReloadOn } from '../api/use-query.ts';
import { BlockComments, type CommentedBlock } from '../comments/block-comments.tsx';
import { commentsOf } from '../comments/comment-place.ts';
import { Comments } from '../comments/comments.tsx';
import { SubjectDialog } from '../change-requests/subject-dialog.tsx';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate, query, setQuery } from '../navigation/router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ConfirmDialog, Dialog, FormDialog } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { isChanged, PairsField, pairsOf, valuesOf } from '../ui/pairs-field.tsx';
import { emojiText, Time, Titled } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import {
  editHref,
  homePage,
  lateSaves,
  loadPages,
  writeContent,
  type ContentPlace,
  type DocumentPage,
} from './content-place.ts';
import { findInTree } from './tree.ts';
import { PageLayout } from './page-layout.tsx';
import { StoredPage, RenderedContent } from './rendered-page.tsx';
import { CreatePage, PageSide } from './side.tsx';
import { SpaceHead } from './space-head.tsx';

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
      crumbs={[
        ...(space.data
          ? [{ label: m.library.title, href: pathTo('organization', { organizationId: space.data.organization }) }]
          : []),
        { label: space.data?.title || m.common.untitled },
      ]}
      sideLabel={m.space.pages}
      side={<PageSide place={place} pages={pages} current={shown?.id} mayEdit={mayEdit} />}
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
              <PageView space={about} page={shown} mayEdit={mayEdit} onChange={pages.reload} />
            ) : (
              <Empty title={m.space.noText} />
            )}
          </>
        )}
      </Loaded>
    </Frame>
  );
}

function EmptySpace({ space, onChange }: { readonly space: Space; readonly onChange: () => void }) {
  const [isCreating, setCreating] = useState(false);
  const start = useAction(() => startEditing(space, ''));
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

/** Creates a change request and opens it, at a page to edit if one is given. */
async function startEditing(space: Space, subject: string, page?: Page): Promise<void> {
  const { id } = await createChangeRequest({ path: { spaceId: space.id }, body: { subject } });
  navigate(
    page === undefined
      ? pathTo('changeRequest', { spaceId: space.id, changeRequestId: id })
      : editHref({ spaceId: space.id, changeRequest: id }, page.id),
  );
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
  const [dialog, setDialog] = useState<'request' | 'rename' | 'delete' | 'links'>();
  const close = (): void => setDialog(undefined);
  const [block, setBlock] = useState<CommentedBlock>();
  const showsComments = query.value.get('comments') !== null;
  const comments = useQuery(`comment count ${page.id}`, () =>
    commentsOf(place).list({ status: 'open', targetPage: page.id, limit: 1 }),
  );
  const start = (subject: string): Promise<void> => startEditing(space, subject, page);
  const remove = async (): Promise<void> => {
    await writeContent(place, [{ operation: 'delete_page', page: page.id }]);
    announce(m.space.pageDeleted(page.title));
    navigate(pathTo('space', { spaceId: space.id }));
    onChange();
  };
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
            <Menu
              label={m.space.pageActions}
              items={[
                {
                  label: m.space.pageHistory,
                  icon: 'history',
                  href: pathTo('spaceHistory', { spaceId: space.id }, { page: page.id }),
                },
                { label: m.space.backlinks, icon: 'link', onSelect: () => setDialog('links') },
                { label: m.space.pdf, icon: 'file', onSelect: () => attempt(print()) },
                mayEdit && { label: m.space.pageSettings, icon: 'settings', onSelect: () => setDialog('rename') },
                mayEdit && {
                  label: m.space.deletePage,
                  icon: 'trash',
                  danger: true,
                  onSelect: () => setDialog('delete'),
                },
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
        <SubjectDialog title={m.space.propose} submit={m.space.startEditing} onSubmit={start} onClose={close} />
      )}
      {dialog === 'rename' && <PageSettings place={place} page={page} onClose={close} onSaved={onChange} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={m.space.deletePage}
          submit={m.common.delete}
          text={m.space.deletePageText(page.title)}
          onConfirm={remove}
          onClose={close}
        />
      )}
      {dialog === 'links' && <Backlinks spaceId={space.id} page={page} onClose={close} />}
    </div>
  );
}

/** Dialog with the fields of a page besides its text. */
export function PageSettings({
  place,
  page,
  onClose,
  onSaved,
}: {
  readonly place: ContentPlace;
  readonly page: DocumentPage;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const [title, setTitle] = useState(page.title);
  const [description, setDescription] = useState(page.description ?? '');
  const [slug, setSlug] = useState(page.slug);
  const [emoji, setEmoji] = useState(emojiText(page.emoji));
  const [hidden, setHidden] = useState(page.hidden === true);
  const [noIndex, setNoIndex] = useState(page.noIndex === true);
  const [condition, setCondition] = useState(page.condition ?? '');
  const [variables, setVariables] = useState(pairsOf(page.variables ?? {}));
  const action = useAction(async () => {
    await writeContent(place, [
      {
        operation: 'update_page',
        page: page.id,
        title,
        ...(description !== (page.description ?? '') && { description }),
        ...(slug !== page.slug && { slug }),
        ...(emoji !== emojiText(page.emoji) && { emoji }),
        ...(hidden !== (page.hidden === true) && { hidden }),
        ...(noIndex !== (page.noIndex === true) && { noIndex, noRobotsIndex: noIndex }),
        ...(condition !== (page.condition ?? '') && { condition }),
        ...(isChanged(variables, page.variables ?? {}) && { variables: valuesOf(variables, page.variables ?? {}) }),
      },
    ]);
    announce(m.common.saved);
    onSaved();
    onClose();
  });
  return (
    <FormDialog title={m.space.pageSettings} submit={m.common.save} action={action} onClose={onClose}>
      <TextField label={m.common.title} value={title} onInput={setTitle} required autofocus maxLength={100} />
      <TextField label={m.space.description} value={description} onInput={setDescription} maxLength={500} />
      <TextField label={m.space.slug} hint={m.space.slugHint} value={slug} onInput={setSlug} required />
      <TextField label={m.space.emoji} value={emoji} onInput={setEmoji} maxLength={50} />
      <Checkbox label={m.space.hidden} checked={hidden} onChange={setHidden} />
      <Checkbox label={m.space.noIndex} checked={noIndex} onChange={setNoIndex} />
      <TextField label={m.space.condition} hint={m.space.conditionHint} value={condition} onInput={setCondition} />
      <PairsField legend={m.variables.ofPage} pairs={variables} onChange={setVariables} />
    </FormDialog>
  );
}

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
  const pages = useQuery(`pages ${spaceId}`, () => loadPages({ spaceId }));
  const found = links.data && [...new Set(links.data.flatMap((link) => ('page' in link ? [String(link.page)] : [])))];
  return (
    <Dialog title={m.space.backlinks} onClose={onClose}>
      <ListRows of={{ ...links, data: found, set: () => {} }} empty={m.space.noBacklinks} keyOf={(id) => id}>
        {(id) => {
          const at = pages.data && findInTree(pages.data, id)?.page;
          return (
            <RowText
              title={<Titled emoji={at?.emoji} title={at?.title ?? id} />}
              href={pathTo('page', { spaceId, pageId: id })}
            />
          );
        }}
      </ListRows>
    </Dialog>
  );
}
