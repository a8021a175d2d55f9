import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Identity of a running process whose start time cannot be read (Windows, hidden /proc). */
const UNKNOWN_IDENTITY = 'unknown';

/**
 * Returns a text that identifies one run of a process. Process ids are reused; a process id with its start time is not,
 * within one boot, and on Linux the text includes the boot. Returns undefined when the process does not run; a zombie
 * does not run.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !canSignal(pid)) return undefined;
  if (process.platform === 'linux') return identityFromProc(pid);
  if (process.platform === 'win32') return UNKNOWN_IDENTITY;
  return identityFromPs(pid);
}

/** Reports whether the process with this identity still runs. */
export function isSameProcessRunning(pid: number, identity: string): boolean {
  const now = processIdentity(pid);
  return now !== undefined && (now === identity || now === UNKNOWN_IDENTITY || identity === UNKNOWN_IDENTITY);
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function identityFromProc(pid: number): string | undefined {
  let stat: string;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return canSignal(pid) ? UNKNOWN_IDENTITY : undefined;
  }
  // proc(5): the command may contain spaces and brackets, so fields are counted from the last bracket; field 3 is the
  // state, field 22 the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${bootId()}/${fields[19] ?? ''}`;
}

function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function identityFromPs(pid: number): string | undefined {
  const ps = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  if (ps.error !== undefined) return UNKNOWN_IDENTITY;
  const [state = '', ...start] = ps.stdout.trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : start.join(' ');
}
