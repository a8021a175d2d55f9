import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Figures, Load } from './load.ts';

const run = promisify(execFile);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * Runs a script of this folder to its end.
 *
 * @returns its output
 */
export async function script(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', here(file), ...args], {
    env: { ...process.env, ...env },
    maxBuffer: 1e9,
  });
  return stdout;
}

/** Generates load from a separate process. */
export const load = async (options: Load): Promise<Figures> =>
  JSON.parse(await script('./load.ts', [JSON.stringify(options)]));

export interface Server {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a server and waits for the line in which `ready` finds its address. */
export async function serve(args: readonly string[], env: Record<string, string>, ready: RegExp): Promise<Server> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${printed}`)));
    child.stdout!.on('data', (chunk: Buffer) => {
      if (printed.length < 10_000) printed += chunk;
      const found = ready.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  child.stdout!.resume();
  return {
    url,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** @param connections number of connections to the database */
export const floorServer = (databaseUrl: string, connections: number): Promise<Server> =>
  serve(
    ['--import', 'tsx', here('./floor.ts')],
    { DATABASE_URL: databaseUrl, CONNECTIONS: String(connections) },
    /^(http\S+)/m,
  );
/** Starts Quire like `npm start`, with a recorder of its statements and a profiler. */
export const quireServer = (env: Record<string, string>): Promise<Server> =>
  serve(
    [
      '--enable-source-maps',
      '--max-semi-space-size=8',
      '--import',
      here('./statement-recorder.mjs'),
      '--import',
      here('./profiler.mjs'),
      here('../dist/main.js'),
    ],
    { PORT: '0', MALLOC_TRIM_THRESHOLD_: '131072', ...env },
    /ready on (\S+)/,
  );
/** Serves the bare repositories of a folder over HTTP. */
export const gitServer = (folder: string): Promise<Server> =>
  serve(['--import', 'tsx', here('./git-server.ts'), folder], {}, /^(http\S+)/m);

/** Reads the resident memory in MB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Math.round(Number(stdout) / 1024);
}
