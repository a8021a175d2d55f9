import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterFiles } from './cluster.ts';
import { runPostgres } from './postgres-process.ts';
import type { PostgresProgram } from './postgres-program.ts';
import { readPostmaster } from './postmaster-file.ts';
import type { ProcessUser } from './process-user.ts';
import { StartupError } from './startup-error.ts';

/** Covers crash recovery, which replays at most `max_wal_size`, on a slow disk. */
const START_TIMEOUT_MS = 300_000;
/** Time for the processes of a killed server to end. */
const LEFTOVERS_TIMEOUT_MS = 15_000;
const LOG_LIMIT = 10 * 1024 * 1024;

/**
 * Settings of a durable server (fsync, full_page_writes and synchronous_commit keep their safe defaults) that uses
 * little memory and is reachable from this machine only.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '100',
  io_method: 'sync', // Needs no additional processes, as reads are small.
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0', // Suits two cores and short statements, and keeps /dev/shm free, which has 64 MB in containers.
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export interface LaunchedPostgres {
  readonly pid: number;
  readonly port: number;
  readonly exited: Promise<unknown>;
}

/**
 * Starts the server of the cluster and resolves when the server accepts connections.
 *
 * @throws StartupError when the server does not start
 */
export async function launchPostgres(
  files: ClusterFiles,
  program: PostgresProgram,
  user: ProcessUser,
): Promise<LaunchedPostgres> {
  if ((fs.statSync(files.log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT)
    fs.renameSync(files.log, `${files.log}.1`);
  const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS;
  for (let attempts = 0; ; attempts++) {
    const from = fs.statSync(files.log, { throwIfNoEntry: false })?.size ?? 0;
    const launched = await tryLaunch(files, program, user);
    if (launched !== undefined) return launched;
    const output = fs.readFileSync(files.log).subarray(from).toString('utf8');
    if (/could not bind|could not create any TCP/.test(output) && attempts < 20) continue; // Another process took the port.
    if (/shared memory block .* is still in use/.test(output) && Date.now() < deadline) {
      await pause(100);
      continue;
    }
    throw new StartupError(`the database did not start: ${reasonIn(output)} (its log is ${files.log})`);
  }
}

/** Extracts the reason why a server did not start from what it wrote. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line)) ?? lines.at(-1);
  return reason?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'no output';
}

async function tryLaunch(
  files: ClusterFiles,
  program: PostgresProgram,
  user: ProcessUser,
): Promise<LaunchedPostgres | undefined> {
  const port = await freePort();
  const output = fs.openSync(files.log, 'a', 0o600);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = (() => {
    try {
      return runPostgres(
        program.postgres,
        user,
        [files.data],
        ([data]) => ['-D', data as string, '-p', String(port), ...settings],
        output,
      );
    } finally {
      fs.closeSync(output);
    }
  })();
  let hasExited = false;
  const exited = once(child, 'exit').then(
    () => (hasExited = true),
    (error: Error) => {
      hasExited = true;
      fs.appendFileSync(files.log, `FATAL:  ${error.message}\n`);
    },
  );
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (hasExited) return undefined;
    const postmaster = readPostmaster(files.data);
    if (postmaster?.pid === child.pid && postmaster?.ready) break;
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      await exited;
      throw new StartupError(
        `the database was not ready within ${START_TIMEOUT_MS / 1000} s (its log is ${files.log})`,
      );
    }
    await pause(10);
  }
  child.unref();
  return { pid: child.pid as number, port, exited };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
