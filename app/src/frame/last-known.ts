import { userId } from '../api/session.ts';
import type { QueryState } from '../api/use-query.ts';

/** Last answers to the queries of frames, by user and key. */
const answers = new Map<string, unknown>();

/**
 * Returns the data of a query, and until it is loaded what an earlier screen has loaded under the same key, so that
 * frames stay in place from screen to screen. Forms must not use it: they would save over what has changed since.
 */
export function useLastKnown<Data>({ key, data, error }: QueryState<Data>): Data | undefined {
  const slot = `${userId.value ?? ''} ${key ?? ''}`;
  if (data !== undefined) answers.set(slot, data);
  else if (error !== undefined) answers.delete(slot);
  return answers.get(slot) as Data | undefined;
}
