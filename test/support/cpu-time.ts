import { readdirSync, readFileSync } from 'node:fs';

/**
 * How long a processor was busy for this process while something ran, in milliseconds. Tests that bound the time of
 * an algorithm ask for this: what else the machine does meanwhile is not counted.
 */
export function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same of work that others do for this process too: its other threads, and PostgreSQL for one database (Linux only). */
export async function cpuTimeOfAll(work: () => Promise<unknown>, databaseUrl?: string): Promise<number> {
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl).pathname.slice(1);
  const [before, stored] = [process.cpuUsage(), cpuTimeOfDatabase(database)];
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 + cpuTimeOfDatabase(database) - stored;
}

/** Processor time of the connections to a database of this machine, which have its name in their titles. */
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

/** How long a processor was busy for a running process, in milliseconds; Linux only, exact to ten of them. */
export function cpuTimeOfProcess(pid: number): number {
  // Fields 14 and 15 of proc_pid_stat(5), in ticks of USER_HZ, which is 100 on every architecture that Node has; the second field may have spaces, in parentheses.
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/**
 * Processor time of this thread alone since it started, in milliseconds, exact to ten of them; the time of the clock
 * where the system does not tell it.
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
 * Longest stretch for which the main thread kept everybody else waiting while something ran, in milliseconds of its own
 * processor time: what other threads and processes take meanwhile is not counted.
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
