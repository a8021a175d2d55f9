import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Conflict } from '../kernel/errors.ts';
import type { ImportRunId, OrganizationId, RevisionId, SiteId, SpaceId, UserId } from '../kernel/id.ts';
import type { Initiator } from '../permissions/pause.ts';
import type { ImportCounts } from './import-report.ts';
import type { ImportRunSource, ImportRunTarget } from './import-source.ts';
import { HOUR_MS } from '../kernel/time.ts';

export const IMPORT_RUN_STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;
export type ImportRunStatus = (typeof IMPORT_RUN_STATUSES)[number];
/** Statuses of a run that has not ended. */
export const ACTIVE_STATUSES = ['pending', 'in-progress'] as const satisfies readonly ImportRunStatus[];

/** Items that were read, of those that are known so far. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

export interface ImportRunState extends State {
  readonly id: ImportRunId;
  readonly organizationId: OrganizationId;
  readonly spaceId: SpaceId;
  /** Change request and page of the target; see `ImportRunTarget`. */
  readonly changeRequestId: string | null;
  readonly pageId: string | null;
  /** Site that the run belongs to; null if the space belongs to none or to several. */
  readonly siteId: SiteId | null;
  readonly source: ImportRunSource;
  readonly createdBy: UserId;
  /** Origin of the initiator's credential. */
  readonly via: string | null;
  readonly status: ImportRunStatus;
  /** Reason of a failure. */
  readonly reason: string | null;
  readonly progress: ImportProgress;
  /** Numbers of reported items; null until the run has completed. */
  readonly counts: ImportCounts | null;
  /** Revision with the imported pages. */
  readonly revisionId: RevisionId | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly updatedAt: string;
}

/**
 * Period without progress after which a run in progress counts as failed, in milliseconds: its process was killed and
 * nothing resumed it.
 */
const LEFT_BEHIND_MS = 6 * HOUR_MS;
const LEFT_BEHIND = 'the import was interrupted and has not reported back; start it again';

/** Import of content into a space in the background. */
export class ImportRun extends Aggregate<ImportRunState> {
  static readonly kind = 'import run';
  static restore = (state: ImportRunState) => new ImportRun(state);

  static create({
    target,
    by,
    at,
    ...of
  }: Pick<ImportRunState, 'id' | 'organizationId' | 'siteId' | 'source'> & {
    readonly target: ImportRunTarget;
    readonly by: Initiator;
    readonly at: string;
  }): ImportRun {
    const run = new ImportRun({
      ...of,
      ...target,
      createdBy: by.userId,
      via: by.via,
      status: 'pending',
      reason: null,
      progress: { done: 0, total: 0 },
      counts: null,
      revisionId: null,
      createdAt: at,
      startedAt: null,
      completedAt: null,
      updatedAt: at,
    });
    run.record('import-run.started', { space: target.spaceId, source: of.source.type });
    return run;
  }

  get isActive(): boolean {
    return isActive(this.state);
  }

  /** Starts the run, or resumes it after an interruption. */
  start(at: string): void {
    this.applySilently({ status: 'in-progress', startedAt: this.state.startedAt ?? at, updatedAt: at });
  }

  /** Records progress of a run that is still active. */
  recordProgress(progress: ImportProgress, at: string): void {
    this.applySilently({ progress, updatedAt: at });
  }

  /** Completes the run; `revisionId` is null if there was nothing to import. */
  complete(counts: ImportCounts, revisionId: RevisionId | null, at: string): void {
    const total = counts.imported + counts.changed + counts.lost;
    this.apply(
      { status: 'completed', counts, revisionId, progress: { done: total, total }, completedAt: at, updatedAt: at },
      'import-run.completed',
      { space: this.state.spaceId, revision: revisionId, ...counts },
    );
  }

  /**
   * Starts a failed run anew.
   * @throws Conflict if the run has not failed, or if its files were deleted with its end
   */
  reopen(at: string): void {
    const { status, source } = this.state;
    if (status !== 'failed') throw new Conflict(`this import run has not failed; its status is ${status}`);
    if (source.type === 'file')
      throw new Conflict('the files of this import run were deleted when it failed; start another import run');
    this.apply(
      { status: 'pending', reason: null, progress: { done: 0, total: 0 }, updatedAt: at },
      'import-run.started',
      { space: this.state.spaceId, source: source.type },
    );
  }

  fail(reason: string, at: string): void {
    this.apply({ status: 'failed', reason, updatedAt: at }, 'import-run.failed', {
      space: this.state.spaceId,
      reason,
    });
  }

  /**
   * Cancels the run; the content stays as it is.
   * @throws Conflict if the run has ended
   */
  cancel(at: string): void {
    if (!this.isActive) throw new Conflict(`this import run has ended; its status is ${this.state.status}`);
    this.apply({ status: 'cancelled', updatedAt: at }, 'import-run.cancelled', { space: this.state.spaceId });
  }
}

const isActive = ({ status }: Pick<ImportRunState, 'status'>): boolean =>
  status === 'pending' || status === 'in-progress';

/**
 * Returns the run as a reader sees it: one that was left behind has failed.
 * @param now ISO 8601
 */
export const asOf = (run: ImportRunState, now: string): ImportRunState =>
  isLeftBehind(run, now) ? { ...run, status: 'failed', reason: LEFT_BEHIND } : run;

/** Tells whether the process of a run was killed and nothing resumed it. */
export const isLeftBehind = ({ status, updatedAt }: ImportRunState, now: string): boolean =>
  status === 'in-progress' && Date.parse(now) - Date.parse(updatedAt) > LEFT_BEHIND_MS;
