/** One round trip to the database, after it ended. Holds no values of parameters. */
export interface StatementEvent {
  /** Pool that the connection belongs to, such as `reads`. */
  readonly pool: string;
  /** Name of the prepared statement; empty for one that the server plans each time. */
  readonly name: string;
  /** SQL with placeholders; of several statements, the longest. */
  readonly text: string;
  readonly ms: number;
  /** Rows that were read or written; undefined after an error. */
  readonly rows?: number | undefined;
  /** Kind of the error; undefined for none. */
  readonly failure?: StatementFailure | undefined;
}

/** `conflict` for a lost race or a violated constraint, `other` for errors that nobody expects. */
export const STATEMENT_FAILURES = [
  'unreachable',
  'too-slow',
  'locked',
  'read-only',
  'full',
  'conflict',
  'other',
] as const;
export type StatementFailure = (typeof STATEMENT_FAILURES)[number];

/** Receives each round trip, in the asynchronous context of its caller; must not throw. */
export type StatementListener = (event: StatementEvent) => void;

/** Outcomes of reads that the standby could answer. */
export const STANDBY_RESULTS = ['answered', 'behind', 'failed'] as const;
export type StandbyResult = (typeof STANDBY_RESULTS)[number];
