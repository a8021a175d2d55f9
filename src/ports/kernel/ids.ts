import type { Id } from '../../domain/kernel/id.ts';

/** Makes new ids: unique, time-ordered, increasing within one process. */
export interface Ids {
  next(): Id;
  /** An id that says nothing of any other: all of it is random (130 bits, in 22 characters), so that to know it is to have been told. */
  random(): Id;
}
