import { PreconditionFailed } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';

/** Refuses to go on from another revision than the caller saw. @throws PreconditionFailed */
export function requireMatch(ifMatch: Id | undefined, head: Head, what = 'change request'): void {
  if (ifMatch !== undefined && ifMatch !== head.revisionId) {
    throw new PreconditionFailed(`the ${what} is at revision ${head.revisionId}, not ${ifMatch}`);
  }
}
