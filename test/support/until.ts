import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 120_000;
/** Shortest and longest pause between two reads, in milliseconds. */
const PAUSE_MS = { min: 5, max: 50 };
/** Pause in relation to the time that has passed: reads of a long wait would take the processor from what is waited for. */
const PAUSE_SHARE = 0.1;

/**
 * Reads a value again and again until it is as expected, and returns it.
 * @param expectation names what is waited for, in the error
 * @throws Error that shows the last value, when the expectation is not met in time
 */
export async function poll<T>(
  expectation: string,
  read: () => Promise<T> | T,
  isMet: (value: T) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const value = await read();
    if (isMet(value)) return value;
    const passed = performance.now() - start;
    if (passed > patienceMs)
      throw new Error(`${expectation}: not within ${patienceMs} ms; the last value was ${shown(value)}`);
    await pause(Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, passed * PAUSE_SHARE)));
  }
}

/** Waits until a condition holds. @throws Error when it does not in time */
export async function until(
  check: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
  expectation = `the condition ${check.toString()} holds`,
): Promise<void> {
  await poll(expectation, check, (holds) => holds, patienceMs);
}

function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 1_000);
  } catch {
    return String(value);
  }
}
