import type { OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { JobType } from './job-type.ts';
import type { Reads, ServiceName, Services } from './services.ts';

/** Context of a job: committed reads, units of work, and the services that it names in `needs`. */
export type JobContext<N extends ServiceName = never> = Pick<Services, N> & {
  readonly read: Reads;
  readonly now: string;
  /** Aborts when the process stops; the job is then tried again by whoever lives. */
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

/** Handler of a type of job. A job runs after the commit, at least once: it must be idempotent, and may be killed at any moment. */
export interface Job<Payload extends object = any, N extends ServiceName = any> {
  readonly type: JobType<Payload>;
  /** Services that the context has besides reads and units of work; none when absent. */
  readonly needs?: readonly N[];
  readonly run: (context: JobContext<N>, payload: Payload) => Promise<void>;
}

/** Defines the handler of a type of job. */
export const job =
  <Payload extends object>(type: JobType<Payload>) =>
  <const N extends ServiceName = never>(definition: Omit<Job<Payload, N>, 'type'>): Job<Payload, N> => ({
    type,
    ...definition,
  });
