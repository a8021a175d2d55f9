import type { Id } from '../domain/kernel/id.ts';
import type { UserState } from '../domain/users.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

/** Where comments are: on a space itself, or on one of its change requests. */
export interface CommentScope {
  readonly spaceId: Id;
  /** Null: on the space itself. */
  readonly changeRequestId: Id | null;
}

/** Somebody who wrote comments or replies. */
export interface Commenter {
  readonly user: UserState;
  /** When the last of them was posted or edited. */
  readonly updatedAt: string;
  /** How many there are. */
  readonly count: number;
}

/** Reads of committed comments that look at several at once. */
export interface CommentReads {
  /** Who wrote comments or replies there, by the id of the user: an order that going on writing does not change. */
  commenters(of: CommentScope, page: PageRequest): Promise<Page<Commenter>>;
}
