import { ChangeRequest } from '../../../domain/change-requests/change-request.ts';
import { readContent } from '../../../domain/content/content.ts';
import { mergeContents, type MergeResult } from '../../../domain/content/merge/merge.ts';
import type { ContentObject, Hash } from '../../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import type { PendingRemote } from '../../../domain/git/sync-point.ts';
import type { Id, SpaceId, UserId } from '../../../domain/kernel/id.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import { read } from '../../content/reading.ts';
import type { JobContext } from '../../kernel/job.ts';

/** Revision of the repository's content that is not stored yet, with the objects that it adds. */
export interface RemoteRevision {
  readonly revision: Revision;
  readonly objects: readonly ContentObject[];
}

/** Merges three contents, given by their hashes. */
export function* mergeContentHashes(
  sides: { readonly base: Hash; readonly ours: Hash; readonly theirs: Hash },
  now: string,
): ObjectQuery<MergeResult> {
  const [base, ours, theirs] = yield* all([sides.base, sides.ours, sides.theirs].map(readContent));
  return yield* mergeContents({ base: base!, ours: ours!, theirs: theirs! }, { now });
}

/** Opens a change request with the content of a repository, based on the revision of the last sync. */
export async function openRemoteChangeRequest(
  work: Work,
  { revision, objects }: RemoteRevision,
  of: { readonly id: Id; readonly subject: string; readonly createdBy: UserId; readonly from: Id; readonly at: string },
): Promise<{ id: Id; number: number }> {
  const { spaceId } = revision;
  const number = await work.counters.next(spaceId, 'change-requests');
  await work.changeRequests.save(ChangeRequest.open({ ...of, spaceId, number }));
  await work.branches.create({ branchId: of.id, revision, objects });
  return { id: of.id, number };
}

/** Tells whether the change request that holds pending changes can still be merged. */
export async function isOpen(work: Work, spaceId: SpaceId, { changeRequest }: PendingRemote): Promise<boolean> {
  const { status } = (await work.changeRequests.get({ id: changeRequest, spaceId })).snapshot();
  return status === 'open' || status === 'draft';
}

/**
 * Updates the pending change request with the newer content of the repository and keeps the edits that users made
 * there.
 */
export async function updateRemoteChangeRequest(
  { content, read: reads, ids, clock }: JobContext<'content' | 'ids' | 'clock'>,
  work: Work,
  pending: PendingRemote,
  { revision, objects }: RemoteRevision,
): Promise<void> {
  const { spaceId } = revision;
  const now = clock.now();
  const { changeRequest, head } = await work.changeRequests.lock(spaceId, pending.changeRequest, { primary: true });
  changeRequest.recordEdit(now);
  const branchId = pending.changeRequest;
  if (head.revisionId === pending.revision)
    return work.changeRequests.save(changeRequest, {
      branchId,
      from: head.revisionId,
      revision: { ...revision, parents: [head.revisionId] },
      objects,
    });

  const before = await reads.revisions.find(spaceId, pending.revision);
  if (before === undefined) throw new Error(`revision ${pending.revision} of space ${spaceId} is missing`);
  await work.branches.create({ branchId: revision.id, revision, objects });
  const merged = await read(
    content,
    mergeContentHashes({ base: before.content, ours: head.content, theirs: revision.content }, now),
  );
  const both: Revision = {
    ...revision,
    id: ids.next(),
    type: 'update',
    parents: [head.revisionId, revision.id],
    content: merged.contentHash,
  };
  await work.changeRequests.save(changeRequest, {
    branchId,
    from: head.revisionId,
    revision: both,
    objects: merged.objects,
  });
}

/** Archives the pending change request once its changes are in the space, unless users edited it. */
export async function closeRemoteChangeRequest(
  work: Work,
  spaceId: SpaceId,
  pending: PendingRemote,
  now: string,
): Promise<void> {
  const { changeRequest, head } = await work.changeRequests.lock(spaceId, pending.changeRequest, { primary: true });
  if (head.revisionId !== pending.revision) return;
  changeRequest.change({ status: 'archived' }, now);
  await work.changeRequests.save(changeRequest);
}
