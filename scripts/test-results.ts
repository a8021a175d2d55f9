import type { FileResult } from '../test/support/file-results.ts';

/** Numbers of tests, as a summary of Mocha gives them. */
export interface Counts {
  readonly passing: number;
  readonly pending: number;
  readonly failing: number;
}

/** Result of one Mocha process. */
export interface Batch extends Counts {
  readonly files: readonly string[];
  /** Results of the files of which the process reported at least one test. */
  readonly results: Readonly<Record<string, FileResult>>;
  /** Report of Mocha on the failures, or the way the process ended. */
  readonly failure?: string;
}

/** Lists the files with failed tests: all files of the batch when a hook failed or the process was aborted. */
export function failedFiles({ files, failing, results }: Batch): readonly string[] {
  if (failing === 0) return [];
  const failed = files.filter((file) => (results[file]?.failed ?? 0) > 0);
  const tests = failed.reduce((sum, file) => sum + results[file]!.failed, 0);
  return tests === failing ? failed : files;
}

/**
 * Combines the result of a batch with that of its failed files, which were run again: those count as they ended the
 * second time, the others as the first time.
 */
export function withRepeated(batch: Batch, again: Batch): Batch {
  if (again.files.length === batch.files.length) return again;
  const first = again.files.reduce((sum, file) => sum + (batch.results[file]?.passed ?? 0), 0);
  return {
    files: batch.files,
    results: { ...batch.results, ...again.results },
    passing: batch.passing - first + again.passing,
    // Tests are skipped for want of a program, the second time as the first.
    pending: batch.pending,
    failing: again.failing,
    ...(again.failure !== undefined && { failure: again.failure }),
  };
}
