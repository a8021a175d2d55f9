import { commentOperations } from './comment-operations.ts';
import { locateChangeRequestComments, locateSpaceComments } from './comment-location.ts';
import { replyOperations } from './reply-operations.ts';

const inSpace = { ...commentOperations(locateSpaceComments), reply: replyOperations(locateSpaceComments) };
/** Lists the comments on the primary content of a space; `status` selects open or resolved ones. */
export const listCommentsInSpace = inSpace.list('listCommentsInSpace');
/**
 * Posts a comment on the primary content of a space, as a whole or on a page or a block of it. Fails with `NotFound`
 * when the page or the block does not exist.
 */
export const postCommentInSpace = inSpace.post('postCommentInSpace');
/** Gets a comment on the primary content of a space. */
export const getCommentInSpace = inSpace.get('getCommentInSpace');
/**
 * Edits a comment on the primary content of a space, adds and removes reactions, and resolves or reopens the thread.
 * Only the author may edit the text; everyone who may comment may react, resolve and reopen.
 */
export const updateCommentInSpace = inSpace.update('updateCommentInSpace');
/**
 * Deletes a comment on the primary content of a space with its replies. Authors may delete their own comments; deleting
 * those of others requires the permission `space:moderate`.
 */
export const deleteCommentInSpace = inSpace.remove('deleteCommentInSpace');
/** Lists the users who have commented on the primary content of a space. */
export const listCommentersInSpace = inSpace.commenters('listCommentersInSpace');
/** Lists the replies to a comment on the primary content of a space, the oldest first. */
export const listCommentRepliesInSpace = inSpace.reply.list('listCommentRepliesInSpace');
/** Posts a reply to a comment on the primary content of a space. */
export const postCommentReplyInSpace = inSpace.reply.post('postCommentReplyInSpace');
/** Gets a reply to a comment on the primary content of a space. */
export const getCommentReplyInSpace = inSpace.reply.get('getCommentReplyInSpace');
/**
 * Edits a reply to a comment on the primary content of a space, and adds and removes reactions. Only the author may
 * edit the text; everyone who may comment may react.
 */
export const updateCommentReplyInSpace = inSpace.reply.update('updateCommentReplyInSpace');
/**
 * Deletes a reply to a comment on the primary content of a space. Authors may delete their own replies; deleting those
 * of others requires the permission `space:moderate`.
 */
export const deleteCommentReplyInSpace = inSpace.reply.remove('deleteCommentReplyInSpace');

const inChangeRequest = {
  ...commentOperations(locateChangeRequestComments),
  reply: replyOperations(locateChangeRequestComments),
};
/** Lists the comments on a change request; `status` selects open or resolved ones. */
export const listCommentsInChangeRequest = inChangeRequest.list('listCommentsInChangeRequest');
/**
 * Posts a comment on a change request, as a whole or on a page or a block of it. Fails with `NotFound` when the page or
 * the block does not exist.
 */
export const postCommentInChangeRequest = inChangeRequest.post('postCommentInChangeRequest');
/** Gets a comment on a change request. */
export const getCommentInChangeRequest = inChangeRequest.get('getCommentInChangeRequest');
/**
 * Edits a comment on a change request, adds and removes reactions, and resolves or reopens the thread. Only the author
 * may edit the text; everyone who may comment may react, resolve and reopen.
 */
export const updateCommentInChangeRequest = inChangeRequest.update('updateCommentInChangeRequest');
/**
 * Deletes a comment on a change request with its replies. Authors may delete their own comments; deleting those of
 * others requires the permission `space:moderate`.
 */
export const deleteCommentInChangeRequest = inChangeRequest.remove('deleteCommentInChangeRequest');
/** Lists the users who have commented on a change request. */
export const listCommentersInChangeRequest = inChangeRequest.commenters('listCommentersInChangeRequest');
/** Lists the replies to a comment on a change request, the oldest first. */
export const listCommentRepliesInChangeRequest = inChangeRequest.reply.list('listCommentRepliesInChangeRequest');
/** Posts a reply to a comment on a change request. */
export const postCommentReplyInChangeRequest = inChangeRequest.reply.post('postCommentReplyInChangeRequest');
/** Gets a reply to a comment on a change request. */
export const getCommentReplyInChangeRequest = inChangeRequest.reply.get('getCommentReplyInChangeRequest');
/**
 * Edits a reply to a comment on a change request, and adds and removes reactions. Only the author may edit the text;
 * everyone who may comment may react.
 */
export const updateCommentReplyInChangeRequest = inChangeRequest.reply.update('updateCommentReplyInChangeRequest');
/**
 * Deletes a reply to a comment on a change request. Authors may delete their own replies; deleting those of others
 * requires the permission `space:moderate`.
 */
export const deleteCommentReplyInChangeRequest = inChangeRequest.reply.remove('deleteCommentReplyInChangeRequest');
