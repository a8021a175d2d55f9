import type Koa from 'koa';
import type { Application } from '../../../application/kernel/application.ts';
import type { Reader } from '../../../application/kernel/authorizer.ts';
import type { Page } from '../../../ports/kernel/repository.ts';
import type { TextSigner } from '../../../ports/kernel/secret-box.ts';
import { ListCursors } from '../kernel/cursors.ts';
import { checkBody, queryReader } from '../kernel/input.ts';
import type { Links } from '../kernel/links.ts';
import { DeferredBody } from '../kernel/live-body.ts';
import type { RequestGate } from '../kernel/request-gate.ts';
import { pathReader, queryShapeOf } from '../kernel/route-input.ts';
import { RawJson } from '../kernel/raw-json.ts';
import { costOf, type Route } from '../kernel/route.ts';
import { clientSignal } from '../kernel/web/waiting-client.ts';

export interface OperationCallerOptions {
  readonly routes: readonly Route[];
  readonly application: Application;
  readonly sealer: TextSigner;
  readonly links: Links;
  readonly gate: RequestGate;
}

/** Request to an operation, as over HTTP. */
export interface OperationRequest {
  readonly operationId: string;
  readonly path?: Readonly<Record<string, string>>;
  /** Query parameters; undefined ones are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** Calls operations of the API within the process: same permissions, limits, validation and answers as over HTTP. */
export class OperationCaller {
  readonly #routes: ReadonlyMap<string, Route>;

  constructor(private readonly options: OperationCallerOptions) {
    this.#routes = new Map(options.routes.map((route) => [route.useCase.name, route]));
  }

  /**
   * Calls an operation with the token of a request and returns the body of its answer, which may hold lazy lists.
   * @param ctx request whose network and ID the call counts for
   * @throws what the operation throws, TooManyRequests
   */
  async call(ctx: Koa.Context, secret: string, request: OperationRequest): Promise<any> {
    const { application, gate, sealer, links } = this.options;
    const route = this.#routes.get(request.operationId);
    if (route === undefined) throw new Error(`no operation ${request.operationId}`);
    const admission = await gate.admitToken(ctx, costOf(route), secret);
    let reader: Reader | undefined;
    const origin = {
      secret,
      requestId: ctx.state['requestId'] as string,
      address: ctx.state['address'] as string | undefined,
      admission,
      enter: gate.placeFor(route),
      onReader: (found: Reader) => (reader = found),
    };
    const path = pathReader(route)(request.path ?? {});
    const query = queryReader(queryShapeOf(route))(queryString(request.query ?? {}));
    const cursors = route.paged ? new ListCursors(sealer, route.useCase.name, path, query, secret) : undefined;
    const output = await application.execute(route.useCase, origin, {
      ...path,
      ...query,
      ...(cursors !== undefined && { page: cursors.requestedPage() }),
      ...(route.body !== undefined && { body: checkBody(route.body, request.body ?? {}) }),
    });
    const shaped = cursors === undefined ? output : cursors.sealNext(output as Page<unknown>);
    const shown = reader?.isGuest ? links.forGuest(reader.userId) : links;
    const { body } = route.returns.answer(shaped, shown);
    if (body instanceof DeferredBody) return body.resolve(clientSignal(ctx));
    return body instanceof RawJson ? JSON.parse(body.bytes.toString()) : body;
  }
}

function queryString(query: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.toString();
}
