import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { ROLE, clusterFiles, ensureCluster } from './cluster.ts';
import type { ClusterFiles } from './cluster.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import type { DataDirectoryLock } from './data-directory-lock.ts';
import { launchPostgres } from './launch-postgres.ts';
import { locatePostgres } from './postgres-program.ts';
import type { PostgresProgram } from './postgres-program.ts';
import { disarmPostmasterFile, isServerOf, readPostmaster } from './postmaster-file.ts';
import { chooseUser } from './run-as.ts';
import { StartRefused, refusalFor } from './start-refused.ts';
import { stopPostgres } from './stop-postgres.ts';

export interface EmbeddedOptions {
  /** DATA_DIR; the cluster lies in its `pg18`. */
  readonly dataDir: string;
  /** The caller's lock on `dataDir`; without one, the server takes and releases its own. */
  readonly lock?: DataDirectoryLock;
  /** Told in one line what the operator may want to know. */
  readonly log?: (message: string) => void;
}

/** A running PostgreSQL of our own. */
export interface EmbeddedServer {
  /** Holds the password: not for logs. */
  readonly url: string;
  readonly pid: number;
  /** Whether it was left running by a Quire that was killed, and has been adopted. */
  readonly reused: boolean;
  /** Ends the server in an orderly way, also an adopted one, and resolves when it is gone. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the durable PostgreSQL of a data directory, creating it the first time; it answers when this resolves. Loopback
 * only, on a free port, with a password kept beside the data. A server that outlived its Quire is adopted.
 * Throws StartRefused with one line for the operator.
 */
export async function startEmbeddedPostgres({ dataDir, lock, log = () => {} }: EmbeddedOptions): Promise<EmbeddedServer> {
  const dir = path.resolve(dataDir);
  const held = lock ?? lockDataDirectory(dir);
  try {
    const server = await start(fs.realpathSync(dir), log);
    let stopping: Promise<void> | undefined;
    const stop = () => server.stop().finally(() => (lock === undefined ? held.release() : undefined));
    return { ...server, stop: () => (stopping ??= stop()) };
  } catch (error) {
    if (lock === undefined) held.release();
    throw refusalFor(dir, error);
  }
}

async function start(dir: string, log: (message: string) => void): Promise<EmbeddedServer> {
  const files = clusterFiles(dir);
  const user = chooseUser(files.data);
  const program = locatePostgres(dir, user);
  await ensureCluster(files, program, user);
  const adopted = await adopt(files, program, log);
  if (adopted !== undefined) return adopted;
  const { pid, port, exited } = await launchPostgres(files, program, user, log);
  return { url: urlOf(files, port), pid, reused: false, stop: () => stopPostgres(pid, files.data, program, exited) };
}

/** A server found on our data can only be an orphan: its Quire would hold the lock. One that does not let us in is ended. */
async function adopt(files: ClusterFiles, program: PostgresProgram, log: (message: string) => void): Promise<EmbeddedServer | undefined> {
  let found = readPostmaster(files.data);
  for (; found !== undefined && isServerOf(files.data, found); found = readPostmaster(files.data)) {
    const { pid, port, ready } = found;
    if (ready) {
      const url = urlOf(files, port);
      if (await answers(url)) {
        log(`adopted the database left running by a Quire that was killed (pid ${pid})`);
        return { url, pid, reused: true, stop: () => stopPostgres(pid, files.data, program) };
      }
    }
    if (process.platform !== 'linux') break; // not known to be ours: do not signal it
    log(`ending a database left behind half-way (pid ${pid})`);
    await stopPostgres(pid, files.data, program);
  }
  if (found !== undefined) disarmPostmasterFile(files.data);
  return undefined;
}

async function answers(url: string): Promise<boolean> {
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

function urlOf(files: ClusterFiles, port: number): string {
  const password = fs.readFileSync(files.password, 'utf8').trim();
  if (password === '') throw new StartRefused(`${files.password} is empty: it holds the password of the database; put it back from a backup`);
  return `postgresql://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}
