import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Space } from '../api/operations.ts';
import { userId } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/fields.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { MoreButton } from '../ui/parts.tsx';
import { useKeptText } from '../ui/use-kept-text.ts';
import { announce } from '../ui/toasts.tsx';
import type { CommentedBlock } from './block-comments.tsx';
import { commentsOf } from './comment-place.ts';
import { CommentThread } from './comment-thread.tsx';

export interface CommentsProps {
  readonly space: Space;
  /** Change request whose comments are shown; those on the space when omitted. */
  readonly changeRequest?: string;
  /** Page whose comments are shown; all of the space or change request when omitted. */
  readonly page?: { readonly id: string; readonly title: string };
  /** Block that a new comment is about. */
  readonly block?: CommentedBlock | undefined;
  readonly onPosted?: () => void;
  readonly onChange?: () => void;
}

/** Comments with their replies, and a form for a new one. */
export function Comments({ onChange, ...about }: CommentsProps) {
  const { space, changeRequest, page } = about;
  const place = { spaceId: space.id, changeRequest };
  const [showsResolved, setShowsResolved] = useState(false);
  const status = showsResolved ? 'all' : 'open';
  const comments = useList(`comments ${keyOf(about)} ${status}`, (next) =>
    commentsOf(place).list({ status, ...(page && { targetPage: page.id }) }, next),
  );
  const changed = (): void => {
    comments.reload();
    onChange?.();
  };
  return (
    <section class="comments" aria-label={m.comments.title}>
      <div class="comments-head">
        <h2>{m.comments.title}</h2>
        <Button kind="quiet" aria-pressed={showsResolved} onClick={() => setShowsResolved(!showsResolved)}>
          {m.comments.showResolved}
        </Button>
      </div>
      <Loaded of={comments}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={m.comments.none} />
          ) : (
            <>
              {items.map((comment) => (
                <CommentThread
                  key={comment.id}
                  place={place}
                  comment={comment}
                  mayComment={space.permissions.comment}
                  userId={userId.value}
                  showsPage={page === undefined}
                  onChange={changed}
                />
              ))}
              <MoreButton of={comments} />
            </>
          )
        }
      </Loaded>
      {space.permissions.comment && <NewComment {...about} onChange={changed} />}
    </section>
  );
}

const keyOf = ({ space, changeRequest, page }: Pick<CommentsProps, 'space' | 'changeRequest' | 'page'>): string =>
  `${space.id} ${changeRequest ?? ''} ${page?.id ?? ''}`;

function NewComment({ space, changeRequest, page, block, onPosted, onChange }: CommentsProps) {
  const [text, setText] = useKeptText(`comment ${keyOf({ space, changeRequest, page })}`);
  const post = useAction(async () => {
    await commentsOf({ spaceId: space.id, changeRequest }).post({
      body: { markdown: text },
      ...(page && { page: page.id }),
      ...(block && { node: block.node }),
    });
    setText('');
    announce(m.comments.posted);
    onPosted?.();
    onChange?.();
  });
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (block !== undefined) form.current?.querySelector('textarea')?.focus();
  }, [block]);
  return (
    <form
      ref={form}
      class="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void post.run();
      }}
    >
      {block && (
        <p class="soft">
          {m.comments.about} <q>{block.preview}</q>{' '}
          <Button kind="quiet" icon="close" label={m.comments.notAbout} onClick={onPosted} />
        </p>
      )}
      <TextArea
        label={block ? m.comments.newOnBlock : page ? m.comments.newOnPage(page.title) : m.comments.new}
        value={text}
        onInput={setText}
        rows={3}
        required
      />
      <ErrorNotice error={post.error} />
      <Button type="submit" busy={post.isRunning}>
        {m.comments.post}
      </Button>
    </form>
  );
}
