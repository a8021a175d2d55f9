import type { JobId, OrganizationId } from '../../domain/kernel/id.ts';
import type { Page, PageRequest } from './repository.ts';

/** Queues of jobs; each has workers of its own in every process, so that none waits behind another. */
export const JOB_QUEUES = ['mail', 'webhooks', 'system', 'content'] as const;
export type JobQueueName = (typeof JOB_QUEUES)[number];

/** Maximum number of attempts of a job whose request names none. */
export const DEFAULT_JOB_ATTEMPTS = 5;

/** Work to be done after the commit, at least once, even after a crash. */
export interface JobRequest {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Organization that the job is charged to, if the payload has no `organizationId`. */
  readonly organizationId?: string;
  /** Queue name; jobs of one queue run one after the other. */
  readonly queue?: string;
  /** Deduplication key: at most one job per key waits; enqueuing another one changes nothing. */
  readonly key?: string;
  /** Earliest start, ISO 8601. */
  readonly notBefore?: string;
  /** Maximum number of attempts; default 5. */
  readonly maxAttempts?: number;
}

/**
 * Returns the organization that a job is charged to: jobs of one kind are taken from the organizations in turns. A job
 * without an organization belongs to the system and takes precedence.
 */
export function jobOrganization({
  organizationId,
  payload,
}: Pick<JobRequest, 'organizationId' | 'payload'>): string | undefined {
  if (organizationId !== undefined) return organizationId;
  return typeof payload['organizationId'] === 'string' ? payload['organizationId'] : undefined;
}

/**
 * Statuses of jobs. `scheduled` is for a later time, also for another attempt; `cancelling` runs and was asked to stop;
 * `failed` was tried for the last time. A job that has succeeded or was cancelled is gone.
 */
export const JOB_STATUSES = ['waiting', 'scheduled', 'running', 'cancelling', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Job as it is stored. */
export interface JobState {
  readonly id: JobId;
  readonly name: string;
  readonly organizationId: OrganizationId | null;
  /** May contain sealed secrets, which must not be shown. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly status: JobStatus;
  /** Number of attempts, the present one included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly enqueuedAt: string;
  /** Earliest start of the next attempt; of the last one for a failed job. */
  readonly dueAt: string;
  /** Start of the present attempt; null unless the job runs. */
  readonly startedAt: string | null;
  /** Worker that runs the job. */
  readonly worker: string | null;
  /** Error of the latest attempt that failed. */
  readonly error: string | null;
}

export interface JobFilter {
  readonly names?: readonly string[] | undefined;
  readonly status?: JobStatus | undefined;
  readonly organizationId?: string | undefined;
}

/** Jobs of one name, counted by status. */
export interface JobCounts {
  readonly name: string;
  readonly counts: Readonly<Record<JobStatus, number>>;
  /** Seconds for which the oldest waiting job has been due; 0 if none waits. */
  readonly oldestWaitingSeconds: number;
}

/** Reads of the jobs that have not succeeded. */
export interface JobReads {
  /** Lists jobs, those enqueued last first; `count` is exact. */
  list(filter: JobFilter, page: PageRequest): Promise<Page<JobState>>;
  find(id: JobId): Promise<JobState | undefined>;
  /** Counts jobs by name. */
  counts(): Promise<readonly JobCounts[]>;
}

/** Changes of jobs as part of the unit of work: they happen only if it commits. */
export interface Jobs {
  enqueue(request: JobRequest): Promise<void>;
  /** Finds a job and keeps processes from taking it until the unit of work ends. */
  lock(id: JobId): Promise<JobState | undefined>;
  /** Deletes a job that does not run. */
  remove(id: JobId): Promise<void>;
  /** Asks the process that runs a job to stop it; has no effect once the job has ended. */
  requestCancellation(id: JobId): Promise<void>;
  /** Makes a job that does not run due now, with all of its attempts and, if given, with another payload. */
  restart(id: JobId, payload?: JobRequest['payload']): Promise<void>;
}

/** Worker side of the job queue. */
export interface JobQueue {
  /** Makes it possible to enqueue jobs, which this process does not take unless it is started. */
  prepare(): Promise<void>;
  /** Prepares, and starts to take jobs, including those of processes that died. */
  start(): Promise<void>;
  /** Stops taking jobs, signals running jobs to stop, and waits for them for at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
  /** Returns the number of waiting, running and permanently failed jobs; rejects if the queue is unreachable. */
  status(): Promise<{ readonly waiting: number; readonly running: number; readonly failed: number }>;
}

/** Limits of the workers that one process has for a queue. */
export interface JobQueueLimits {
  readonly name: JobQueueName;
  /** Names of the jobs of the queue. */
  readonly jobs: readonly string[];
  /** Maximum number of jobs that run at the same time. */
  readonly concurrency: number;
  /** Maximum number of them that are jobs of one organization. */
  readonly organizationConcurrency: number;
}

/** One execution of a job, as passed to the application. */
export interface JobExecution {
  readonly name: string;
  readonly payload: unknown;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  readonly lastAttempt: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reasons why a job ends without having succeeded: the operator cancelled it, or the process that ran it died on the
 * last attempt, or the last attempt failed.
 */
export type AbandonReason = 'cancelled' | 'crashed' | 'failed';

/** Application side of the queue. */
export interface JobRunner {
  /** @throws the error of the job; `UnrecoverableJob` if no other attempt can succeed */
  run(call: JobExecution): Promise<void>;
  /** Records in the state that users see that a job has ended without having succeeded. Idempotent. */
  abandon(job: Pick<JobExecution, 'name' | 'payload'>, reason: AbandonReason): Promise<void>;
}

/** Result of an attempt, as metrics count it. */
export type JobOutcome = 'succeeded' | 'retried' | 'failed' | 'cancelled';
/** Receives the result and the duration of each attempt. */
export type JobObserver = (attempt: {
  readonly name: string;
  readonly outcome: JobOutcome;
  readonly seconds: number;
}) => void;

/** No other attempt of the job can succeed: the queue parks it as failed. */
export class UnrecoverableJob extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnrecoverableJob';
  }
}
