import DataLoader from 'dataloader';
import { forAllClients } from '../../../../application/kernel/abandonment.ts';

/**
 * Creates a loader that runs one statement at a time, for all keys that are requested while the one before runs: a
 * single lookup starts at once; under load the cost of a round trip is shared. Each lookup reads what was committed
 * before it was requested.
 *
 * @param run returns the values of keys in their order
 * @param maxBatchSize keys in one statement
 */
export function createCoalescingLoader<K, V>(
  run: (keys: readonly K[]) => Promise<readonly V[]>,
  maxBatchSize = 50,
): DataLoader<K, V> {
  let running: Promise<unknown>;
  let previous: Promise<unknown> = Promise.resolve();
  return new DataLoader<K, V>((keys) => (running = forAllClients(() => run(keys))) as Promise<V[]>, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => {
      previous = previous.then(() => {
        dispatch();
        return running.catch(() => {});
      });
    },
  });
}
