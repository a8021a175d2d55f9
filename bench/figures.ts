export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
/** Returns the 95th percentile. */
export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!;

/** Measures the duration of a task in milliseconds. */
export async function measureMs(task: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await task();
  return performance.now() - from;
}
