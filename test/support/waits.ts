import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long a task took, and for how long at most nobody else could do anything meanwhile, in milliseconds. */
export interface Waits {
  readonly took: number;
  readonly longest: number;
}

/** Runs a task and measures what it made others wait. */
export async function waitsDuring(task: () => Promise<unknown>): Promise<Waits> {
  const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await tick();
  const started = performance.now();
  await task();
  const took = performance.now() - started;
  // What blocks to the end shows with the next tick.
  await tick();
  delay.disable();
  return { took, longest: delay.max / 1e6 };
}

/** The same of the calmest of three runs: what a task itself makes others wait is there each time, what the machine does is not. */
export async function waitsAtBest(task: () => Promise<unknown>): Promise<Waits> {
  const runs = [await waitsDuring(task), await waitsDuring(task), await waitsDuring(task)];
  return runs.reduce((best, run) => (run.longest < best.longest ? run : best));
}
