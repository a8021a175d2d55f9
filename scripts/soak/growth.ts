/** Line through measured values: what they were, and by how much they grew from the first to the last. */
export interface Growth {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  readonly growth: number;
  /** Standard error of the growth. */
  readonly error: number;
}

/** Fits a line through values by least squares. */
export function growthOf(values: readonly { readonly seconds: number; readonly value: number }[]): Growth {
  const count = values.length;
  const average = (of: (one: (typeof values)[number]) => number): number =>
    values.reduce((sum, one) => sum + of(one), 0) / count;
  const [middle, mean] = [average(({ seconds }) => seconds), average(({ value }) => value)];
  const spread = values.reduce((sum, { seconds }) => sum + (seconds - middle) ** 2, 0);
  const slope = values.reduce((sum, { seconds, value }) => sum + (seconds - middle) * (value - mean), 0) / spread;
  const residual = values.reduce(
    (sum, { seconds, value }) => sum + (value - mean - slope * (seconds - middle)) ** 2,
    0,
  );
  const duration = values.at(-1)!.seconds - values[0]!.seconds;
  const list = values.map(({ value }) => value);
  return {
    mean,
    least: Math.min(...list),
    most: Math.max(...list),
    growth: slope * duration,
    error: Math.sqrt(residual / Math.max(1, count - 2) / spread) * duration,
  };
}
