const TRIES = 5;
const LONGEST_PAUSE_MS = 40;

/** Runs `task` up to five times while `lostRace` says of its error that it may go better now, with a growing, jittered pause. */
export async function retrying<T>(task: () => Promise<T>, lostRace: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt === TRIES || !lostRace(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt)));
    }
  }
}
