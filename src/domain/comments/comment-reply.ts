import type { Id } from '../kernel/id.ts';
import { Remark, type RemarkState } from './remark.ts';

export interface CommentReplyState extends RemarkState {
  readonly commentId: Id;
}

/** An answer to a comment; goes with it. */
export class CommentReply extends Remark<CommentReplyState> {
  static readonly kind = 'reply';
  static restore = (state: CommentReplyState) => new CommentReply(state);
  protected readonly subject = 'comment-reply';

  static post({
    id,
    commentId,
    body,
    postedBy,
    at,
  }: {
    id: Id;
    commentId: Id;
    body: string;
    postedBy: Id;
    at: string;
  }): CommentReply {
    const reply = new CommentReply({ id, commentId, postedBy, postedAt: at, editedAt: null, body, reactions: [] });
    reply.record('comment-reply.posted', { commentId });
    return reply;
  }
}
