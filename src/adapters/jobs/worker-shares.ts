import type { Job, WorkerEvents } from 'graphile-worker';

/**
 * Keeps one organization from occupying every worker of a queue in this process. The worker pool asks for the flags of
 * jobs that must wait before it looks for a job.
 */
export class WorkerShares {
  /** Organization whose job each worker runs. */
  readonly #held = new Map<string, string>();
  /** Resolves when the current search for a job has ended. */
  #lookup: Promise<void> = Promise.resolve();
  #endLookup: () => void = () => {};

  /**
   * @param names names of the jobs of the queue
   * @param maxWorkers workers that one organization may occupy
   */
  constructor(
    events: WorkerEvents,
    private readonly names: readonly string[],
    private readonly maxWorkers: number,
  ) {
    events.on('job:start', ({ worker, job }) => {
      const organizationId = organizationOf(job);
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
    return [...full].flatMap((organizationId) => this.names.map((name) => `${name} ${organizationId}`));
  };
}

/** Returns the organization that the flag of a job names; see `shareFlag` of the unit of work. */
function organizationOf({ task_identifier: name, flags }: Job): string | undefined {
  const prefix = `${name} `;
  const flag = Object.keys(flags ?? {}).find((one) => one.startsWith(prefix));
  return flag?.slice(prefix.length);
}
