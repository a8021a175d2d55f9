import type { Job, WorkerEvents } from 'graphile-worker';

/**
 * Keeps one organization from occupying every worker of this process with heavy jobs. The worker pool asks for the
 * flags of jobs that must wait before it looks for a job.
 */
export class WorkerShares {
  /** Organization whose heavy job each worker runs. */
  readonly #held = new Map<string, string>();
  /** Resolves when the current search for a job has ended. */
  #lookup: Promise<void> = Promise.resolve();
  #endLookup: () => void = () => {};

  /**
   * @param heavy names of the heavy jobs
   * @param maxWorkers workers that one organization may occupy with heavy jobs
   */
  constructor(
    events: WorkerEvents,
    private readonly heavy: ReadonlySet<string>,
    private readonly maxWorkers: number,
  ) {
    events.on('job:start', ({ worker, job }) => {
      const organizationId = this.#organizationOfHeavyJob(job);
      if (organizationId !== undefined) this.#held.set(worker.workerId, organizationId);
      this.#endLookup();
    });
    events.on('worker:getJob:empty', () => this.#endLookup());
    events.on('worker:getJob:error', () => this.#endLookup());
    events.on('job:complete', ({ worker }) => this.#held.delete(worker.workerId));
    events.on('worker:fatalError', ({ worker }) => this.#held.delete(worker.workerId));
    events.on('worker:stop', ({ worker }) => this.#held.delete(worker.workerId));
  }

  /**
   * Lists the flags of jobs that no worker may take now. Searches run one after the other, because two at once could
   * both take the last worker of an organization.
   */
  readonly forbiddenFlags = async (): Promise<string[]> => {
    const previous = this.#lookup;
    let found = (): void => {};
    this.#lookup = new Promise((resolve) => (found = resolve));
    await previous;
    this.#endLookup = found;
    const held = [...this.#held.values()];
    const full = new Set(held.filter((one) => held.filter((other) => other === one).length >= this.maxWorkers));
    return [...full].flatMap((organizationId) => [...this.heavy].map((name) => `${name} ${organizationId}`));
  };

  #organizationOfHeavyJob({ task_identifier: name, flags }: Job): string | undefined {
    const flag = this.heavy.has(name) ? Object.keys(flags ?? {})[0] : undefined;
    return flag?.slice(flag.lastIndexOf(' ') + 1);
  }
}
