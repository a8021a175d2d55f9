import { readdirSync, readFileSync } from 'node:fs';

/**
 * Number of times that Mocha repeats a test that exceeded its bound of time. Garbage collection or another process can
 * disturb one measurement; code that is too slow fails every time.
 */
export const RETRIES_OF_MEASUREMENTS = 2;

/** Processor time of the calibration on the machine that the bounds of the tests are written for. */
const CALIBRATION_MS = 30;
let slowness: number | undefined;

/**
 * Returns how many times slower this machine is than the one that the bounds of the tests are written for; 1 where it
 * is as fast or faster. The first call takes three times the calibration.
 */
export function slownessOfMachine(): number {
  return (slowness ??= Math.max(
    1,
    Math.min(...Array.from({ length: 3 }, () => processorTimeOf(calibrate))) / CALIBRATION_MS,
  ));
}

/** Does what most tests spend their time with: objects are allocated, serialized and parsed. */
function calibrate(): void {
  const objects = Array.from({ length: 40_000 }, (_, i) => ({ id: `id${i}`, position: i, tags: ['a', 'b'] }));
  JSON.parse(JSON.stringify(objects));
}

function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Measures the processor time of this process during a task, in milliseconds of the machine that bounds are written
 * for. Tests use it to bound the time of an algorithm independent of the machine and its load.
 */
export const cpuTimeOf = (work: () => void): number => processorTimeOf(work) / slownessOfMachine();

/**
 * Measures the processor time of a task including that of other threads, and of PostgreSQL for one database (Linux
 * only), in milliseconds of the machine that bounds are written for.
 */
export async function cpuTimeOfAll(work: () => Promise<unknown>, databaseUrl?: string): Promise<number> {
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl).pathname.slice(1);
  const [before, stored] = [process.cpuUsage(), cpuTimeOfDatabase(database)];
  await work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 + cpuTimeOfDatabase(database) - stored) / slownessOfMachine();
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
 * Measures the longest stretch for which the main thread blocked others during a task: its processor time, in
 * milliseconds of the machine that bounds are written for.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  const slower = slownessOfMachine();
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
  return longest / slower;
}
