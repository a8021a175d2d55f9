import type { Id } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { CommentScope } from '../../ports/comments.ts';
import { findChangeRequest, type InChangeRequest } from '../change-requests/find-change-request.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { InSpace } from '../kernel/scope.ts';

/** What is commented on, with its content as it stands. */
export interface CommentLocation extends CommentScope {
  readonly head: Head;
}

export type Context = QueryContext<{ readonly space: Id }, 'content' | 'pageBlocks' | 'blocks'>;
/** Finds what the parameters of an operation name. @throws NotFound */
export type LocateComments<Where extends InSpace> = (context: Context, where: Where) => Promise<CommentLocation>;

/** Comments on the space itself, whose content is the primary one. */
export const locateSpaceComments: LocateComments<InSpace> = async ({ scope }, { spaceId }) => ({
  spaceId,
  changeRequestId: null,
  head: scope.space.head,
});

/** Comments on a change request, whatever its state: a merged or archived one can still be discussed. */
export const locateChangeRequestComments: LocateComments<InChangeRequest> = async (context, where) => {
  const { state, head } = await findChangeRequest(context, where);
  return { spaceId: where.spaceId, changeRequestId: state.id, head };
};
