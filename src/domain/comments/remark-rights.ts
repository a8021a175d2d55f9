import type { Level } from '../access/level.ts';
import { allows } from '../access/policy.ts';
import type { Id } from '../kernel/id.ts';
import type { RemarkState } from './remark.ts';

/** What somebody may do to a comment or a reply. */
export interface RemarkRights {
  readonly view: boolean;
  /** Change what it says: only who said it, whatever the level of others. */
  readonly edit: boolean;
  /** Answer, react, and settle the thread or open it again. */
  readonly reply: boolean;
  readonly delete: boolean;
}

/** The rights of a user with a level on the space; operations are guarded by the same. */
export function rightsOn(
  { postedBy }: Pick<RemarkState, 'postedBy'>,
  { level, userId }: { readonly level: Level | undefined; readonly userId: Id },
): RemarkRights {
  const rights = { level, member: true, operator: false };
  const own = postedBy === userId;
  const reply = allows('space:comment', rights);
  return {
    view: allows('space:view', rights),
    edit: own && reply,
    reply,
    delete: (own && reply) || allows('space:moderate', rights),
  };
}
