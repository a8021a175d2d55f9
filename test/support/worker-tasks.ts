import { workerTask } from '../../src/adapters/workers/worker-task.ts';

/** Asks the calling thread for each number below `count`; returns the answers. */
export const askNumbers = workerTask((count: number, ask) =>
  Array.from({ length: count }, (_, number) => ask<number>(number)),
);
