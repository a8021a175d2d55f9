import type { Id } from '../../domain/kernel/id.ts';

/** Counters without gaps or duplicates: a number taken by a failed unit of work is reused. */
export interface Counters {
  /** Returns the next number of `name` within `scope`, starting at 1. */
  next(scope: Id, name: 'change-requests'): Promise<number>;
}
