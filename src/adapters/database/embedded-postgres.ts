import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ROLE, clusterFiles, ensureCluster } from './cluster.ts';
import type { ClusterFiles } from './cluster.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import type { DataDirectoryLock } from './data-directory-lock.ts';
import { launchPostgres } from './launch-postgres.ts';
import { locatePostgres } from './postgres-program.ts';
import type { PostgresProgram } from './postgres-program.ts';
import { processIdentity, isSameProcessRunning } from './process-identity.ts';
import { neutralizePostmasterFile, isServingDirectory, readPostmaster } from './postmaster-file.ts';
import { chooseProcessUser, requireOwner } from './process-user.ts';
import { StartupError, toStartupError } from './startup-error.ts';
import { stopPostgres } from './stop-postgres.ts';

/** Interval between checks whether an adopted server still runs. */
const POLL_MS = 500;

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; the cluster is in its subdirectory `pg18`. */
  readonly dataDir: string;
  /** Lock on `dataDir` held by the caller; without one, the server takes and releases its own. */
  readonly lock?: DataDirectoryLock;
  /** Receives one-line messages for the operator. */
  readonly log?: (message: string) => void;
}

/** Running PostgreSQL server of this instance. */
export interface EmbeddedPostgres {
  /** Connection URL including the password; must not be logged. */
  readonly url: string;
  readonly pid: number;
  /** Server was left running by a killed Quire process and has been adopted. */
  readonly isAdopted: boolean;
  /**
   * Resolves with a message for the operator when the server ends without a call of `stop`; otherwise stays pending.
   */
  readonly unexpectedExit: Promise<string>;
  /** Stops the server, adopted or not, and resolves when its process has ended. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data directory and resolves when the server accepts connections. Creates the
 * cluster on first use. The server listens on loopback only, on a free port, with a password stored next to the data. A
 * server that outlived its Quire process is adopted.
 *
 * @throws StartupError with one line for the operator
 */
export async function startEmbeddedPostgres({
  dataDir,
  lock,
  log = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dir = path.resolve(dataDir);
  const held = lock ?? lockDataDirectory(dir);
  try {
    const server = await startServer(fs.realpathSync(dir), log);
    let stopping: Promise<void> | undefined;
    const stop = () => server.stop().finally(() => (lock === undefined ? held.releaseLock() : undefined));
    const lost = server.exited.then(() =>
      stopping === undefined
        ? `the database ended unexpectedly: its log is ${clusterFiles(dir).log}`
        : new Promise<string>(() => {}),
    );
    return {
      url: server.url,
      pid: server.pid,
      isAdopted: server.isAdopted,
      unexpectedExit: lost,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    if (lock === undefined) held.releaseLock();
    throw toStartupError(dir, error);
  }
}

/** URL of the server that a running process uses in a data directory; undefined when there is none. */
export async function runningServerUrl(dataDir: string): Promise<string | undefined> {
  const files = clusterFiles(path.resolve(dataDir));
  const found = readPostmaster(files.data);
  if (found === undefined || !found.ready || !isServingDirectory(files.data, found)) return undefined;
  const url = connectionUrl(files, found.port);
  return (await acceptsConnections(url)) ? url : undefined;
}

/** Server that accepts connections; `exited` resolves when its process has ended for any reason. */
interface RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly isAdopted: boolean;
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

async function startServer(dir: string, log: (message: string) => void): Promise<RunningServer> {
  const files = clusterFiles(dir);
  const user = chooseProcessUser(files.data);
  const program = locatePostgres(dir, user);
  await ensureCluster(files, program, user);
  requireOwner(files.data, user);
  const adopted = await adoptRunningServer(files, program, log);
  if (adopted !== undefined) return adopted;
  const { pid, port, exited } = await launchPostgres(files, program, user);
  return {
    url: connectionUrl(files, port),
    pid,
    isAdopted: false,
    exited: exited,
    stop: () => stopPostgres(pid, files.data, program, exited),
  };
}

/**
 * Adopts a server found on the data directory. Such a server is always an orphan, because its Quire process would hold
 * the lock. A server that does not accept connections is stopped.
 */
async function adoptRunningServer(
  files: ClusterFiles,
  program: PostgresProgram,
  log: (message: string) => void,
): Promise<RunningServer | undefined> {
  let found = readPostmaster(files.data);
  for (; found !== undefined && isServingDirectory(files.data, found); found = readPostmaster(files.data)) {
    const { pid, port, ready } = found;
    if (ready) {
      const url = connectionUrl(files, port);
      if (await acceptsConnections(url)) {
        log(`adopted the running database of a killed Quire process (pid ${pid})`);
        return {
          url,
          pid,
          isAdopted: true,
          exited: waitForExit(pid),
          stop: () => stopPostgres(pid, files.data, program),
        };
      }
    }
    if (process.platform !== 'linux') break; // Without /proc the process cannot be identified as a server of this cluster, so no signal is sent.
    log(`stopping a partially started database (pid ${pid})`);
    await stopPostgres(pid, files.data, program);
  }
  if (found !== undefined) neutralizePostmasterFile(files.data);
  return undefined;
}

/** Polls until the process has ended: only child processes report their exit. */
async function waitForExit(pid: number): Promise<void> {
  const identity = processIdentity(pid);
  while (identity !== undefined && isSameProcessRunning(pid, identity)) await pause(POLL_MS, undefined, { ref: false });
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function connectionUrl(files: ClusterFiles, port: number): string {
  const password = fs.readFileSync(files.password, 'utf8').trim();
  if (password === '')
    throw new StartupError(
      `${files.password} is empty: the file contains the password of the database; restore the file from a backup`,
    );
  return `postgresql://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}
