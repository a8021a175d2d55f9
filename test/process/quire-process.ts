import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atTheEnd, WITHOUT_REQUEST_LIMITS } from '../support/backends.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A run of several processes builds before them all. */
let built = process.env['QUIRE_TEST_BUILT'] === '1';

/** Builds the bundle of `npm start`, once. */
function build(): void {
  if (built) return;
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
  built = true;
}

export interface RunOptions {
  readonly uid?: number;
  readonly gid?: number;
  /** Measures for how long the main thread blocks others. */
  readonly recordsTurns?: boolean;
}
export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

/** Process of Quire whose environment contains only the paths of programs. */
export class QuireProcess {
  readonly ended: Promise<ProcessResult>;
  stdout = '';
  stderr = '';
  readonly #started = performance.now();
  readonly #waiting = new Set<() => void>();

  private constructor(readonly child: ChildProcess) {
    child.stdout!.on('data', (chunk) => this.#notify(() => (this.stdout += chunk)));
    child.stderr!.on('data', (chunk) => this.#notify(() => (this.stderr += chunk)));
    this.ended = once(child, 'close').then(([code, signal]) => {
      this.#notify(() => {});
      return { code, signal, milliseconds: performance.now() - this.#started };
    });
    atTheEnd(async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await this.ended;
    });
  }

  /** Starts the server; PORT is a free one by default. */
  static start(environment: Record<string, string>, options: RunOptions = {}): QuireProcess {
    return QuireProcess.run('main.js', [], { PORT: '0', ...WITHOUT_REQUEST_LIMITS, ...environment }, options);
  }
  /** Runs the command line to its end. */
  static async command(
    args: readonly string[],
    environment: Record<string, string>,
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const process = QuireProcess.run('cli.js', args, environment);
    const { code } = await process.ended;
    return { code, stdout: process.stdout, stderr: process.stderr };
  }
  static run(
    program: string,
    args: readonly string[],
    environment: Record<string, string>,
    { recordsTurns = false, ...options }: RunOptions = {},
  ): QuireProcess {
    build();
    const { PATH = '', SystemRoot } = process.env;
    const env = { PATH, ...(SystemRoot !== undefined && { SystemRoot }), ...environment };
    const recorder = recordsTurns ? ['--import', new URL('turn-recorder.mjs', import.meta.url).href] : [];
    return new QuireProcess(
      spawn(process.execPath, ['--enable-source-maps', ...recorder, `dist/${program}`, ...args], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'pipe', ...(recordsTurns ? (['ipc'] as const) : [])],
        ...options,
      }),
    );
  }

  /**
   * Returns the URL of the server once it is ready.
   *
   * @throws Error when the process ends before
   */
  async ready(): Promise<string> {
    return (await this.says(/Quire is ready on (\S+)/))[1]!;
  }
  /** Resolves with the first match in the output, on either stream. */
  async says(what: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = what.exec(this.stdout) ?? what.exec(this.stderr);
      if (found !== null) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`it ended without saying ${what}: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }
  /** Returns the token that the process prints or stores. */
  static token(dataDir: string): string {
    return readFileSync(`${dataDir}/admin-token`, 'utf8').trim();
  }
  /**
   * Returns the longest stretch since the last call for which the main thread blocked others, in milliseconds of
   * processor time. Only for a process that records turns.
   */
  async longestTurn(): Promise<number> {
    const answer = once(this.child, 'message');
    this.child.send('longest turn');
    return ((await answer) as [number])[0];
  }
  /** Sends the signal and waits for the end. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<ProcessResult & { readonly took: number }> {
    const from = performance.now();
    this.child.kill(signal);
    const ended = await this.ended;
    return { ...ended, took: performance.now() - from };
  }

  #notify(note: () => void): void {
    note();
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** Reads the process id of the database from its file in the data directory. */
export const databasePid = (dataDir: string): number =>
  Number(readFileSync(`${dataDir}/pg18/postmaster.pid`, 'utf8').split('\n')[0]);

/** Reports whether a process runs; a zombie does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Lists the processes that work in a directory; Linux only. */
export function processesIn(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory);
      } catch {
        return false;
      }
    });
}
