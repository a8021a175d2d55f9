const PATIENCE_MS = 50_000;

/** Asks again and again until it is so. @throws Error when it does not come to be */
export async function until(check: () => Promise<boolean> | boolean, patienceMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await check())) {
    if (performance.now() > end) throw new Error('it does not come to be');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
