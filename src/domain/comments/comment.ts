import type { Hash } from '../content/objects/content-object.ts';
import type {
  Id,
  ChangeRequestId,
  CommentReplyId,
  PageId,
  ReviewId,
  RevisionId,
  SpaceId,
  UserId,
  CommentId,
} from '../kernel/id.ts';
import { CommentBase, type CommentBaseState } from './comment-base.ts';

export const COMMENT_STATUSES = ['open', 'resolved'] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];

/** Snapshot of the commented page at the time of the comment. */
export interface CommentPageSnapshot {
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Path of the page; empty for a page without one. */
  readonly path: string;
  /** Document of the page; absent if it had none. */
  readonly document?: Hash;
  /** Commented block. */
  readonly node?: CommentNodeSnapshot;
}

export interface CommentNodeSnapshot {
  /** Key of the block; a document contains it as long as the block's content is unchanged. */
  readonly id: string;
  /** Beginning of the block's text. */
  readonly preview: string;
}

export interface CommentState extends CommentBaseState {
  readonly id: CommentId;
  readonly spaceId: SpaceId;
  /** Null for comments on the space itself. */
  readonly changeRequestId: ChangeRequestId | null;
  /** Review that the comment was posted with. */
  readonly reviewId: ReviewId | null;
  /** Head revision at the time of the comment. */
  readonly revisionId: RevisionId;
  /** Null for comments on the whole space or change request. */
  readonly pageId: PageId | null;
  readonly page: CommentPageSnapshot | null;
  readonly status: CommentStatus;
  readonly resolvedAt: string | null;
  readonly resolvedBy: Id | null;
  /** Number of replies. */
  readonly replies: number;
}

export interface CommentInput {
  readonly id: Id;
  readonly spaceId: SpaceId;
  readonly changeRequestId: ChangeRequestId | null;
  readonly reviewId?: ReviewId;
  readonly revisionId: RevisionId;
  readonly target?: { readonly pageId: PageId; readonly page: CommentPageSnapshot };
  readonly body: string;
  readonly postedBy: UserId;
  readonly at: string;
}

/** Root of a thread on a space or a change request, on one of its pages, or on a block of a page. */
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

  /** Resolves the thread; a resolved thread keeps who resolved it and when. */
  resolve(by: Id, at: string): void {
    if (this.state.status === 'resolved') return;
    this.apply({ status: 'resolved', resolvedAt: at, resolvedBy: by }, 'comment.resolved');
  }

  reopen(): void {
    if (this.state.status === 'open') return;
    this.apply({ status: 'open', resolvedAt: null, resolvedBy: null }, 'comment.reopened');
  }

  /** Counts a new reply. */
  recordReply(replyId: CommentReplyId): void {
    this.apply({ replies: this.state.replies + 1 }, 'comment.replied', { replyId });
  }

  /** Counts the deletion of a reply. */
  recordReplyDeletion(replyId: CommentReplyId): void {
    this.apply({ replies: this.state.replies - 1 }, 'comment.reply-withdrawn', { replyId });
  }
}
