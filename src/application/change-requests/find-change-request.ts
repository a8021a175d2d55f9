import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ChangeRequestFacts } from '../../ports/change-request-reads.ts';
import type { QueryContext } from '../kernel/use-case.ts';

/** Every operation on one change request: `changeRequestId` is its id or its number within the space. */
export interface InChangeRequest {
  readonly spaceId: Id;
  readonly changeRequestId: string;
}

export const atSpaceOf = ({ spaceId }: InChangeRequest): { space: Id } => ({ space: spaceId });

/** The change request as it is committed. @throws NotFound also for one of another space */
export async function findChangeRequest({ read }: Pick<QueryContext<any>, 'read'>, { spaceId, changeRequestId }: InChangeRequest): Promise<ChangeRequestFacts> {
  const found = await read.changeRequestsOf.find(spaceId, changeRequestId);
  if (found === undefined) throw new NotFound('change request');
  return found;
}
