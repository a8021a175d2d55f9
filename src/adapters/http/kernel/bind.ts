import { hash } from 'node:crypto';
import type Koa from 'koa';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Application, Origin, Reader } from '../../../application/kernel/application.ts';
import { RequestRepeated } from '../../../application/kernel/idempotency.ts';
import type { UseCase } from '../../../application/kernel/use-case.ts';
import type { Caller } from '../../../ports/permissions.ts';
import { Invalid, NotFound, PreconditionFailed, Unauthenticated } from '../../../domain/kernel/errors.ts';
import type { Page } from '../../../ports/kernel/repository.ts';
import type { SecretBox, TextSigner } from '../../../ports/kernel/secret-box.ts';
import { announcedBytes, hasBody, readJsonBody } from './body.ts';
import { bearer, callerKey } from './bearer.ts';
import type { BodyMemory, BodyReservation } from './body-memory.ts';
import { ListCursors } from './cursors.ts';
import { PayloadTooLarge } from './errors.ts';
import { CODE_DIGEST } from './build.ts';
import type { CompressedAnswers } from './compressed-answers.ts';
import { check, queryReader } from './input.ts';
import { idempotentRequest, readStoredAnswer } from './idempotency-key.ts';
import { matchesEtag } from './is-unchanged.ts';
import { nameMissingField } from './missing-field.ts';
import { clientSignal } from './web/waiting-client.ts';
import { API_VERSIONS, type ApiVersion, type Links } from './links.ts';
import { DeferredBody, EventStream, sendEvents } from './live-body.ts';
import type { RequestGate } from './request-gate.ts';
import { costOf, partsOf, type Route } from './route.ts';
import { pathReader, queryShapeOf } from './route-input.ts';
import { send, sendCompressed } from './send-answer.ts';
import { etagOf, serializeAnswer, type SerializedAnswer } from './serialize-answer.ts';
import {
  formatIgnored,
  prefersStrict,
  refuseUnknown,
  unknownFields,
  unknownParameters,
  type UnknownField,
} from './unknown-fields.ts';

export interface Binding {
  readonly application: Application;
  readonly sealer: TextSigner;
  /** Seals the stored answers of idempotent requests. */
  readonly secretBox: SecretBox;
  readonly links: Links;
  /** Reads the secret of a request; by default from `Authorization`. */
  readonly secretOf?: (ctx: Koa.Context) => string | undefined;
  /** Maximum bytes of a body: on ordinary routes, and on routes that receive content. */
  readonly limits: { readonly body: number; readonly contentBody: number };
  /** Rate limits of requests. */
  readonly gate: RequestGate;
  /** Memory shared by the bodies of all current requests. */
  readonly bodyMemory: BodyMemory;
  /** Cache of answers that are as large as a space. */
  readonly compressedAnswers: CompressedAnswers;
  /** Receives unexpected errors of streams, whose response has begun. */
  readonly log?: Logger | undefined;
  /** Longest pause between two pieces of a body, in milliseconds. */
  readonly bodyIdleMs?: number | undefined;
}

/** Stands for the output of a command whose earlier answer was sent. */
const REPLAYED = Symbol('replayed');

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
const REVISION = /^"([0-9A-Za-z]{20})(?:\.[\w-]+)?"$/;

/**
 * Creates the request handler of a route.
 * @param shown the GET route whose `ETag` the request may name in `If-Match`
 */
export function bind(route: Route, binding: Binding, shown?: Route): (ctx: Koa.Context) => Promise<void> {
  const {
    application,
    sealer,
    secretBox,
    links,
    limits,
    gate,
    bodyMemory,
    compressedAnswers,
    bodyIdleMs,
    log,
    secretOf = bearer,
  } = binding;
  const { useCase, returns } = route;
  const readPath = pathReader(route);
  const queryShape = queryShapeOf(route);
  const readQuery = {
    1: queryReader(queryShape),
    2: queryReader({ ...queryShape, ...(route.version2?.query as typeof queryShape | undefined) }),
  };
  const findUnknownParameters = unknownParameters(new Set(Object.keys(queryShape)));
  // An operation without fields ignores those of newer clients too, but not unseen.
  const bodySchema = route.body ?? (METHODS_WITH_BODY.has(partsOf(route).method) ? z.object({}) : undefined);
  const bodySchemas = { 1: bodySchema, 2: route.version2?.body ?? bodySchema };

  const bodyLimit = route.large ? limits.contentBody : limits.body;
  const readInput = async (ctx: Koa.Context, secret: string | undefined, memory: BodyReservation | undefined) => {
    const path = readPath(ctx.params);
    const version = apiVersionOf(ctx.get('quire-version'));
    ctx.state.version = version;
    const query = readQuery[version](ctx.querystring);
    const unknown: Iterable<UnknownField>[] = [findUnknownParameters(ctx.querystring)];
    const input: Record<string, unknown> = { ...path, ...query };

    const cursors = route.paged ? new ListCursors(sealer, useCase.name, path, query, secret) : undefined;
    if (cursors !== undefined) input.page = cursors.requestedPage();
    const schema = bodySchemas[version];
    let receivedBody: unknown;
    if (schema !== undefined) {
      const options = memory && { limit: bodyLimit, memory, idleMs: bodyIdleMs };
      const body = await (options && readJsonBody(ctx, options))?.catch((error: unknown) => {
        const isOfField = error instanceof PayloadTooLarge && route.sizedBy !== undefined;
        throw isOfField ? Invalid.field(route.sizedBy!, error.message) : error;
      });
      receivedBody = body;
      const parsed = check(schema, body === undefined ? {} : body);
      if (route.body !== undefined) input.body = parsed;
      if (body !== undefined) unknown.push(unknownFields(schema, body));
    }
    const isStrict = prefersStrict(ctx.get('prefer'));
    if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
    const ignored = refuseUnknown(unknown, isStrict);
    if (ignored.length > 0) ctx.set('Quire-Ignored', formatIgnored(ignored));
    if (route.conditional) Object.assign(input, ifMatch(ctx.get('if-match')));
    return { input, receivedBody, cursors, path, query };
  };

  const linksFor = (ctx: Koa.Context): Links => {
    const reader = ctx.state.reader as Reader | undefined;
    const versioned = links.forVersion(ctx.state.version as ApiVersion);
    return reader?.isGuest ? versioned.forGuest(reader.userId) : versioned;
  };

  const readShown = queryReader({ ...shown?.query });
  // The client does not see this read: it must not be recorded as an audit event, which would also take a second
  // connection.
  const look = shown && ({ ...shown.useCase, auditEvent: undefined } as UseCase);
  /** Returns a check that the resource's present `ETag` matches `If-Match`; undefined without the header. */
  const conditionOf = (ctx: Koa.Context, origin: Origin, path: object): (() => Promise<void>) | undefined => {
    const named = ctx.get('if-match').trim();
    if (shown === undefined || named === '' || named === '*') return undefined;
    return async () => {
      const output = await application.execute(look!, origin, { ...path, ...readShown('') }).catch((error: unknown) => {
        throw error instanceof NotFound
          ? new PreconditionFailed('If-Match cannot match because the resource does not exist')
          : error;
      });
      const { etag: present } = await serializeAnswer(
        shown.returns.answer(output, linksFor(ctx)),
        shown.revision?.(output),
      );
      if (present === undefined || !matchesEtag(present, named))
        throw new PreconditionFailed('the resource has changed since the ETag in If-Match; fetch it again');
    };
  };

  /** Serialized responses of immutable outputs, by the version of their form. */
  const sentBy = { 1: new WeakMap<object, SerializedAnswer>(), 2: new WeakMap<object, SerializedAnswer>() };

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
    await answer(ctx, origin).catch(async (error: unknown) => {
      if (error instanceof Unauthenticated) await admission?.refused();
      throw error;
    });
  };

  async function answer(ctx: Koa.Context, origin: Origin): Promise<void> {
    const { secret } = origin;
    const reads = bodySchema !== undefined && hasBody(ctx.req);
    // The credential is checked before the body is read, so that anonymous clients cost neither memory nor
    // decompression.
    if (reads && needsCaller) await application.requireCaller(origin, useCase);
    const memory = reads
      ? bodyMemory.reserve(callerKey(ctx, secret), Math.min(announcedBytes(ctx.req), bodyLimit))
      : undefined;
    try {
      const { input, receivedBody, cursors, path, query } = await readInput(ctx, secret, memory).catch(
        async (error: unknown) => {
          // Callers without a valid token learn nothing about the input. For others the use case checks the token anyway.
          if (!reads && needsCaller) await application.requireCaller(origin);
          throw error;
        },
      );

      const serialize = (output: unknown) =>
        serializeAnswer(returns.answer(output, linksFor(ctx)), route.revision?.(output));
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
      if (output === REPLAYED) return;
      const sent = sentBy[ctx.state.version as ApiVersion];
      const known = route.immutable ? sent.get(output as object) : undefined;
      const shaped = cursors === undefined ? output : cursors.sealNext(output as Page<unknown>);
      const made = known === undefined ? returns.answer(shaped, linksFor(ctx)) : undefined;
      if (made?.body instanceof EventStream) return sendEvents(ctx, made.body, log);
      if (made?.body instanceof DeferredBody) {
        const { body, identity } = made;
        const resolve = (): Promise<unknown> => body.resolve(clientSignal(ctx));
        const revision = route.revision?.(output);
        if (identity === undefined)
          return send(ctx, await serializeAnswer({ ...made, body: await resolve() }, revision));
        const etag = etagOf(hash('sha1', `${CODE_DIGEST} ${identity}`, 'base64url'), revision);
        return await sendCompressed(ctx, etag, () => compressedAnswers.get(etag, resolve));
      }
      const reply = known ?? (await serializeAnswer(made!, route.revision?.(output)));
      if (route.immutable && known === undefined) sent.set(output as object, reply);
      send(ctx, reply);
    } finally {
      // The parsed input occupies memory until the use case ends.
      memory?.release();
    }
  }
}

/** Parses `Quire-Version`; 1 by default. */
function apiVersionOf(header: string): ApiVersion {
  const version = API_VERSIONS.find((each) => header.trim() === String(each));
  if (version === undefined && header.trim() !== '')
    throw Invalid.field('Quire-Version', `must be ${API_VERSIONS.join(' or ')}`);
  return version ?? 1;
}

/** Parses `If-Match`: a quoted revision or an `ETag`; `*` is no condition. */
function ifMatch(header: string): { ifMatch?: string } {
  if (header === '' || header.trim() === '*') return {};
  const revision = REVISION.exec(header.trim())?.[1];
  if (revision === undefined) throw Invalid.field('If-Match', 'must be one revision ID in double quotes');
  return { ifMatch: revision };
}
