import type { ChangeRequest } from '../../domain/change-requests/change-request.ts';
import type { Conflict } from '../../domain/content/conflicts/conflict.ts';
import { readContent } from '../../domain/content/content.ts';
import { openConflicts } from '../../domain/content/content-reads.ts';
import { mergeContents } from '../../domain/content/merge/merge.ts';
import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import { read as readContentOf } from '../content/reading.ts';
import { command, type CommandContext } from '../kernel/use-case.ts';
import { buildProjections } from '../content/projections/build-projections.ts';
import { readConflictViews, type ConflictView } from './conflict-views.ts';
import { inChangeRequest, type InChangeRequest } from './find-change-request.ts';
import { MergeConflict } from './merge-errors.ts';
import { requireMatch } from './require-match.ts';
import { requireMergeRules } from './require-merge-rules.ts';
import { newRevision } from '../content/new-revision.ts';

interface MergeOutcome {
  readonly content: Hash;
  /** Objects of the merged content that have to be stored. */
  readonly objects: readonly ContentObject[];
  readonly conflicts: readonly Conflict[];
}

type ConditionalInput = InChangeRequest & { readonly ifMatch?: Id };
const atSpace = inChangeRequest as (input: ConditionalInput) => { space: Id };

/**
 * Merges an open change request into the primary content of its space as one revision.
 *
 * Changes nothing and fails with `Conflict` when the edits conflict with the primary content (the response lists every
 * conflict), when merge rules of the space are not met (it lists every rule), and when the change request is not open.
 */
export const mergeChangeRequest = command<ConditionalInput>()({
  name: 'mergeChangeRequest',
  requires: 'space:merge',
  scope: atSpace,
  needs: ['ids', 'content'],
  async run(
    context,
    { spaceId, changeRequestId, ifMatch },
  ): Promise<{ readonly revision: Id; readonly result: 'merge' }> {
    const { work, now, content } = context;
    const locked = await work.changeRequests.lock(spaceId, changeRequestId, { primary: true });
    const { changeRequest, head, primary } = locked;
    requireMatch(ifMatch, head);
    changeRequest.requireMergeable();
    await requireMergeRules(context, locked);
    const merged = await merge(context, changeRequest, { primary, head });
    if (merged.conflicts.length > 0)
      throw new MergeConflict(primary.revisionId, await describeConflicts(context, merged.conflicts, primary));

    const revision = newRevision(context, {
      spaceId,
      parents: [primary.revisionId, head.revisionId],
      content: merged.content,
      type: 'merge',
      mergedFrom: changeRequest.id,
    });
    changeRequest.recordMerge(revision.id, now);
    const projections = buildProjections(context, {
      before: primary.content,
      after: merged.content,
      objects: merged.objects,
    });
    await work.changeRequests.save(changeRequest, {
      primary: projections,
      from: primary.revisionId,
      revision,
      objects: merged.objects,
    });
    content.remember(merged.objects);
    return { revision: revision.id, result: 'merge' };
  },
});

export interface UpdateResult {
  readonly revision: Id;
  readonly result: 'update' | 'conflicts';
  readonly conflicts?: readonly ConflictView[];
}

/**
 * Merges the current primary content of the space into a change request.
 *
 * Where both sides changed the same thing, both are kept and the response lists the conflicts; they stay open until
 * they are resolved. Changes nothing when the change request is up to date. Fails with `Conflict` when it is merged or
 * archived.
 */
export const updateChangeRequest = command<ConditionalInput>()({
  name: 'updateChangeRequest',
  requires: 'space:edit',
  scope: atSpace,
  needs: ['ids', 'content'],
  async run(context, { spaceId, changeRequestId, ifMatch }): Promise<UpdateResult> {
    const { work, now } = context;
    const { changeRequest, head, primary } = await work.changeRequests.lock(spaceId, changeRequestId, {
      primary: true,
    });
    requireMatch(ifMatch, head);
    changeRequest.requireUpdatable();
    if (changeRequest.base === primary.revisionId) return { revision: head.revisionId, result: 'update' };

    const { content, objects, conflicts } = await merge(context, changeRequest, { primary, head });
    const revision = newRevision(context, {
      spaceId,
      parents: [head.revisionId, primary.revisionId],
      content,
      type: 'update',
    });
    changeRequest.recordUpdate(primary.revisionId, now);
    await work.changeRequests.save(changeRequest, {
      branchId: changeRequest.id,
      from: head.revisionId,
      revision,
      objects,
    });
    context.content.remember(objects);
    if (conflicts.length === 0) return { revision: revision.id, result: 'update' };
    return {
      revision: revision.id,
      result: 'conflicts',
      conflicts: await describeConflicts(context, conflicts, primary),
    };
  },
});

const describeConflicts = (
  { content }: CommandContext<any, 'content'>,
  conflicts: readonly Conflict[],
  main: Head,
): Promise<ConflictView[]> => readContentOf(content, readConflictViews(conflicts, main.content));

/** Merges the two heads by three-way merge, based on the revision that the change request last included. */
async function merge(
  { content, read, now }: CommandContext<any, 'content'>,
  changeRequest: ChangeRequest,
  heads: { primary: Head; head: Head },
): Promise<MergeOutcome> {
  const { primary, head } = heads;
  // The primary content has not changed since the base revision: nothing to merge.
  if (primary.revisionId === changeRequest.base) return readContentOf(content, unchangedOutcome(head.content));
  const { spaceId } = changeRequest.snapshot();
  const base = await read.revisions.find(spaceId, changeRequest.base);
  if (base === undefined) throw new Error(`revision ${changeRequest.base} of space ${spaceId} is missing`);
  return readContentOf(content, mergeThreeWay(base.content, primary.content, head.content, now));
}

function* unchangedOutcome(hash: Hash): ObjectQuery<MergeOutcome> {
  return { content: hash, objects: [], conflicts: yield* openConflicts(yield* readContent(hash)) };
}

function* mergeThreeWay(baseHash: Hash, oursHash: Hash, theirsHash: Hash, now: string): ObjectQuery<MergeOutcome> {
  const [base, ours, theirs] = yield* all([baseHash, oursHash, theirsHash].map(readContent));
  const { contentHash, objects, conflicts } = yield* mergeContents(
    { base: base!, ours: ours!, theirs: theirs! },
    { now },
  );
  return { content: contentHash, objects, conflicts };
}
