import type { Pages } from '../kernel/server.ts';

export interface HealthOptions {
  /** Resolves when the database and the jobs can be reached. */
  readonly check: () => Promise<unknown>;
  readonly draining: () => boolean;
  readonly metrics: () => Promise<{ readonly type: string; readonly body: string }>;
}

const CACHED_MS = 1_000;
const PATIENCE_MS = 3_000;

/** What load balancers and monitors ask. A flood of questions costs one check a second. */
export function healthPages({ check, draining, metrics }: HealthOptions): readonly Pages[] {
  let checked: { readonly at: number; readonly ready: Promise<boolean> } | undefined;
  const ready = (): Promise<boolean> => {
    if (checked === undefined || Date.now() - checked.at > CACHED_MS) checked = { at: Date.now(), ready: withinPatience(check()) };
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
        const { type, body } = await metrics();
        ctx.type = type;
        ctx.body = body;
      },
    },
  ];
}

async function withinPatience(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE_MS)));
  const done = check.then(() => true, () => false);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
