import type { ChangeRequest } from '../../domain/change-requests/change-request.ts';
import { PreconditionFailed } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Branch, Head } from '../../ports/branches.ts';
import type { Work } from '../../ports/unit-of-work.ts';

interface Named {
  readonly id: Id;
  readonly spaceId: Id;
}
export interface Locked {
  readonly changeRequest: ChangeRequest;
  readonly head: Branch;
}

/** Refuses to go on from another revision than the caller saw. @throws PreconditionFailed */
export function requireMatch(ifMatch: Id | undefined, head: Head): void {
  if (ifMatch !== undefined && ifMatch !== head.revisionId) {
    throw new PreconditionFailed(`the change request is at revision ${head.revisionId}, not ${ifMatch}`);
  }
}

/**
 * Makes this unit of work the only one that changes the change request, content and state, and reads how both stand now.
 * @throws NotFound, PreconditionFailed
 */
export async function lockChangeRequest(work: Work, { id, spaceId }: Named, ifMatch: Id | undefined): Promise<Locked> {
  const [head] = await work.branches.lock(spaceId, id);
  requireMatch(ifMatch, head!);
  return { changeRequest: await work.changeRequests.get({ id, spaceId }), head: head! };
}

/** The same together with the space's primary content. */
export async function lockWithPrimary(work: Work, { id, spaceId }: Named, ifMatch: Id | undefined): Promise<Locked & { readonly primary: Branch }> {
  const [primary, head] = await work.branches.lock(spaceId, spaceId, id);
  requireMatch(ifMatch, head!);
  return { changeRequest: await work.changeRequests.get({ id, spaceId }), head: head!, primary: primary! };
}
