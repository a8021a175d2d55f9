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

/** Serializes safe fields only, because `detail` and similar fields of database errors contain parameters. */
function serializeError(error: unknown): object {
  const { name, message, stack, code } = error as Error & { code?: string };
  return { type: name, message: message?.slice(0, 2000), code, stack };
}
