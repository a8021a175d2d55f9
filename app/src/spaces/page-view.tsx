import { useState } from 'preact/hooks';
import { getSpacePDF, listSpacePageBacklinks, type Page, type Space } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { SubjectDialog } from '../change-requests/subject-dialog.tsx';
import { BlockComments, type CommentedBlock } from '../comments/block-comments.tsx';
import { commentsOf } from '../comments/comment-place.ts';
import { Comments } from '../comments/comments.tsx';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { navigate, query, setQuery } from '../navigation/router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Time, Titled } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { attempt } from '../ui/toasts.tsx';
import { editHref, type ContentPlace, type DocumentPage } from './content-place.ts';
import { PageLayout } from './page-layout.tsx';
import { PageMenu } from './page-menu.tsx';
import { RenderedContent, StoredPage } from './rendered-page.tsx';
import { startEditing } from './start-editing.ts';

export interface PageViewProps {
  readonly space: Space;
  readonly page: DocumentPage;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
}

/** Page of a space, with the comments on it while they are open. */
export function PageView({ space, page, mayEdit, onChange }: PageViewProps) {
  const place: ContentPlace = { spaceId: space.id };
  const [dialog, setDialog] = useState<'request' | 'links'>();
  const close = (): void => setDialog(undefined);
  const [block, setBlock] = useState<CommentedBlock>();
  const showsComments = query.value.get('comments') !== null;
  const comments = useQuery(`comment count ${page.id}`, () =>
    commentsOf(place).list({ status: 'open', targetPage: page.id, limit: 1 }),
  );
  return (
    <div class={showsComments ? 'columns' : undefined}>
      <PageLayout
        page={page}
        actions={
          <>
            <CommentsButton isOpen={showsComments} count={comments.data?.count} />
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
                { label: m.space.pdf, icon: 'file', onSelect: () => attempt(print(space, page)) },
              ]}
            />
          </>
        }
      >
        <PageText
          place={place}
          page={page}
          onComment={showsComments && space.permissions.comment ? setBlock : undefined}
        />
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
          onSubmit={(subject) => startEditing(space, subject, page)}
          onDone={navigate}
          onClose={close}
        />
      )}
      {dialog === 'links' && <Backlinks spaceId={space.id} page={page} onClose={close} />}
    </div>
  );
}

/** Opens a page as a PDF file. */
async function print(space: Space, page: Page): Promise<void> {
  const { url } = await getSpacePDF({ path: { spaceId: space.id }, query: { page: page.id, only: 'true' } });
  location.assign(url);
}

/** Button that shows and hides the comments on a page. @param count number of open comments, once it is known */
const CommentsButton = ({ isOpen, count }: { readonly isOpen: boolean; readonly count: number | undefined }) => (
  <Button icon="comment" aria-expanded={isOpen} onClick={() => setQuery({ comments: isOpen ? null : 'open' })}>
    {m.comments.title}
    {count ? <span class="count">{count}</span> : null}
  </Button>
);

interface PageTextProps {
  readonly place: ContentPlace;
  readonly page: DocumentPage;
  /** Begins a comment on a block; absent while the blocks offer none. */
  readonly onComment: ((block: CommentedBlock) => void) | undefined;
}

/** Text of a page as it is stored, and when it changed. */
const PageText = ({ place, page, onComment }: PageTextProps) => (
  <>
    <StoredPage place={place} pageId={page.id} version={page.documentId}>
      {({ html }) =>
        html === '' ? (
          <p class="soft">{m.space.noTextYet}</p>
        ) : (
          <BlockComments place={place} pageId={page.id} version={page.documentId} onComment={onComment}>
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
  </>
);

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
