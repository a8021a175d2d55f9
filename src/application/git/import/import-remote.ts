import type { MergeResult } from '../../../domain/content/merge/merge.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import { branchName } from '../../../domain/git/repository-address.ts';
import { repositoryName, type GitSync } from '../../../domain/git/git-sync.ts';
import type { SyncOutcome, SyncResult } from '../../../domain/git/sync-operation.ts';
import type { PendingRemote, Remote, SyncPoint } from '../../../domain/git/sync-point.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { Head } from '../../../ports/content/branches.ts';
import { GitError, type RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import { read } from '../../content/reading.ts';
import { StorageQuotaExceeded } from '../../uploads/organization-storage.ts';
import type { JobContext } from '../../kernel/job.ts';
import { advancePrimary } from '../../content/store-edit.ts';
import { createCommitRevision } from '../commit-revision.ts';
import { readChangedProject } from './changed-project.ts';
import {
  closeRemoteChangeRequest,
  isOpen,
  mergeContentHashes,
  openRemoteChangeRequest,
  updateRemoteChangeRequest,
  type RemoteRevision,
} from './remote-change-request.ts';
import { readContentSize, FullProject, type RemoteContent } from './remote-content.ts';
import { storableText } from '../sync-report.ts';
import type { ImportMode, RunningOperation } from '../git-job.ts';
import { withRunningOperation } from '../running-operation.ts';

/** Repository, target space and mode of an import. */
export interface RemoteImportOptions extends RunningOperation, Remote {
  /** URL that a commit id is appended to. */
  readonly commitUrl: string | null;
  readonly mode: ImportMode;
}

/** Result of an import. */
export type ImportResult = SyncResult & { readonly outcome: Exclude<SyncOutcome, 'exported' | 'cancelled'> };

/** Callback in the unit of work that stores the import; may end the operation. It must not save the sync. */
export type ImportCallback = (sync: GitSync, result: ImportResult, work: Work) => void;

/** Optimistic attempts on a head that may move; the last attempt computes the merge while it holds the lock. */
const MAX_OPTIMISTIC_TRIES = 3;
const MAX_COMMIT_MESSAGE = 10_000;
const MAX_SUBJECT = 200;

/**
 * Imports a commit of a repository into a space in one unit of work: the head moves once, or a change request holds the
 * conflicting changes (docs/adr/0030). Calls `onImported` in the same unit of work and records the sync point.
 * @param pendingSnapshot the commit once it is fetched; the caller disposes of it
 * @returns undefined when the operation no longer runs
 */
export async function importRemote(
  context: JobContext<'organizationStorage' | 'clock' | 'ids' | 'content' | 'blobs' | 'files' | 'gitFormat'>,
  order: RemoteImportOptions,
  pendingSnapshot: Promise<RepositorySnapshot>,
  onImported: ImportCallback,
  signal: AbortSignal,
): Promise<ImportResult | undefined> {
  const [state, snapshot] = await Promise.all([readSyncState(context, order), pendingSnapshot]);
  const space = await context.read.spaces.get({ id: order.spaceId });
  const { organizationId } = space.snapshot();
  const blobs = context.organizationStorage.blobsOf(context.blobs, organizationId);
  const limited: JobContext<'clock' | 'ids' | 'content' | 'blobs' | 'files' | 'gitFormat'> = { ...context, blobs };
  return new RemoteImport(limited, order, snapshot, onImported).run(state, signal).catch((error: unknown) => {
    throw error instanceof StorageQuotaExceeded ? new GitError('GIT_REFUSED', error.message) : error;
  });
}

/** State of the space and of its last sync with the branch. */
interface SyncState {
  readonly head: Head;
  /** Last sync point, with its revision. */
  readonly since: { readonly point: SyncPoint; readonly revision: Revision } | undefined;
  readonly pending: PendingRemote | undefined;
}

const readSyncState = (context: JobContext, order: RemoteImportOptions): Promise<SyncState | undefined> =>
  withRunningOperation(context, order, (sync, work) => loadSyncState(context, order, sync, work));

/** Loads the current state; clears a pending change request that was merged. */
async function loadSyncState(
  context: JobContext,
  order: RemoteImportOptions,
  sync: GitSync,
  work: Work,
): Promise<SyncState> {
  const { spaceId } = order;
  const [head] = await work.branches.lock(spaceId, spaceId);
  const waiting = sync.pendingFor(order);
  const status = waiting && (await work.changeRequests.find({ id: waiting.changeRequest, spaceId }))?.snapshot().status;
  if (status === 'merged') sync.clearPending();
  const pending = sync.pendingFor(order);
  const point = order.mode === 'merge' ? sync.syncPointFor(order) : undefined;
  const revision = point && (await context.read.revisions.find(spaceId, point.revision));
  return { head: head!, since: point && revision && { point, revision }, pending };
}

class RemoteImport {
  readonly #project: FullProject;
  /** Content of the commit, by the revision that it was built on. */
  readonly #remoteContents = new Map<Id, Promise<RemoteContent>>();

  constructor(
    private readonly context: JobContext<'ids' | 'content' | 'blobs' | 'files' | 'gitFormat' | 'clock'>,
    private readonly order: RemoteImportOptions,
    private readonly snapshot: RepositorySnapshot,
    private readonly onImported: ImportCallback,
  ) {
    this.#project = new FullProject(context, snapshot, order.directory);
  }

  async run(first: SyncState | undefined, signal: AbortSignal): Promise<ImportResult | undefined> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const state = attempt === 1 ? first : await readSyncState(this.context, this.order);
      if (state === undefined) return undefined;
      const theirs = await this.#read(state);
      const merge = await this.#merge(state, theirs);
      const imported = await withRunningOperation(this.context, this.order, async (sync, work) => {
        const now = await loadSyncState(this.context, this.order, sync, work);
        const isSame = now.head.revisionId === state.head.revisionId;
        if (!isSame && attempt < MAX_OPTIMISTIC_TRIES) return 'moved' as const;
        const fresh = isSame ? theirs : await this.#read(now);
        const result = await this.#land(sync, work, now, fresh, isSame ? merge : await this.#merge(now, fresh));
        this.onImported(sync, result, work);
        await work.gitSyncs.save(sync);
        return result;
      });
      if (imported !== 'moved') return imported;
    }
  }

  /**
   * Reads the commit as a content based on the last sync point; undefined when that sync point is this commit with a
   * known layout.
   */
  async #read({ head, since }: SyncState): Promise<RemoteContent | undefined> {
    if (since === undefined) return this.#project.buildOn(head.content);
    if (since.point.commit === this.snapshot.commit.oid && since.point.layout !== null) return undefined;
    const { id, content } = since.revision;
    const theirs =
      this.#remoteContents.get(id) ??
      readChangedProject(this.context, this.snapshot, since.point, content).then(
        (changed) => changed ?? this.#project.buildOn(content),
      );
    this.#remoteContents.set(id, theirs);
    return theirs;
  }

  /** Computes the merge when both sides changed, before any lock is taken. */
  async #merge({ head, since }: SyncState, theirs: RemoteContent | undefined): Promise<MergeResult | undefined> {
    if (
      theirs === undefined ||
      since === undefined ||
      head.content === since.revision.content ||
      theirs.content === since.revision.content
    )
      return undefined;
    return read(
      this.context.content,
      mergeContentHashes(
        { base: since.revision.content, ours: head.content, theirs: theirs.content },
        this.context.now,
      ),
    );
  }

  async #land(
    sync: GitSync,
    work: Work,
    state: SyncState,
    theirs: RemoteContent | undefined,
    merged: MergeResult | undefined,
  ): Promise<ImportResult> {
    const { order, snapshot, context } = this;
    const { head, since, pending } = state;
    const commit = snapshot.commit.oid;
    if (theirs === undefined)
      return {
        outcome: 'nothing',
        commit,
        revision: head.revisionId,
        ...(await read(context.content, readContentSize(head.content))),
        report: since?.point.report ?? [],
      };

    const { pages, files, report, layout } = theirs;
    const summary = { commit, pages, files, report };
    const { url, ref, directory } = order;
    const recordSyncPoint = (revision: Id): void =>
      sync.recordSyncPoint({ url, ref, directory, commit, revision, layout, report });
    const complete = async (outcome: ImportResult['outcome'], revision: Id, point: Id): Promise<ImportResult> => {
      if (pending !== undefined && (await isOpen(work, order.spaceId, pending)))
        await closeRemoteChangeRequest(work, order.spaceId, pending, context.clock.now());
      recordSyncPoint(point);
      return { ...summary, outcome, revision };
    };

    const made = await this.#newRevision({ parents: [head.revisionId], content: theirs.content });
    if (order.mode === 'standalone') {
      await this.#storeSideRevision(work, { revision: made, objects: theirs.root });
      return { ...summary, outcome: 'standalone', revision: made.id };
    }
    if (since !== undefined && theirs.content === since.revision.content)
      return complete('nothing', head.revisionId, since.revision.id);
    if (merged === undefined) {
      const revision = await this.#replace(work, head, { revision: made, objects: theirs.root });
      return complete('replaced', revision, revision);
    }
    if (merged.conflicts.length > 0) {
      const waiting = await this.#holdConflicting(sync, work, state, {
        ...theirs,
        made: { ...made, parents: [since!.revision.id] },
      });
      return {
        ...summary,
        outcome: 'conflicts',
        revision: waiting.revision,
        changeRequest: { id: waiting.changeRequest, number: waiting.number },
      };
    }
    if (merged.contentHash === theirs.content) {
      await this.#advance(work, head, { revision: made, objects: theirs.root });
      return complete('replaced', made.id, made.id);
    }
    const side = { ...made, parents: [since!.revision.id] };
    await this.#storeSideRevision(work, { revision: side, objects: theirs.root });
    if (merged.contentHash === head.content) return complete('nothing', head.revisionId, side.id);
    const both = await this.#newRevision({
      parents: [head.revisionId, side.id],
      content: merged.contentHash,
      type: 'merge',
    });
    await this.#advance(work, head, { revision: both, objects: merged.objects });
    return complete('merged', both.id, side.id);
  }

  /**
   * Replaces the head by the content of the repository, unless the head is this commit already. Returns the id of the
   * revision.
   */
  async #replace(work: Work, head: Head, remote: RemoteRevision): Promise<Id> {
    if (head.content === remote.revision.content) {
      const present = await this.context.read.revisions.find(this.order.spaceId, head.revisionId);
      if (present?.git?.oid === this.snapshot.commit.oid) return head.revisionId;
    }
    await this.#advance(work, head, remote);
    return remote.revision.id;
  }

  #advance(work: Work, head: Head, { revision, objects }: RemoteRevision): Promise<void> {
    return advancePrimary({ work, content: this.context.content }, head, revision, objects);
  }

  /** Stores a revision outside the primary content on a branch of its own. */
  #storeSideRevision(work: Work, { revision, objects }: RemoteRevision): Promise<void> {
    return work.branches.create({ branchId: revision.id, revision, objects });
  }

  /** Stores changes that conflict in the pending change request of the repository, or opens a new one. */
  async #holdConflicting(
    sync: GitSync,
    work: Work,
    { since, pending }: SyncState,
    { layout, report, root, made }: RemoteContent & { readonly made: Revision },
  ): Promise<PendingRemote> {
    const { order, snapshot, context } = this;
    const { url, ref, directory } = order;
    const isWaiting = pending !== undefined && (await isOpen(work, order.spaceId, pending));
    if (isWaiting && pending.commit === snapshot.commit.oid) return pending;
    const remote = { revision: made, objects: root };
    const point: SyncPoint = { url, ref, directory, commit: snapshot.commit.oid, revision: made.id, layout, report };
    let waiting: PendingRemote;
    if (isWaiting) {
      await updateRemoteChangeRequest(context, work, pending, remote);
      waiting = { ...point, changeRequest: pending.changeRequest, number: pending.number };
    } else {
      const subject = `${branchName(ref)} of ${repositoryName(url, url.startsWith('file:'))}`.slice(0, MAX_SUBJECT);
      const { id, number } = await openRemoteChangeRequest(work, remote, {
        id: context.ids.next(),
        subject,
        createdBy: order.actorId,
        from: since!.revision.id,
        at: context.clock.now(),
      });
      waiting = { ...point, changeRequest: id, number };
    }
    sync.holdConflicting(waiting);
    return waiting;
  }

  #newRevision(of: Pick<Revision, 'parents' | 'content'> & { readonly type?: Revision['type'] }): Promise<Revision> {
    const { ref, commit } = this.snapshot;
    const message = storableText(commit.message, MAX_COMMIT_MESSAGE);
    return createCommitRevision(
      this.context,
      this.order,
      { oid: commit.oid, message, createdByService: false, ref },
      of,
    );
  }
}
