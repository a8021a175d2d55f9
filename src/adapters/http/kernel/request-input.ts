import type Koa from 'koa';
import * as z from 'zod';
import { Invalid } from '../../../domain/kernel/errors.ts';
import type { TextSigner } from '../../../ports/kernel/secret-box.ts';
import { callerKey } from './bearer.ts';
import type { BodyMemory, BodyReservation } from './body-memory.ts';
import { announcedBytes, hasBody, readJsonBody } from './body.ts';
import { ListCursors } from './cursors.ts';
import { PayloadTooLarge } from './errors.ts';
import { parseIfMatch } from './if-match.ts';
import { checkBody, queryReader } from './input.ts';
import { API_VERSIONS, type ApiVersion } from './links.ts';
import { partsOf, type Route } from './route.ts';
import { pathReader, queryShapeOf } from './route-input.ts';
import {
  formatIgnored,
  prefersStrict,
  refuseUnknown,
  unknownFields,
  unknownParameters,
  type UnknownField,
} from './unknown-fields.ts';

export interface InputOptions {
  /** Signs the cursors of lists. */
  readonly sealer: TextSigner;
  /** Maximum bytes of a body: on ordinary routes, and on routes that receive content. */
  readonly limits: { readonly body: number; readonly contentBody: number };
  /** Memory shared by the bodies of all current requests. */
  readonly bodyMemory: BodyMemory;
  /** Longest pause between two pieces of a body, in milliseconds. */
  readonly bodyIdleMs?: number | undefined;
}

export interface RequestInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Body before its schema was applied. */
  readonly receivedBody: unknown;
  /** Input of the use case. */
  readonly input: Readonly<Record<string, unknown>> & { readonly body?: unknown };
  /** Cursors of the answer, if it is a list. */
  readonly cursors: ListCursors | undefined;
}

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Reads the input of the requests of a route. */
export class RequestInputReader {
  readonly #path: ReturnType<typeof pathReader>;
  readonly #query: Readonly<Record<ApiVersion, ReturnType<typeof queryReader>>>;
  readonly #unknownParameters: ReturnType<typeof unknownParameters>;
  readonly #body: Readonly<Record<ApiVersion, z.ZodType | undefined>>;
  readonly #bodyLimit: number;

  constructor(
    private readonly route: Route,
    private readonly options: InputOptions,
  ) {
    const query = queryShapeOf(route);
    this.#path = pathReader(route);
    this.#query = {
      1: queryReader(query),
      2: queryReader({ ...query, ...(route.version2?.query as typeof query | undefined) }),
    };
    this.#unknownParameters = unknownParameters(new Set(Object.keys(query)));
    // An operation without fields ignores those of newer clients too, but not unseen.
    const body = route.body ?? (METHODS_WITH_BODY.has(partsOf(route).method) ? z.object({}) : undefined);
    this.#body = { 1: body, 2: route.version2?.body ?? body };
    this.#bodyLimit = route.large ? options.limits.contentBody : options.limits.body;
  }

  /** Tells whether a request has a body that the operation reads. */
  readsBody(ctx: Koa.Context): boolean {
    return this.#body[1] !== undefined && hasBody(ctx.req);
  }

  /**
   * Reserves memory for the body of a request; the caller releases it when the use case ends.
   * @throws DomainError while the bodies of other requests occupy it
   */
  reserveMemory(ctx: Koa.Context, secret: string | undefined): BodyReservation {
    return this.options.bodyMemory.reserve(callerKey(ctx, secret), Math.min(announcedBytes(ctx.req), this.#bodyLimit));
  }

  /**
   * Reads the path, the query and the body of a request; tells the client which fields are ignored.
   * @param memory reservation for the body; absent if none is read
   * @throws Invalid naming the first field that does not fit
   */
  async read(ctx: Koa.Context, secret: string | undefined, memory: BodyReservation | undefined): Promise<RequestInput> {
    const { route } = this;
    const path = this.#path(ctx.params);
    const version = apiVersionOf(ctx.get('quire-version'));
    ctx.state.version = version;
    const query = this.#query[version](ctx.querystring);
    const unknown: Iterable<UnknownField>[] = [this.#unknownParameters(ctx.querystring)];
    const input: Record<string, unknown> = { ...path, ...query };

    const cursors = route.paged
      ? new ListCursors(this.options.sealer, route.useCase.name, path, query, secret)
      : undefined;
    if (cursors !== undefined) input.page = cursors.requestedPage();
    const schema = this.#body[version];
    let receivedBody: unknown;
    if (schema !== undefined) {
      receivedBody = memory && (await this.#readBody(ctx, memory));
      const parsed = checkBody(schema, receivedBody === undefined ? {} : receivedBody);
      if (route.body !== undefined) input.body = parsed;
      if (receivedBody !== undefined) unknown.push(unknownFields(schema, receivedBody));
    }
    const isStrict = prefersStrict(ctx.get('prefer'));
    if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
    const ignored = refuseUnknown(unknown, isStrict);
    if (ignored.length > 0) ctx.set('Quire-Ignored', formatIgnored(ignored));
    if (route.conditional) Object.assign(input, parseIfMatch(ctx.headers['if-match']));
    return { input, receivedBody, cursors, path, query };
  }

  #readBody(ctx: Koa.Context, memory: BodyReservation): Promise<unknown> {
    const { sizedBy } = this.route;
    return readJsonBody(ctx, { limit: this.#bodyLimit, memory, idleMs: this.options.bodyIdleMs }).catch(
      (error: unknown) => {
        const isOfField = error instanceof PayloadTooLarge && sizedBy !== undefined;
        throw isOfField ? Invalid.field(sizedBy, error.message) : error;
      },
    );
  }
}

/** Parses `Quire-Version`; 1 by default. */
function apiVersionOf(header: string): ApiVersion {
  const version = API_VERSIONS.find((each) => header.trim() === String(each));
  if (version === undefined && header.trim() !== '')
    throw Invalid.field('Quire-Version', `must be ${API_VERSIONS.join(' or ')}`);
  return version ?? 1;
}
