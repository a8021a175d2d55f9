import type Koa from 'koa';
import { IdempotentRequest } from '../../../application/kernel/idempotency.ts';
import { Invalid } from '../../../domain/kernel/errors.ts';
import type { SecretBox } from '../../../ports/kernel/secret-box.ts';
import { partsOf, type Route } from './route.ts';
import type { SerializedAnswer } from './serialize-answer.ts';

const MAX_KEY_LENGTH = 255;
const KEY = /^[\x21-\x7e]+$/;
/** Methods whose requests can have another effect when they are repeated: a `PUT` of a collection adds to it. */
const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT']);

/** Tells whether an operation accepts an `Idempotency-Key`. */
export const takesIdempotencyKey = (route: Route): boolean =>
  route.useCase.kind === 'command' && route.useCase.requires !== 'nothing' && METHODS.has(partsOf(route).method);

/** Parts of a request that decide what it does. */
interface RequestParts {
  readonly path: object;
  readonly query: object;
  readonly body: unknown;
}

/**
 * Reads the `Idempotency-Key` of a request.
 * @param serialize makes the answer of the output of the use case
 * @throws Invalid when the header is no key
 */
export function idempotentRequest(
  ctx: Koa.Context,
  { path, query, body }: RequestParts,
  box: SecretBox,
  serialize: (output: unknown) => Promise<SerializedAnswer>,
): IdempotentRequest | undefined {
  if (ctx.req.headers['idempotency-key'] === undefined) return undefined;
  const key = ctx.get('idempotency-key');
  if (!KEY.test(key) || key.length > MAX_KEY_LENGTH)
    throw Invalid.field('Idempotency-Key', `must have 1 to ${MAX_KEY_LENGTH} visible ASCII characters`);
  const fingerprint = JSON.stringify([
    ctx.method,
    ctx.path,
    path,
    query,
    body ?? null,
    ctx.get('if-match'),
    ctx.get('quire-version'),
    ...(ctx.get('if-none-match') === '' ? [] : [ctx.get('if-none-match')]),
  ]);
  return new IdempotentRequest(key, fingerprint, box, async (output) => {
    const { status, text, location } = await serialize(output);
    return JSON.stringify({ status, text: text?.toString(), location });
  });
}

/** Reads an answer as it was stored. */
export function readStoredAnswer(stored: string): SerializedAnswer {
  const { status, text, location } = JSON.parse(stored) as SerializedAnswer;
  // Answers of writes carry no ETag, but only an answer with a body has one.
  return { status, ...(text !== undefined && { text, etag: '' }), ...(location !== undefined && { location }) };
}
