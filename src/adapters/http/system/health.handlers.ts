import { createHash, timingSafeEqual } from 'node:crypto';
import type Koa from 'koa';
import { Unauthenticated } from '../../../domain/kernel/errors.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import { hasMethod, READING, refuse } from '../kernel/web/refuse.ts';

export interface HealthOptions {
  /** Resolves when the database and the jobs can be reached. */
  readonly check: () => Promise<unknown>;
  readonly draining: () => boolean;
  /** Token for reading the metrics from other machines; unset: only from this one. */
  readonly metricsToken: string | undefined;
  /** Number of trusted proxies that every request passes. */
  readonly proxies: number;
  readonly metrics: () => Promise<{ readonly type: string; readonly body: string }>;
}

const CACHED_MS = 1_000;
const CHECK_TIMEOUT_MS = 3_000;

/** Serves health checks and metrics. However many requests arrive, the check runs at most once a second. */
export function healthHandlers({
  check,
  draining,
  metrics,
  metricsToken,
  proxies,
}: HealthOptions): readonly HttpHandlers[] {
  let checked: { readonly at: number; readonly ready: Promise<boolean> } | undefined;
  const ready = (): Promise<boolean> => {
    if (checked === undefined || Date.now() - checked.at > CACHED_MS)
      checked = { at: Date.now(), ready: resolvesInTime(check()) };
    return checked.ready;
  };
  return [
    {
      path: '/healthz',
      cost: () => null,
      handle(ctx) {
        ctx.body = { status: 'ok' };
      },
    },
    {
      path: '/readyz',
      cost: () => null,
      async handle(ctx) {
        const isReady = !draining() && (await ready());
        ctx.status = isReady ? 200 : 503;
        ctx.body = { status: isReady ? 'ready' : draining() ? 'draining' : 'not ready' };
      },
    },
    {
      path: '/metrics',
      cost: () => null,
      async handle(ctx) {
        if (!isLocal(ctx, proxies) && !hasBearerToken(ctx, metricsToken)) {
          if (metricsToken !== undefined) throw new Unauthenticated('the metrics require the token in METRICS_TOKEN');
          return refuse(ctx, 404, 'no operation exists at this path');
        }
        if (!hasMethod(ctx, READING)) return;
        ctx.set('Cache-Control', 'no-store');
        const { type, body } = await metrics();
        ctx.type = type;
        ctx.body = body;
      },
    },
  ];
}

/** Headers of proxies; a request with one of them does not come from this machine. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/** Tells whether a request comes from this machine. Behind trusted proxies, the address that they saw decides. */
function isLocal(ctx: Koa.Context, proxies: number): boolean {
  const address = ctx.state.address as string | undefined;
  const isLoopback = address === '::1' || address?.startsWith('127.') === true;
  return isLoopback && (proxies > 0 || FORWARDING.every((name) => ctx.req.headers[name] === undefined));
}

/** Tells whether a request has the token as its bearer token, in constant time. */
function hasBearerToken(ctx: Koa.Context, token: string | undefined): boolean {
  const given = /^Bearer +(\S{1,512}) *$/i.exec(ctx.get('authorization'))?.[1];
  if (token === undefined || given === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

async function resolvesInTime(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS)));
  const done = check.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
