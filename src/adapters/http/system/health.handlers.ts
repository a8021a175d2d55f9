import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import Koa from 'koa';
import { Unauthenticated } from '../../../domain/kernel/errors.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import { hasMethod, READING, refuse } from '../kernel/web/refuse.ts';
import type { Readiness } from './readiness.ts';

export interface HealthOptions {
  readonly readiness: Pick<Readiness, 'problems'>;
  readonly draining: () => boolean;
  /** Token for reading the metrics from other machines; unset: only from this one. */
  readonly metricsToken: string | undefined;
  /** True if another port serves the metrics, so that these handlers do not. */
  readonly hasMetricsPort?: boolean;
  /** Number of trusted proxies that every request passes. */
  readonly proxies: number;
  readonly metrics: () => Promise<{ readonly type: string; readonly body: string }>;
}

/** Paths that every process serves, also one that only runs jobs. */
export const HEALTH_PATHS = ['/healthz', '/readyz', '/metrics'] as const;

/** Serves health checks and metrics. */
export function healthHandlers({
  readiness,
  draining,
  metrics,
  metricsToken,
  hasMetricsPort = false,
  proxies,
}: HealthOptions): readonly HttpHandlers[] {
  return [
    {
      path: '/healthz',
      operation: 'health',
      cost: () => null,
      handle(ctx) {
        ctx.body = { status: 'ok' };
      },
    },
    {
      path: '/readyz',
      operation: 'health',
      cost: () => null,
      async handle(ctx) {
        const problems = draining() ? [] : await readiness.problems();
        ctx.status = draining() || problems.length > 0 ? 503 : 200;
        if (problems.length > 0) ctx.body = { status: 'not ready', problems };
        else ctx.body = { status: draining() ? 'draining' : 'ready' };
      },
    },
    ...(hasMetricsPort
      ? []
      : [
          {
            path: '/metrics',
            operation: 'health' as const,
            cost: () => null,
            async handle(ctx: Koa.Context) {
              if (!isLocal(ctx, proxies) && !hasBearerToken(ctx, metricsToken)) {
                if (metricsToken !== undefined) throw tokenRequired();
                return refuse(ctx, 404, 'no operation exists at this path');
              }
              await sendMetrics(ctx, metrics);
            },
          },
        ]),
  ];
}

/**
 * Creates the application of the metrics' own port. Whoever reaches the port may read the metrics, unless a token is set,
 * which everybody then needs.
 */
export function createMetricsServer({ metrics, metricsToken }: Pick<HealthOptions, 'metrics' | 'metricsToken'>): Koa {
  const app = new Koa();
  app.on('error', () => {});
  app.use(async (ctx: Koa.Context) => {
    ctx.state.requestId = randomUUID();
    if (ctx.path !== '/metrics') return refuse(ctx, 404, 'this port serves /metrics only');
    if (metricsToken !== undefined && !hasBearerToken(ctx, metricsToken)) {
      ctx.set('WWW-Authenticate', 'Bearer realm="Quire"');
      return refuse(ctx, 401, tokenRequired().message);
    }
    await sendMetrics(ctx, metrics);
  });
  return app;
}

const tokenRequired = (): Unauthenticated => new Unauthenticated('the metrics require the token in METRICS_TOKEN');

async function sendMetrics(ctx: Koa.Context, metrics: HealthOptions['metrics']): Promise<void> {
  if (!hasMethod(ctx, READING)) return;
  ctx.set('Cache-Control', 'no-store');
  const { type, body } = await metrics();
  ctx.type = type;
  ctx.body = body;
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
  const bearerToken = /^Bearer +(\S{1,512}) *$/i.exec(ctx.get('authorization'))?.[1];
  if (token === undefined || bearerToken === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(bearerToken), digest(token));
}
