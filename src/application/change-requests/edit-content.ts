import { ChangeRequest } from '../../domain/change-requests/change-request.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { ChangeInput } from '../content/content-inputs.ts';
import { EDIT_NEEDS, applyEdit, revertsToBase, prepareEdit, editView, type EditView } from '../content/edit-branch.ts';
import type { PlannedChange } from '../content/plan-changes.ts';
import { listUploadReferences } from '../content/store-new-files.ts';
import { useUploads } from '../uploads/uploaded-file.ts';
import { command, type QueryContext } from '../kernel/use-case.ts';
import { lockedChangeRequestView, type ChangeRequestView } from './change-request-view.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from './find-change-request.ts';
import { requireMatch } from './require-match.ts';
import { storeChangeRequestEdit } from '../content/store-edit.ts';

type Input = InChangeRequest & {
  readonly compat: boolean;
  readonly body: { readonly changes: readonly ChangeInput[] };
  readonly ifMatch?: Id;
};

export interface EditedContent {
  readonly changeRequest: ChangeRequestView;
  readonly edit: EditView;
  /** True to return the change request only, as the compatible API does. */
  readonly compat: boolean;
}

/**
 * Applies up to 50 changes to the content of a change request: all of them as one new revision, or none.
 *
 * Fails with `Invalid`, naming the field, for the first change that is not possible, and with `Conflict` unless the
 * change request is a draft or open.
 */
export const updateChangeRequestContent = command<Input>()({
  name: 'updateChangeRequestContent',
  requires: 'space:edit',
  scope: inChangeRequest,
  needs: EDIT_NEEDS,

  prepare: (context, input): Promise<readonly PlannedChange[]> =>
    prepareEdit(context, input.spaceId, input.body.changes, () => editableHead(context, input)),

  async run(context, { spaceId, changeRequestId, body, ifMatch, compat }, changes): Promise<EditedContent> {
    const { work, now, scope, read } = context;
    // With `ifMatch`, the head is read under the lock, so that it is compared reliably.
    const assumed =
      ifMatch === undefined && scope.changeRequest !== undefined
        ? work.changeRequests.loadOptimistically(scope.changeRequest)
        : undefined;
    const opened = assumed ?? (await work.changeRequests.lock(spaceId, changeRequestId));
    const { changeRequest, head } = opened;
    requireMatch(ifMatch, head);
    changeRequest.recordEdit(now);
    const base = revertsToBase(changes) ? (await read.revisions.find(spaceId, changeRequest.base))?.content : undefined;
    const edit = await applyEdit(context, head, changes, base);
    await useUploads(context, listUploadReferences(body.changes));

    const revision = await storeChangeRequestEdit(context, opened, edit);
    return {
      changeRequest: lockedChangeRequestView(opened, { revisionId: revision.id, content: edit.contentHash }),
      edit: editView(context, spaceId, edit),
      compat,
    };
  },
});

/** @throws NotFound, Conflict, PreconditionFailed */
async function editableHead(context: QueryContext<{ space: Id }>, input: Input): Promise<Head> {
  const { state, head } = await findChangeRequest(context, input);
  requireMatch(input.ifMatch, head);
  ChangeRequest.restore(state).requireEditable();
  return head;
}
