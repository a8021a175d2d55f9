import type { Container } from 'inversify';
import { createServer, type HostnameHandler } from '../adapters/http/kernel/server.ts';
import { ROUTES } from '../adapters/http/routes.ts';
import { HEALTH_PATHS } from '../adapters/http/system/health.handlers.ts';
import type { Telemetry } from '../adapters/telemetry/open-telemetry.ts';
import { Tokens } from '../composition/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Shutdown } from './shutdown.ts';

/** Handler of a process that serves no sites. */
const NO_HOSTNAMES: HostnameHandler = {
  isHosted: async () => false,
  cost: () => 'read',
  async handle() {},
};

/** Creates the application that answers requests; that of a worker answers questions about its health alone. */
export function createApp(
  container: Container,
  config: Config,
  telemetry: Telemetry | undefined,
  shutdown: Shutdown,
): ReturnType<typeof createServer> {
  const { sealer, secretBox } = container.get(Tokens.Services);
  const metrics = container.get(Tokens.Metrics);
  const isWorker = config.role === 'worker';
  return createServer({
    application: container.get(Tokens.Application),
    routes: isWorker ? [] : ROUTES,
    sessionOf: container.get(Tokens.SessionCookie).read,
    handlers: container
      .get(Tokens.HttpHandlers)
      .filter(({ path }) => !isWorker || (HEALTH_PATHS as readonly unknown[]).includes(path)),
    hosted: isWorker ? NO_HOSTNAMES : container.get(Tokens.HostedSites),
    proxies: config.trustProxy,
    forwardedHost: config.trustForwardedHost,
    allowedOrigins: config.allowedOrigins,
    sealer,
    secretBox,
    links: container.get(Tokens.Links),
    limits: config.limits,
    gate: container.get(Tokens.RequestGate),
    bodyMemory: container.get(Tokens.BodyMemory),
    compressedAnswers: container.get(Tokens.CompressedAnswers),
    log: container.get(Tokens.Log),
    observe: (request) => metrics.observe(request),
    tracer: telemetry?.tracer,
    draining: () => shutdown.isDraining,
  });
}
