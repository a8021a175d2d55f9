const MAX_ATTEMPTS = 5;
const MAX_PAUSE_MS = 40;

/**
 * Runs a task up to five times, with growing, jittered pauses of at most 40 ms between the attempts.
 * @param isTransient tells of an error whether another attempt may succeed
 * @throws the error of the last attempt
 */
export async function retrying<T>(task: () => Promise<T>, isTransient: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(MAX_PAUSE_MS, 5 * 2 ** attempt)));
    }
  }
}
