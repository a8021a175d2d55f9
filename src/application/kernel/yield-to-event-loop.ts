/** Lets whatever else waits have its turn, between steps of a computation that may take long. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
