import type { Id } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Reads, Services } from './services.ts';

export interface JobContext extends Services {
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
}

/** What runs after a commit, at least once: it must be idempotent, and it may be killed at any moment. */
export interface Job<Payload = any> {
  readonly name: string;
  run(context: JobContext, payload: Payload): Promise<void>;
}
export const job = <Payload>(definition: Job<Payload>): Job<Payload> => definition;
