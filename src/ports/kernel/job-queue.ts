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
