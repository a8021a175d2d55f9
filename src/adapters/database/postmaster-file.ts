import fs from 'node:fs';
import path from 'node:path';
import { processIdentity } from './process-identity.ts';

/** Content of postmaster.pid, in which PostgreSQL describes its running server (lines defined in miscadmin.h). */
export interface Postmaster {
  readonly pid: number;
  /** Start time in seconds since 1970. */
  readonly startedAt: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads the server that is recorded for `data`; undefined when none is. */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = readPidFile(data)?.split('\n');
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, startedAt: Number(lines[2]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Reports whether `postmaster` still runs and is not another program that reuses its process id; the working directory
 * of the process decides.
 */
export function isServingDirectory(data: string, postmaster: Postmaster): boolean {
  if (processIdentity(postmaster.pid) === undefined) return false;
  if (process.platform !== 'linux') return true; // Logging in with the password of this cluster decides.
  try {
    return fs.realpathSync(`/proc/${postmaster.pid}/cwd`) === fs.realpathSync(data);
  } catch {
    return hasPostgresCommandLine(postmaster); // Root without CAP_SYS_PTRACE, as in a container, cannot read the link.
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
 * Makes a left-over postmaster.pid harmless when its process id belongs to another program now, because PostgreSQL
 * would refuse to start. Only the process id is replaced, with that of this process, which PostgreSQL treats as stale
 * because it is its own parent. The other lines let PostgreSQL detect old server processes that still use the shared
 * memory.
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
