import type { InSpace } from '../kernel/scope.ts';
import { CommentReply, type CommentReplyState } from '../../domain/comments/comment-reply.ts';
import type { CommentReplyId } from '../../domain/kernel/id.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { DocumentInput } from '../content/content-inputs.ts';
import type { PageFormat } from '../content/page-body.ts';
import { requireMarkdown } from './comment-body.ts';
import type { CommentLocation, Context, LocateComments } from './comment-location.ts';
import { replyViews, type ReplyView } from './comment-views.ts';
import { placeOperations, type ChangeContext, type FormatOptions, type InComment } from './place-operations.ts';
import {
  ignoreNotFound,
  editComment,
  findComment,
  lockComment,
  requireDeletable,
  type CommentEditInput,
} from './thread-access.ts';

interface InReply extends InComment {
  readonly commentReplyId: CommentReplyId;
}
interface PostInput extends InComment, FormatOptions {
  readonly body: { readonly body: DocumentInput };
}

/** Creates the use cases for the replies to a comment; each takes its operationId. Every change locks the thread. */
export function replyOperations<Where extends InSpace>(locate: LocateComments<Where>) {
  const { reads, changes } = placeOperations(locate);
  return {
    list: (name: string) => reads(name, listReplies),
    get: (name: string) => reads(name, getReply),
    post: (name: string) => changes(name, postReply, async (_, __, { body }: PostInput) => requireMarkdown(body.body)),
    update: (name: string) => changes(name, updateReply),
    remove: (name: string) => changes(name, removeReply),
  };
}

/** Lists replies, the oldest first. */
async function listReplies(
  context: Context,
  place: CommentLocation,
  { commentId, format, page }: InComment & FormatOptions & { readonly page: PageRequest },
) {
  await findComment(context, place, commentId);
  const { items, ...rest } = await context.read.commentReplies.list({ commentId }, { ...page, order: 'asc' });
  return {
    items: await replyViews(
      context,
      place,
      items.map((reply) => reply.snapshot()),
      format,
    ),
    ...rest,
  };
}

async function getReply(
  context: Context,
  place: CommentLocation,
  { commentId, commentReplyId, format }: InReply & FormatOptions,
): Promise<ReplyView> {
  await findComment(context, place, commentId);
  const reply = await context.read.commentReplies.get({ id: commentReplyId, commentId });
  return showReply(context, place, reply.snapshot(), format);
}

async function postReply(
  context: ChangeContext,
  place: CommentLocation,
  { commentId, format }: PostInput,
  text: string,
): Promise<ReplyView> {
  const { work, ids, now, scope } = context;
  const comment = await lockComment(work, place, commentId);
  const reply = CommentReply.post({ id: ids.next(), commentId, body: text, postedBy: scope.caller.userId, at: now });
  await work.commentReplies.save(reply);
  comment.recordReply(reply.id);
  await work.comments.save(comment);
  return showReply(context, place, reply.snapshot(), format);
}

/** Updates the fields given. @throws Forbidden, Invalid, Conflict */
async function updateReply(
  context: ChangeContext,
  place: CommentLocation,
  { commentId, commentReplyId, body }: InReply & { readonly body: CommentEditInput },
): Promise<ReplyView> {
  await lockComment(context.work, place, commentId);
  const reply = await context.work.commentReplies.get({ id: commentReplyId, commentId });
  editComment(context, reply, body);
  await context.work.commentReplies.save(reply);
  return showReply(context, place, reply.snapshot());
}

/** Deletes a reply. @returns true if the reply existed @throws NotFound for the comment, Forbidden */
async function removeReply(
  context: ChangeContext,
  place: CommentLocation,
  { commentId, commentReplyId }: InReply,
): Promise<boolean> {
  const { work } = context;
  const comment = await lockComment(work, place, commentId);
  const reply = await work.commentReplies.get({ id: commentReplyId, commentId }).catch(ignoreNotFound);
  if (reply === undefined) return false;
  requireDeletable(context, reply);
  await work.commentReplies.delete(reply);
  comment.recordReplyDeletion(reply.id);
  await work.comments.save(comment);
  return true;
}

const showReply = async (
  context: Context,
  place: CommentLocation,
  state: CommentReplyState,
  format?: PageFormat,
): Promise<ReplyView> => (await replyViews(context, place, [state], format))[0]!;
