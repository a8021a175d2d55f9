import type { PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Conflict, PreconditionFailed } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { PendingPush, SyncOperation, SyncResult } from './sync-operation.ts';
import { isSameRemote, type PendingRemote, type Remote, type SyncPoint } from './sync-point.ts';

export const GIT_SYNC_PHASES = ['idle', 'importing', 'exporting', 'failed'] as const;
export type GitSyncPhase = (typeof GIT_SYNC_PHASES)[number];
export const GIT_PROVIDERS = ['github', 'gitlab'] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

/** Where the repository is, as it may be shown: nothing here holds credentials. */
export interface RepositoryInfo {
  /** `owner/name` where the address has both. */
  readonly repoName: string;
  readonly installationProvider: GitProvider | null;
  readonly url: string;
  /** What the address of a file of the project starts with. */
  readonly treeUrl: string | null;
}

/** What other parts of a space show of its sync; null as long as nothing was synced. */
export type GitSyncSummary = Pick<GitSyncState, 'repoName' | 'installationProvider' | 'url' | 'updatedAt'>;

/** The Git side of a space; its id is the space's. */
export interface GitSyncState extends State {
  readonly organizationId: Id;
  readonly state: GitSyncPhase;
  readonly repoName: string | null;
  readonly installationProvider: GitProvider | null;
  readonly url: string | null;
  readonly treeUrl: string | null;
  /** When content last came from or went to the repository; null as long as it never did. */
  readonly updatedAt: string | null;
  /** The time of the latest event in the repository that was followed; older ones come too late. */
  readonly eventAt: string | null;
  /** The latest event that came too late, and when it came. */
  readonly ignored: { readonly timestamp: string; readonly at: string } | null;
  /** Null as long as nothing was synced. */
  readonly synced: SyncPoint | null;
  /** What the repository brought since, and nobody has merged yet. */
  readonly pending: PendingRemote | null;
  readonly lastOperation: SyncOperation | null;
}

/** What the space is synced with from now on. */
export interface SyncRepository {
  readonly repository: RepositoryInfo;
  readonly eventAt: string | null;
}

/** No operation takes longer, waiting included: whoever finds an older one takes it for given up. */
export const MAX_OPERATION_MS = 60 * 60 * 1000;

/** Tolerance for a clock that is ahead of ours, of which an event's time was read. */
export const EVENT_TOLERANCE_MS = 5 * 60 * 1000;

const isTooFarAhead = (eventAt: string, now: string): boolean =>
  Date.parse(eventAt) > Date.parse(now) + EVENT_TOLERANCE_MS;

/** The time by which an event is ordered: one too far in the future is taken for now, one before 1970 for its first instant. */
export function normalizeEventTime(timestamp: string, now: string): string {
  return isTooFarAhead(timestamp, now) ? now : new Date(Math.max(0, Date.parse(timestamp))).toISOString();
}

/** The link of a space to a Git repository: one operation at a time, and what came of it. */
export class GitSync extends Aggregate<GitSyncState> {
  static readonly kind = 'Git sync';
  static restore = (state: GitSyncState) => new GitSync(state);

  static create(spaceId: Id, organizationId: Id): GitSync {
    return new GitSync({
      id: spaceId,
      organizationId,
      state: 'idle',
      repoName: null,
      installationProvider: null,
      url: null,
      treeUrl: null,
      updatedAt: null,
      eventAt: null,
      ignored: null,
      synced: null,
      pending: null,
      lastOperation: null,
    });
  }

  /** Whether an event of that time is older than what was followed already. */
  isStaleEvent(eventAt: string, now: string): boolean {
    const followed = this.#latestEventAt(now);
    return followed !== null && Date.parse(eventAt) < Date.parse(followed);
  }

  /** Time of the latest event followed; null also for one that was stored too far in the future, which orders nothing. */
  #latestEventAt(now: string): string | null {
    const { eventAt } = this.state;
    return eventAt !== null && isTooFarAhead(eventAt, now) ? null : eventAt;
  }

  /** An event came that is older than what was followed already: nothing is done about it. */
  ignoreEvent(timestamp: string, at: string): void {
    this.apply({ ignored: { timestamp, at } }, 'git-sync.event-ignored', { timestamp });
  }

  /** Where the space and this branch were last the same; undefined when it was never synced with it. */
  syncPointFor(remote: Remote): SyncPoint | undefined {
    const { synced } = this.state;
    return synced !== null && isSameRemote(synced, remote) ? synced : undefined;
  }

  /** What waits of this branch in a change request. */
  pendingFor(remote: Remote): PendingRemote | undefined {
    const { pending } = this.state;
    return pending !== null && isSameRemote(pending, remote) ? pending : undefined;
  }

  /** The space has from now on what the commit of the point has, whatever else it has; nothing of the repository waits any more. */
  recordSyncPoint(point: SyncPoint): void {
    this.applySilently({ synced: point, pending: null });
  }

  /** What waited was merged into the space. */
  clearPending(): void {
    const { pending } = this.state;
    if (pending === null) return;
    const { changeRequest: _id, number: _number, ...point } = pending;
    this.recordSyncPoint(point);
  }

  /** What the repository has cannot be merged: it waits in a change request. */
  holdConflicting(pending: PendingRemote): void {
    this.applySilently({ pending });
  }

  /** @throws Conflict while another operation runs. */
  start({ id, kind, url, ref }: Pick<SyncOperation, 'id' | 'kind' | 'url' | 'ref'>, at: string): void {
    if (this.#isBusy && !isOverdue(this.state, at))
      throw new Conflict(`the space is already ${this.state.state}; see git/info`);
    // What a failed operation may have pushed, the next one may find.
    const pushing = this.state.lastOperation?.pushing;
    const operation: SyncOperation = {
      id,
      kind,
      url,
      ref,
      commit: null,
      revision: null,
      startedAt: at,
      finishedAt: null,
      pages: 0,
      files: 0,
      report: [],
      ...(pushing && { pushing }),
    };
    this.apply(
      { state: kind === 'import' ? 'importing' : 'exporting', lastOperation: operation },
      `git-sync.${kind}-started`,
      { ref },
    );
  }

  /** Whether this operation is the one that runs; one that was given up meanwhile must not go on. */
  isRunning(operation: Id): boolean {
    return this.#isBusy && this.state.lastOperation?.id === operation;
  }

  /** Goes with its space to another organization. @throws PreconditionFailed while an operation runs: it would not find its space again */
  transfer(organizationId: Id, at: string): void {
    if (this.#isBusy && !isOverdue(this.state, at))
      throw new PreconditionFailed(`the space cannot be transferred while it is ${this.state.state}; see git/info`);
    this.applySilently({ organizationId });
  }

  /** The repository could not be reached: it will be asked again. @throws Conflict when no operation runs. */
  scheduleRetry(error: string, retryAt: string): void {
    const { lastOperation } = this.state;
    if (lastOperation === null || !this.#isBusy) throw new Conflict('no Git operation is running');
    this.applySilently({
      lastOperation: { ...lastOperation, faults: (lastOperation.faults ?? 0) + 1, retryAt, error },
    });
  }

  /** A commit is about to be pushed. @throws Conflict when no operation runs. */
  startPush(pushing: PendingPush): void {
    const { lastOperation } = this.state;
    if (lastOperation === null || !this.#isBusy) throw new Conflict('no Git operation is running');
    this.applySilently({ lastOperation: { ...lastOperation, pushing } });
  }

  /** What was pushed is known to both sides now. */
  finishPush(): void {
    const { lastOperation } = this.state;
    if (lastOperation === null) return;
    const { pushing: _pushing, ...operation } = lastOperation;
    this.applySilently({ lastOperation: operation });
  }

  /** @param synced absent when the space's primary content was left alone. @throws Conflict when no operation runs. */
  succeed(result: SyncResult, synced: SyncRepository | undefined, at: string): void {
    this.#finish(result, 'idle', at);
    if (synced === undefined) return;
    const { repository, eventAt } = synced;
    this.apply({ ...repository, updatedAt: at, eventAt: eventAt ?? this.#latestEventAt(at) }, 'git-sync.synced', {
      revision: result.revision,
    });
  }

  /** @param error what went wrong, in words that hold no credential. @throws Conflict when no operation runs. */
  fail(error: string, at: string): void {
    this.#finish({ error }, 'failed', at);
  }

  /** Ends an operation whose orderer lost the right to it. @param who the orderer, and why @throws Conflict when no operation runs. */
  stop(error: string, who: { readonly reason: PauseReason; readonly userId: Id }, at: string): void {
    const kind = this.state.lastOperation?.kind;
    this.#finish({ error }, 'failed', at);
    this.record(`git-sync.${kind}-stopped`, who);
  }

  /** What stands in the way waits for people, as `result` says. @throws Conflict when no operation runs. */
  failWithResult(error: string, result: SyncResult, at: string): void {
    this.#finish({ ...result, error }, 'failed', at);
  }

  /** Forgets the repository; the content stays. @returns false when none was known. @throws Conflict while an operation runs */
  unlink(at: string): boolean {
    if (this.#isBusy && !isOverdue(this.state, at))
      throw new Conflict(`the space is ${this.state.state}; see git/info`);
    if (this.state.updatedAt === null && this.state.lastOperation === null) return false;
    const { url, ref } = this.state.lastOperation ?? { url: this.state.url, ref: null };
    const { id, organizationId } = this.state;
    this.apply(GitSync.create(id, organizationId).snapshot(), 'git-sync.unlinked', { url, ref });
    return true;
  }

  get #isBusy(): boolean {
    return this.state.state === 'importing' || this.state.state === 'exporting';
  }

  #finish(result: Partial<SyncOperation>, state: GitSyncPhase, at: string): void {
    const { lastOperation } = this.state;
    if (lastOperation === null || !this.#isBusy) throw new Conflict('no Git operation is running');
    const { retryAt: _retryAt, error: _error, pushing, ...operation } = lastOperation;
    this.apply(
      {
        state,
        lastOperation: { ...operation, ...(state === 'failed' && pushing && { pushing }), ...result, finishedAt: at },
      },
      `git-sync.${lastOperation.kind}-${state === 'failed' ? 'failed' : 'finished'}`,
    );
  }
}

/** Whether an operation is going on for longer than any may: whoever ran it is gone. */
export function isOverdue({ state, lastOperation }: GitSyncState, at: string): boolean {
  if (state !== 'importing' && state !== 'exporting') return false;
  return lastOperation === null || Date.parse(at) - Date.parse(lastOperation.startedAt) > MAX_OPERATION_MS;
}

/** The state as it is to be told at a time: one that is overdue has failed. */
export function effectiveState(state: GitSyncState, at: string): GitSyncState {
  if (!isOverdue(state, at)) return state;
  const { lastOperation } = state;
  const error = 'the operation did not finish within an hour';
  return {
    ...state,
    state: 'failed',
    lastOperation: lastOperation && {
      ...lastOperation,
      error,
      finishedAt: new Date(Date.parse(lastOperation.startedAt) + MAX_OPERATION_MS).toISOString(),
    },
  };
}

/** What may be shown of the sync on the space; null as long as nothing was synced. */
export const gitSyncSummary = ({
  repoName,
  installationProvider,
  url,
  updatedAt,
}: GitSyncSummary): GitSyncSummary | null =>
  updatedAt === null ? null : { repoName, installationProvider, url, updatedAt };

/** `owner/name` of a repository's address, without `.git`; only the name where there is no owner. */
export function repositoryName(url: string, isLocal = false): string {
  const segments = new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeComponent);
  return (
    segments
      .slice(isLocal ? -1 : -2)
      .join('/')
      .replace(/\.git$/i, '') || new URL(url).host
  );
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
