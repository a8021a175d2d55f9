import fc from 'fast-check';

const FACTOR = process.env['PROPERTY_FACTOR'];
/** Seed of the cases without `PROPERTY_FACTOR`: the same in each run, so that a failure comes from a changed line. */
const SEED = 20_261;
const USUAL_CASES = 100;

/** Returns the number of cases that are tried where a test usually tries `usual`. */
export const casesToTry = (usual: number): number => Math.ceil(usual * Number(FACTOR ?? 1));

/**
 * Asserts that a property holds, as `fc.assert` does. With `PROPERTY_FACTOR` it tries that many times as many cases,
 * and others in each run.
 */
export function checkProperty<T>(property: fc.IAsyncProperty<T>, options?: fc.Parameters<T>): Promise<void>;
export function checkProperty<T>(property: fc.IProperty<T>, options?: fc.Parameters<T>): void;
export function checkProperty<T>(
  property: fc.IProperty<T> | fc.IAsyncProperty<T>,
  { numRuns = USUAL_CASES, ...options }: fc.Parameters<T> = {},
): Promise<void> | void {
  return fc.assert(property as fc.IProperty<T>, {
    ...(FACTOR === undefined && { seed: SEED }),
    ...options,
    numRuns: casesToTry(numRuns),
  });
}
