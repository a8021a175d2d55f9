import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Comment, CommentReply } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { useUnsaved } from '../navigation/unsaved.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { TextArea } from '../ui/fields.tsx';
import { MarkdownText } from '../ui/markdown-text.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { Avatar, Badge, emojiText, MoreButton, Time } from '../ui/parts.tsx';
import { attempt } from '../ui/toasts.tsx';
import { useKeptText } from '../ui/use-kept-text.ts';
import { commentsOf, type CommentPlace, type CommentUpdate } from './comment-place.ts';

const REACTIONS = ['👍', '❤️', '🎉', '👀'] as const;
const textOf = (body: Comment['body']): string => ('markdown' in body ? body.markdown : '');
const withoutVariant = (emoji: string): string => emoji.replace('\ufe0f', '');

export interface CommentThreadProps {
  readonly place: CommentPlace;
  readonly comment: Comment;
  readonly mayComment: boolean;
  /** ID of the reader, whose own reactions can be taken back. */
  readonly userId: string | undefined;
  /** True if the page that the comment is about is named. */
  readonly showsPage: boolean;
  readonly onChange: () => void;
}

/** Comment with its replies and reactions. */
export function CommentThread({ place, comment, mayComment, userId, showsPage, onChange }: CommentThreadProps) {
  const [open, setOpen] = useState<OpenForm>();
  const close = (): void => setOpen(undefined);
  const operations = commentsOf(place);
  const replies = useList(
    comment.replies > 0 || open === 'reply' ? `replies ${comment.id} ${comment.replies}` : undefined,
    (next) => operations.listReplies(comment.id, next),
  );
  const set = (changes: CommentUpdate): void => attempt(operations.update(comment.id, changes).then(onChange));
  return (
    <article class="comment" aria-label={m.comments.by(comment.postedBy.displayName)}>
      <Byline of={comment}>
        {comment.status === 'resolved' && <Badge>{m.comments.resolved}</Badge>}
        {comment.target.page?.outdated && <Badge kind="outdated">{m.comments.outdated}</Badge>}
      </Byline>
      <Target place={place} comment={comment} showsPage={showsPage} />
      {open === 'edit' ? (
        <TextForm
          label={m.comments.text}
          submit={m.common.save}
          value={textOf(comment.body)}
          onSubmit={async (markdown) => {
            await operations.update(comment.id, { body: { markdown } });
            close();
            onChange();
          }}
          onCancel={close}
        />
      ) : (
        <MarkdownText>{textOf(comment.body)}</MarkdownText>
      )}
      {replies.data?.map((one) => (
        <Reply
          key={one.id}
          reply={one}
          onSave={async (markdown) => {
            await operations.updateReply(comment.id, one.id, markdown);
            replies.reload();
          }}
          onDelete={async () => {
            await operations.deleteReply(comment.id, one.id);
            onChange();
          }}
        />
      ))}
      <MoreButton of={replies} />
      <div class="actions">
        <Reactions
          of={comment}
          mayReact={mayComment}
          userId={userId}
          onToggle={(emoji, isOwn) => set(isOwn ? { removedReactions: [emoji] } : { addedReactions: [emoji] })}
        />
        <CommentActions
          comment={comment}
          mayComment={mayComment}
          open={open}
          onOpen={setOpen}
          onResolve={(resolved) => set({ resolved })}
          onDelete={async () => {
            await operations.delete(comment.id);
            onChange();
          }}
        />
      </div>
      {open === 'reply' && (
        <ReplyForm
          commentId={comment.id}
          onSubmit={async (markdown) => {
            await operations.postReply(comment.id, markdown);
            close();
            replies.reload();
            onChange();
          }}
          onCancel={close}
        />
      )}
    </article>
  );
}

/** Form of a comment that is open. */
type OpenForm = 'reply' | 'edit' | undefined;

interface CommentActionsProps extends Pick<CommentThreadProps, 'comment' | 'mayComment'> {
  readonly open: OpenForm;
  readonly onOpen: (form: OpenForm) => void;
  readonly onResolve: (resolved: boolean) => void;
  readonly onDelete: () => Promise<void>;
}

/** Buttons that reply to a comment, resolve, edit or delete it. */
const CommentActions = ({ comment, mayComment, open, onOpen, onResolve, onDelete }: CommentActionsProps) => (
  <>
    {comment.permissions.reply && (
      <Button
        kind="quiet"
        icon="comment"
        onClick={() => onOpen(open === 'reply' ? undefined : 'reply')}
        aria-expanded={open === 'reply'}
      >
        {m.comments.reply}
      </Button>
    )}
    {mayComment && (
      <Button kind="quiet" icon="check" onClick={() => onResolve(comment.status === 'open')}>
        {comment.status === 'open' ? m.comments.resolve : m.comments.reopen}
      </Button>
    )}
    {comment.permissions.edit && open !== 'edit' && (
      <Button kind="quiet" icon="edit" label={m.comments.edit} onClick={() => onOpen('edit')} />
    )}
    {comment.permissions.delete && (
      <ConfirmButton label={m.comments.delete} text={m.comments.deleteText} onConfirm={onDelete} />
    )}
  </>
);

/** Page and block that a comment is about. */
function Target({ place, comment, showsPage }: Pick<CommentThreadProps, 'place' | 'comment' | 'showsPage'>) {
  const { page, node } = comment.target;
  const isLinked = showsPage && page !== undefined;
  if (!isLinked && node === undefined) return null;
  return (
    <p class="soft comment-target">
      {isLinked && (
        <a href={commentedPageHref(place, page.id)} dir="auto">
          {page.title}
        </a>
      )}
      {node && <q dir="auto">{node.preview}</q>}
    </p>
  );
}

interface ReactionsProps {
  readonly of: Pick<Comment, 'reactions'>;
  readonly mayReact: boolean;
  readonly userId: string | undefined;
  /** Called with a reaction, and whether the reader has given it before. */
  readonly onToggle: (emoji: string, isOwn: boolean) => void;
}

/** Reactions to a comment, as buttons that give and take back that of the reader. */
const Reactions = ({ of, mayReact, userId, onToggle }: ReactionsProps) => (
  <>
    {REACTIONS.map((emoji) => {
      const found = of.reactions.find((one) => withoutVariant(emojiText(one.emoji)) === withoutVariant(emoji));
      const isOwn = found?.users.some(({ user }) => user.id === userId) === true;
      return (
        (mayReact || found) && (
          <Button
            key={emoji}
            kind="quiet"
            label={m.comments.react(emoji)}
            aria-pressed={isOwn}
            disabled={!mayReact}
            onClick={() => onToggle(emoji, isOwn)}
          >
            {emoji}
            {found && <span class="count">{found.count}</span>}
          </Button>
        )
      );
    })}
  </>
);

/** Address of a page with the comments on it. */
const commentedPageHref = ({ spaceId, changeRequest }: CommentPlace, pageId: string): string =>
  changeRequest === undefined
    ? pathTo('page', { spaceId, pageId }, { comments: 'open' })
    : pathTo('changeRequestPage', { spaceId, changeRequestId: changeRequest, pageId });

interface BylineProps {
  readonly of: Pick<Comment, 'postedBy' | 'postedAt' | 'editedAt'>;
  readonly children?: ComponentChildren;
}

/** Author and time of a comment or reply. */
const Byline = ({ of: { postedBy, postedAt, editedAt }, children }: BylineProps) => (
  <header>
    <Avatar name={postedBy.displayName} photo={postedBy.photoURL} />
    <strong>{postedBy.displayName}</strong>
    <span class="soft">
      <Time at={postedAt} /> {editedAt !== undefined && m.comments.edited}
    </span>
    {children}
  </header>
);

interface ReplyProps {
  readonly reply: CommentReply;
  readonly onSave: (markdown: string) => Promise<void>;
  readonly onDelete: () => Promise<void>;
}

function Reply({ reply, onSave, onDelete }: ReplyProps) {
  const [isEdited, setEdited] = useState(false);
  const text = textOf(reply.body);
  return (
    <div class="reply">
      <Byline of={reply}>
        {reply.permissions.edit && !isEdited && (
          <Button kind="quiet" icon="edit" label={m.comments.editReply} onClick={() => setEdited(true)} />
        )}
        {reply.permissions.delete && (
          <ConfirmButton label={m.comments.deleteReply} text={m.comments.deleteReplyText} onConfirm={onDelete} />
        )}
      </Byline>
      {isEdited ? (
        <TextForm
          label={m.comments.text}
          submit={m.common.save}
          value={text}
          onSubmit={async (markdown) => {
            await onSave(markdown);
            setEdited(false);
          }}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <MarkdownText>{text}</MarkdownText>
      )}
    </div>
  );
}

interface ReplyFormProps extends Pick<TextFormProps, 'onSubmit' | 'onCancel'> {
  readonly commentId: string;
}

/** Form of a new reply, whose text is kept until it is sent. */
function ReplyForm({ commentId, onSubmit, onCancel }: ReplyFormProps) {
  const [kept, keep] = useKeptText(`reply ${commentId}`);
  return (
    <TextForm
      label={m.comments.yourReply}
      submit={m.comments.send}
      value={kept}
      onInput={keep}
      onSubmit={async (text) => {
        await onSubmit(text);
        keep('');
      }}
      onCancel={() => {
        keep('');
        onCancel();
      }}
    />
  );
}

interface TextFormProps {
  readonly label: string;
  readonly submit: string;
  /** Text at first. */
  readonly value?: string;
  readonly onInput?: (text: string) => void;
  readonly onSubmit: (text: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Form with the text of a comment or reply. */
function TextForm({ label, submit, value = '', onInput, onSubmit, onCancel }: TextFormProps) {
  const [text, setText] = useState(value);
  const action = useAction(() => onSubmit(text));
  // A text whose changes are followed is kept by the browser.
  useUnsaved(onInput === undefined && text !== value && !action.isRunning);
  const change = (next: string): void => {
    setText(next);
    onInput?.(next);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <TextArea label={label} value={text} onInput={change} rows={2} required autofocus />
      <ErrorNotice error={action.error} />
      <p class="actions">
        <Button type="submit" busy={action.isRunning}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {m.common.cancel}
        </Button>
      </p>
    </form>
  );
}
