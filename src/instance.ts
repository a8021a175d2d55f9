import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Container } from 'inversify';
import { startEmbeddedPostgres } from './adapters/database/embedded-postgres.ts';
import { restrictDataDirectory } from './adapters/database/close-data-directory.ts';
import { createPrivateDirectory } from './adapters/database/make-directory.ts';
import { toStartupError } from './adapters/database/start-refused.ts';
import { createHttpServer, type HttpTimeouts } from './adapters/http/kernel/http-server.ts';
import { createServer } from './adapters/http/kernel/server.ts';
import { endStalledTransfers } from './adapters/http/kernel/stalled-transfers.ts';
import { ROUTES } from './adapters/http/routes.ts';
import { Database } from './adapters/persistence/mikro-orm/kernel/database.ts';
import { loadOrCreateSecret } from './adapters/system/kept-secret.ts';
import { tokenSecrets } from './adapters/system/secrets.ts';
import { bootstrap } from './application/instance.ts';
import { scheduleOverdueProjections } from './application/content/projections/rebuild-projections.ts';
import { scheduleOverduePurges } from './application/spaces/purge-space.ts';
import { createContainer, type RuntimeContext } from './container.ts';
import { Tokens } from './composition/tokens.ts';
import type { Config } from './config.ts';
import type { Clock } from './ports/kernel/clock.ts';

/** A running Quire. */
export interface Instance {
  /** Where it listens. */
  readonly url: string;
  readonly publicUrl: string;
  /** The operator's token. */
  readonly adminToken: string;
  readonly firstStart: boolean;
  /** What it is made of. */
  readonly container: Container;
  /** Drains, then stops everything that was started. May be called twice. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly clock?: Clock;
  /** How costly a password's hash is, as a power of two; left out but in tests, which make many. */
  readonly passwordCost?: number;
  /** Told in one line what an operator may want to know while it starts. */
  readonly log?: (line: string) => void;
  /** How long requests that are being answered get when it stops. */
  readonly drainMs?: number;
  /** Patience with slow clients, where it is not the usual one. */
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Whether the first start lays out the welcome space. */
  readonly welcome?: boolean;
  /** Told, once and in one line, when the instance has lost what it cannot do without: it is of no use any more. */
  readonly onFatal?: (why: string) => void;
}

const DRAIN_MS = 10_000;

/** Starts an instance: listens, then brings up the database, the schema, the jobs. Whatever fails, what was started is stopped again. */
export async function startInstance(config: Config, options: StartOptions = {}): Promise<Instance> {
  const { drainMs = DRAIN_MS } = options;
  const cleanup: (() => Promise<void> | void)[] = [];
  let isDraining = false;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= (async () => {
      isDraining = true;
      for (const step of cleanup.splice(0).reverse()) await step();
    })());

  try {
    let handle: (request: IncomingMessage, response: ServerResponse) => void = answerStarting;
    // Behind proxies all connections come from them.
    const connectionsPerAddress = config.trustProxy > 0 ? 0 : config.connectionsPerAddress;
    const server = createHttpServer({ timeouts: options.timeouts, connectionsPerAddress }, (request, response) =>
      handle(request, response),
    );
    endStalledTransfers(server, config.transferIdleMs);
    const { port } = await listen(server, config);
    // Last of all, whatever is still connected is cut.
    cleanup.push(() => void server.closeAllConnections());
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    const publicUrl = config.publicUrl ?? url;

    createPrivateDirectory(config.dataDir);
    restrictDataDirectory(config.dataDir, options.log ?? (() => {}));
    const database = await openDatabase(config, options, cleanup);
    const adminToken =
      config.adminToken ?? loadOrCreateSecret(join(config.dataDir, 'admin-token'), () => tokenSecrets.issue().secret);
    const secretKey =
      config.secretKey ??
      loadOrCreateSecret(join(config.dataDir, 'secret-key'), () => randomBytes(32).toString('base64url'));
    const container = await createContainer({
      config,
      publicUrl,
      secretKey,
      database,
      clock: options.clock,
      passwordCost: options.passwordCost,
      isDraining: () => isDraining,
    });
    cleanup.push(() => container.get(Tokens.TextWorkers).close());
    const services = container.get(Tokens.Services);
    const firstStart = await bootstrap({
      unitOfWork: container.get(Tokens.UnitOfWork),
      reads: container.get(Tokens.Reads),
      services,
      adminToken,
      welcome: options.welcome === false ? undefined : container.get(Tokens.WelcomeContent),
    });
    const queue = container.get(Tokens.Queue);
    await queue.start();
    cleanup.push(() => queue.stop(drainMs));
    await scheduleOverdueProjections({ unitOfWork: container.get(Tokens.UnitOfWork), services });
    await scheduleOverduePurges({ unitOfWork: container.get(Tokens.UnitOfWork), services });

    const metrics = container.get(Tokens.Metrics);
    const app = createServer({
      application: container.get(Tokens.Application),
      routes: ROUTES,
      sessionOf: container.get(Tokens.SessionCookie).read,
      handlers: container.get(Tokens.HttpHandlers),
      hosted: container.get(Tokens.HostedSites),
      proxies: config.trustProxy,
      forwardedHost: config.trustForwardedHost,
      allowedOrigins: config.allowedOrigins,
      sealer: services.sealer,
      links: container.get(Tokens.Links),
      limits: config.limits,
      gate: container.get(Tokens.RequestGate),
      bodyMemory: container.get(Tokens.BodyMemory),
      log: container.get(Tokens.Log),
      observe: (request) => metrics.observe(request),
      draining: () => isDraining,
    });
    handle = app.callback();
    // Last in, first out: the server drains before anything that it needs goes away.
    cleanup.push(() => drain(server, drainMs));
    return { url, publicUrl, adminToken, firstStart, container, stop };
  } catch (error) {
    await stop();
    throw toStartupError(config.dataDir, error);
  }
}

/** @throws Error in one line saying why the port cannot be had */
async function listen(server: Server, { host, port }: Config): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why =
        code === 'EADDRINUSE'
          ? 'is in use: stop the other program or set PORT'
          : code === 'EACCES'
            ? 'is not allowed to this user: set PORT to 1024 or more'
            : `cannot be used: ${message}`;
      reject(new Error(`port ${port} on ${host} ${why}`));
    });
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}

/** Before it can answer, it says so. */
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

/** Takes no more connections, lets what is being answered finish, then cuts what is left. */
async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

type OpenedDatabase = RuntimeContext['database'];

/** Opens where things are stored, as configured; what it starts is put on `cleanup`. Undefined: in memory. */
async function openDatabase(
  config: Config,
  { log = () => {}, onFatal = () => {} }: StartOptions,
  cleanup: (() => Promise<void> | void)[],
): Promise<OpenedDatabase> {
  if (config.persistence === 'memory') {
    log('all data is kept in memory and lost when this process ends (PERSISTENCE=memory)');
    return undefined;
  }
  let url = config.databaseUrl;
  if (url === undefined) {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    cleanup.push(() => server.stop());
    void server.unexpectedExit.then(onFatal);
    url = server.url;
  }
  const open = await Database.open({ url, connections: config.databaseConnections });
  cleanup.push(() => open.close());
  const migrations = await open.migrate();
  if (migrations.length > 0) log(`database schema migrated (${migrations.join(', ')})`);
  return { open, url, embedded: config.databaseUrl === undefined };
}
