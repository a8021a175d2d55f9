import { randomUUID } from 'node:crypto';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { ClientGone, forClient } from '../../../application/kernel/abandonment.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { hasBody, refuseRest } from './body.ts';
import { clientAddress } from './client-address.ts';
import { secretPaths } from './dispatch-routes.ts';
import { describeError } from './errors.ts';
import { maskedPath } from './masked-path.ts';
import { middleware } from './middleware.ts';
import { conflictKind, type ConflictKind } from './request-labels.ts';
import type { Route } from './route.ts';
import { prefersHtml, showError } from './web/error-page.ts';
import { waitingClient } from './web/waiting-client.ts';

/** Answered request, for metrics. */
export interface ServedRequest {
  readonly method: string;
  /** Pattern of the path; never text from the request. */
  readonly route: string;
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
  readonly conflict: ConflictKind | undefined;
}

export interface AnswerOptions {
  readonly routes: readonly Route[];
  /** Number of trusted proxies that every request passes. */
  readonly proxies: number;
  readonly log: Logger;
  readonly observe: (request: ServedRequest) => void;
  /** Tells whether the server is shutting down; every response then closes its connection. */
  readonly draining: () => boolean;
}

/** Request IDs accepted from a trusted proxy; others are replaced by generated ones. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Status of abandoned requests in the log and the metrics, as web servers use it; no client receives it. */
const CLIENT_GONE = 499;

/** Operations whose errors browsers show to readers. */
const READER_OPERATIONS: ReadonlySet<string | undefined> = new Set(['page', 'site']);

/** Identifies requests, answers errors of the middleware below, and logs and measures all answers. */
export function answerRequests({ routes, proxies, log, observe, draining }: AnswerOptions): Koa.Middleware {
  const patternOfSecret = secretPaths(routes);
  return middleware(async (ctx, next) => {
    const started = performance.now();
    const receivedId = ctx.get('x-request-id');
    const requestId = proxies > 0 && REQUEST_ID.test(receivedId) ? receivedId : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.loggedPath = patternOfSecret(ctx.path) ?? maskedPath(ctx.path);
    ctx.state.address = clientAddress(ctx.req, proxies);
    ctx.set('X-Request-Id', requestId);
    let refusal: unknown;
    try {
      await forClient(waitingClient(ctx), next);
    } catch (error) {
      refusal = error;
      answerError(ctx, error, log);
    }
    // An unread body would occupy the connection until its sender has finished or given up.
    if (hasBody(ctx.req) && (ctx.status === 413 || !ctx.req.complete)) refuseRest(ctx);
    // Checked when the response is sent: shutdown may have begun during the request.
    if (draining()) ctx.set('Connection', 'close');
    const ms = performance.now() - started;
    const { operation = 'none', route = 'none' } = ctx.state as { operation?: string; route?: string };
    const { method, status } = ctx;
    observe({ method, route, operation, status, seconds: ms / 1000, conflict: conflictKind(status, refusal) });
    // Path only: query strings may contain secrets.
    log.info(
      {
        requestId,
        method,
        path: ctx.state.loggedPath,
        status,
        operation,
        route,
        actor: ctx.state.actor,
        organization: ctx.state.organization,
        ms: Math.round(ms * 100) / 100,
      },
      'request',
    );
  });
}

function answerError(ctx: Koa.Context, error: unknown, log: Logger): void {
  const { requestId, operation } = ctx.state as { requestId: string; operation?: string };
  const { status, body, unexpected } = describeError(error, requestId);
  if (unexpected) log.error({ requestId, operation, err: error }, 'unexpected error');
  if (READER_OPERATIONS.has(operation) && prefersHtml(ctx)) showError(ctx, status);
  else {
    ctx.status = error instanceof ClientGone ? CLIENT_GONE : status;
    ctx.type = 'application/json';
    ctx.body = JSON.stringify(body);
  }
  // The answer that failed may have set these.
  for (const name of ['ETag', 'Content-Encoding']) ctx.remove(name);
  if (status >= 500) ctx.set('Cache-Control', 'no-store');
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="Quire"');
  if (status === 503) ctx.set('Retry-After', '1');
  if (error instanceof DomainError && error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
}
