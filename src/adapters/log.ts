import pino, { type DestinationStream, type Logger } from 'pino';

/** Standard output, shared by all loggers because each destination adds a listener for the end of the process. */
let shared: DestinationStream | undefined;

/**
 * Creates a structured logger that writes to standard output by default. Callers log named fields, never requests,
 * settings or errors as a whole.
 */
export const createLogger = (level: string, to: DestinationStream = (shared ??= standardOutput())): Logger =>
  pino(
    {
      level,
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
    message: safeMessage(error as LoggedError),
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

function safeMessage({ message = '', severity }: LoggedError): string {
  const own = message.replace(STATEMENT, '');
  return (severity === undefined ? own : own.replace(QUOTED_VALUE, ': (value omitted)')).slice(0, 2000);
}
