/** Facts by which an instance recognizes the secret key and the file storage that belong to its database. */
export interface Fingerprints {
  /** Digest of the secret key; null before the first start. */
  readonly secretKey: string | null;
  /** Id of the file storage; null before the first start, and after a restore. */
  readonly fileStorage: string | null;
}

/** Fingerprints as the database has them now, and facts about the database. */
export interface InstanceState extends Fingerprints {
  /** The database accepts changes. */
  readonly writable: boolean;
  /** Milliseconds by which the clock of this machine is ahead of that of the database. */
  readonly clockOffsetMs: number;
}

/** Reports whether a process can serve requests. */
export interface InstanceHealth {
  /** Lists why it cannot, in sentences without secrets; empty if it can. Never rejects. */
  problems(): Promise<readonly string[]>;
}

/** Keeps the fingerprints of an instance. */
export interface InstanceStates {
  read(): Promise<InstanceState>;
  /** Replaces the fingerprints by those that the task returns; one task of all processes runs at a time. */
  update(task: (known: Fingerprints) => Promise<Fingerprints>): Promise<void>;
}
