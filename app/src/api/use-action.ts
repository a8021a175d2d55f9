import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announceProblem } from '../ui/toasts.tsx';

export interface Action<Arguments extends readonly unknown[]> {
  run(...args: Arguments): Promise<void>;
  readonly isRunning: boolean;
  readonly error: unknown;
  clear(): void;
}

/**
 * Runs a write once at a time, and keeps its error for the form that started it. Where the form, such as a dialog, is
 * closed while the write runs, the error is announced instead.
 * @param act writes, and updates what is shown beside the form
 * @param onDone called after a write whose form is still open; closes it, or opens another screen
 * @param onLate called after a write whose form was closed meanwhile
 */
export function useAction<Arguments extends readonly unknown[], Result>(
  act: (...args: Arguments) => Promise<Result>,
  onDone?: (result: Result) => void,
  onLate?: (result: Result) => void,
): Action<Arguments> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const busy = useRef(false);
  const isOpen = useRef(true);
  useLayoutEffect(() => () => void (isOpen.current = false), []);
  return {
    isRunning,
    error,
    clear: () => setError(undefined),
    async run(...args) {
      if (busy.current) return;
      busy.current = true;
      setRunning(true);
      setError(undefined);
      try {
        const result = await act(...args);
        (isOpen.current ? onDone : onLate)?.(result);
      } catch (problem) {
        if (isOpen.current) setError(problem);
        else announceProblem(problem);
      } finally {
        busy.current = false;
        setRunning(false);
      }
    },
  };
}
