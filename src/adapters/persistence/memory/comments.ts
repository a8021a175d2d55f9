import type { CommentBaseState } from '../../../domain/comments/comment-base.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { Commenter, CommentReads, CommentScope } from '../../../ports/comments.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { paged } from './kernel/pages.ts';
import type { MemoryStore } from './store.ts';

/** Reads of comments over the maps. */
export class MemoryCommentReads implements CommentReads {
  constructor(private readonly store: MemoryStore) {}

  async commenters({ spaceId, changeRequestId }: CommentScope, page: PageRequest): Promise<Page<Commenter>> {
    const comments = this.store
      .all('comments')
      .filter((comment) => comment.spaceId === spaceId && comment.changeRequestId === changeRequestId);
    const threads = new Set(comments.map(({ id }) => id));
    const replies = this.store.all('commentReplies').filter(({ commentId }) => threads.has(commentId));
    return paged(this.#authorsOf([...comments, ...replies]), ({ user }) => user.id, page);
  }

  async repliers(commentIds: readonly Id[]): Promise<ReadonlyMap<Id, readonly Commenter[]>> {
    const byId = (a: Commenter, b: Commenter): number => (a.user.id < b.user.id ? -1 : 1);
    const replies = this.store.all('commentReplies');
    const repliersOf = (id: Id) => this.#authorsOf(replies.filter(({ commentId }) => commentId === id)).sort(byId);
    return new Map(commentIds.map((id) => [id, repliersOf(id)] as const).filter(([, repliers]) => repliers.length > 0));
  }

  #authorsOf(comments: readonly CommentBaseState[]): Commenter[] {
    const instants = new Map<string, string[]>();
    for (const { postedBy, postedAt, editedAt } of comments)
      instants.set(postedBy, [...(instants.get(postedBy) ?? []), editedAt ?? postedAt]);
    return [...instants].map(([userId, at]) => ({
      user: this.store.state('users', userId)!,
      updatedAt: at.sort().at(-1)!,
      count: at.length,
    }));
  }
}
