import type { EditResult } from '../../domain/content/edits/changes.ts';
import { Conflict, Invalid } from '../../domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { contentEdited } from '../../domain/spaces.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { InChangeRequest } from '../change-requests/find-change-request.ts';
import { requireMatch } from '../change-requests/require-match.ts';
import type { ActorScope } from '../kernel/scope.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { buildProjections } from './projections/build-projections.ts';
import { applyEdit } from './edit-branch.ts';
import type { PlannedChange } from './plan-changes.ts';
import { newRevision } from './new-revision.ts';

type Context = Pick<
  CommandContext<{ readonly space: Id }, 'content' | 'ids' | 'blocks' | 'slugify'>,
  'work' | 'now' | 'content' | 'ids' | 'blocks' | 'slugify'
> & { readonly scope: ActorScope };
interface ConditionalInput {
  readonly ifMatch?: Id;
}

/**
 * Adds prepared pages to the primary content of a space as one revision.
 * @throws Conflict when the content is locked or the pages do not fit, PreconditionFailed when `ifMatch` names another
 * head
 */
export async function addPagesToSpace(
  context: Context,
  { spaceId, ifMatch }: { readonly spaceId: SpaceId } & ConditionalInput,
  changes: readonly PlannedChange[],
): Promise<Id> {
  const { work, scope, content } = context;
  const [head] = await work.branches.lock(spaceId, spaceId);
  // Preparation took time, in which the content may have been locked.
  (await work.spaces.get({ id: spaceId, organizationId: scope.organizationId, deletedAt: null })).requireLive();
  requireMatch(ifMatch, head!, 'space');
  const edit = await applyAdditions(context, head!, changes);
  const revision = newRevision(context, { spaceId, parents: [head!.revisionId], content: edit.contentHash });
  const projections = buildProjections(context, {
    before: head!.content,
    after: edit.contentHash,
    objects: edit.objects,
  });
  work.events.record(contentEdited(revision));
  await work.branches.advance({ primary: projections, from: head!.revisionId, revision, objects: edit.objects });
  content.remember(edit.objects);
  return revision.id;
}

/**
 * Adds prepared pages to the content of a change request as one revision.
 * @throws Conflict when the change request cannot be edited or the pages do not fit, PreconditionFailed when `ifMatch`
 * names another head
 */
export async function addPagesToChangeRequest(
  context: Context,
  { spaceId, changeRequestId, ifMatch }: InChangeRequest & ConditionalInput,
  changes: readonly PlannedChange[],
): Promise<Id> {
  const { work, now, content } = context;
  const { changeRequest, head } = await work.changeRequests.lock(spaceId, changeRequestId);
  requireMatch(ifMatch, head);
  changeRequest.recordEdit(now);
  const edit = await applyAdditions(context, head, changes);
  const revision = newRevision(context, { spaceId, parents: [head.revisionId], content: edit.contentHash });
  await work.changeRequests.save(changeRequest, {
    branchId: changeRequest.id,
    from: head.revisionId,
    revision,
    objects: edit.objects,
  });
  content.remember(edit.objects);
  return revision.id;
}

/**
 * Applies additions and reports pages that do not fit as a conflict with the current content, because no field of the
 * request body is wrong.
 */
async function applyAdditions(context: Context, head: Head, changes: readonly PlannedChange[]): Promise<EditResult> {
  try {
    return await applyEdit(context, head, changes, undefined);
  } catch (error) {
    if (error instanceof Invalid)
      throw new Conflict(`the pages cannot be added: ${error.issues.map(({ message }) => message).join('; ')}`);
    throw error;
  }
}
