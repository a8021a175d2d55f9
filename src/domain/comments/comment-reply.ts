import type { Id, CommentId, UserId, CommentReplyId } from '../kernel/id.ts';
import { CommentBase, type CommentBaseState } from './comment-base.ts';

export interface CommentReplyState extends CommentBaseState {
  readonly id: CommentReplyId;
  readonly commentId: CommentId;
}

/** Reply to a comment; deleted together with it. */
export class CommentReply extends CommentBase<CommentReplyState> {
  static readonly kind = 'reply';
  static restore = (state: CommentReplyState) => new CommentReply(state);
  protected readonly eventPrefix = 'comment-reply';

  static post({
    id,
    commentId,
    body,
    postedBy,
    at,
  }: {
    id: Id;
    commentId: CommentId;
    body: string;
    postedBy: UserId;
    at: string;
  }): CommentReply {
    const reply = new CommentReply({ id, commentId, postedBy, postedAt: at, editedAt: null, body, reactions: [] });
    reply.record('comment-reply.posted', { commentId });
    return reply;
  }
}
