/** Category of a refusal; the HTTP kernel maps categories to statuses in one table. */
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
  | 'unprocessable'
  | 'unavailable'
  | 'not-implemented';

/** Base of all errors of the domain and the application; adapters translate `category`, never the class. */
export abstract class DomainError extends Error {
  abstract readonly category: ErrorCategory;
  /** Further members of `error` in the response body, besides code, message and requestId. */
  get details(): Readonly<Record<string, unknown>> | undefined {
    return undefined;
  }
  /** Members of the response body beside `error`, if a contract requires them there. */
  get bodyMembers(): Readonly<Record<string, unknown>> | undefined {
    return undefined;
  }
  /** Seconds after which the request may be repeated, if known. */
  readonly retryAfter?: number;
  override get name(): string {
    return this.constructor.name;
  }
}

/** Problem of the input: `path` names the field, such as `changes.0.title`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The input breaks a rule that does not depend on the state of other items. */
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

/** The request has no valid credential. */
export class Unauthenticated extends DomainError {
  readonly category = 'unauthenticated';
  constructor(message = 'a valid API token is required; send it as `Authorization: Bearer TOKEN`') {
    super(message);
  }
}

/** The caller may see the resource but lacks the permission for the operation. */
export class Forbidden extends DomainError {
  readonly category = 'forbidden';
  constructor(permission: string) {
    super(`requires the permission ${permission}`);
  }
}

/** The organization requires members to sign in through its identity provider, and the caller did not. */
export class SsoRequired extends DomainError {
  readonly category = 'forbidden';
  constructor() {
    super('the organization requires single sign-on; sign in through its identity provider');
  }
}

/** The operation is forbidden by configuration rather than by a missing permission; the message names the setting. */
export class NotAllowed extends DomainError {
  readonly category = 'forbidden';
  constructor(message: string) {
    super(message);
  }
}

/** The resource does not exist or is invisible to the caller, which are reported alike. */
export class NotFound extends DomainError {
  readonly category = 'not-found';
  /**
   * @param id of the resource, with which the field of the request that names it can be found
   * @param issues fields that name the resource
   */
  constructor(
    readonly kind: string,
    readonly id?: string,
    readonly issues?: readonly Issue[],
  ) {
    super(`${kind} not found`);
  }
  override get details() {
    return this.issues && { issues: this.issues };
  }
}

/** The state of the resource does not allow the operation. */
export class Conflict extends DomainError {
  readonly category = 'conflict';
  constructor(message: string) {
    super(message);
  }
}

/** `If-Match` names a revision that is not the present one. */
export class PreconditionFailed extends DomainError {
  readonly category = 'precondition-failed';
  constructor(message: string) {
    super(message);
  }
}

/** The caller made too many attempts in a short time. */
export class TooManyAttempts extends DomainError {
  readonly category = 'too-many';
  /**
   * Creates the error.
   * @param retryAfter in seconds
   */
  constructor(override readonly retryAfter: number) {
    super(`too many attempts; try again in ${retryAfter} seconds`);
  }
}

/** The caller sent more requests of a kind than its limit allows. */
export class TooManyRequests extends DomainError {
  readonly category = 'too-many';
  /**
   * Creates the error.
   * @param retryAfter in seconds
   */
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

/** The aggregate was stored by another unit of work since it was read; the application retries the whole command. */
export class StaleWrite extends DomainError {
  readonly category = 'conflict';
  constructor(kind: string) {
    super(`the ${kind} was modified concurrently; retry the request`);
  }
}

/**
 * The database aborted a unit of work (deadlock, serialization failure): nothing was stored, and a retry may succeed.
 */
export class TransactionAborted extends DomainError {
  readonly category = 'unavailable';
  constructor() {
    super('the operation was aborted by a concurrent operation; retry the request');
  }
}
