import fs from 'node:fs';
import path from 'node:path';
import { processIdentity } from './process-identity.ts';

/** What PostgreSQL writes of itself into its data directory (postmaster.pid; miscadmin.h gives the lines). */
export interface Postmaster {
  readonly pid: number;
  /** When it started, in seconds since 1970. */
  readonly startedAt: number;
  readonly port: number;
  readonly ready: boolean;
}

/** The server that says it runs on `data`; undefined when none does. */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = readPidFile(data)?.split('\n');
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, startedAt: Number(lines[2]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Whether `postmaster` still runs, and is not another program that was given its process id: what it works in tells. */
export function isServingDirectory(data: string, postmaster: Postmaster): boolean {
  if (processIdentity(postmaster.pid) === undefined) return false;
  if (process.platform !== 'linux') return true; // the log-in with this cluster's password decides
  try {
    return fs.realpathSync(`/proc/${postmaster.pid}/cwd`) === fs.realpathSync(data);
  } catch {
    return hasPostgresCommandLine(postmaster); // root without CAP_SYS_PTRACE, as in a container
  }
}

function hasPostgresCommandLine({ pid, port }: Postmaster): boolean {
  try {
    const [program = '', ...args] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return path.basename(program) === 'postgres' && args[args.indexOf('-p') + 1] === String(port);
  } catch {
    return false;
  }
}

/**
 * Makes a left-over postmaster.pid harmless when its process id now belongs to another program: PostgreSQL would refuse to
 * start. The file itself stays: its other lines let PostgreSQL see whether old server processes still use the shared
 * memory. It takes its own parent's id, ours, for a stale one.
 */
export function neutralizePostmasterFile(data: string): void {
  const old = readPidFile(data);
  if (old === undefined) return;
  const file = path.join(data, 'postmaster.pid');
  const { uid, gid } = fs.statSync(file);
  const rest = old.includes('\n') ? old.slice(old.indexOf('\n')) : '\n';
  fs.writeFileSync(`${file}.next`, `${process.pid}${rest}`, { mode: 0o600 });
  if (process.getuid?.() === 0) fs.chownSync(`${file}.next`, uid, gid);
  fs.renameSync(`${file}.next`, file);
}

function readPidFile(data: string): string | undefined {
  try {
    return fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
