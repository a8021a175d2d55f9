import { readdirSync, readFileSync } from 'node:fs';

/**
 * How often Mocha repeats a test that bounds time and exceeded its bound. Garbage collection or another process can
 * disturb one measurement; code that is too slow fails every time.
 */
export const RETRIES_OF_MEASUREMENTS = 2;

/**
 * Measures the processor time of this process during a task, in milliseconds. Tests use it to bound the time of an
 * algorithm independent of the load of the machine.
 */
export function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Measures the processor time of a task including that of other threads, and of PostgreSQL for one database (Linux
 * only).
 */
export async function cpuTimeOfAll(work: () => Promise<unknown>, databaseUrl?: string): Promise<number> {
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl).pathname.slice(1);
  const [before, stored] = [process.cpuUsage(), cpuTimeOfDatabase(database)];
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 + cpuTimeOfDatabase(database) - stored;
}

/** Returns the processor time of the local connections to a database, which have its name in their titles. */
function cpuTimeOfDatabase(database: string | undefined): number {
  if (database === undefined || process.platform !== 'linux') return 0;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return title.startsWith('postgres: ') && title.includes(` ${database} `)
          ? sum + cpuTimeOfProcess(Number(pid))
          : sum;
      } catch {
        // The process has ended since the folder was listed.
        return sum;
      }
    }, 0);
}

/** Returns the processor time of a running process, in milliseconds; Linux only, with a precision of ten. */
export function cpuTimeOfProcess(pid: number): number {
  // Fields 14 and 15 of proc_pid_stat(5), in ticks of USER_HZ, which is 100 on every architecture of Node; the second
  // field may contain spaces, in parentheses.
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/**
 * Returns the processor time of this thread since its start, in milliseconds with a precision of ten; wall-clock time
 * where the system does not report it.
 */
const cpuTimeOfMainThread = (): number => {
  if (process.platform !== 'linux') return performance.now();
  const [user, system] = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
};
const TICK_MS = 5;

/**
 * Measures the longest stretch for which the main thread blocked others during a task, in milliseconds of its own
 * processor time.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuTimeOfMainThread();
  const tick = (): void => {
    const now = cpuTimeOfMainThread();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
    tick();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
