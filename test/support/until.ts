const PATIENCE_MS = 120_000;
const INTERVAL_MS = 5;

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
  const end = performance.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (isMet(value)) return value;
    if (performance.now() > end)
      throw new Error(`${expectation}: not within ${patienceMs} ms; the last value was ${shown(value)}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
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
