import { percentDecoded } from '../kernel/percent-decoded.ts';
import type { PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Conflict, PreconditionFailed } from '../kernel/errors.ts';
import type { Id, OrganizationId, SpaceId, UserId } from '../kernel/id.ts';
import type { PendingPush, SyncOperation, SyncResult } from './sync-operation.ts';
import { isSameRemote, type PendingRemote, type Remote, type SyncPoint } from './sync-point.ts';
import { addMilliseconds, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

export const GIT_SYNC_PHASES = ['idle', 'importing', 'exporting', 'failed'] as const;
export type GitSyncPhase = (typeof GIT_SYNC_PHASES)[number];
export const GIT_PROVIDERS = ['github', 'gitlab'] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

/** Repository in a form that may be displayed: contains no credentials. */
export interface RepositoryInfo {
  /** Name of the repository: `owner/name` if the URL has both. */
  readonly repoName: string;
  readonly installationProvider: GitProvider | null;
  readonly url: string;
  /** URL prefix of the project's files. */
  readonly treeUrl: string | null;
}

/** Sync state as other views of the space display it; null before the first sync. */
export type GitSyncSummary = Pick<GitSyncState, 'repoName' | 'installationProvider' | 'url' | 'updatedAt'>;

/** State of a space's Git sync; its id is the space's. */
export interface GitSyncState extends State {
  readonly organizationId: OrganizationId;
  readonly state: GitSyncPhase;
  readonly repoName: string | null;
  readonly installationProvider: GitProvider | null;
  readonly url: string | null;
  readonly treeUrl: string | null;
  /** Time at which content was last imported from or exported to the repository; null if never. */
  readonly updatedAt: string | null;
  /** Time of the latest repository event that was followed; older events are ignored. */
  readonly eventAt: string | null;
  /** Latest ignored event, and when it arrived. */
  readonly ignored: { readonly timestamp: string; readonly at: string } | null;
  /** Null before the first sync. */
  readonly synced: SyncPoint | null;
  /** Remote changes since then that are not merged yet. */
  readonly pending: PendingRemote | null;
  readonly lastOperation: SyncOperation | null;
}

/** Repository that the space is synced with after an operation. */
export interface SyncRepository {
  readonly repository: RepositoryInfo;
  readonly eventAt: string | null;
}

/** Maximum duration of an operation, waiting included; an older operation counts as abandoned. */
export const MAX_OPERATION_MS = HOUR_MS;

/** Tolerance for event times that are ahead of this machine's clock. */
export const EVENT_TOLERANCE_MS = 5 * MINUTE_MS;

const isTooFarAhead = (eventAt: string, now: string): boolean =>
  Date.parse(eventAt) > Date.parse(now) + EVENT_TOLERANCE_MS;

/**
 * Normalizes an event time for ordering: one too far in the future becomes the present, one before 1970 becomes 1970.
 */
export function normalizeEventTime(timestamp: string, now: string): string {
  return isTooFarAhead(timestamp, now) ? now : new Date(Math.max(0, Date.parse(timestamp))).toISOString();
}

/** Link between a space and a Git repository: one operation at a time, and its results. */
export class GitSync extends Aggregate<GitSyncState> {
  static readonly kind = 'Git sync';
  static restore = (state: GitSyncState) => new GitSync(state);

  static create(spaceId: SpaceId, organizationId: OrganizationId): GitSync {
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

  /** Tells whether an event is older than the latest one that was followed. */
  isStaleEvent(eventAt: string, now: string): boolean {
    const followed = this.#latestEventAt(now);
    return followed !== null && Date.parse(eventAt) < Date.parse(followed);
  }

  /**
   * Returns the time of the latest followed event; null also for a stored time too far in the future, which cannot
   * order events.
   */
  #latestEventAt(now: string): string | null {
    const { eventAt } = this.state;
    return eventAt !== null && isTooFarAhead(eventAt, now) ? null : eventAt;
  }

  /** Records an event that is ignored because it is older than the latest one. */
  ignoreEvent(timestamp: string, at: string): void {
    this.apply({ ignored: { timestamp, at } }, 'git-sync.event-ignored', { timestamp });
  }

  /** Returns the last point at which the space and this branch were in sync; undefined if they never were. */
  syncPointFor(remote: Remote): SyncPoint | undefined {
    const { synced } = this.state;
    return synced !== null && isSameRemote(synced, remote) ? synced : undefined;
  }

  /** Returns the changes of this branch that wait in a change request. */
  pendingFor(remote: Remote): PendingRemote | undefined {
    const { pending } = this.state;
    return pending !== null && isSameRemote(pending, remote) ? pending : undefined;
  }

  /**
   * Records that the space contains the commit of the point, possibly with further changes, and that nothing of the
   * repository is pending.
   */
  recordSyncPoint(point: SyncPoint): void {
    this.applySilently({ synced: point, pending: null });
  }

  /** Records that the pending changes were merged into the space. */
  clearPending(): void {
    const { pending } = this.state;
    if (pending === null) return;
    const { changeRequest: _id, number: _number, ...point } = pending;
    this.recordSyncPoint(point);
  }

  /** Holds remote changes that conflict in a change request. */
  holdConflicting(pending: PendingRemote): void {
    this.applySilently({ pending });
  }

  /**
   * Starts an operation.
   * @throws Conflict while another operation runs
   */
  start({ id, kind, url, ref }: Pick<SyncOperation, 'id' | 'kind' | 'url' | 'ref'>, at: string): void {
    if (this.#isBusy && !isOverdue(this.state, at))
      throw new Conflict(`the space is already ${this.state.state}; see git/info`);
    // The next operation may find the push of a failed one in the repository.
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

  /**
   * Starts the last operation anew after it has failed.
   * @throws Conflict if it has not failed, or is not the last one
   */
  reopen(operation: Id, at: string): void {
    const { state, lastOperation } = this.state;
    if (state !== 'failed' || lastOperation?.id !== operation)
      throw new Conflict('the Git operation has not failed, or was followed by another one; see git/info');
    const { error: _error, ...rest } = lastOperation;
    this.apply(
      {
        state: lastOperation.kind === 'import' ? 'importing' : 'exporting',
        lastOperation: { ...rest, startedAt: at, finishedAt: null },
      },
      `git-sync.${lastOperation.kind}-started`,
      { ref: lastOperation.ref },
    );
  }

  /** Tells whether this operation is the running one; an abandoned operation must not continue. */
  isRunning(operation: Id): boolean {
    return this.#isBusy && this.state.lastOperation?.id === operation;
  }

  /**
   * Transfers the sync with its space to another organization.
   * @throws PreconditionFailed while an operation runs, because it would not find its space afterwards
   */
  transfer(organizationId: OrganizationId, at: string): void {
    if (this.#isBusy && !isOverdue(this.state, at))
      throw new PreconditionFailed(`the space cannot be transferred while it is ${this.state.state}; see git/info`);
    this.applySilently({ organizationId });
  }

  /**
   * Schedules a retry after the repository was unreachable.
   * @throws Conflict if no operation runs
   */
  scheduleRetry(error: string, retryAt: string): void {
    const { lastOperation } = this.state;
    if (lastOperation === null || !this.#isBusy) throw new Conflict('no Git operation is running');
    this.applySilently({
      lastOperation: { ...lastOperation, faults: (lastOperation.faults ?? 0) + 1, retryAt, error },
    });
  }

  /**
   * Records the report of the import with which an export begins when its branch has moved.
   * @throws Conflict if no operation runs
   */
  recordReport(report: SyncOperation['report']): void {
    const { lastOperation } = this.state;
    if (lastOperation === null || !this.#isBusy) throw new Conflict('no Git operation is running');
    this.applySilently({ lastOperation: { ...lastOperation, report } });
  }

  /**
   * Records that a commit is about to be pushed.
   * @throws Conflict if no operation runs
   */
  startPush(pushing: PendingPush): void {
    const { lastOperation } = this.state;
    if (lastOperation === null || !this.#isBusy) throw new Conflict('no Git operation is running');
    this.applySilently({ lastOperation: { ...lastOperation, pushing } });
  }

  /** Records that the push is complete and known to both sides. */
  finishPush(): void {
    const { lastOperation } = this.state;
    if (lastOperation === null) return;
    const { pushing: _pushing, ...operation } = lastOperation;
    this.applySilently({ lastOperation: operation });
  }

  /**
   * Ends the operation successfully.
   * @param synced absent if the space's primary content was not changed
   * @throws Conflict if no operation runs
   */
  succeed(result: SyncResult, synced: SyncRepository | undefined, at: string): void {
    this.#finish(result, 'idle', at);
    if (synced === undefined) return;
    const { repository, eventAt } = synced;
    this.apply({ ...repository, updatedAt: at, eventAt: eventAt ?? this.#latestEventAt(at) }, 'git-sync.synced', {
      revision: result.revision,
    });
  }

  /**
   * Ends the operation with an error.
   * @param error message without credentials
   * @throws Conflict if no operation runs
   */
  fail(error: string, at: string): void {
    this.#finish({ error }, 'failed', at);
  }

  /**
   * Ends an operation whose initiator lost the permission for it.
   * @param who the initiator, and the reason
   * @throws Conflict if no operation runs
   */
  stop(error: string, who: { readonly reason: PauseReason; readonly userId: UserId }, at: string): void {
    const kind = this.state.lastOperation?.kind;
    this.#finish({ error }, 'failed', at);
    this.record(`git-sync.${kind!}-stopped`, who);
  }

  /**
   * Ends the running operation on behalf of a user. A commit that is being pushed stays recorded, because it may have
   * reached the repository.
   * @returns false if no operation runs
   */
  cancel(at: string): boolean {
    const { lastOperation } = this.state;
    if (lastOperation === null || !this.#isBusy || isOverdue(this.state, at)) return false;
    const { kind, ref } = lastOperation;
    this.#finish({ outcome: 'cancelled', error: `the ${kind} was cancelled` }, 'failed', at);
    this.record(`git-sync.${kind}-cancelled`, { ref });
    return true;
  }

  /** Tells whether the last operation was an import of this branch that was cancelled. */
  hasCancelledImportOf({ url, ref }: Pick<Remote, 'url' | 'ref'>): boolean {
    const { lastOperation: last } = this.state;
    return last?.kind === 'import' && last.outcome === 'cancelled' && last.url === url && last.ref === ref;
  }

  /**
   * Ends the operation with an error and a result that people must deal with.
   * @throws Conflict if no operation runs
   */
  failWithResult(error: string, result: SyncResult, at: string): void {
    this.#finish({ ...result, error }, 'failed', at);
  }

  /**
   * Removes the link to the repository; the content stays.
   * @returns false if no repository was linked
   * @throws Conflict while an operation runs
   */
  unlink(at: string): boolean {
    if (this.#isBusy && !isOverdue(this.state, at))
      throw new Conflict(`the space is ${this.state.state}; see git/info`);
    if (!this.isLinked) return false;
    const { url, ref } = this.state.lastOperation ?? { url: this.state.url, ref: null };
    const { id, organizationId } = this.state;
    this.apply(GitSync.create(id, organizationId).snapshot(), 'git-sync.unlinked', { url, ref });
    return true;
  }

  /** Tells whether content was ever imported or exported, or an attempt was made, since the last `unlink`. */
  get isLinked(): boolean {
    return this.state.updatedAt !== null || this.state.lastOperation !== null;
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

/** Tells whether an operation runs longer than allowed: the process that ran it has died. */
function isOverdue({ state, lastOperation }: GitSyncState, at: string): boolean {
  if (state !== 'importing' && state !== 'exporting') return false;
  return lastOperation === null || Date.parse(at) - Date.parse(lastOperation.startedAt) > MAX_OPERATION_MS;
}

/** Returns the state to display at a time: an overdue operation counts as failed. */
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
      finishedAt: addMilliseconds(lastOperation.startedAt, MAX_OPERATION_MS),
    },
  };
}

/** Returns the sync state to display on the space; null before the first sync. */
export const gitSyncSummary = ({
  repoName,
  installationProvider,
  url,
  updatedAt,
}: GitSyncSummary): GitSyncSummary | null =>
  updatedAt === null ? null : { repoName, installationProvider, url, updatedAt };

/**
 * Returns the name of a repository from its URL, without `.git`: `owner/name`, or only the name if there is no owner.
 */
export function repositoryName(url: string, isLocal = false): string {
  const segments = new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(percentDecoded);
  return (
    segments
      .slice(isLocal ? -1 : -2)
      .join('/')
      .replace(/\.git$/i, '') || new URL(url).host
  );
}
