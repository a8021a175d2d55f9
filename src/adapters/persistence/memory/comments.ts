import type { CommentBaseState } from '../../../domain/comments/comment-base.ts';
import type { Commenter, CommentReads, CommentScope } from '../../../ports/comments.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { paged } from './reads.ts';
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
    const instants = new Map<string, string[]>();
    for (const { postedBy, postedAt, editedAt } of [...comments, ...replies] as CommentBaseState[])
      instants.set(postedBy, [...(instants.get(postedBy) ?? []), editedAt ?? postedAt]);
    const all = [...instants].map(([userId, at]): Commenter => ({
      user: this.store.state('users', userId)!,
      updatedAt: at.sort().at(-1)!,
      count: at.length,
    }));
    return paged(all, ({ user }) => user.id, page);
  }
}
