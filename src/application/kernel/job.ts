import type { Id } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Reads, ServiceName, Services } from './services.ts';

/** What a job runs with: committed reads, units of work, and the services that it names in `needs`. */
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
    of: { organizationId: Id | null; spaceId: Id | null; actorId?: Id | null; address?: string | null },
    task: (work: Work) => Promise<T>,
  ): Promise<T>;
};

/** Work after a commit, run at least once: it must be idempotent, and the process may be killed at any moment. */
export interface Job<Payload = any, N extends ServiceName = any> {
  /** Stored with each waiting job: a job that is renamed is a new one. */
  readonly name: string;
  /** Services that the context has besides reads and units of work; none when absent. */
  readonly needs?: readonly N[];
  run(context: JobContext<N>, payload: Payload): Promise<void>;
}

/** Defines a job with this payload. */
export const job =
  <Payload>() =>
  <const N extends ServiceName = never>(definition: Job<Payload, N>): Job<Payload, N> =>
    definition;
