import type { Id } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { CommentScope } from '../../ports/comments.ts';
import { findChangeRequest, type InChangeRequest } from '../change-requests/find-change-request.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { InSpace } from '../kernel/scope.ts';

/** Subject of comments with its current content. */
export interface CommentLocation extends CommentScope {
  readonly head: Head;
}

export type Context = QueryContext<{ readonly space: Id }, 'content' | 'pageBlocks' | 'blocks'>;
/** Finds the subject of comments that the parameters of an operation name. @throws NotFound */
export type LocateComments<Where extends InSpace> = (context: Context, where: Where) => Promise<CommentLocation>;

/** Locates the comments on the primary content of a space. */
export const locateSpaceComments: LocateComments<InSpace> = async ({ scope }, { spaceId }) => ({
  spaceId,
  changeRequestId: null,
  head: scope.space.head,
});

/** Locates the comments on a change request in any state: merged and archived ones can still be discussed. */
export const locateChangeRequestComments: LocateComments<InChangeRequest> = async (context, where) => {
  const { state, head } = await findChangeRequest(context, where);
  return { spaceId: where.spaceId, changeRequestId: state.id, head };
};
