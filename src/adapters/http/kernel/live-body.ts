import { Readable } from 'node:stream';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { clientSignal } from './web/waiting-client.ts';
import { describeError } from './errors.ts';

/** Body that is computed while its client waits, and given up when the client is gone. */
export class DeferredBody {
  constructor(readonly resolve: (signal: AbortSignal) => Promise<unknown>) {}
}

/** Body of server-sent events, which begins when it is opened. */
export class EventStream {
  /** @param open errors of the call itself become an ordinary response; those of the iteration an event */
  constructor(readonly open: (signal: AbortSignal) => AsyncIterable<unknown>) {}
}

/** Pause after which a comment tells clients and proxies that the connection is alive. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ': waiting\n\n';

/** Writes JSON in ASCII: official clients decode each chunk by itself, which would break characters at its borders. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${asciiJson(data)}\n\n`;

/**
 * Sends server-sent events: one without a name for each value, then `done`, or `error` with the body of an error.
 * @throws errors of opening the stream
 */
export function sendEvents(ctx: Koa.Context, stream: EventStream, log: Logger | undefined): void {
  const signal = clientSignal(ctx);
  // The values for HEAD would never be read, and what they hold never be freed.
  const values = ctx.method === 'HEAD' ? undefined : stream.open(signal);
  ctx.status = 200;
  // Compression would hold events back.
  (ctx as { compress?: boolean }).compress = false;
  ctx.set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    Vary: 'Origin, Accept-Encoding, Authorization',
  });
  ctx.body = Readable.from(values === undefined ? [] : encode(ctx, values, signal, log));
}

async function* encode(
  ctx: Koa.Context,
  values: AsyncIterable<unknown>,
  signal: AbortSignal,
  log: Logger | undefined,
): AsyncGenerator<string> {
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = iterator.next();
      while (await isSlow(next)) yield HEARTBEAT;
      const { done, value } = await next;
      if (done === true) break;
      yield `data: ${asciiJson(value)}\n\n`;
    }
    yield event('done', {});
  } catch (error) {
    if (signal.aborted) return;
    const { requestId, operation } = ctx.state;
    const { body, unexpected } = describeError(error, requestId as string);
    if (unexpected) log?.error({ requestId, operation, err: error }, 'unexpected error');
    yield event('error', body);
  } finally {
    await iterator.return?.();
  }
}

/** Waits for a value; resolves with true when it takes longer than the pause between heartbeats. */
async function isSlow(value: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), HEARTBEAT_MS).unref();
  });
  const arrived = value.then(
    () => false as const,
    () => false as const,
  );
  return Promise.race([arrived, pause]).finally(() => clearTimeout(timer));
}
