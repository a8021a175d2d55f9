import { commentOperations } from './comment-operations.ts';
import { onChangeRequest, onSpace } from './comment-place.ts';
import { replyOperations } from './reply-operations.ts';

const inSpace = { ...commentOperations(onSpace), reply: replyOperations(onSpace) };
export const listCommentsInSpace = inSpace.list('listCommentsInSpace');
export const postCommentInSpace = inSpace.post('postCommentInSpace');
export const getCommentInSpace = inSpace.get('getCommentInSpace');
export const updateCommentInSpace = inSpace.update('updateCommentInSpace');
export const deleteCommentInSpace = inSpace.remove('deleteCommentInSpace');
export const listCommentersInSpace = inSpace.commenters('listCommentersInSpace');
export const listCommentRepliesInSpace = inSpace.reply.list('listCommentRepliesInSpace');
export const postCommentReplyInSpace = inSpace.reply.post('postCommentReplyInSpace');
export const getCommentReplyInSpace = inSpace.reply.get('getCommentReplyInSpace');
export const updateCommentReplyInSpace = inSpace.reply.update('updateCommentReplyInSpace');
export const deleteCommentReplyInSpace = inSpace.reply.remove('deleteCommentReplyInSpace');

const inChangeRequest = { ...commentOperations(onChangeRequest), reply: replyOperations(onChangeRequest) };
export const listCommentsInChangeRequest = inChangeRequest.list('listCommentsInChangeRequest');
export const postCommentInChangeRequest = inChangeRequest.post('postCommentInChangeRequest');
export const getCommentInChangeRequest = inChangeRequest.get('getCommentInChangeRequest');
export const updateCommentInChangeRequest = inChangeRequest.update('updateCommentInChangeRequest');
export const deleteCommentInChangeRequest = inChangeRequest.remove('deleteCommentInChangeRequest');
export const listCommentersInChangeRequest = inChangeRequest.commenters('listCommentersInChangeRequest');
export const listCommentRepliesInChangeRequest = inChangeRequest.reply.list('listCommentRepliesInChangeRequest');
export const postCommentReplyInChangeRequest = inChangeRequest.reply.post('postCommentReplyInChangeRequest');
export const getCommentReplyInChangeRequest = inChangeRequest.reply.get('getCommentReplyInChangeRequest');
export const updateCommentReplyInChangeRequest = inChangeRequest.reply.update('updateCommentReplyInChangeRequest');
export const deleteCommentReplyInChangeRequest = inChangeRequest.reply.remove('deleteCommentReplyInChangeRequest');
