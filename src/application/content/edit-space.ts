import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { requireMatch } from '../change-requests/require-match.ts';
import { command } from '../kernel/use-case.ts';
import { type SpaceFacts, inSpace } from '../kernel/scope.ts';
import { useUploads } from '../uploads/uploaded-file.ts';
import type { ChangeInput } from './content-inputs.ts';
import { EDIT_NEEDS, applyEdit, prepareEdit, editView, type EditView } from './edit-branch.ts';
import type { PlannedChange } from './plan-changes.ts';
import { listUploadReferences } from './store-new-files.ts';
import { storePrimaryEdit } from './store-edit.ts';

interface Input {
  readonly spaceId: SpaceId;
  readonly body: { readonly changes: readonly ChangeInput[] };
  readonly ifMatch?: Id;
}

export interface EditedSpace {
  readonly spaceId: SpaceId;
  /** Revision that the edit created. */
  readonly revision: Id;
  readonly edit: EditView;
}

/**
 * Applies up to 50 changes to the primary content of a space without a change request: all of them as one new revision,
 * or none.
 *
 * Fails with `Invalid`, naming the field, for the first change that is not possible, and with `Conflict` when the space
 * accepts change requests only.
 */
export const updateSpaceContent = command<Input>()({
  name: 'updateSpaceContent',
  requires: 'space:edit',
  scope: inSpace,
  needs: EDIT_NEEDS,

  async prepare(context, { spaceId, body, ifMatch }): Promise<readonly PlannedChange[]> {
    requireUnlocked(context.scope);
    return prepareEdit(context, spaceId, body.changes, async () => {
      requireMatch(ifMatch, context.scope.space.head, 'space');
      return context.scope.space.head;
    });
  },

  async run(context, { spaceId, body, ifMatch }, changes): Promise<EditedSpace> {
    const { work, read, scope } = context;
    const [head] = await work.branches.lock(spaceId, spaceId);
    requireUnlocked(scope);
    requireMatch(ifMatch, head!, 'space');
    // The command waited for another edit, while the content may have been locked.
    if (head!.revisionId !== scope.space.head.revisionId)
      (await read.spaces.get({ id: spaceId, organizationId: scope.organizationId, deletedAt: null })).requireLive();
    const edit = await applyEdit(context, head!, changes, undefined);
    await useUploads(context, listUploadReferences(body.changes));
    const revision = await storePrimaryEdit(context, spaceId, head!, edit);
    return { spaceId, revision: revision.id, edit: editView(context, spaceId, edit) };
  },
});

/** @throws Conflict when the space accepts change requests only */
function requireUnlocked({ space }: SpaceFacts): void {
  if (space.state.editMode === 'locked')
    throw new Conflict('the content of this space is locked; edit the content in a change request');
}
