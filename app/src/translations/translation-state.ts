import type { Translation } from '../api/operations.ts';

/** Tells whether a translation waits for its run or runs; one that has failed or is paused does not. */
export const isRunning = ({ status, failure, paused }: Translation): boolean =>
  (status === 'pending' || status === 'running') && failure === undefined && paused === undefined;
