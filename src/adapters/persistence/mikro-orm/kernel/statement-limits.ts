/** Time limits of the statements of a connection or a transaction, in milliseconds. */
export class StatementLimits {
  /** SQL that sets the limits for a connection. */
  readonly forConnection: string;
  /** SQL that sets the limits for the current transaction. */
  readonly forTransaction: string;

  /**
   * @param statementMs time that one statement may run
   * @param lockMs time that it may wait for a lock
   * @param idleMs time that a transaction may wait for its next statement; a process that stops answering gives the
   * locks of its transaction back after this time
   */
  constructor(
    readonly statementMs: number,
    lockMs: number,
    idleMs: number,
  ) {
    const settings = {
      statement_timeout: statementMs,
      // Ends before the statement, so that callers learn the reason.
      lock_timeout: Math.min(lockMs, Math.ceil(statementMs / 2)),
      idle_in_transaction_session_timeout: idleMs,
    };
    const list = Object.entries(settings);
    this.forConnection = list.map(([name, ms]) => `SET ${name} = ${ms}`).join(';');
    this.forTransaction = `SELECT ${list.map(([name, ms]) => `set_config('${name}', '${ms}', true)`).join(', ')}`;
  }
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Limits of what a caller waits for. */
export const interactiveLimits = (statementMs: number): StatementLimits =>
  new StatementLimits(statementMs, 5 * SECOND, 15 * SECOND);

/** Limits of jobs, which write thousands of rows with one statement and compute between two statements. */
export const BACKGROUND_LIMITS = new StatementLimits(10 * MINUTE, MINUTE, 5 * MINUTE);
