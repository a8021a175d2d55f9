import type { Comment, CommentState } from '../../domain/comments/comment.ts';
import type { CommentBase, CommentBaseState } from '../../domain/comments/comment-base.ts';
import { commentPermissions } from '../../domain/comments/comment-permissions.ts';
import { Forbidden, NotFound } from '../../domain/kernel/errors.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { CommentScope } from '../../ports/comments.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { DocumentInput } from '../content/content-inputs.ts';
import { markdownOf } from './comment-body.ts';
import type { CommentLocation, Context } from './comment-location.ts';

/** Changes that both comments and replies accept; omitted fields keep their value. */
export interface CommentEditInput {
  readonly body?: DocumentInput;
  readonly addedReactions?: readonly string[];
  readonly removedReactions?: readonly string[];
}

/** Selects the comments of one subject. */
export const locationFilter = ({ spaceId, changeRequestId }: CommentScope): CommentScope => ({
  spaceId,
  changeRequestId,
});

/** Finds a committed comment. @throws NotFound also for a comment on another subject */
export async function findComment({ read }: Context, place: CommentLocation, id: Id): Promise<CommentState> {
  return (await read.comments.get({ id, ...locationFilter(place) })).snapshot();
}

/** Locks a comment and its thread until the unit of work ends. @throws NotFound */
export async function lockComment(work: Work, place: CommentLocation, id: Id): Promise<Comment> {
  await work.lock('comments', id);
  return work.comments.get({ id, ...locationFilter(place) });
}

/** Applies a change to a comment or reply; only its author may edit the text. @throws Forbidden, Invalid, Conflict */
export function editComment<S extends CommentBaseState>(
  context: Context,
  remark: CommentBase<S>,
  { body, addedReactions = [], removedReactions = [] }: CommentEditInput,
): void {
  const text = body && markdownOf(body);
  if (text !== undefined) {
    if (!permissionsOf(context, remark).edit) throw new Forbidden('to edit this text, which only its author has');
    remark.edit(text, context.now);
  }
  remark.react(context.scope.caller.userId, { added: addedReactions, removed: removedReactions }, context.now);
}

/** Requires that the caller may delete a comment or reply, and records the deletion. @throws Forbidden */
export function requireDeletable<S extends CommentBaseState>(context: Context, remark: CommentBase<S>): void {
  if (!permissionsOf(context, remark).delete) throw new PermissionRequired('space:moderate');
  remark.delete();
}

const permissionsOf = <S extends CommentBaseState>({ scope: { level, caller } }: Context, remark: CommentBase<S>) =>
  commentPermissions(remark.snapshot(), { level, userId: caller.userId });

/** Error handler for deletions: ignores `NotFound` and rethrows everything else. */
export function ignoreNotFound(error: unknown): undefined {
  if (error instanceof NotFound) return undefined;
  throw error;
}
