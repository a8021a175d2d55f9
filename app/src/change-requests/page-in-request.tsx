import { useState } from 'preact/hooks';
import type { ChangeRequest, Page, Space } from '../api/operations.ts';
import type { QueryState } from '../api/use-query.ts';
import { BlockComments, type CommentedBlock } from '../comments/block-comments.tsx';
import { Comments } from '../comments/comments.tsx';
import { KeptDraft } from '../editing/kept-draft.tsx';
import { m } from '../messages/messages.ts';
import { navigate } from '../navigation/router.ts';
import { editHref, type ContentPlace } from '../spaces/content-place.ts';
import { PageLayout } from '../spaces/page-layout.tsx';
import { EntryView, PageMenu } from '../spaces/page-menu.tsx';
import { RenderedContent, StoredPage } from '../spaces/rendered-page.tsx';
import { findInTree } from '../spaces/tree.ts';
import { LinkButton } from '../ui/button.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { requestHref } from './changes-view.tsx';

export interface PageInRequestProps {
  readonly place: ContentPlace;
  readonly pageId: string;
  readonly pages: QueryState<readonly Page[]>;
  readonly request: ChangeRequest;
  readonly space: Space;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
}

/** Page as a change request changes it, with the comments on it. */
export function PageInRequest({ place, pageId, pages, request, space, mayEdit, onChange }: PageInRequestProps) {
  const [block, setBlock] = useState<CommentedBlock>();
  return (
    <Loaded of={pages}>
      {(tree) => {
        const page = findInTree(tree, pageId)?.page;
        const draft = !mayEdit || page === undefined ? <KeptDraft place={place} id={pageId} /> : null;
        if (page === undefined)
          return (
            <>
              <Empty title={m.space.pageMissing} />
              {draft}
            </>
          );
        const menu = {
          place,
          mayEdit,
          onSaved: onChange,
          onDeleted: () => navigate(requestHref(space.id, request.id)),
        };
        if (page.type !== 'document') return <EntryView page={page} {...menu} />;
        return (
          <div class="columns">
            <PageLayout
              page={page}
              actions={
                mayEdit && (
                  <>
                    <LinkButton kind="primary" icon="edit" href={editHref(place, page.id)}>
                      {m.space.edit}
                    </LinkButton>
                    <PageMenu page={page} {...menu} />
                  </>
                )
              }
            >
              {draft}
              <StoredPage place={place} pageId={page.id} version={request.revision}>
                {({ html }) => (
                  <BlockComments
                    place={place}
                    pageId={page.id}
                    version={request.revision}
                    onComment={space.permissions.comment ? setBlock : undefined}
                  >
                    <RenderedContent html={html} />
                  </BlockComments>
                )}
              </StoredPage>
            </PageLayout>
            <Comments
              space={space}
              changeRequest={request.id}
              page={{ id: page.id, title: page.title }}
              block={block}
              onPosted={() => setBlock(undefined)}
            />
          </div>
        );
      }}
    </Loaded>
  );
}
