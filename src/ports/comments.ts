import type { ChangeRequestId, Id, SpaceId } from '../domain/kernel/id.ts';
import type { UserState } from '../domain/users.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

/** Target of comments: a space, or one of its change requests. */
export interface CommentScope {
  readonly spaceId: SpaceId;
  /** Null for comments on the space itself. */
  readonly changeRequestId: ChangeRequestId | null;
}

/** User who wrote comments or replies. */
export interface Commenter {
  readonly user: UserState;
  /** Time at which the user's latest comment or reply was posted or edited. */
  readonly updatedAt: string;
  /** Number of the user's comments and replies. */
  readonly count: number;
}

/** Reads across committed comments. */
export interface CommentReads {
  /** Lists the users who wrote comments or replies in a scope, by user id, an order that new comments do not change. */
  commenters(of: CommentScope, page: PageRequest): Promise<Page<Commenter>>;
  /** Returns the users who replied to each of the comments, by user id; comments without replies are absent. */
  repliers(commentIds: readonly Id[]): Promise<ReadonlyMap<Id, readonly Commenter[]>>;
}
