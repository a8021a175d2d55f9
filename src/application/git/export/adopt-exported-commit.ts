import { encodeContent, readContent } from '../../../domain/content/content.ts';
import type { MergeResult } from '../../../domain/content/merge/merge.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import type { GitSync } from '../../../domain/git/git-sync.ts';
import type { PendingPush } from '../../../domain/git/sync-operation.ts';
import type { Head } from '../../../ports/content/branches.ts';
import type { RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import { read } from '../../content/reading.ts';
import type { JobContext } from '../../kernel/job.ts';
import { advancePrimary } from '../../content/store-edit.ts';
import type { GitJobPayload } from '../git-job.ts';
import { createCommitRevision } from '../commit-revision.ts';
import { mergeContentHashes } from '../import/remote-change-request.ts';
import { withRunningOperation } from '../running-operation.ts';

/** Optimistic attempts to move the head; after that, a head that moved again stays as it is. */
const MAX_OPTIMISTIC_TRIES = 4;

/**
 * Records that the space and a pushed commit are in sync. The head moves to the exported content with the paths and
 * sources of the commit; changes made during the export stay, and the next export contains them.
 * @param onAdopted called with the sync in the same unit of work; must not save the sync
 * @returns false when the operation no longer runs
 */
export async function adoptExportedCommit(
  context: JobContext<'content' | 'ids' | 'clock'>,
  order: GitJobPayload,
  pushing: PendingPush,
  message: string,
  onAdopted: (sync: GitSync) => void,
): Promise<boolean> {
  const { spaceId } = order;
  const exported = await context.read.revisions.find(spaceId, pushing.revision);
  if (exported === undefined) throw new Error(`revision ${pushing.revision} of space ${spaceId} is missing`);
  const content = await read(context.content, readContent(pushing.content));
  const revision = await createCommitRevision(
    context,
    order,
    { oid: pushing.commit, message, createdByService: true, ref: order.ref },
    { parents: [pushing.revision], content: pushing.content },
  );
  const adopting = new CommitAdoption(context, exported, { revision, root: encodeContent(content) });
  for (let attempt = 1; ; attempt++) {
    const head = await withRunningOperation(
      context,
      order,
      async (_sync, work) => (await work.branches.lock(spaceId, spaceId))[0]!,
    );
    if (head === undefined) return false;
    const merge = await adopting.merge(head);
    const isDone = await withRunningOperation(context, order, async (sync, work) => {
      const [now] = await work.branches.lock(spaceId, spaceId);
      const isSame = now!.revisionId === head.revisionId;
      if (!isSame && attempt < MAX_OPTIMISTIC_TRIES) return false;
      const revisionId = await adopting.land(work, now!, isSame ? merge : undefined);
      sync.recordSyncPoint({
        url: order.url,
        ref: order.ref,
        directory: order.directory,
        commit: pushing.commit,
        revision: revisionId,
        layout: pushing.layout,
        report: sync.syncPointFor(order)?.report ?? [],
      });
      onAdopted(sync);
      await work.gitSyncs.save(sync);
      return true;
    });
    if (isDone === undefined) return false;
    if (isDone) return true;
  }
}

/** Adopts a commit that a failed export did push, so that an import does not take it for a foreign commit. */
export async function adoptPushedCommit(
  context: JobContext<'clock' | 'ids' | 'content'>,
  order: GitJobPayload,
  pendingSnapshot: Promise<RepositorySnapshot>,
): Promise<void> {
  const pushing = (
    await context.read.gitSyncs.find({ id: order.spaceId, organizationId: order.organizationId })
  )?.snapshot().lastOperation?.pushing;
  if (pushing === undefined) return;
  const { oid, message } = (await pendingSnapshot).commit;
  if (pushing.commit === oid) await adoptExportedCommit(context, order, pushing, message, (sync) => sync.finishPush());
}

class CommitAdoption {
  constructor(
    private readonly context: JobContext<'content' | 'ids'>,
    private readonly exported: Revision,
    private readonly made: { readonly revision: Revision; readonly root: ReturnType<typeof encodeContent> },
  ) {}

  /** Merges the paths of items in the repository into a head that moved during the export. */
  async merge(head: Head): Promise<MergeResult | undefined> {
    const { content } = this.made.revision;
    if (head.revisionId === this.exported.id || content === this.exported.content) return undefined;
    const merge = await read(
      this.context.content,
      mergeContentHashes({ base: this.exported.content, ours: head.content, theirs: content }, this.context.now),
    );
    return merge.conflicts.length > 0 ? undefined : merge;
  }

  /** Stores the revision of the commit and returns the id of the revision that equals the commit. */
  async land(work: Work, head: Head, merge: MergeResult | undefined): Promise<string> {
    const { revision, root } = this.made;
    const { content } = this.context;
    if (revision.content === this.exported.content) return this.exported.id;
    if (head.revisionId === this.exported.id) {
      await advancePrimary({ work, content }, head, revision, [root]);
      return revision.id;
    }
    await work.branches.create({ branchId: revision.id, revision, objects: [root] });
    if (merge !== undefined && merge.contentHash !== head.content) {
      const both: Revision = {
        ...revision,
        id: this.context.ids.next(),
        type: 'merge',
        parents: [head.revisionId, revision.id],
        content: merge.contentHash,
      };
      await advancePrimary({ work, content }, head, both, merge.objects);
    }
    return revision.id;
  }
}
