import type { Head } from '../../ports/content/branches.ts';
import type { LoadedChangeRequest } from '../../ports/change-requests/change-requests.ts';
import type { ChangeRequestRow } from '../../ports/change-requests/change-request-reads.ts';

/** Read model of a change request. */
export interface ChangeRequestView extends ChangeRequestRow {
  /**
   * True if the primary content has changed since the change request was created or last updated; false once merged.
   */
  readonly outdated: boolean;
}

/** Adds the derived fields to the row of a change request. */
export function changeRequestView(facts: ChangeRequestRow): ChangeRequestView {
  const { state, primary } = facts;
  const base = state.revisionMergedAncestor ?? state.revisionInitial;
  return { ...facts, outdated: state.status !== 'merged' && base !== primary };
}

/**
 * Builds the view of an unmerged change request that a command holds locked.
 * @param head new head, if the command moved it
 */
export const lockedChangeRequestView = (
  { changeRequest, author, primary, head, comments }: LoadedChangeRequest,
  moved: Head = head,
): ChangeRequestView =>
  changeRequestView({
    state: changeRequest.snapshot(),
    author,
    merger: null,
    head: moved,
    primary: primary.revisionId,
    comments,
  });
