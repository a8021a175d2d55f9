import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { apiOf, type Answer } from '../../test/support/world.ts';
import type { Random } from '../history/random.ts';

/** Time for which a request is repeated. */
const PATIENCE_MS = 90_000;
const TIMEOUT_MS = 30_000;
/** Longest pause before a request is repeated, whatever `Retry-After` says. */
const MAX_PAUSE_MS = 250;
/** A compressed answer may end early without an error; an uncompressed one has a length. */
const PLAIN = { 'accept-encoding': 'identity' };

export interface RequestCounts {
  answered: number;
  repeated: number;
}

/**
 * Client that sends each request to any node, and repeats it elsewhere when a connection fails or a node answers 503.
 * Repeated POST requests have the `Idempotency-Key` of the first.
 */
export class RetryingClient {
  constructor(
    private readonly nodes: readonly { readonly url: string }[],
    private readonly token: string | undefined,
    private readonly random: Random,
    private readonly counts: RequestCounts,
  ) {}

  /** @throws Error when no node answers in time, or a 503 does not say when to try again */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    return this.repeat((url) => apiOf({ url }, this.token)(method, path, body, { ...PLAIN, ...key, ...headers }));
  }

  /** Repeats a request to the URL of a node. */
  async repeat(request: (url: string) => Promise<Answer>): Promise<Answer> {
    let last = '';
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; this.counts.repeated++) {
      const { url } = this.random.one(this.nodes)!;
      const answer = await withTimeout(request(url)).catch((error: Error) => String(error.cause ?? error.message));
      if (typeof answer !== 'string' && answer.status !== 503) {
        this.counts.answered++;
        return answer;
      }
      last = typeof answer === 'string' ? answer : JSON.stringify(answer.body);
      const seconds = typeof answer === 'string' ? 0 : Number(answer.headers.get('retry-after') ?? Number.NaN);
      if (Number.isNaN(seconds)) throw new Error(`a 503 without Retry-After: ${last}`);
      await pause(Math.min(MAX_PAUSE_MS, 50 + seconds * 1_000));
    }
    throw new Error(`not answered within ${PATIENCE_MS / 1_000} s: ${last}`);
  }

  async get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }
  async post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }
}

async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
