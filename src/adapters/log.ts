import pino, { type DestinationStream, type Logger } from 'pino';
import type { StatementListener } from '../ports/kernel/statements.ts';

/** Standard output, shared by all loggers because each destination adds a listener for the end of the process. */
let shared: DestinationStream | undefined;

/**
 * Creates a structured logger that writes to standard output by default. Callers log named fields, never requests,
 * settings or errors as a whole.
 *
 * @param context fields of the present request or job, for each line
 */
export const createLogger = (
  level: string,
  to: DestinationStream = (shared ??= standardOutput()),
  context?: () => object | undefined,
): Logger =>
  pino(
    {
      level,
      ...(context !== undefined && { mixin: () => context() ?? {} }),
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    to,
  );

/** Maximum delay, in milliseconds, and amount of buffered log lines; the rest is written when the process ends. */
const FLUSH_MS = 50;
const FLUSH_CHARACTERS = 8 * 1024;

/** Writes to standard output and ignores errors such as a broken pipe, which must not stop the process. */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 0 });
  destination.on('error', () => {});
  let buffered = '';
  const flush = (): void => {
    if (buffered !== '') destination.write(buffered);
    buffered = '';
  };
  process.once('exit', () => {
    flush();
    destination.flushSync();
  });
  return {
    write(line) {
      if (buffered === '') setTimeout(flush, FLUSH_MS).unref();
      buffered += line;
      if (buffered.length >= FLUSH_CHARACTERS) flush();
    },
  };
}

/** Longest SQL of a log line. */
const MAX_SQL_CHARACTERS = 2_000;

/** Creates a listener that logs slow round trips to the database: their SQL with placeholders, never values. */
export const logSlowStatements =
  (log: Logger, slowMs: number): StatementListener =>
  ({ pool, name, text, ms, rows, failure }) => {
    if (ms < slowMs) return;
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, MAX_SQL_CHARACTERS);
    log.warn(
      { component: 'database', pool, ms: Math.round(ms), rows, failure, name: name || undefined, statement },
      'slow statement',
    );
  };

interface LoggedError extends Error {
  readonly code?: string;
  /** Set by errors of PostgreSQL. */
  readonly severity?: string;
  readonly constraint?: string;
}

/** Serializes safe fields only: `detail` and similar fields of database errors contain values of rows. */
function serializeError(error: unknown): object {
  const { name, code, constraint, cause } = error as LoggedError;
  const stack = (error as Error).stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: safeMessage(error as Error),
    code,
    constraint,
    stack: stack?.join('\n'),
    ...(cause instanceof Error && { cause: serializeError(cause) }),
  };
}

/** Statement that an ORM puts in front of the message of the database, with the values of its parameters. */
const STATEMENT = /^\s*(?:insert|update|delete|select|with)\b[^]* - /i;
/** Value that PostgreSQL quotes at the end of its message. */
const QUOTED_VALUE = /: "[^]*$/;

/** Returns the message of an error without values of rows, which those of the database contain. */
export function safeMessage(error: Error): string {
  const { message = '', severity } = error as LoggedError;
  const own = message.replace(STATEMENT, '');
  return (severity === undefined ? own : own.replace(QUOTED_VALUE, ': (value omitted)')).slice(0, 2000);
}
