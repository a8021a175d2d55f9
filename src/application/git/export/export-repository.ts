import { JOB_TYPES } from '../../system/job-types.ts';
import { readContent } from '../../../domain/content/content.ts';
import { applyRepositoryLocations } from '../../../domain/content/edits/apply-repository-locations.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import type { PendingPush, SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import { branchName, joinPath } from '../../../domain/git/repository-address.ts';
import type { SyncPoint } from '../../../domain/git/sync-point.ts';
import {
  GitError,
  type RepositoryDraft,
  type RepositorySnapshot,
  type SnapshotRequest,
} from '../../../ports/git/git-repositories.ts';
import type { SerializedProject } from '../../../ports/git/repository-writing.ts';
import { read } from '../../content/reading.ts';
import { job, type JobContext } from '../../kernel/job.ts';
import { adoptExportedCommit } from './adopt-exported-commit.ts';
import { importRemote } from '../import/import-remote.ts';
import { commitMessage, signatures } from './commit-message.ts';
import { readExportChanges } from './export-changes.ts';
import { exportedLocations } from './exported-locations.ts';
import { fileWrites, lfsEntry, requireNoOverwrite, removeUnsupportedFiles, restrictionEntry } from './export-files.ts';
import { pathLookup } from './path-lookup.ts';
import type { ExportJobPayload } from '../git-job.ts';
import { putObjects } from '../../content/put-objects.ts';
import { readContentSize } from '../import/remote-content.ts';
import { abandonOperation, OperationFailed, reopenOperation, runOperation } from '../run-operation.ts';
import { listSnapshot } from '../import/snapshot-files.ts';
import { withRunningOperation } from '../running-operation.ts';
import { limitReport } from '../sync-report.ts';

/** Number of attempts when the branch moves during an export. */
const MAX_TRIES = 5;

/**
 * Exports the changes of a space since the last sync as one commit on top of the branch, and never discards commits
 * that others pushed. A run that is killed is repeated and recognizes the commit that it pushed (docs/adr/0029).
 */
export const exportRepositoryJob = job(JOB_TYPES.exportRepository)({
  needs: [
    'gitRetryMs',
    'clock',
    'publicUrl',
    'content',
    'blobs',
    'git',
    'gitWriter',
    'gitIdentity',
    'mailer',
    'secretBox',
    'ids',
    'organizationStorage',
    'files',
    'gitFormat',
  ],
  abandon: abandonOperation('export'),
  reopen: reopenOperation,
  run: (context, order) =>
    runOperation(context, order, { kind: 'export', type: JOB_TYPES.exportRepository }, (request, signal) =>
      new RepositoryExport(context, order, request, signal).run(),
    ),
});

/** State of the space relative to the branch. */
interface ExportState {
  readonly head: Revision;
  /** Last sync point, with its content. */
  readonly since: { readonly point: SyncPoint; readonly content: Hash } | undefined;
  readonly pushing: PendingPush | undefined;
}

class RepositoryExport {
  constructor(
    private readonly context: JobContext<
      | 'git'
      | 'clock'
      | 'content'
      | 'gitWriter'
      | 'blobs'
      | 'publicUrl'
      | 'gitIdentity'
      | 'organizationStorage'
      | 'ids'
      | 'files'
      | 'gitFormat'
    >,
    private readonly order: ExportJobPayload,
    private readonly request: SnapshotRequest,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
      this.signal.throwIfAborted();
      const state = await this.#readState();
      if (state === undefined) return;
      const draft = await this.context.git.draft(this.request, this.signal);
      try {
        if (await this.#runOnce(draft, state)) return;
      } catch (error) {
        if (!(error instanceof GitError) || error.code !== 'GIT_MOVED') throw error;
      } finally {
        await draft.dispose();
      }
    }
    throw new OperationFailed('the branch changed during every export attempt; start the export again');
  }

  #readState(): Promise<ExportState | undefined> {
    const { context, order } = this;
    return withRunningOperation(context, order, async (sync, work) => {
      const [head] = await work.branches.lock(order.spaceId, order.spaceId);
      const revision = await context.read.revisions.find(order.spaceId, head!.revisionId);
      if (revision === undefined) throw new Error(`revision ${head!.revisionId} of space ${order.spaceId} is missing`);
      const point = sync.syncPointFor(order);
      const synced = point && (await context.read.revisions.find(order.spaceId, point.revision));
      return {
        head: revision,
        since: point && synced && { point, content: synced.content },
        pushing: sync.snapshot().lastOperation?.pushing,
      };
    });
  }

  /** Runs one attempt; returns true when the operation has ended. */
  async #runOnce(draft: RepositoryDraft, state: ExportState): Promise<boolean> {
    const { tip } = draft;
    const { since, pushing } = state;
    const tipOid = tip?.commit.oid;
    if (pushing !== undefined && pushing.commit === tipOid)
      return this.#finish(pushing, tip!.commit.message, 'exported');
    if (since !== undefined && since.point.commit !== tipOid && !this.order.force)
      return this.#importTip(tip ?? throwBranchGone(this.order.ref));
    return this.#export(draft, state);
  }

  /** Imports the tip of a branch that moved since the last sync, before the export is tried again. */
  async #importTip(tip: RepositorySnapshot): Promise<boolean> {
    const { context, order, signal } = this;
    const imported = await importRemote(
      context,
      { ...order, mode: 'merge' },
      Promise.resolve(tip),
      (sync, result) => {
        if (result.changeRequest === undefined) return sync.recordReport(result.report);
        sync.failWithResult(
          `the repository and the space changed the same content; the changes of the repository are in change request ${result.changeRequest.number}; merge the change request, then export again`,
          result,
          context.clock.now(),
        );
      },
      signal,
    );
    return imported === undefined || imported.changeRequest !== undefined;
  }

  async #export(draft: RepositoryDraft, { head, since }: ExportState): Promise<boolean> {
    const { context, order } = this;
    const { tip } = draft;
    const isKnown = tip !== undefined && since?.point.commit === tip.commit.oid;
    const base = isKnown ? since.content : null;
    const report: SyncReportEntry[] = [];
    const changes = removeUnsupportedFiles(await read(context.content, readExportChanges(base, head.content)), report);
    // Files deleted in the space are also removed when a branch that moved is overwritten.
    const gone =
      !isKnown && tip !== undefined && since !== undefined
        ? (await read(context.content, readExportChanges(since.content, head.content))).removedPaths
        : changes.removedPaths;
    const written = await context.gitWriter.write(
      async () =>
        tip === undefined
          ? { list: () => [], read: async () => new Map() }
          : (await listSnapshot(tip, order.directory)).files,
      { ...changes, removedPaths: gone },
      {
        projectDirectory: order.directory,
        layout: isKnown ? since.point.layout : null,
        paths: pathLookup(context.content, base ?? head.content),
      },
    );
    const message = await commitMessage(context, head, order.commitMessage);
    // The fixed time makes repeated runs produce the identical commit, so that a push by a killed process is
    // recognized.
    const made = await draft.commit(fileWrites(context.blobs, written.changes, order.directory), {
      message,
      ...(await signatures(context, order.actorId)),
      at: order.startedAt,
    });
    if (!isKnown && tip !== undefined) await requireNoOverwrite(tip, made.blobs, order);

    const outsideLfs = lfsEntry(made.lfsPaths, order.directory);
    if (outsideLfs !== undefined) report.push(outsideLfs);
    const unstated = restrictionEntry(changes.navigation?.after ?? [], written.layout.summaryPath);
    if (unstated !== undefined) report.push(unstated);

    const content = await this.#storeLocations(head.content, written, made.blobs);
    const { pages, files } = await read(context.content, readContentSize(content));
    if (!made.differs && tip === undefined)
      throw new OperationFailed('the export has no content because the space and the branch are empty');
    const pushing: PendingPush = {
      commit: made.differs ? made.oid : tip!.commit.oid,
      content,
      revision: head.id,
      layout: written.layout,
      pages,
      files,
      report,
    };
    if (!made.differs) return this.#finish(pushing, tip!.commit.message, 'nothing');

    const isRunning = await withRunningOperation(context, order, async (sync, work) => {
      sync.startPush(pushing);
      await work.gitSyncs.save(sync);
      return true;
    });
    if (isRunning === undefined) return true;
    await draft.push(made.oid);
    return this.#finish(pushing, message, 'exported');
  }

  /** Stores the content with the paths that the commit gives its items; no revision refers to it yet. */
  async #storeLocations(head: Hash, written: SerializedProject, blobs: ReadonlyMap<string, string>): Promise<Hash> {
    const { context, order } = this;
    const oidOf = (path: string): string => blobs.get(joinPath(order.directory, path)) ?? '';
    const { contentHash, objects } = await read(
      context.content,
      applyRepositoryLocations(await read(context.content, readContent(head)), exportedLocations(written, oidOf)),
    );
    await putObjects(context.content, objects);
    return contentHash;
  }

  async #finish(pushing: PendingPush, message: string, outcome: 'exported' | 'nothing'): Promise<boolean> {
    const { context, order } = this;
    const { commit, revision, pages, files, report = [] } = pushing;
    const { repository, eventAt } = order;
    await adoptExportedCommit(context, order, pushing, message, (sync) => {
      const imported = sync.snapshot().lastOperation?.report ?? [];
      const result = { commit, revision, pages, files, report: limitReport([...imported, ...report]), outcome };
      sync.succeed(result, { repository, eventAt }, context.clock.now());
    });
    return true;
  }
}

/** Without the branch, an export would create it from the files of the space alone, without the history of others. */
function throwBranchGone(ref: string): never {
  throw new OperationFailed(
    `the branch ${branchName(ref)}, with which the space was synced, no longer exists in the repository; export to the branch that replaces it, or use force to create it again`,
  );
}
