import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresProgram } from './postgres-program.ts';
import { processIdentity, isSameProcessRunning } from './process-identity.ts';

/**
 * Time for an orderly shutdown; afterwards the server is told to stop at once and recovers from its log at the next
 * start.
 */
const GRACEFUL_STOP_MS = 20_000;

/**
 * Stops the server `pid` in fast mode: closes connections, rolls open transactions back and writes a checkpoint.
 * Resolves when the process has ended, including processes that are not children of this one.
 *
 * @param exited resolves when a child process has ended; absent for other processes
 */
export async function stopPostgres(
  pid: number,
  data: string,
  program: PostgresProgram,
  exited?: Promise<unknown>,
): Promise<void> {
  const identity = processIdentity(pid);
  if (identity === undefined) return;
  if (process.platform === 'win32') return stopWithProgram(data, program);
  sendSignal(pid, 'SIGINT');
  const immediateStopAt = Date.now() + GRACEFUL_STOP_MS;
  let isStoppingImmediately = false;
  while (isSameProcessRunning(pid, identity)) {
    if (!isStoppingImmediately && Date.now() > immediateStopAt) {
      isStoppingImmediately = true;
      sendSignal(pid, 'SIGQUIT');
    }
    await Promise.race([pause(10), ...(exited === undefined ? [] : [exited])]);
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Stops the server with `pg_ctl`, because Windows has no signals between processes. */
async function stopWithProgram(data: string, program: PostgresProgram): Promise<void> {
  const child = spawn(program.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w'], { stdio: 'ignore', windowsHide: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`pg_ctl could not stop the database in ${data}`);
}
