import { DomainError, StaleWrite, TransactionAborted } from '../../domain/kernel/errors.ts';

/**
 * Returns the reason that users are shown for the failure of a job; undefined for internal errors, and for lost races,
 * which another attempt may win.
 */
export function userReasonOf(error: unknown): string | undefined {
  if (error instanceof StaleWrite || error instanceof TransactionAborted) return undefined;
  return error instanceof DomainError ? error.message : undefined;
}
