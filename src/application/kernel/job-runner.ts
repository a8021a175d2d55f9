import { StaleWrite, TransactionAborted } from '../../domain/kernel/errors.ts';
import { UnstorableText } from '../../domain/kernel/storable-text.ts';
import type { UnitOfWork } from '../../ports/kernel/unit-of-work.ts';
import type { Job, JobContext } from './job.ts';
import { retrying } from './retry.ts';
import { servicesFor, type Reads, type Services } from './services.ts';

/** One run of a job, as the queue describes it. */
export interface JobRun {
  readonly name: string;
  readonly payload: unknown;
  readonly attempt: number;
  readonly lastAttempt: boolean;
  readonly signal: AbortSignal;
}

/** Runs jobs by name, as the system itself. */
export class JobRunner {
  readonly #jobs: ReadonlyMap<string, Job>;

  constructor(
    jobs: readonly Job[],
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: Reads,
    private readonly services: Services,
  ) {
    this.#jobs = new Map(
      jobs.flatMap((job) => [job.type.name, ...job.type.formerNames].map((name) => [name, job] as const)),
    );
  }

  get names(): readonly string[] {
    return [...this.#jobs.keys()];
  }

  /** @throws what the job throws; the queue decides whether to try again */
  async run({ name, payload, attempt, lastAttempt, signal }: JobRun): Promise<void> {
    const job = this.#jobs.get(name);
    if (job === undefined) throw new Error(`unknown job ${name}`);
    const now = this.services.clock.now();
    const transact: JobContext['transact'] = ({ organizationId, spaceId, actorId = null, address = null }, task) =>
      retrying(
        () =>
          this.unitOfWork.run(
            {
              organizationId,
              spaceId,
              actorId,
              tokenId: null,
              requestId: null,
              address,
              at: this.services.clock.now(),
            },
            task,
          ),
        (error) => error instanceof StaleWrite || error instanceof TransactionAborted,
      );
    const context = { ...servicesFor(job.needs, this.services), read: this.reads, now, signal, attempt, transact };
    try {
      await job.run({ ...context, lastAttempt }, payload);
    } catch (error) {
      if (!(error instanceof UnstorableText) || lastAttempt) throw error;
      // No other attempt can go better: the job ends as it does after its last one.
      await job.run({ ...context, lastAttempt: true }, payload).catch((again: unknown) => {
        if (!(again instanceof UnstorableText)) throw again;
      });
    }
  }
}
