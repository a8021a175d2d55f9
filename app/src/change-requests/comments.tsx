import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  deleteCommentInChangeRequest,
  getPageInChangeRequestById,
  listCommentRepliesInChangeRequest,
  listCommentsInChangeRequest,
  postCommentInChangeRequest,
  postCommentReplyInChangeRequest,
  updateCommentInChangeRequest,
  type ChangeRequest,
  type Comment,
  type Space,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/fields.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Avatar, Badge, emojiText, MoreButton, Time } from '../ui/parts.tsx';
import { announce, attempt } from '../ui/toasts.tsx';

/** Block of a page that a comment is about. */
export interface CommentedBlock {
  readonly node: string;
  readonly preview: string;
}

export interface CommentsProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  /** Page whose comments are shown; all of the change request when omitted. */
  readonly page?: { readonly id: string; readonly title: string };
  /** Block that a new comment is about. */
  readonly block?: CommentedBlock | undefined;
  readonly onPosted?: () => void;
  readonly onChange?: () => void;
}

const REACTIONS = ['👍', '❤️', '🎉', '👀'] as const;
const textOf = (body: Comment['body']): string => ('markdown' in body ? body.markdown : '');

/** Comments with their replies, and a form for a new one. */
export function Comments({ space, request, page, block, onPosted, onChange }: CommentsProps) {
  const path = { spaceId: space.id, changeRequestId: request.id };
  const [text, setText] = useState('');
  const [showsResolved, setShowsResolved] = useState(false);
  const status = showsResolved ? 'all' : 'open';
  const comments = useList(`comments ${request.id} ${page?.id ?? ''} ${status}`, (next) =>
    listCommentsInChangeRequest({
      path,
      query: {
        format: 'markdown',
        order: 'asc',
        status,
        limit: 50,
        ...(page && { targetPage: page.id }),
        ...(next && { page: next }),
      },
    }),
  );
  const changed = (): void => {
    comments.reload();
    onChange?.();
  };
  const post = useAction(async () => {
    await postCommentInChangeRequest({
      path,
      body: { body: { markdown: text }, ...(page && { page: page.id }), ...(block && { node: block.node }) },
    });
    setText('');
    announce(m.comments.posted);
    onPosted?.();
    changed();
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (block !== undefined) form.current?.querySelector('textarea')?.focus();
  }, [block]);
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
                <CommentView
                  key={comment.id}
                  space={space}
                  path={path}
                  comment={comment}
                  showsPage={page === undefined}
                  onChange={changed}
                />
              ))}
              <MoreButton of={comments} />
            </>
          )
        }
      </Loaded>
      {space.permissions.comment && (
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
      )}
    </section>
  );
}

interface CommentViewProps {
  readonly space: Space;
  readonly path: { readonly spaceId: string; readonly changeRequestId: string };
  readonly comment: Comment;
  readonly showsPage: boolean;
  readonly onChange: () => void;
}

function CommentView({ space, path, comment, showsPage, onChange }: CommentViewProps) {
  const [isOpen, setOpen] = useState(false);
  const [reply, setReply] = useState('');
  const at = { ...path, commentId: comment.id };
  const replies = useList(
    comment.replies > 0 || isOpen ? `replies ${comment.id} ${comment.replies}` : undefined,
    (next) =>
      listCommentRepliesInChangeRequest({
        path: at,
        query: { format: 'markdown', limit: 50, ...(next && { page: next }) },
      }),
  );
  const answer = useAction(async () => {
    await postCommentReplyInChangeRequest({ path: at, body: { body: { markdown: reply } } });
    setReply('');
    setOpen(false);
    replies.reload();
    onChange();
  });
  const set = (body: Parameters<typeof updateCommentInChangeRequest>[0]['body']): void =>
    attempt(updateCommentInChangeRequest({ path: at, ...(body && { body }) }).then(onChange));
  const { page, node } = comment.target;
  return (
    <article class="comment" aria-label={m.comments.by(comment.postedBy.displayName)}>
      <header>
        <Avatar name={comment.postedBy.displayName} photo={comment.postedBy.photoURL} />
        <strong>{comment.postedBy.displayName}</strong>
        <span class="soft">
          <Time at={comment.postedAt} />
        </span>
        {comment.status === 'resolved' && <Badge>{m.comments.resolved}</Badge>}
        {page?.outdated && <Badge kind="outdated">{m.comments.outdated}</Badge>}
      </header>
      {(node || (showsPage && page)) && (
        <p class="soft comment-target">
          {showsPage && page && (
            <a href={pathTo('changeRequestPage', { ...path, pageId: page.id })} dir="auto">
              {page.title}
            </a>
          )}
          {node && <q dir="auto">{node.preview}</q>}
        </p>
      )}
      <p class="comment-text" dir="auto">
        {textOf(comment.body)}
      </p>
      {replies.data?.map((one) => (
        <div key={one.id} class="reply">
          <header>
            <Avatar name={one.postedBy.displayName} photo={one.postedBy.photoURL} />
            <strong>{one.postedBy.displayName}</strong>
            <span class="soft">
              <Time at={one.postedAt} />
            </span>
          </header>
          <p class="comment-text" dir="auto">
            {textOf(one.body)}
          </p>
        </div>
      ))}
      <div class="actions">
        {REACTIONS.map((emoji) => {
          const found = comment.reactions.find(
            (reaction) => emojiText(reaction.emoji).replace('\ufe0f', '') === emoji.replace('\ufe0f', ''),
          );
          return (
            (space.permissions.comment || found) && (
              <Button
                key={emoji}
                kind="quiet"
                label={m.comments.react(emoji)}
                onClick={() => set(found ? { removedReactions: [found.emoji] } : { addedReactions: [emoji] })}
              >
                {emoji}
                {found && <span class="count">{found.count}</span>}
              </Button>
            )
          );
        })}
        {comment.permissions.reply && (
          <Button kind="quiet" icon="comment" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {m.comments.reply}
          </Button>
        )}
        {space.permissions.comment && (
          <Button kind="quiet" icon="check" onClick={() => set({ resolved: comment.status === 'open' })}>
            {comment.status === 'open' ? m.comments.resolve : m.comments.reopen}
          </Button>
        )}
        {comment.permissions.delete && (
          <Button
            kind="quiet"
            icon="trash"
            label={m.comments.delete}
            onClick={() => attempt(deleteCommentInChangeRequest({ path: at }).then(onChange))}
          />
        )}
      </div>
      {isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void answer.run();
          }}
        >
          <TextArea label={m.comments.yourReply} value={reply} onInput={setReply} rows={2} required autofocus />
          <ErrorNotice error={answer.error} />
          <Button type="submit" busy={answer.isRunning}>
            {m.comments.send}
          </Button>
        </form>
      )}
    </article>
  );
}

interface BlockNode {
  readonly key: string;
  readonly type: string;
}

export interface BlockCommentsProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly pageId: string;
  readonly onComment?: ((block: CommentedBlock) => void) | undefined;
  readonly children: ComponentChildren;
}

/**
 * Adds a button to each block of a rendered page that begins a comment on it. The buttons appear where the rendered
 * blocks are those of the document, one for one; elsewhere comments are about the page.
 */
export function BlockComments({ space, request, pageId, onComment, children }: BlockCommentsProps) {
  const element = useRef<HTMLDivElement>(null);
  const document_ = useQuery(onComment && `blocks ${request.id} ${request.revision} ${pageId}`, () =>
    getPageInChangeRequestById({
      path: { spaceId: space.id, changeRequestId: request.id, pageId },
      query: { format: 'document' },
    }),
  );
  const page = document_.data;
  const nodes =
    page?.type === 'document' && page.document ? (page.document['nodes'] as readonly BlockNode[]) : undefined;
  useEffect(() => {
    const content = element.current?.querySelector('.s-content');
    if (!content || nodes === undefined || onComment === undefined) return;
    const blocks = [...content.children].filter((block): block is HTMLElement => block instanceof HTMLElement);
    if (blocks.length !== nodes.length) return;
    const added = blocks.map((block, index) => {
      const preview = (block.textContent ?? '').trim().slice(0, 80);
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'block-comment';
      button.setAttribute('aria-label', m.comments.commentOn(preview || nodes[index]!.type));
      button.textContent = '💬';
      button.addEventListener('click', () => onComment({ node: nodes[index]!.key, preview }));
      block.classList.add('has-comment-button');
      block.append(button);
      return button;
    });
    return () => added.forEach((button) => button.remove());
  }, [nodes, onComment]);
  return (
    <div ref={element} class="commentable">
      {children}
    </div>
  );
}
