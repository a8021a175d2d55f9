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
export function jobOrganization({ organizationId, payload }: JobRequest): string | undefined {
  if (organizationId !== undefined) return organizationId;
  return typeof payload['organizationId'] === 'string' ? payload['organizationId'] : undefined;
}

/** Enqueues jobs as part of the unit of work: they exist only if it commits. */
export interface Jobs {
  enqueue(request: JobRequest): Promise<void>;
}

/** Worker side of the job queue. */
export interface JobQueue {
  /** Starts to take jobs, including those of processes that died. */
  start(): Promise<void>;
  /** Stops taking jobs, signals running jobs to stop, and waits for them for at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
  /** Returns the number of waiting, running and permanently failed jobs; rejects if the queue is unreachable. */
  status(): Promise<{ readonly waiting: number; readonly running: number; readonly failed: number }>;
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
export type JobRunner = (call: JobExecution) => Promise<void>;
