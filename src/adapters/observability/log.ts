import pino, { type Logger } from 'pino';

/** Structured logs on standard output. What may hold a secret is censored wherever it appears. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['authorization', '*.authorization', 'token', '*.token', 'secret', '*.secret', 'password', '*.password', 'connectionString', '*.connectionString'], censor: '[redacted]' },
      serializers: { err: serializeError },
    },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );

/** Database errors repeat parameters in `detail` and the like: only what helps and cannot be content is kept. */
function serializeError(error: unknown): object {
  const { name, message, stack, code } = error as Error & { code?: string };
  return { type: name, message: message?.slice(0, 2000), code, stack };
}
