import type { Head } from '../../ports/content/branches.ts';
import type { LoadedChangeRequest } from '../../ports/change-requests/change-requests.ts';
import type { ChangeRequestRow } from '../../ports/change-requests/change-request-reads.ts';

/** A change request as it is shown. */
export interface ChangeRequestView extends ChangeRequestRow {
  /** Whether the space's content has moved on since it was created or last updated; a merged one is past that. */
  readonly outdated: boolean;
}

/** The one place where what is shown beside a change request comes together. */
export function changeRequestView(facts: ChangeRequestRow): ChangeRequestView {
  const { state, primary } = facts;
  const base = state.revisionMergedAncestor ?? state.revisionInitial;
  return { ...facts, outdated: state.status !== 'merged' && base !== primary };
}

/** The same of one that a command changed; `head` where its content moved. */
export const lockedChangeRequestView = (
  { changeRequest, author, primary, head, comments }: LoadedChangeRequest,
  moved: Head = head,
): ChangeRequestView =>
  changeRequestView({ state: changeRequest.snapshot(), author, head: moved, primary: primary.revisionId, comments });
