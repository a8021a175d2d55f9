import { MINUTE_MS } from '../domain/kernel/time.ts';

/**
 * Largest difference between the clock of a process and that of the database, in milliseconds. Deadlines that one node
 * stores are compared with the clock of another, so that a larger one would end or prolong them.
 */
const MAX_CLOCK_OFFSET_MS = 5 * MINUTE_MS;

/**
 * Reports what is wrong with the clock of a process; undefined if it agrees with that of the database.
 * @param offsetMs milliseconds by which it is ahead
 */
export function findWrongClock(offsetMs: number): string | undefined {
  if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS) return undefined;
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  return `the clock of this machine is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} that of the database: set both by the same time servers`;
}
