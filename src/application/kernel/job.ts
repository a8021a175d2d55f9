import type { OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { JobType } from './job-type.ts';
import type { Reads, ServiceName, Services } from './services.ts';

/** Context of a job: committed reads, units of work, and the services that it names in `needs`. */
export type JobContext<N extends ServiceName = never> = Pick<Services, N> & {
  readonly read: Reads;
  readonly now: string;
  /** Aborts when the process stops; another process then retries the job. */
  readonly signal: AbortSignal;
  /** Which try this is, from 1, and whether another will follow if it fails. */
  readonly attempt: number;
  readonly lastAttempt: boolean;
  /** One unit of work; tried again when it lost a race. */
  transact<T>(
    of: {
      organizationId: OrganizationId | null;
      spaceId: SpaceId | null;
      actorId?: UserId | null;
      address?: string | null;
    },
    task: (work: Work) => Promise<T>,
  ): Promise<T>;
};

/** Context for ending a job that has not succeeded, or starting it anew: one unit of work. */
export interface JobEndContext {
  readonly work: Work;
  readonly ids: Ids;
  readonly now: string;
}

/** Handler of a type of job. A job runs after the commit, at least once: it must be idempotent, and may be killed at any moment. */
export interface Job<Payload extends object = any, N extends ServiceName = any> {
  readonly type: JobType<Payload>;
  /** Services that the context has besides reads and units of work; none when absent. */
  readonly needs?: readonly N[];
  readonly run: (context: JobContext<N>, payload: Payload) => Promise<void>;
  /**
   * Records in the state that users see that the job has ended without having succeeded: it was cancelled, or its last
   * attempt failed, or died with its process. Has no effect if `run` has recorded an end. Jobs without it leave no such
   * state behind.
   * @param why clause for users, such as `the operator of the instance cancelled it`
   */
  readonly abandon?: (context: JobEndContext, payload: Payload, why: string) => Promise<void>;
  /**
   * Reopens the state of a failed job for another run. Jobs without it can run again at any time.
   * @returns payload of the other run
   * @throws Conflict if the job was superseded
   */
  readonly reopen?: (context: JobEndContext, payload: Payload) => Promise<Payload>;
}

/** Defines the handler of a type of job. */
export const job =
  <Payload extends object>(type: JobType<Payload>) =>
  <const N extends ServiceName = never>(definition: Omit<Job<Payload, N>, 'type'>): Job<Payload, N> => ({
    type,
    ...definition,
  });
