import type { Id } from '../../domain/kernel/id.ts';

/** Generates ids: unique, time-ordered, increasing within one process. */
export interface Ids {
  next(): Id;
  /** Generates an unguessable id: all of it is random (130 bits, in 22 characters). */
  random(): Id;
}

/** Counters without gaps or duplicates: a number taken by a failed unit of work is reused. */
export interface Counters {
  /** Returns the next number of `name` within `scope`, starting at 1. */
  next(scope: Id, name: 'change-requests'): Promise<number>;
}
