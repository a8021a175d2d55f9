import type { Job, WorkerEvents } from 'graphile-worker';

/**
 * Keeps one organization from holding every worker of this process with heavy jobs. The worker pool asks it, before it
 * looks for a job, for the flags of those that must wait.
 */
export class WorkerShares {
  /** Organization whose heavy job each worker runs. */
  readonly #held = new Map<string, string>();
  /** Ends when the look for a job that is under way has found one or none. */
  #looking: Promise<void> = Promise.resolve();
  #found: () => void = () => {};

  /** @param heavy names of the jobs that count @param share workers that one organization may hold with them */
  constructor(
    events: WorkerEvents,
    private readonly heavy: ReadonlySet<string>,
    private readonly share: number,
  ) {
    events.on('job:start', ({ worker, job }) => {
      const organizationId = this.#heavyOf(job);
      if (organizationId !== undefined) this.#held.set(worker.workerId, organizationId);
      this.#found();
    });
    events.on('worker:getJob:empty', () => this.#found());
    events.on('worker:getJob:error', () => this.#found());
    events.on('job:complete', ({ worker }) => this.#held.delete(worker.workerId));
    events.on('worker:fatalError', ({ worker }) => this.#held.delete(worker.workerId));
    events.on('worker:stop', ({ worker }) => this.#held.delete(worker.workerId));
  }

  /** Flags of jobs that no worker may take now. One look at a time: two at once could both take the last of a share. */
  readonly forbiddenFlags = async (): Promise<string[]> => {
    const before = this.#looking;
    let found = (): void => {};
    this.#looking = new Promise((resolve) => (found = resolve));
    await before;
    this.#found = found;
    const held = [...this.#held.values()];
    const full = new Set(held.filter((one) => held.filter((other) => other === one).length >= this.share));
    return [...full].flatMap((organizationId) => [...this.heavy].map((name) => `${name} ${organizationId}`));
  };

  #heavyOf({ task_identifier: name, flags }: Job): string | undefined {
    const flag = this.heavy.has(name) ? Object.keys(flags ?? {})[0] : undefined;
    return flag?.slice(flag.lastIndexOf(' ') + 1);
  }
}
