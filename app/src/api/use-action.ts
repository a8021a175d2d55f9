import { useRef, useState } from 'preact/hooks';

export interface Action<Arguments extends readonly unknown[]> {
  run(...args: Arguments): Promise<void>;
  readonly isRunning: boolean;
  readonly error: unknown;
  clear(): void;
}

/** Runs a write once at a time, and keeps its error for the form that started it. */
export function useAction<Arguments extends readonly unknown[]>(
  act: (...args: Arguments) => Promise<unknown>,
): Action<Arguments> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const busy = useRef(false);
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
        await act(...args);
      } catch (problem) {
        setError(problem);
      } finally {
        busy.current = false;
        setRunning(false);
      }
    },
  };
}
