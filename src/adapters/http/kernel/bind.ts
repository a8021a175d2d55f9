import type Koa from 'koa';
import type { Application } from '../../../application/kernel/application.ts';
import type { Origin } from '../../../application/kernel/authorizer.ts';
import { RequestRepeated } from '../../../application/kernel/idempotency.ts';
import { NotFound, Unauthenticated } from '../../../domain/kernel/errors.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { SecretBox } from '../../../ports/kernel/secret-box.ts';
import { bearer } from './bearer.ts';
import { hasSmallBody } from './body.ts';
import { idempotentRequest, readStoredAnswer, takesIdempotencyKey } from './idempotency-key.ts';
import { conditionReader } from './if-match.ts';
import { linksFor } from './links.ts';
import { nameMissingField } from './missing-field.ts';
import { outputSender, type OutputOptions } from './output-sender.ts';
import type { RequestGate, TokenAdmission } from './request-gate.ts';
import { RequestInputReader, type InputOptions, type RequestInput } from './request-input.ts';
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
  const bound = new BoundRoute(route, binding, shown);
  return (ctx) => bound.handle(ctx);
}

class BoundRoute {
  readonly #inputs: RequestInputReader;
  readonly #conditionOf: ReturnType<typeof conditionReader>;
  readonly #sendOutput: ReturnType<typeof outputSender>;
  readonly #cost: CostClass;
  readonly #enter: Origin['enter'];
  readonly #needsCaller: boolean;
  readonly #identifiesCaller: boolean;
  readonly #takesKey: boolean;

  constructor(
    private readonly route: Route,
    private readonly binding: Binding,
    shown: Route | undefined,
  ) {
    const { useCase } = route;
    this.#inputs = new RequestInputReader(route, binding);
    this.#conditionOf = conditionReader(shown, binding);
    this.#sendOutput = outputSender(route, binding);
    this.#cost = costOf(route);
    this.#enter = binding.gate.placeFor(route);
    this.#needsCaller = useCase.requires !== 'nothing';
    this.#identifiesCaller = this.#needsCaller || useCase.identifiesCaller === true;
    this.#takesKey = takesIdempotencyKey(route);
  }

  async handle(ctx: Koa.Context): Promise<void> {
    const { gate, secretOf = bearer } = this.binding;
    const secret = secretOf(ctx);
    const admission =
      this.#identifiesCaller && secret !== undefined ? await gate.admitToken(ctx, this.#cost, secret) : undefined;
    if (admission === undefined) await gate.admitNetwork(ctx, this.#cost);
    if (secret === undefined && this.#needsCaller) throw new Unauthenticated();
    await this.#answer(ctx, this.#originOf(ctx, secret, admission), admission).catch(async (error: unknown) => {
      if (error instanceof Unauthenticated) await admission?.refused();
      throw error;
    });
  }

  #originOf(ctx: Koa.Context, secret: string | undefined, admission: Origin['admission']): Origin {
    return {
      secret,
      requestId: ctx.state.requestId,
      address: ctx.state.address,
      admission,
      enter: this.#enter,
      onReader(reader) {
        ctx.state.reader = reader;
        ctx.state.organization = reader.organizationId;
      },
      onCaller({ userId }) {
        ctx.state.actor = userId;
        requireAppUser(ctx, userId);
      },
    };
  }

  async #answer(ctx: Koa.Context, origin: Origin, admission: TokenAdmission | undefined): Promise<void> {
    const { secret } = origin;
    const { application } = this.binding;
    const readsBody = this.#inputs.readsBody(ctx);
    // The credential is checked before the body is read, so that anonymous clients cost neither memory nor
    // decompression. A small body with a token that was valid a moment ago costs less than the check, which the use case
    // repeats anyway.
    const isChecked = readsBody && !(admission?.wasValid === true && hasSmallBody(ctx.req));
    if (isChecked && this.#needsCaller) await application.requireCaller(origin, this.route.useCase);
    const memory = readsBody ? this.#inputs.reserveMemory(ctx, secret) : undefined;
    try {
      const request = await this.#inputs.read(ctx, secret, memory).catch(async (error: unknown) => {
        // Callers without a valid token learn nothing about the input. For others the use case checks the token anyway.
        if (!isChecked && this.#needsCaller) await application.requireCaller(origin, this.route.useCase);
        throw error;
      });
      const output = await this.#execute(ctx, origin, request);
      if (output !== REPLAYED) await this.#sendOutput(ctx, output, request.cursors);
    } finally {
      // The parsed input occupies memory until the use case ends.
      memory?.release();
    }
  }

  /** Returns the output, or `REPLAYED` when the answer to an earlier equal request was sent. */
  async #execute(ctx: Koa.Context, origin: Origin, request: RequestInput): Promise<unknown> {
    const { application, secretBox, links } = this.binding;
    const { useCase, returns, revision } = this.route;
    const { path, query, input, receivedBody } = request;
    const serialize = (output: unknown) =>
      serializeAnswer(returns.answer(output, linksFor(ctx, links)), revision?.(output));
    const idempotency = this.#takesKey
      ? idempotentRequest(ctx, { path, query, body: input.body }, secretBox, serialize)
      : undefined;
    const options = { condition: this.#conditionOf(ctx, origin, path), idempotency };
    return application.execute(useCase, origin, input, options).catch((error: unknown) => {
      if (error instanceof NotFound) throw nameMissingField(error, { path, query, body: receivedBody });
      if (!(error instanceof RequestRepeated)) throw error;
      ctx.set('Idempotency-Replayed', 'true');
      send(ctx, readStoredAnswer(error.answer));
      return REPLAYED;
    });
  }
}
