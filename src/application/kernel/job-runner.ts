import { StaleWrite, TransactionAborted } from '../../domain/kernel/errors.ts';
import type { OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import { UnstorableText } from '../../domain/kernel/storable-text.ts';
import {
  UnrecoverableJob,
  type AbandonReason,
  type JobExecution,
  type JobRunner as RunsJobs,
} from '../../ports/kernel/jobs.ts';
import type { UnitOfWork } from '../../ports/kernel/unit-of-work.ts';
import { forAllClients } from './abandonment.ts';
import type { Job, JobContext } from './job.ts';
import { retrying } from './retry.ts';
import { servicesFor, type Reads, type Services } from './services.ts';

/** Reasons for users; clauses that follow `because`. */
export const ABANDON_REASONS: Readonly<Record<AbandonReason, string>> = {
  cancelled: 'the operator of the instance cancelled it',
  crashed: 'the server that ran it stopped on every attempt',
  failed: 'of an internal error on every attempt (see the server log)',
};

/** Runs jobs by name, as the system itself. */
export class JobRunner implements RunsJobs {
  readonly #jobs: ReadonlyMap<string, Job>;

  constructor(
    jobs: readonly Job[],
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: Reads,
    private readonly services: Services,
  ) {
    this.#jobs = new Map(jobs.flatMap((job) => job.type.names.map((name) => [name, job] as const)));
  }

  get names(): readonly string[] {
    return [...this.#jobs.keys()];
  }

  /** @throws what the job throws; the queue decides whether to try again */
  run(call: JobExecution): Promise<void> {
    // A queue in memory starts jobs from requests.
    return forAllClients(() => this.#run(call));
  }

  async #run(call: JobExecution): Promise<void> {
    try {
      await this.#attempt(call);
    } catch (error) {
      const isLast = call.lastAttempt || error instanceof UnrecoverableJob;
      // A process that stops leaves the job to another one, or records the end when it is taken over.
      if (isLast && !call.signal.aborted) await this.abandon(call, 'failed');
      throw error;
    }
  }

  async abandon({ name, payload }: Pick<JobExecution, 'name' | 'payload'>, reason: AbandonReason): Promise<void> {
    const { abandon } = this.#find(name);
    if (abandon === undefined) return;
    const { organizationId = null, spaceId = null } = payload as {
      organizationId?: OrganizationId;
      spaceId?: SpaceId;
    };
    const { clock, ids } = this.services;
    await forAllClients(() =>
      this.#transact({ organizationId, spaceId }, (work) =>
        abandon({ work, ids, now: clock.now() }, payload, ABANDON_REASONS[reason]),
      ),
    );
  }

  async #attempt(call: JobExecution): Promise<void> {
    const { name, payload, attempt, signal } = call;
    const job = this.#find(name);
    const context: JobContext = {
      ...servicesFor(job.needs, this.services),
      read: this.reads,
      now: this.services.clock.now(),
      signal,
      attempt,
      transact: this.#transact,
      get lastAttempt() {
        return call.lastAttempt;
      },
    };
    try {
      await job.run(context, payload);
    } catch (error) {
      if (!(error instanceof UnstorableText) || call.lastAttempt) throw error;
      // No other attempt can go better: the job ends as it does after its last one.
      await job.run({ ...context, lastAttempt: true }, payload).catch((again: unknown) => {
        if (!(again instanceof UnstorableText)) throw again;
      });
    }
  }

  #find(name: string): Job {
    const job = this.#jobs.get(name);
    if (job === undefined) throw new Error(`unknown job ${name}`);
    return job;
  }

  readonly #transact: JobContext['transact'] = ({ organizationId, spaceId, actorId = null, address = null }, task) =>
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
}
