/** Work to be done after the commit, at least once, surviving crashes. */
export interface JobRequest {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Organization on whose account it runs, where the payload has no `organizationId` that says so. */
  readonly organizationId?: string;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  /** Under a key at most one job waits: while one does, ordering another changes nothing. */
  readonly key?: string;
  /** ISO 8601: it waits until then. */
  readonly notBefore?: string;
  /** How often it is tried before it is given up; default 5. */
  readonly maxAttempts?: number;
}

/**
 * Organization on whose account a job runs: jobs of one kind are taken from the organizations in turns. A job without one
 * is the system's own, and goes ahead of them.
 */
export function jobOrganization({ organizationId, payload }: JobRequest): string | undefined {
  if (organizationId !== undefined) return organizationId;
  return typeof payload['organizationId'] === 'string' ? payload['organizationId'] : undefined;
}

/** Enqueues as part of the unit of work: no commit, no job. */
export interface Jobs {
  enqueue(request: JobRequest): Promise<void>;
}
