import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ChangeRequestRow } from '../../ports/change-requests/change-request-reads.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { SpaceFacts, InSpaceScope } from '../kernel/scope.ts';

type Context = Pick<QueryContext<any>, 'read'> & { readonly scope?: Pick<SpaceFacts, 'changeRequest'> };

/** Every operation on one change request: `changeRequestId` is its id or its number within the space. */
export interface InChangeRequest {
  readonly spaceId: Id;
  readonly changeRequestId: string;
}

/** Where an operation on one change request happens: its space, with the change request looked up along. */
export const inChangeRequest = ({
  spaceId,
  changeRequestId,
}: InChangeRequest): { space: Id; changeRequest: string } => ({ space: spaceId, changeRequest: changeRequestId });

/** Likewise for operations that are there for spaces and for their change requests. */
export const inSpaceOrChangeRequest = ({
  spaceId,
  changeRequestId,
}: Pick<InChangeRequest, 'spaceId'> & Partial<InChangeRequest>): InSpaceScope =>
  changeRequestId === undefined ? { space: spaceId } : inChangeRequest({ spaceId, changeRequestId });

/**
 * The change request as it is committed: where the scope of the operation names it, as it was when the caller was let in.
 * @throws NotFound also for one of another space
 */
export async function findChangeRequest(
  { scope, read }: Context,
  { spaceId, changeRequestId }: InChangeRequest,
): Promise<ChangeRequestRow> {
  const found = scope?.changeRequest ?? (await read.changeRequestsOf.find(spaceId, changeRequestId));
  if (found === undefined) throw new NotFound('change request');
  return found;
}
