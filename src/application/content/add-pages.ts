import type { EditResult } from '../../domain/content/edits/changes.ts';
import { Conflict, Invalid } from '../../domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { InChangeRequest } from '../change-requests/find-change-request.ts';
import { requireMatch } from '../change-requests/require-match.ts';
import type { ActorScope } from '../kernel/scope.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { applyEdit } from './edit-branch.ts';
import type { PlannedChange } from './plan-changes.ts';
import { storeChangeRequestEdit, storePrimaryEdit } from './store-edit.ts';

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
  const { work, scope } = context;
  const [head] = await work.branches.lock(spaceId, spaceId);
  // Preparation took time, in which the content may have been locked.
  (await work.spaces.get({ id: spaceId, organizationId: scope.organizationId, deletedAt: null })).requireLive();
  requireMatch(ifMatch, head!, 'space');
  const edit = await applyAdditions(context, head!, changes);
  return (await storePrimaryEdit(context, spaceId, head!, edit)).id;
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
  const locked = await context.work.changeRequests.lock(spaceId, changeRequestId);
  requireMatch(ifMatch, locked.head);
  locked.changeRequest.recordEdit(context.now);
  const edit = await applyAdditions(context, locked.head, changes);
  return (await storeChangeRequestEdit(context, locked, edit)).id;
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
