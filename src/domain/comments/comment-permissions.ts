import type { Level } from '../permissions/level.ts';
import { isAllowed } from '../permissions/policy.ts';
import type { Id } from '../kernel/id.ts';
import type { CommentBaseState } from './comment-base.ts';

/** What somebody may do to a comment or a reply. */
export interface CommentPermissions {
  readonly view: boolean;
  /** Change what it says: only who said it, whatever the level of others. */
  readonly edit: boolean;
  /** Answer, react, and settle the thread or open it again. */
  readonly reply: boolean;
  readonly delete: boolean;
}

/** The rights of a user with a level on the space; operations are guarded by the same. */
export function commentPermissions(
  { postedBy }: Pick<CommentBaseState, 'postedBy'>,
  { level, userId }: { readonly level: Level | undefined; readonly userId: Id },
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
