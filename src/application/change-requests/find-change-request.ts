import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { ChangeRequestRow } from '../../ports/change-requests/change-request-reads.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { SpaceFacts, InSpaceScope } from '../kernel/scope.ts';

type Context = Pick<QueryContext<any>, 'read'> & { readonly scope?: Pick<SpaceFacts, 'changeRequest'> };

/** Path parameters of operations on one change request; `changeRequestId` is its ID or its number within the space. */
export interface InChangeRequest {
  readonly spaceId: SpaceId;
  readonly changeRequestId: string;
}

/** Scope of an operation on one change request: its space. Looks up the change request in the same statement. */
export const inChangeRequest = ({
  spaceId,
  changeRequestId,
}: InChangeRequest): { space: Id; changeRequest: string } => ({ space: spaceId, changeRequest: changeRequestId });

/** Scope of an operation that exists for both spaces and their change requests. */
export const inSpaceOrChangeRequest = ({
  spaceId,
  changeRequestId,
}: Pick<InChangeRequest, 'spaceId'> & Partial<InChangeRequest>): InSpaceScope =>
  changeRequestId === undefined ? { space: spaceId } : inChangeRequest({ spaceId, changeRequestId });

/**
 * Finds the committed change request; uses the row that the scope has loaded, if the operation's scope names one.
 * @throws NotFound also for a change request of another space
 */
export async function findChangeRequest(
  { scope, read }: Context,
  { spaceId, changeRequestId }: InChangeRequest,
): Promise<ChangeRequestRow> {
  const found = scope?.changeRequest ?? (await read.changeRequestsOf.find(spaceId, changeRequestId));
  if (found === undefined) throw new NotFound('change request', changeRequestId);
  return found;
}
