/** Environment variable with the file that receives the results of each test file of a process, as JSON. */
export const RESULTS_FILE = 'QUIRE_TEST_RESULTS';

/** Result of the tests of one file. */
export interface FileResult {
  /** Time that its tests and hooks took, in seconds. */
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
}
