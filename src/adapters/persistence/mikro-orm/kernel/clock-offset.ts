/** SQL of the milliseconds since 1970 by the clock of the database. */
export const DATABASE_MS = 'extract(epoch FROM clock_timestamp())::float8 * 1000';

/** Milliseconds by which the clock of this machine is ahead of that of the database. */
export const clockOffset = (databaseMs: number): number => Date.now() - databaseMs;
