import { join } from 'node:path';
import type { Container } from 'inversify';
import { createPrivateDirectory } from './adapters/database/create-private-directory.ts';
import { lockFreeDirectory } from './adapters/database/data-directory-lock.ts';
import { restrictDataDirectory } from './adapters/database/restrict-data-directory.ts';
import { toStartupError } from './adapters/database/startup-error.ts';
import type { HttpTimeouts } from './adapters/http/kernel/http-server.ts';
import { logSlowStatements } from './adapters/log.ts';
import type { Telemetry } from './adapters/telemetry/open-telemetry.ts';
import { traceStatements } from './adapters/telemetry/trace-statements.ts';
import { createFirstSignInLink } from './application/sessions/first-sign-in.ts';
import { Tokens } from './composition/tokens.ts';
import type { Config } from './config/config.ts';
import { createContainer } from './container.ts';
import { listensEverywhere } from './config/environment.ts';
import type { Clock } from './ports/kernel/clock.ts';
import { createApp } from './startup/create-app.ts';
import { openListener, openMetricsListener } from './startup/listeners.ts';
import { openDatabase, reportConnections, type OpenedDatabase } from './startup/open-database.ts';
import { openTelemetry } from './startup/open-telemetry.ts';
import { requireOwnData, scheduleJobs, setUpOperator } from './startup/prepare-instance.ts';
import { adminTokenFile, loadAdminToken, loadSecretKey } from './startup/secrets.ts';
import { Shutdown } from './startup/shutdown.ts';

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
  /** Folder of the bundle whose modules threads and child processes begin with; set by tests only, as it is quicker. */
  readonly compiledModules?: URL;
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

/** Time that jobs have to end, even if requests took all of the drain time. */
const MIN_JOB_DRAIN_MS = 1_000;

/**
 * Starts an instance: listens, then starts the database, the migrations and the jobs. On failure, everything that was
 * started is stopped.
 */
export async function startInstance(config: Config, options: StartOptions = {}): Promise<Instance> {
  const { log = () => {}, drainMs = config.drainMs } = options;
  const shutdown = new Shutdown();
  try {
    const listener = await openListener(config, options.timeouts, shutdown);
    const { url } = listener;
    const publicUrl = config.publicUrl ?? url;
    if (config.publicUrl === undefined && listensEverywhere(config.host))
      log(`warning: PUBLIC_URL is not set: links lead to ${url}, which only this machine reaches`);

    createPrivateDirectory(config.dataDir);
    restrictDataDirectory(config.dataDir, log);
    const telemetry = await openTelemetry(config, shutdown);
    const database = await openDatabase(config, options, shutdown);
    const adminToken = loadAdminToken(config);
    const secretKey = await loadSecretKey(config, database);
    if (database !== undefined) await reportConnections(config, database.open, log);
    const git = lockFreeDirectory(join(config.dataDir, 'git'));
    shutdown.add(() => git.releaseLock());
    const container = await createContainer({
      config,
      gitDirectory: git.dir,
      publicUrl,
      secretKey,
      database,
      clock: options.clock,
      passwordCost: options.passwordCost,
      compiledModules: options.compiledModules,
      isDraining: () => shutdown.isDraining,
      tracer: telemetry?.tracer,
    });
    shutdown.add(() => container.get(Tokens.WorkerPools).close());
    observeStatements(container, config, telemetry, database);

    await requireOwnData(container, secretKey, database);
    const state = await setUpOperator(container, config, adminToken, options.welcome !== false);
    if (state === 'foreign-token')
      log(
        `another node has set this instance up: the token in ${adminTokenFile(config.dataDir)} is not the operator's; ` +
          'set ADMIN_TOKEN to the same value on every node',
      );
    const queue = container.get(Tokens.Queue);
    await (config.role === 'web' ? queue.prepare() : queue.start());
    // Requests and jobs share the time; jobs that requests left no time still have some to put their work aside.
    shutdown.add(() => queue.stop(Math.max(shutdown.timeLeft(drainMs), Math.min(drainMs, MIN_JOB_DRAIN_MS))));
    await scheduleJobs(container, config, log);

    const metrics = container.get(Tokens.Metrics);
    telemetry?.exportMetrics(() => metrics.values());
    const metricsUrl = await openMetricsListener(config, metrics, shutdown);
    listener.serve(createApp(container, config, telemetry, shutdown).callback());
    shutdown.add(() => container.get(Tokens.ReadingFigures).flush());
    // The server drains before its dependencies are closed.
    shutdown.add(() => listener.drain(drainMs));
    shutdown.delay(config.drainDelayMs);
    return {
      url,
      publicUrl,
      metricsUrl,
      adminToken,
      firstStart: state === 'first-start',
      createSignInLink: () =>
        createFirstSignInLink({
          unitOfWork: container.get(Tokens.UnitOfWork),
          reads: container.get(Tokens.Reads),
          services: container.get(Tokens.Services),
        }),
      container,
      stop: () => shutdown.run(),
    };
  } catch (error) {
    // The reason why the start failed says more than what failed to stop after it.
    await shutdown.run().catch(() => {});
    throw toStartupError(config.dataDir, error);
  }
}

/** Traces statements where traces are sent, and logs slow ones. */
function observeStatements(
  container: Container,
  { slowQueryMs }: Config,
  telemetry: Telemetry | undefined,
  database: OpenedDatabase,
): void {
  const log = container.get(Tokens.Log);
  telemetry?.reportFailures((err) => log.warn({ component: 'telemetry', err }, 'traces or metrics could not be sent'));
  if (telemetry !== undefined) database?.open.statements.listen(traceStatements(telemetry.tracer));
  if (slowQueryMs > 0) database?.open.statements.listen(logSlowStatements(log, slowQueryMs));
}
