import type Koa from 'koa';
import type { Application } from '../../../application/kernel/application.ts';
import type { Origin, Reader } from '../../../application/kernel/authorizer.ts';
import { RequestRepeated } from '../../../application/kernel/idempotency.ts';
import type { Caller } from '../../../ports/permissions.ts';
import { NotFound, Unauthenticated } from '../../../domain/kernel/errors.ts';
import type { SecretBox } from '../../../ports/kernel/secret-box.ts';
import { bearer } from './bearer.ts';
import { hasSmallBody } from './body.ts';
import { idempotentRequest, readStoredAnswer } from './idempotency-key.ts';
import { conditionReader } from './if-match.ts';
import { linksFor } from './links.ts';
import { nameMissingField } from './missing-field.ts';
import { outputSender, type OutputOptions } from './output-sender.ts';
import type { RequestGate, TokenAdmission } from './request-gate.ts';
import { RequestInputReader, type InputOptions } from './request-input.ts';
import { costOf, type Route } from './route.ts';
import { send } from './send-answer.ts';
import { serializeAnswer } from './serialize-answer.ts';
import { requireAppUser } from './web/app-user.ts';

export interface Binding extends InputOptions, OutputOptions {
  readonly application: Application;
  /** Seals the stored answers of idempotent requests. */
  readonly secretBox: SecretBox;
  /** Reads the secret of a request; by default from `Authorization`. */
  readonly secretOf?: (ctx: Koa.Context) => string | undefined;
  /** Rate limits of requests. */
  readonly gate: RequestGate;
}

/** Stands for the output of a command whose earlier answer was sent. */
const REPLAYED = Symbol('replayed');

/**
 * Creates the request handler of a route.
 * @param shown the GET route whose `ETag` the request may name in `If-Match`
 */
export function bind(route: Route, binding: Binding, shown?: Route): (ctx: Koa.Context) => Promise<void> {
  const { application, secretBox, links, gate, secretOf = bearer } = binding;
  const { useCase } = route;
  const inputs = new RequestInputReader(route, binding);
  const conditionOf = conditionReader(shown, binding);
  const sendOutput = outputSender(route, binding);
  const cost = costOf(route);
  const enter = gate.placeFor(route);
  const needsCaller = useCase.requires !== 'nothing';
  const identifiesCaller = needsCaller || useCase.identifiesCaller === true;

  return async (ctx) => {
    const secret = secretOf(ctx);
    const admission = identifiesCaller && secret !== undefined ? await gate.admitToken(ctx, cost, secret) : undefined;
    if (admission === undefined) await gate.admitNetwork(ctx, cost);
    const onReader = (reader: Reader): void => {
      ctx.state.reader = reader;
      ctx.state.organization = reader.organizationId;
    };
    const onCaller = ({ userId }: Caller): void => {
      ctx.state.actor = userId;
      requireAppUser(ctx, userId);
    };
    const origin: Origin = {
      secret,
      requestId: ctx.state.requestId,
      address: ctx.state.address,
      admission,
      enter,
      onReader,
      onCaller,
    };
    if (secret === undefined && needsCaller) throw new Unauthenticated();
    await answer(ctx, origin, admission).catch(async (error: unknown) => {
      if (error instanceof Unauthenticated) await admission?.refused();
      throw error;
    });
  };

  async function answer(ctx: Koa.Context, origin: Origin, admission: TokenAdmission | undefined): Promise<void> {
    const { secret } = origin;
    const readsBody = inputs.readsBody(ctx);
    // The credential is checked before the body is read, so that anonymous clients cost neither memory nor
    // decompression. A small body with a token that was valid a moment ago costs less than the check, which the use case
    // repeats anyway.
    const isChecked = readsBody && !(admission?.wasValid === true && hasSmallBody(ctx.req));
    if (isChecked && needsCaller) await application.requireCaller(origin, useCase);
    const memory = readsBody ? inputs.reserveMemory(ctx, secret) : undefined;
    try {
      const request = await inputs.read(ctx, secret, memory).catch(async (error: unknown) => {
        // Callers without a valid token learn nothing about the input. For others the use case checks the token anyway.
        if (!isChecked && needsCaller) await application.requireCaller(origin, useCase);
        throw error;
      });
      const { path, query, input, receivedBody, cursors } = request;
      const serialize = (output: unknown) =>
        serializeAnswer(route.returns.answer(output, linksFor(ctx, links)), route.revision?.(output));
      const isIdempotent = useCase.kind === 'command' && ctx.method === 'POST' && needsCaller;
      const idempotency = isIdempotent
        ? idempotentRequest(ctx, { path, query, body: input.body }, secretBox, serialize)
        : undefined;
      const options = { condition: conditionOf(ctx, origin, path), idempotency };
      const output = await application.execute(useCase, origin, input, options).catch((error: unknown) => {
        if (error instanceof NotFound) throw nameMissingField(error, { path, query, body: receivedBody });
        if (!(error instanceof RequestRepeated)) throw error;
        ctx.set('Idempotency-Replayed', 'true');
        send(ctx, readStoredAnswer(error.answer));
        return REPLAYED;
      });
      if (output !== REPLAYED) await sendOutput(ctx, output, cursors);
    } finally {
      // The parsed input occupies memory until the use case ends.
      memory?.release();
    }
  }
}
