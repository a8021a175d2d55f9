/** Work to be done after the commit, at least once, surviving crashes. */
export interface JobOrder {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  /** Under a key at most one job waits: while one does, ordering another changes nothing. */
  readonly key?: string;
  /** ISO 8601: it waits until then. */
  readonly notBefore?: string;
  /** How often it is tried before it is given up; default 5. */
  readonly maxAttempts?: number;
}

/** Enqueues as part of the unit of work: no commit, no job. */
export interface Jobs {
  enqueue(order: JobOrder): Promise<void>;
}
