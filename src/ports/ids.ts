import type { Id } from '../domain/kernel/id.ts';

/** Makes new ids: unique, time-ordered, increasing within one process. */
export interface Ids {
  next(): Id;
}
