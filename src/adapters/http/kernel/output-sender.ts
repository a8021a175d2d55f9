import { hash } from 'node:crypto';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { Page } from '../../../ports/kernel/repository.ts';
import { CODE_DIGEST } from './build.ts';
import type { CompressedAnswers } from './compressed-answers.ts';
import type { ListCursors } from './cursors.ts';
import { linksFor, type ApiVersion, type Links } from './links.ts';
import { DeferredBody, EventStream, sendEvents } from './live-body.ts';
import type { Route } from './route.ts';
import { send, sendCompressed } from './send-answer.ts';
import { etagOf, serializeAnswer, type SerializedAnswer } from './serialize-answer.ts';
import { clientSignal } from './web/waiting-client.ts';

export interface OutputOptions {
  readonly links: Links;
  /** Cache of answers that are as large as a space. */
  readonly compressedAnswers: CompressedAnswers;
  /** Receives unexpected errors of streams, whose response has begun. */
  readonly log?: Logger | undefined;
}

/** Creates a function that answers requests of a route with the output of its use case. */
export function outputSender(
  { returns, revision: revisionIn, immutable }: Route,
  { links, compressedAnswers, log }: OutputOptions,
): (ctx: Koa.Context, output: unknown, cursors: ListCursors | undefined) => Promise<void> {
  /** Serialized answers of immutable outputs, by the version of their form. */
  const sentBy = { 1: new WeakMap<object, SerializedAnswer>(), 2: new WeakMap<object, SerializedAnswer>() };
  return async (ctx, output, cursors) => {
    const sent = sentBy[ctx.state.version as ApiVersion];
    const known = immutable ? sent.get(output as object) : undefined;
    if (known !== undefined) return send(ctx, known);

    const shaped = cursors === undefined ? output : cursors.sealNext(output as Page<unknown>);
    const answer = returns.answer(shaped, linksFor(ctx, links));
    const { body, identity } = answer;
    if (body instanceof EventStream) return sendEvents(ctx, body, log);
    const revision = revisionIn?.(output);
    if (!(body instanceof DeferredBody)) {
      const serialized = await serializeAnswer(answer, revision);
      if (immutable) sent.set(output as object, serialized);
      return send(ctx, serialized);
    }
    const resolve = (): Promise<unknown> => body.resolve(clientSignal(ctx));
    if (identity === undefined) return send(ctx, await serializeAnswer({ ...answer, body: await resolve() }, revision));
    const etag = etagOf(hash('sha1', `${CODE_DIGEST} ${identity}`, 'base64url'), revision);
    return sendCompressed(ctx, etag, () => compressedAnswers.get(etag, resolve));
  };
}
