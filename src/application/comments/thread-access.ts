import type { Comment, CommentState } from '../../domain/comments/comment.ts';
import type { CommentBase, CommentBaseState } from '../../domain/comments/comment-base.ts';
import { commentPermissions } from '../../domain/comments/comment-permissions.ts';
import { Forbidden, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { CommentScope } from '../../ports/comments.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { DocumentWish } from '../content/content-inputs.ts';
import { markdownOf } from './comment-body.ts';
import type { CommentPlace, Context } from './comment-place.ts';

/** What may be changed of a comment and of a reply alike; what is left out stays. */
export interface RemarkEdit {
  readonly body?: DocumentWish;
  readonly addedReactions?: readonly string[];
  readonly removedReactions?: readonly string[];
}

/** The fields by which a comment of a place is found. */
export const at = ({ spaceId, changeRequestId }: CommentScope): CommentScope => ({ spaceId, changeRequestId });

/** The committed comment. @throws NotFound also for one that is elsewhere */
export async function findComment({ read }: Context, place: CommentPlace, id: Id): Promise<CommentState> {
  return (await read.comments.get({ id, ...at(place) })).snapshot();
}

/** The comment; nobody else changes its thread until the unit of work ends. @throws NotFound */
export async function lockComment(work: Work, place: CommentPlace, id: Id): Promise<Comment> {
  await work.lock('comments', id);
  return work.comments.get({ id, ...at(place) });
}

/** Edits the text, which only its author may, and the caller's reactions. @throws Forbidden, Invalid, Conflict */
export function changeRemark<S extends CommentBaseState>(
  context: Context,
  remark: CommentBase<S>,
  { body, addedReactions = [], removedReactions = [] }: RemarkEdit,
): void {
  const text = body && markdownOf(body);
  if (text !== undefined) {
    if (!rightsOf(context, remark).edit) throw new Forbidden('to edit this text, which only its author has');
    remark.edit(text, context.now);
  }
  remark.react(context.scope.caller.userId, { added: addedReactions, removed: removedReactions }, context.now);
}

/** Says that the caller deletes it. @throws Forbidden */
export function withdrawRemark<S extends CommentBaseState>(context: Context, remark: CommentBase<S>): void {
  if (!rightsOf(context, remark).delete) throw new Forbidden('space:moderate');
  remark.delete();
}

const rightsOf = <S extends CommentBaseState>({ scope: { level, caller } }: Context, remark: CommentBase<S>) =>
  commentPermissions(remark.snapshot(), { level, userId: caller.userId });

/** For deletions: what is not there any more is nothing to delete. */
export function absent(error: unknown): undefined {
  if (error instanceof NotFound) return undefined;
  throw error;
}
