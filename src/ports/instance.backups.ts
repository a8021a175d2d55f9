/** State of a scheduled backup. */
export type BackupState = 'running' | 'complete' | 'failed';

/** One attempt to write a scheduled backup. */
export interface BackupRun {
  readonly id: string;
  /** Name of the archive. */
  readonly name: string;
  readonly state: BackupState;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Size of the archive in bytes; null unless it is complete. */
  readonly bytes: number | null;
  /** Reason of a failure, in one line. */
  readonly error: string | null;
}

/** Record of the scheduled backups of an instance. */
export interface BackupRuns {
  /** Records that a run began; runs that a killed process left running count as failed. */
  begin(run: Pick<BackupRun, 'id' | 'name' | 'startedAt'>): Promise<void>;
  finish(id: string, outcome: Pick<BackupRun, 'state' | 'bytes' | 'error'> & { finishedAt: string }): Promise<void>;
  /** Gets the last finished run and the last complete one. */
  latest(): Promise<{ readonly last: BackupRun | undefined; readonly complete: BackupRun | undefined }>;
}

/** Writes and checks archives of the instance. */
export interface BackupArchives {
  /** Creates the place of the archives if it can be created. @throws Error with one line when it cannot be used */
  prepare(): Promise<void>;
  /** Writes an archive. @returns its size in bytes */
  write(name: string, signal: AbortSignal): Promise<number>;
  /** Reads an archive to its end. @throws Error with one line when it is damaged */
  check(name: string, signal: AbortSignal): Promise<void>;
  list(): Promise<readonly string[]>;
  delete(name: string): Promise<void>;
}

/** Times of backups, from a cron pattern. */
export interface BackupSchedule {
  /** Returns the next time after another one, in ISO 8601; undefined if there is none. */
  next(after: string): string | undefined;
}

/** Number of archives that are kept, or days for which. */
export type BackupRetention = { readonly count: number } | { readonly days: number };

/** Everything that scheduled backups need. */
export interface Backups {
  readonly schedule: BackupSchedule;
  readonly retention: BackupRetention;
  readonly archives: BackupArchives;
  readonly runs: BackupRuns;
}
