import { DomainError, type ErrorCategory } from '../../../domain/kernel/errors.ts';
import { DatabaseUnavailable } from '../../../ports/kernel/unit-of-work.ts';
import { BlobStoreError } from '../../../ports/uploads.ts';

/** HTTP status of each error category. */
export const STATUS: Readonly<Record<ErrorCategory, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  timeout: 408,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'too-many': 429,
  unavailable: 503,
  'not-implemented': 501,
};

/** The body has more bytes than the route accepts. */
export class PayloadTooLarge extends DomainError {
  readonly category = 'too-large';
  constructor(limit: number) {
    super(`the body is larger than ${limit} bytes`);
  }
}
/** The decompressed body is far larger than ordinary content. */
export class ExpandsTooMuch extends DomainError {
  readonly category = 'too-large';
  constructor(ratio: number) {
    super(`the body expands to more than ${ratio} times its compressed size`);
  }
}
/** The client stopped sending the request body. */
export class RequestTimeout extends DomainError {
  readonly category = 'timeout';
  constructor() {
    super('the request body did not arrive in time');
  }
}
/** The content type, charset or encoding of the body is not supported. */
export class UnsupportedMediaType extends DomainError {
  readonly category = 'unsupported-media-type';
}

/** The body of every error. `code` is the status. */
export interface ErrorBody {
  readonly error: { readonly code: number; readonly message: string; readonly requestId: string };
}

/** Builds the body of an error response; `details` are further members of its `error`. */
export const errorBody = (code: number, message: string, requestId: string, details: object = {}): ErrorBody => ({
  error: { code, message, requestId, ...details },
});

/** Returns status and body for any thrown error; an unknown error is a 500 without details. */
export function describeError(
  error: unknown,
  requestId: string,
): { status: number; body: ErrorBody; unexpected: boolean } {
  if (error instanceof DomainError) {
    const status = STATUS[error.category];
    return {
      status,
      body: { ...errorBody(status, error.message, requestId, error.details), ...error.bodyMembers },
      // The log tells operators what is wrong with the storage.
      unexpected: error instanceof BlobStoreError && error.category === 'unavailable',
    };
  }
  // A retry may succeed; the log has the cause.
  if (error instanceof DatabaseUnavailable)
    return { status: 503, body: errorBody(503, error.message, requestId), unexpected: true };
  return {
    status: 500,
    body: errorBody(
      500,
      'an internal error occurred; report the request ID to the operator of the instance',
      requestId,
    ),
    unexpected: true,
  };
}
