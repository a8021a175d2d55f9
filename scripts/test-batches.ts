/** Test file and the seconds that it takes, with its hooks. */
export interface TimedFile {
  readonly file: string;
  readonly seconds: number;
}

/** Most seconds of a batch of several files: a process that runs for long gets large, and starts programs slowly. */
const MAX_SECONDS = 150;
/** Fewest seconds of a batch while files are left, because a process takes seconds to start. */
const MIN_SECONDS = 15;
/** Seconds of a file that was never measured, or took less than one. */
const UNKNOWN_SECONDS = 0.5;

/** Orders files by their seconds, the longest first, so that short files at the end even out the parallel runs. */
export function longestFirst(files: readonly string[], seconds: Readonly<Record<string, number>>): TimedFile[] {
  return files
    .map((file) => ({ file, seconds: seconds[file] ?? UNKNOWN_SECONDS }))
    .sort((a, b) => b.seconds - a.seconds);
}

/**
 * Removes the files of the next Mocha process from the front of the queue. Batches get smaller towards the end, so that
 * the runs end at about the same time.
 *
 * @param runs number of parallel runs that take batches
 */
export function takeBatch(queue: TimedFile[], runs: number): string[] {
  const left = queue.reduce((sum, { seconds }) => sum + seconds, 0);
  const limit = Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, left / (2 * runs)));
  const batch: string[] = [];
  for (let sum = 0; queue.length > 0;) {
    const { file, seconds } = queue[0]!;
    if (batch.length > 0 && sum + seconds > limit) break;
    queue.shift();
    batch.push(file);
    sum += seconds;
  }
  return batch;
}
