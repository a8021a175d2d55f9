import {
  deleteCommentInChangeRequest,
  deleteCommentInSpace,
  deleteCommentReplyInChangeRequest,
  deleteCommentReplyInSpace,
  listCommentRepliesInChangeRequest,
  listCommentRepliesInSpace,
  listCommentsInChangeRequest,
  listCommentsInSpace,
  postCommentInChangeRequest,
  postCommentInSpace,
  postCommentReplyInChangeRequest,
  postCommentReplyInSpace,
  updateCommentInChangeRequest,
  updateCommentInSpace,
  updateCommentReplyInChangeRequest,
  updateCommentReplyInSpace,
  type Comment,
  type CommentReply,
} from '../api/operations.ts';
import type { ListPage } from '../api/use-query.ts';

/** Content that comments are about: that of a space, or of a change request. */
export interface CommentPlace {
  readonly spaceId: string;
  readonly changeRequest?: string | undefined;
}

export interface CommentFilter {
  readonly status: 'open' | 'all';
  readonly targetPage?: string;
  readonly limit?: number;
}

type PostedComment = Parameters<typeof postCommentInSpace>[0]['body'];
export type CommentUpdate = NonNullable<Parameters<typeof updateCommentInSpace>[0]['body']>;

/** The API's operations on the comments of one place. */
export interface CommentOperations {
  list(filter: CommentFilter, page?: string): Promise<ListPage<Comment>>;
  post(comment: PostedComment): Promise<Comment>;
  update(commentId: string, changes: CommentUpdate): Promise<Comment>;
  delete(commentId: string): Promise<unknown>;
  listReplies(commentId: string, page?: string): Promise<ListPage<CommentReply>>;
  postReply(commentId: string, markdown: string): Promise<CommentReply>;
  updateReply(commentId: string, commentReplyId: string, markdown: string): Promise<CommentReply>;
  deleteReply(commentId: string, commentReplyId: string): Promise<unknown>;
}

/** Returns the operations on the comments of a space or of a change request. */
export const commentsOf = ({ spaceId, changeRequest }: CommentPlace): CommentOperations =>
  changeRequest === undefined ? commentsOfSpace(spaceId) : commentsOfChangeRequest(spaceId, changeRequest);

const listQuery = (filter: CommentFilter, page?: string) =>
  ({ format: 'markdown', order: 'asc', limit: 50, ...filter, ...(page !== undefined && { page }) }) as const;
const repliesQuery = (page?: string) =>
  ({ format: 'markdown', limit: 50, ...(page !== undefined && { page }) }) as const;
const text = (markdown: string) => ({ body: { markdown } });

function commentsOfSpace(spaceId: string): CommentOperations {
  const at = (commentId: string) => ({ spaceId, commentId });
  const replyAt = (commentId: string, commentReplyId: string) => ({ spaceId, commentId, commentReplyId });
  return {
    list: (filter, page) => listCommentsInSpace({ path: { spaceId }, query: listQuery(filter, page) }),
    post: (body) => postCommentInSpace({ path: { spaceId }, body }),
    update: (id, body) => updateCommentInSpace({ path: at(id), body }),
    delete: (id) => deleteCommentInSpace({ path: at(id) }),
    listReplies: (id, page) => listCommentRepliesInSpace({ path: at(id), query: repliesQuery(page) }),
    postReply: (id, markdown) => postCommentReplyInSpace({ path: at(id), body: text(markdown) }),
    updateReply: (id, reply, markdown) => updateCommentReplyInSpace({ path: replyAt(id, reply), body: text(markdown) }),
    deleteReply: (id, reply) => deleteCommentReplyInSpace({ path: replyAt(id, reply) }),
  };
}

function commentsOfChangeRequest(spaceId: string, changeRequestId: string): CommentOperations {
  const path = { spaceId, changeRequestId };
  const at = (commentId: string) => ({ ...path, commentId });
  const replyAt = (commentId: string, commentReplyId: string) => ({ ...path, commentId, commentReplyId });
  return {
    list: (filter, page) => listCommentsInChangeRequest({ path, query: listQuery(filter, page) }),
    post: (body) => postCommentInChangeRequest({ path, body }),
    update: (id, body) => updateCommentInChangeRequest({ path: at(id), body }),
    delete: (id) => deleteCommentInChangeRequest({ path: at(id) }),
    listReplies: (id, page) => listCommentRepliesInChangeRequest({ path: at(id), query: repliesQuery(page) }),
    postReply: (id, markdown) => postCommentReplyInChangeRequest({ path: at(id), body: text(markdown) }),
    updateReply: (id, reply, markdown) =>
      updateCommentReplyInChangeRequest({ path: replyAt(id, reply), body: text(markdown) }),
    deleteReply: (id, reply) => deleteCommentReplyInChangeRequest({ path: replyAt(id, reply) }),
  };
}
