import type { Id } from '../../domain/kernel/id.ts';

/** Generates ids: unique, time-ordered, increasing within one process. */
export interface Ids {
  next(): Id;
  /** Generates an unguessable id: all of it is random (130 bits, in 22 characters). */
  random(): Id;
}
