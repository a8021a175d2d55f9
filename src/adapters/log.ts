import pino, { type DestinationStream, type Logger } from 'pino';

/** Standard output of this process, for all loggers together: each of its own would wait for the end of the process. */
let shared: DestinationStream | undefined;

/** Structured logs, on standard output unless they are sent elsewhere. Callers log named fields, never requests, settings or errors as a whole. */
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

/** Lines are written together: after this time at the latest, when there is much, and at the end of the process. */
const FLUSH_MS = 50;
const FLUSH_CHARACTERS = 8 * 1024;

/** A log that nobody reads any more (a broken pipe) is no reason to stop. */
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

/** Database errors repeat parameters in `detail` and the like: only what helps and cannot be content is kept. */
function serializeError(error: unknown): object {
  const { name, message, stack, code } = error as Error & { code?: string };
  return { type: name, message: message?.slice(0, 2000), code, stack };
}
