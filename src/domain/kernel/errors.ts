/** What kind of refusal an error is; the HTTP kernel holds the one table from category to status. */
export type ErrorCategory =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'precondition-failed'
  | 'too-large'
  | 'unsupported-media-type'
  | 'timeout'
  | 'too-many'
  | 'unavailable';

/** Every refusal that the domain and the application can utter; adapters translate `category`, never the class. */
export abstract class DomainError extends Error {
  abstract readonly category: ErrorCategory;
  /** Further members of the error body, besides code, message and requestId. */
  get details(): Readonly<Record<string, unknown>> | undefined {
    return undefined;
  }
  /** Members of the body beside `error`, where a contract wants them there. */
  get bodyMembers(): Readonly<Record<string, unknown>> | undefined {
    return undefined;
  }
  /** Seconds after which the request may be repeated, where that is known. */
  readonly retryAfter?: number;
  override get name(): string {
    return this.constructor.name;
  }
}

/** One thing wrong with the input: `path` names the field, such as `changes.0.title`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The input breaks a rule that can be stated without looking at other things' state. */
export class Invalid extends DomainError {
  readonly category = 'invalid';
  constructor(readonly issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '));
  }
  static field(path: string, message: string): Invalid {
    return new Invalid([{ path, message }]);
  }
  override get details() {
    return { issues: this.issues };
  }
}

export class Unauthenticated extends DomainError {
  readonly category = 'unauthenticated';
  constructor(message = 'a valid API token is required') {
    super(message);
  }
}

/** The caller sees the thing but may not do this to it. */
export class Forbidden extends DomainError {
  readonly category = 'forbidden';
  constructor(permission: string) {
    super(`requires the permission ${permission}`);
  }
}

/** The organization is there for members who sign in through its identity provider; the caller did not. */
export class SsoRequired extends DomainError {
  readonly category = 'forbidden';
  constructor() {
    super('the organization requires single sign-on; sign in through its identity provider');
  }
}

/** What is refused is a matter of how things are set up, not of a level: the message says of what. */
export class NotAllowed extends DomainError {
  readonly category = 'forbidden';
  constructor(message: string) {
    super(message);
  }
}

/** Unknown and invisible are the same. */
export class NotFound extends DomainError {
  readonly category = 'not-found';
  constructor(kind: string) {
    super(`${kind} not found`);
  }
}

/** The state of the thing does not allow this now. */
export class Conflict extends DomainError {
  readonly category = 'conflict';
  constructor(message: string) {
    super(message);
  }
}

/** `If-Match` named a revision that is no longer the present one. */
export class PreconditionFailed extends DomainError {
  readonly category = 'precondition-failed';
  constructor(message: string) {
    super(message);
  }
}

/** It was tried too often of late. */
export class TooManyAttempts extends DomainError {
  readonly category = 'too-many';
  /** @param retryAfter in seconds */
  constructor(override readonly retryAfter: number) {
    super(`too many attempts; try again in ${retryAfter} seconds`);
  }
}

/** The caller sent more requests of a kind than its limit allows. */
export class TooManyRequests extends DomainError {
  readonly category = 'too-many';
  /** @param retryAfter seconds */
  constructor(
    readonly limit: string,
    requests: number,
    seconds: number,
    override readonly retryAfter: number,
  ) {
    super(`the limit ${limit} allows ${requests} requests in ${seconds} seconds; retry in ${retryAfter} seconds`);
  }
  override get details() {
    return { limit: this.limit };
  }
}

/** Someone else stored the aggregate since we read it; the application retries the whole command. */
export class StaleWrite extends DomainError {
  readonly category = 'conflict';
  constructor(kind: string) {
    super(`the ${kind} was modified concurrently; retry the request`);
  }
}

/** The storage broke a unit of work off (deadlock, serialization failure): nothing was stored, trying again may go better. */
export class TransactionAborted extends DomainError {
  readonly category = 'unavailable';
  constructor() {
    super('the operation was aborted by a concurrent operation; retry the request');
  }
}
