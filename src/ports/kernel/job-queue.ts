/** The side of the queue that runs jobs. */
export interface JobQueue {
  /** Begins to take jobs; those of processes that died are taken over. */
  start(): Promise<void>;
  /** Takes no more jobs, waits for those that run (they are told to stop), at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
  /** How many jobs wait, run or have failed for good; rejects when the queue cannot be reached. */
  status(): Promise<{ readonly waiting: number; readonly running: number; readonly failed: number }>;
}

/** One run of a job, as the queue hands it to the application. */
export interface JobExecution {
  readonly name: string;
  readonly payload: unknown;
  /** From 1. */
  readonly attempt: number;
  readonly lastAttempt: boolean;
  readonly signal: AbortSignal;
}
export type JobRunner = (call: JobExecution) => Promise<void>;
