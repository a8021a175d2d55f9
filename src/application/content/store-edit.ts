import type { StagedContent } from '../../domain/content/edits/draft.ts';
import type { ContentObject } from '../../domain/content/objects/content-object.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { contentEdited } from '../../domain/spaces.ts';
import type { LoadedChangeRequest } from '../../ports/change-requests/change-requests.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { ActorScope } from '../kernel/scope.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { newRevision } from './new-revision.ts';
import { buildProjections } from './projections/build-projections.ts';

type Context = Pick<CommandContext<{ readonly space: Id }, 'content' | 'ids'>, 'work' | 'now' | 'content' | 'ids'> & {
  readonly scope: Pick<ActorScope, 'caller'>;
};

/** Moves the locked primary content of a space to a new revision, with its search rows and links. */
export function advancePrimary(
  { work, content }: { readonly work: Work; readonly content: Pick<ContentStore, 'get'> },
  head: Head,
  revision: Revision,
  objects: readonly ContentObject[] = [],
): Promise<void> {
  const primary = buildProjections({ content }, { before: head.content, after: revision.content, objects });
  return work.branches.advance({ primary, from: head.revisionId, revision, objects });
}

/** Stores an edit of the locked primary content of a space as a revision on top of its head. */
export async function storePrimaryEdit(
  context: Context,
  spaceId: SpaceId,
  head: Head,
  { contentHash, objects }: StagedContent,
): Promise<Revision> {
  const revision = newRevision(context, { spaceId, parents: [head.revisionId], content: contentHash });
  context.work.events.record(contentEdited(revision));
  await advancePrimary(context, head, revision, objects);
  context.content.remember(objects);
  return revision;
}

/** Stores an edit of the content of a change request as a revision on top of its head. */
export async function storeChangeRequestEdit(
  context: Context,
  { changeRequest, head }: Pick<LoadedChangeRequest, 'changeRequest' | 'head'>,
  { contentHash, objects }: StagedContent,
): Promise<Revision> {
  const { spaceId } = head;
  const revision = newRevision(context, { spaceId, parents: [head.revisionId], content: contentHash });
  await context.work.changeRequests.save(changeRequest, {
    branchId: changeRequest.id,
    from: head.revisionId,
    revision,
    objects,
  });
  context.content.remember(objects);
  return revision;
}
