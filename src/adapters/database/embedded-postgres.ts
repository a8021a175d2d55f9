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
import { chooseProcessUser } from './run-as.ts';
import { StartupError, toStartupError } from './start-refused.ts';
import { stopPostgres } from './stop-postgres.ts';

/** How often an adopted server is looked for. */
const POLL_MS = 500;

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; the cluster lies in its `pg18`. */
  readonly dataDir: string;
  /** The caller's lock on `dataDir`; without one, the server takes and releases its own. */
  readonly lock?: DataDirectoryLock;
  /** Told in one line what the operator may want to know. */
  readonly log?: (message: string) => void;
}

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** Holds the password: not for logs. */
  readonly url: string;
  readonly pid: number;
  /** Whether it was left running by a Quire that was killed, and has been adopted. */
  readonly isAdopted: boolean;
  /** Resolves, with a line for the operator, when the server is gone without having been stopped by `stop`; else never. */
  readonly unexpectedExit: Promise<string>;
  /** Ends the server in an orderly way, also an adopted one, and resolves when it is gone. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the durable PostgreSQL of a data directory, creating it the first time; it answers when this resolves. Loopback
 * only, on a free port, with a password kept beside the data. A server that outlived its Quire is adopted.
 * Throws StartRefused with one line for the operator.
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

/** A server that takes connections; `gone` resolves when its process has ended, for whatever reason. */
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

/** A server found on our data can only be an orphan: its Quire would hold the lock. One that does not let us in is ended. */
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
    if (process.platform !== 'linux') break; // not known to be ours: do not signal it
    log(`stopping a partially started database (pid ${pid})`);
    await stopPostgres(pid, files.data, program);
  }
  if (found !== undefined) neutralizePostmasterFile(files.data);
  return undefined;
}

/** A process that is not our child does not tell us when it ends. */
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
