import type { Permission } from '../../domain/permissions/policy.ts';
import type { JobQueueName, JobRequest } from '../../ports/kernel/jobs.ts';

/** A type of job, whose requests carry a payload of the type `Payload`. */
export abstract class JobType<Payload extends object> {
  /**
   * @param name stored with each waiting job
   * @param queue queue whose workers run the job
   * @param formerNames names under which jobs of this type may still be waiting
   */
  constructor(
    readonly name: string,
    readonly queue: JobQueueName,
    readonly formerNames: readonly string[] = [],
  ) {}

  /** Names under which jobs of this type may be waiting. */
  get names(): readonly string[] {
    return [this.name, ...this.formerNames];
  }

  /** Makes a request for a job of this type, to be enqueued in a unit of work. */
  request(payload: Payload, options: Omit<JobRequest, 'name' | 'payload'> = {}): JobRequest {
    return { name: this.name, payload: { ...payload } as JobRequest['payload'], ...options };
  }
}

/**
 * A job that runs on the rights of its initiator. It asks for `permission` at the start of each run and again inside each
 * unit of work that writes (`requireInitiatorRights`).
 */
export class InitiatorJobType<Payload extends object> extends JobType<Payload> {
  constructor(
    name: string,
    queue: JobQueueName,
    readonly permission: Permission,
    formerNames?: readonly string[],
  ) {
    super(name, queue, formerNames);
  }
}

/** A job that runs on the system's own rights; `reason` says why it may. */
export class SystemJobType<Payload extends object> extends JobType<Payload> {
  constructor(
    name: string,
    queue: JobQueueName,
    readonly reason: string,
    formerNames?: readonly string[],
  ) {
    super(name, queue, formerNames);
  }
}

/** The payload of a type of job. */
export type PayloadOf<T> = T extends JobType<infer Payload> ? Payload : never;
