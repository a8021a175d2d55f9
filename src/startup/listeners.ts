import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer, type HttpTimeouts } from '../adapters/http/kernel/http-server.ts';
import { endStalledTransfers } from '../adapters/http/kernel/stalled-transfers.ts';
import { createMetricsServer } from '../adapters/http/system/health.handlers.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { Config } from '../config/config.ts';
import { serverUrl } from '../config/environment.ts';
import type { Shutdown } from './shutdown.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Open port of an instance. */
export interface Listener {
  readonly url: string;
  /** Passes requests on; until then they are answered that Quire is starting. */
  serve(handler: Handler): void;
  /** Stops accepting connections, lets current requests finish, and then closes the remaining connections. */
  drain(graceMs: number): Promise<void>;
}

/** Opens the port for requests. @throws Error with one line that states why the port is unavailable */
export async function openListener(
  config: Config,
  timeouts: Partial<HttpTimeouts> | undefined,
  shutdown: Shutdown,
): Promise<Listener> {
  let handle: Handler = answerStarting;
  // Behind a proxy, all connections come from the proxy.
  const connectionsPerAddress = config.trustProxy > 0 ? 0 : config.connectionsPerAddress;
  const server = createHttpServer({ timeouts, connectionsPerAddress }, (request, response) =>
    handle(request, response),
  );
  endStalledTransfers(server, config.transferIdleMs);
  const { port } = await listen(server, config);
  // Closes the remaining connections at the very end, and the server if the start failed.
  shutdown.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: serverUrl(config.host, port),
    serve: (handler) => {
      handle = handler;
    },
    drain: (graceMs) => drain(server, graceMs),
  };
}

/** Serves the metrics on their own port if there is one. @returns its URL */
export async function openMetricsListener(
  { host, metricsPort, metricsToken }: Config,
  metrics: Metrics,
  shutdown: Shutdown,
): Promise<string | undefined> {
  if (metricsPort === undefined) return undefined;
  const app = createMetricsServer({ metrics: () => metrics.render(), metricsToken });
  const server = createHttpServer({ connectionsPerAddress: 0 }, app.callback());
  const { port } = await listen(server, { host, port: metricsPort }, 'METRICS_PORT');
  shutdown.add(() => drain(server, 0));
  return serverUrl(host, port);
}

/** @throws Error with one line that states why the port is unavailable */
async function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  setting = 'PORT',
): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(problemOfAddress(error, host, port, setting))),
    );
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}

/** Codes of a host that this machine has no address of. */
const FOREIGN_HOST: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL']);

/** States why a server cannot listen, with the setting to change. */
function problemOfAddress(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: string,
): string {
  if (FOREIGN_HOST.has(code))
    return `the host ${host} is no address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses (${code})`;
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is in use: stop the other program or set ${setting}`;
  if (code === 'EACCES') return `port ${port} on ${host} is not allowed to this user: set ${setting} to 1024 or more`;
  return `port ${port} on ${host} cannot be used: set HOST or ${setting} (${message})`;
}

/** Answers requests during the start. */
function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const alive = request.url === '/healthz';
  const requestId = randomUUID();
  response.writeHead(alive ? 200 : 503, {
    'content-type': 'application/json',
    'retry-after': '1',
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(
    JSON.stringify(alive ? { status: 'starting' } : { error: { code: 503, message: 'Quire is starting', requestId } }),
  );
}

/** Stops accepting connections, lets current requests finish, then closes the remaining connections. */
async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
