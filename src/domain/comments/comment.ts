import type { Hash } from '../content/objects/content-object.ts';
import type { Id } from '../kernel/id.ts';
import { CommentBase, type CommentBaseState } from './comment-base.ts';

export const COMMENT_STATUSES = ['open', 'resolved'] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];

/** The page that a comment is on, as it was then. */
export interface CommentPageSnapshot {
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Empty for a page without one. */
  readonly path: string;
  /** Absent where the page had none. */
  readonly document?: Hash;
  /** The block that the comment is on. */
  readonly node?: CommentNodeSnapshot;
}

export interface CommentNodeSnapshot {
  /** The block's key: as long as the block says the same, a document has it under this key. */
  readonly id: string;
  /** How its text begins. */
  readonly preview: string;
}

export interface CommentState extends CommentBaseState {
  readonly spaceId: Id;
  /** Null: on the space itself. */
  readonly changeRequestId: Id | null;
  /** The review that it was made with. */
  readonly reviewId: Id | null;
  /** Where the content stood when it was posted. */
  readonly revisionId: Id;
  /** Null: on the whole. */
  readonly pageId: Id | null;
  readonly page: CommentPageSnapshot | null;
  readonly status: CommentStatus;
  readonly resolvedAt: string | null;
  readonly resolvedBy: Id | null;
  /** How many replies it has. */
  readonly replies: number;
}

export interface CommentInput {
  readonly id: Id;
  readonly spaceId: Id;
  readonly changeRequestId: Id | null;
  readonly reviewId?: Id;
  readonly revisionId: Id;
  readonly target?: { readonly pageId: Id; readonly page: CommentPageSnapshot };
  readonly body: string;
  readonly postedBy: Id;
  readonly at: string;
}

/** Begins a thread on a space or a change request, on one of its pages, or on a block of a page. */
export class Comment extends CommentBase<CommentState> {
  static readonly kind = 'comment';
  static restore = (state: CommentState) => new Comment(state);
  protected readonly eventPrefix = 'comment';

  static post({
    id,
    spaceId,
    changeRequestId,
    reviewId,
    revisionId,
    target,
    body,
    postedBy,
    at,
  }: CommentInput): Comment {
    const comment = new Comment({
      id,
      spaceId,
      changeRequestId,
      reviewId: reviewId ?? null,
      revisionId,
      pageId: target?.pageId ?? null,
      page: target?.page ?? null,
      status: 'open',
      resolvedAt: null,
      resolvedBy: null,
      replies: 0,
      postedBy,
      postedAt: at,
      editedAt: null,
      body,
      reactions: [],
    });
    comment.record('comment.posted', { changeRequestId });
    return comment;
  }

  /** Settles the thread; one that is settled already keeps who did it and when. */
  resolve(by: Id, at: string): void {
    if (this.state.status === 'resolved') return;
    this.apply({ status: 'resolved', resolvedAt: at, resolvedBy: by }, 'comment.resolved');
  }

  reopen(): void {
    if (this.state.status === 'open') return;
    this.apply({ status: 'open', resolvedAt: null, resolvedBy: null }, 'comment.reopened');
  }

  /** Counts a reply that was posted. */
  recordReply(replyId: Id): void {
    this.apply({ replies: this.state.replies + 1 }, 'comment.replied', { replyId });
  }

  /** Counts a reply that is deleted. */
  recordReplyDeletion(replyId: Id): void {
    this.apply({ replies: this.state.replies - 1 }, 'comment.reply-withdrawn', { replyId });
  }
}
