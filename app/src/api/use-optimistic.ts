import { useRef } from 'preact/hooks';
import type { QueryState } from './use-query.ts';
import { announce, announceProblem } from '../ui/toasts.tsx';

export interface OptimisticOptions<Data, Change> {
  /** Returns the data after a change. */
  readonly apply: (data: Data, change: Change) => Data;
  /** Writes a change; the changes before it are written. */
  readonly send: (change: Change) => Promise<unknown>;
  /** Message after the last change is written. */
  readonly done: string;
}

/**
 * Changes loaded data. Each change is shown at once; changes are sent one after the other. A refusal drops the changes
 * that wait, and loads the data again.
 */
export function useOptimistic<Data, Change>(
  query: QueryState<Data>,
  { apply, send, done }: OptimisticOptions<Data, Change>,
): (change: Change) => void {
  const waiting = useRef<Change[]>([]);
  const isSending = useRef(false);
  const shown = useRef(query.data);
  shown.current = query.data;
  const sendAll = async (): Promise<void> => {
    isSending.current = true;
    try {
      for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) await send(next);
      announce(done);
    } catch (error) {
      waiting.current = [];
      announceProblem(error);
    } finally {
      isSending.current = false;
      query.reload();
    }
  };
  return (change) => {
    if (shown.current === undefined) return;
    shown.current = apply(shown.current, change);
    query.set(shown.current);
    waiting.current.push(change);
    if (!isSending.current) void sendAll();
  };
}
