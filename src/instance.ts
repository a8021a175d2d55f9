import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from 'inversify';
import { startEmbeddedPostgres } from './adapters/database/embedded-postgres.ts';
import { restrictDataDirectory } from './adapters/database/restrict-data-directory.ts';
import { createPrivateDirectory } from './adapters/database/create-private-directory.ts';
import { lockFreeDirectory } from './adapters/database/data-directory-lock.ts';
import { toStartupError } from './adapters/database/startup-error.ts';
import { createHttpServer, type HttpTimeouts } from './adapters/http/kernel/http-server.ts';
import { createServer, type HostnameHandler } from './adapters/http/kernel/server.ts';
import { createMetricsServer, HEALTH_PATHS } from './adapters/http/system/health.handlers.ts';
import { logSlowStatements } from './adapters/log.ts';
import { endStalledTransfers } from './adapters/http/kernel/stalled-transfers.ts';
import { ROUTES } from './adapters/http/routes.ts';
import { Database } from './adapters/persistence/mikro-orm/kernel/database.ts';
import { loadOrCreateSecret, settleSecret } from './adapters/system/secret-file.ts';
import { traceStatements } from './adapters/telemetry/trace-statements.ts';
import type { Telemetry } from './adapters/telemetry/open-telemetry.ts';
import { BUILD } from './adapters/http/kernel/build.ts';
import { tokenSecrets } from './adapters/system/secrets.ts';
import { PgInstanceStates } from './adapters/persistence/mikro-orm/instance/instance-states.ts';
import { secretKeyDigest } from './adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { scheduleBackups } from './application/instance.backups.ts';
import { claimFingerprints, requireKey, requireUnclaimedStorage } from './application/instance.fingerprints.ts';
import { bootstrap } from './application/instance.ts';
import { createFirstSignInLink } from './application/sessions/first-sign-in.ts';
import { scheduleOverdueProjections } from './application/content/projections/rebuild-projections.ts';
import { scheduleOverduePurges } from './application/spaces/purge-space.ts';
import { describeBudget, findShortage, readConnectionBudget } from './composition/connection-budget.ts';
import type { RuntimeContext } from './composition/runtime-context.ts';
import { createContainer } from './container.ts';
import { Tokens } from './composition/tokens.ts';
import type { Metrics } from './adapters/metrics/metrics.ts';
import { listensEverywhere, serverUrl } from './environment.ts';
import type { Config } from './config.ts';
import type { Clock } from './ports/kernel/clock.ts';

/** Running instance of Quire. */
export interface Instance {
  /** URL that the server listens on. */
  readonly url: string;
  readonly publicUrl: string;
  /** URL of the metrics' own port; undefined without one. */
  readonly metricsUrl: string | undefined;
  /** Token of the operator. */
  readonly adminToken: string;
  readonly firstStart: boolean;
  /** Creates a link that signs the operator in once; undefined after somebody has signed in to the instance. */
  createSignInLink(): Promise<{ readonly url: string } | undefined>;
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
  /** Aborted when the start is to be given up, which then no longer waits for the database. */
  readonly signal?: AbortSignal;
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
    // Closes the remaining connections at the very end, and the server if the start failed.
    cleanup.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = serverUrl(config.host, port);
    const publicUrl = config.publicUrl ?? url;
    if (config.publicUrl === undefined && listensEverywhere(config.host))
      options.log?.(`warning: PUBLIC_URL is not set: links lead to ${url}, which only this machine reaches`);

    createPrivateDirectory(config.dataDir);
    restrictDataDirectory(config.dataDir, options.log ?? (() => {}));
    const telemetry = await openTelemetry(config, cleanup);
    const database = await openDatabase(config, options, cleanup);
    const adminToken =
      config.adminToken ?? loadOrCreateSecret(join(config.dataDir, 'admin-token'), () => tokenSecrets.issue().secret);
    const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir, database));
    if (database !== undefined) await reportConnections(config, database.open, options.log);
    const git = lockFreeDirectory(join(config.dataDir, 'git'));
    cleanup.push(() => git.releaseLock());
    const container = await createContainer({
      config,
      gitDirectory: git.dir,
      publicUrl,
      secretKey,
      database,
      clock: options.clock,
      passwordCost: options.passwordCost,
      isDraining: () => isDraining,
      tracer: telemetry?.tracer,
    });
    cleanup.push(() => container.get(Tokens.WorkerPools).close());
    telemetry?.reportFailures((err) =>
      container.get(Tokens.Log).warn({ component: 'telemetry', err }, 'traces or metrics could not be sent'),
    );
    if (telemetry !== undefined) database?.open.statements.listen(traceStatements(telemetry.tracer));
    if (config.slowQueryMs > 0)
      database?.open.statements.listen(logSlowStatements(container.get(Tokens.Log), config.slowQueryMs));
    const services = container.get(Tokens.Services);
    if (database === undefined) await requireUnclaimedStorage(services.blobs);
    else
      await claimFingerprints({
        states: container.get(Tokens.InstanceStates),
        blobs: services.blobs,
        secretKey: secretKeyDigest(secretKey),
        newId: randomUUID,
      });
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
    await (config.role === 'web' ? queue.prepare() : queue.start());
    cleanup.push(() => queue.stop(drainMs));
    await scheduleOverdueProjections({ unitOfWork: container.get(Tokens.UnitOfWork), services });
    await scheduleOverduePurges({ unitOfWork: container.get(Tokens.UnitOfWork), services });
    await scheduleBackups({ unitOfWork: container.get(Tokens.UnitOfWork), services });
    // A folder on another machine may come back before the next backup, so that the instance starts without it.
    if (config.role !== 'web')
      await services.backups?.archives
        .prepare()
        .catch(({ message }: Error) => options.log?.(`warning: backups cannot be written: ${message}`));

    const metrics = container.get(Tokens.Metrics);
    telemetry?.exportMetrics(() => metrics.values());
    const metricsUrl = await serveMetrics(config, metrics, cleanup);
    const servesRequests = config.role !== 'worker';
    const app = createServer({
      application: container.get(Tokens.Application),
      routes: servesRequests ? ROUTES : [],
      sessionOf: container.get(Tokens.SessionCookie).read,
      handlers: container
        .get(Tokens.HttpHandlers)
        .filter(({ path }) => servesRequests || (HEALTH_PATHS as readonly unknown[]).includes(path)),
      hosted: servesRequests ? container.get(Tokens.HostedSites) : NO_HOSTNAMES,
      proxies: config.trustProxy,
      forwardedHost: config.trustForwardedHost,
      allowedOrigins: config.allowedOrigins,
      sealer: services.sealer,
      secretBox: services.secretBox,
      links: container.get(Tokens.Links),
      limits: config.limits,
      gate: container.get(Tokens.RequestGate),
      bodyMemory: container.get(Tokens.BodyMemory),
      compressedAnswers: container.get(Tokens.CompressedAnswers),
      log: container.get(Tokens.Log),
      observe: (request) => metrics.observe(request),
      tracer: telemetry?.tracer,
      draining: () => isDraining,
    });
    handle = app.callback();
    cleanup.push(() => container.get(Tokens.ReadingFigures).flush());
    // Stops in reverse order: the server drains before its dependencies are closed.
    cleanup.push(() => drain(server, drainMs));
    started = true;
    const createSignInLink = () =>
      createFirstSignInLink({
        unitOfWork: container.get(Tokens.UnitOfWork),
        reads: container.get(Tokens.Reads),
        services,
      });
    const firstStart = bootstrapped === 'first-start';
    return { url, publicUrl, metricsUrl, adminToken, firstStart, createSignInLink, container, stop };
  } catch (error) {
    await stop();
    throw toStartupError(config.dataDir, error);
  }
}

/** Serves the metrics on their own port if there is one. @returns its URL */
async function serveMetrics(
  { host, metricsPort, metricsToken }: Config,
  metrics: Metrics,
  cleanup: (() => Promise<void> | void)[],
): Promise<string | undefined> {
  if (metricsPort === undefined) return undefined;
  const app = createMetricsServer({ metrics: () => metrics.render(), metricsToken });
  const server = createHttpServer({ connectionsPerAddress: 0 }, app.callback());
  const { port } = await listen(server, { host, port: metricsPort }, 'METRICS_PORT');
  cleanup.push(() => drain(server, 0));
  return serverUrl(host, port);
}

/** Handler of a process that serves no sites. */
const NO_HOSTNAMES: HostnameHandler = {
  isHosted: async () => false,
  cost: () => 'read',
  async handle() {},
};

/** @throws Error with one line that states why the port is unavailable */
async function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  setting = 'PORT',
): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why =
        code === 'EADDRINUSE'
          ? `is in use: stop the other program or set ${setting}`
          : code === 'EACCES'
            ? `is not allowed to this user: set ${setting} to 1024 or more`
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

/** Connects to the configured receiver of traces and metrics, if there is one. */
async function openTelemetry(
  { openTelemetry: options }: Config,
  cleanup: (() => Promise<void> | void)[],
): Promise<Telemetry | undefined> {
  if (options === undefined) return undefined;
  // Loaded only now: the SDK takes time and memory.
  const { startOpenTelemetry } = await import('./adapters/telemetry/open-telemetry.ts');
  const telemetry = startOpenTelemetry({ ...options, version: BUILD.version });
  cleanup.push(() => telemetry.stop());
  return telemetry;
}

type OpenedDatabase = RuntimeContext['database'];

/**
 * Reads the secret key in the data directory; creates it for a new instance.
 * @throws ForeignNode when the instance has a key, and the file with it is missing
 */
async function loadSecretKey(dataDir: string, database: OpenedDatabase): Promise<string> {
  const file = join(dataDir, 'secret-key');
  const known = database && (await new PgInstanceStates(database.open.commands).read()).secretKey;
  settleSecret(file, (staged) => secretKeyDigest(staged) === known);
  return loadOrCreateSecret(file, () => {
    const key = randomBytes(32).toString('base64url');
    requireKey(known ?? null, secretKeyDigest(key));
    return key;
  });
}

/** Says how many connections this process may open, and warns when the server allows fewer to all nodes. */
async function reportConnections(
  config: Config,
  { reads }: Database,
  log = (_line: string): void => {},
): Promise<void> {
  const budget = await readConnectionBudget(config, reads);
  log(describeBudget(budget, config));
  const shortage = findShortage(budget);
  if (shortage !== undefined) log(`warning: ${shortage}`);
}

/** Opens the configured database and registers its shutdown in `cleanup`; undefined for storage in memory. */
async function openDatabase(
  config: Config,
  { log = () => {}, onFatal = () => {}, signal }: StartOptions,
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
    signal,
    readUrl: config.databaseReadUrl,
    onStandbyProblem: log,
    onWaiting: (reason) => log(`${reason}; waiting for it`),
  });
  cleanup.push(() => open.close());
  const migrations = await open.migrate();
  if (migrations.length > 0) log(`database schema migrated (${migrations.join(', ')})`);
  const { unknown } = await open.schema();
  if (unknown.length > 0) log(`the database schema is newer, and this version runs on it (${unknown.join(', ')})`);
  return { open, url, embedded: config.databaseUrl === undefined };
}
