import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from 'inversify';
import { startEmbeddedPostgres } from './adapters/database/embedded-postgres.ts';
import { restrictDataDirectory } from './adapters/database/restrict-data-directory.ts';
import { createPrivateDirectory } from './adapters/database/create-private-directory.ts';
import { toStartupError } from './adapters/database/startup-error.ts';
import { createHttpServer, type HttpTimeouts } from './adapters/http/kernel/http-server.ts';
import { createServer } from './adapters/http/kernel/server.ts';
import { endStalledTransfers } from './adapters/http/kernel/stalled-transfers.ts';
import { ROUTES } from './adapters/http/routes.ts';
import { Database } from './adapters/persistence/mikro-orm/kernel/database.ts';
import { loadOrCreateSecret } from './adapters/system/secret-file.ts';
import { tokenSecrets } from './adapters/system/secrets.ts';
import { bootstrap } from './application/instance.ts';
import { scheduleOverdueProjections } from './application/content/projections/rebuild-projections.ts';
import { scheduleOverduePurges } from './application/spaces/purge-space.ts';
import { createContainer, type RuntimeContext } from './container.ts';
import { Tokens } from './composition/tokens.ts';
import type { Config } from './config.ts';
import type { Clock } from './ports/kernel/clock.ts';

/** Running instance of Quire. */
export interface Instance {
  /** URL that the server listens on. */
  readonly url: string;
  readonly publicUrl: string;
  /** Token of the operator. */
  readonly adminToken: string;
  readonly firstStart: boolean;
  /** Container of all services. */
  readonly container: Container;
  /** Drains the server, then stops everything that was started. Idempotent. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly clock?: Clock;
  /** Cost of password hashes as a power of two; set by tests only, which create many. */
  readonly passwordCost?: number;
  /** Receives one-line messages for the operator during the start. */
  readonly log?: (line: string) => void;
  /** Time in milliseconds for finishing requests during shutdown; the default is that of the configuration. */
  readonly drainMs?: number;
  /** Timeouts for slow clients that differ from the defaults. */
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Creates the welcome space on the first start. */
  readonly welcome?: boolean;
  /** Called once, with one line, when the instance has lost something that it cannot run without. */
  readonly onFatal?: (why: string) => void;
}

/**
 * Starts an instance: listens, then starts the database, the migrations and the jobs. On failure, everything that was
 * started is stopped.
 */
export async function startInstance(config: Config, options: StartOptions = {}): Promise<Instance> {
  const { drainMs = config.drainMs } = options;
  const cleanup: (() => Promise<void> | void)[] = [];
  let isDraining = false;
  let started = false;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= (async () => {
      isDraining = true;
      // Load balancers learn from /readyz that no more requests are to be sent here.
      if (started && config.drainDelayMs > 0) await delay(config.drainDelayMs);
      for (const step of cleanup.splice(0).reverse()) await step();
    })());

  try {
    let handle: (request: IncomingMessage, response: ServerResponse) => void = answerStarting;
    // Behind a proxy, all connections come from the proxy.
    const connectionsPerAddress = config.trustProxy > 0 ? 0 : config.connectionsPerAddress;
    const server = createHttpServer({ timeouts: options.timeouts, connectionsPerAddress }, (request, response) =>
      handle(request, response),
    );
    endStalledTransfers(server, config.transferIdleMs);
    const { port } = await listen(server, config);
    // Closes the remaining connections at the very end.
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
    cleanup.push(() => container.get(Tokens.WorkerPools).close());
    const services = container.get(Tokens.Services);
    const bootstrapped = await bootstrap({
      unitOfWork: container.get(Tokens.UnitOfWork),
      reads: container.get(Tokens.Reads),
      services,
      adminToken,
      replacesToken: config.adminToken !== undefined || config.databaseUrl === undefined,
      welcome: options.welcome === false ? undefined : container.get(Tokens.WelcomeContent),
    });
    if (bootstrapped === 'foreign-token')
      options.log?.(
        `another node has set this instance up: the token in ${join(config.dataDir, 'admin-token')} is not the operator's; set ADMIN_TOKEN to the same value on every node`,
      );
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
      secretBox: services.secretBox,
      links: container.get(Tokens.Links),
      limits: config.limits,
      gate: container.get(Tokens.RequestGate),
      bodyMemory: container.get(Tokens.BodyMemory),
      log: container.get(Tokens.Log),
      observe: (request) => metrics.observe(request),
      draining: () => isDraining,
    });
    handle = app.callback();
    cleanup.push(() => container.get(Tokens.ReadingFigures).flush());
    // Stops in reverse order: the server drains before its dependencies are closed.
    cleanup.push(() => drain(server, drainMs));
    started = true;
    return { url, publicUrl, adminToken, firstStart: bootstrapped === 'first-start', container, stop };
  } catch (error) {
    await stop();
    throw toStartupError(config.dataDir, error);
  }
}

/** @throws Error with one line that states why the port is unavailable */
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

type OpenedDatabase = RuntimeContext['database'];

/** Opens the configured database and registers its shutdown in `cleanup`; undefined for storage in memory. */
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
  const open = await Database.open({
    url,
    connections: config.databaseConnections,
    statementMs: config.databaseStatementMs,
    waitMs: config.databaseWaitMs,
    onWaiting: (reason) => log(`${reason}; waiting for it`),
  });
  cleanup.push(() => open.close());
  const migrations = await open.migrate();
  if (migrations.length > 0) log(`database schema migrated (${migrations.join(', ')})`);
  return { open, url, embedded: config.databaseUrl === undefined };
}
