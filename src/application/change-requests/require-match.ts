import { PreconditionFailed } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';

/** Requires that the head is the revision that `ifMatch` names, if given. @throws PreconditionFailed */
export function requireMatch(ifMatch: Id | undefined, head: Head, what = 'change request'): void {
  if (ifMatch !== undefined && ifMatch !== head.revisionId) {
    throw new PreconditionFailed(`the ${what} is at revision ${head.revisionId}, not ${ifMatch}`);
  }
}
