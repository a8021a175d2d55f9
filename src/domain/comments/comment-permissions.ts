import type { Level } from '../permissions/level.ts';
import { isAllowed } from '../permissions/policy.ts';
import type { UserId } from '../kernel/id.ts';
import type { CommentBaseState } from './comment-base.ts';

/** Permissions of a user on a comment or reply. */
export interface CommentPermissions {
  readonly view: boolean;
  /** Permission to change the text; only the author has it, whatever the level of others. */
  readonly edit: boolean;
  /** Permission to reply, to react, and to resolve or reopen the thread. */
  readonly reply: boolean;
  readonly delete: boolean;
}

/** Computes the permissions of a user with a level on the space; the operations check the same rules. */
export function commentPermissions(
  { postedBy }: Pick<CommentBaseState, 'postedBy'>,
  { level, userId }: { readonly level: Level | undefined; readonly userId: UserId },
): CommentPermissions {
  const rights = { level, member: true, operator: false };
  const own = postedBy === userId;
  const reply = isAllowed('space:comment', rights);
  return {
    view: isAllowed('space:view', rights),
    edit: own && reply,
    reply,
    delete: (own && reply) || isAllowed('space:moderate', rights),
  };
}
