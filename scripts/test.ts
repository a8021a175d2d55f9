import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESULTS_FILE, type FileResult } from '../test/support/file-results.ts';
import {
  startTestServer,
  TEST_SERVER,
  TestDatabases,
  type TestServer,
} from '../test/support/persistence/test-databases.ts';
import { longestFirst, takeBatch } from './test-batches.ts';
import { failedFiles, withRepeated, type Batch, type Counts } from './test-results.ts';

/** Maximum number of parallel runs, because each has its own servers and browsers, which take memory. */
const MAX_RUNS = 4;
/** Time after its summary within which a process must end, unless something that a test started keeps it alive. */
const EXIT_TIMEOUT_MS = 60_000;
const FOLDERS = ['test/unit', 'test/acceptance', 'test/process'];
/** Seconds of the test files that take at least one; `npm test -- --record` writes them. */
const DURATIONS = 'test/durations.json';
const SLOWEST = 10;
/** Most failed files that are run again: with more of them, the cause is hardly the load of the machine. */
const MAX_REPEATED = 10;

/** The other entry point starts this one as a child process, which could not be killed from here. */
const mocha = join(createRequire(import.meta.url).resolve('mocha/package.json'), '../lib/cli/cli.js');
const SUM = /^\s+\d+ passing/m;
/**
 * Threads of the garbage collector would compete with the other runs for the processors, while each run waits for its
 * own ones: a file takes a third longer with them on a busy machine. With a larger young generation (in MB) most objects
 * die before they are copied: a file with many requests takes a twentieth less.
 */
const NODE_OPTIONS = ['--single-threaded-gc', '--max-semi-space-size=64', '--import', 'tsx'];
const FAILURES = /^\s+\d+ failing[^]*/m;
const numberOf = (what: string, said: string): number =>
  Number(new RegExp(`^\\s+(\\d+) ${what}`, 'm').exec(said)?.[1] ?? 0);

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name));

const folder = mkdtempSync(join(tmpdir(), 'quire-test-run-'));
const running = new Set<ChildProcess>();
const servers: { stop(): Promise<void> }[] = [];
let processes = 0;

/** Runs Mocha on files; its output is passed on immediately if `live`, else at the end. */
function run(files: readonly string[], environment: NodeJS.ProcessEnv, live: boolean): Promise<Batch> {
  const receiver = join(folder, `results-${++processes}.json`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, mocha, ...files], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...environment, [RESULTS_FILE]: receiver },
    });
    running.add(child);
    const said: string[] = [];
    let ending: NodeJS.Timeout | undefined;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.push(text);
      if (live) process.stdout.write(text);
      if (ending === undefined && SUM.test(text)) ending = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(ending);
      running.delete(child);
      const all = said.join('');
      if (!live) process.stdout.write(all);
      if (signal === 'SIGKILL')
        process.stdout.write('\n  This process had to be killed: something that a test started goes on.\n');
      const results: Record<string, FileResult> = existsSync(receiver)
        ? JSON.parse(readFileSync(receiver, 'utf8'))
        : {};
      const counts = { files, results, passing: numberOf('passing', all), pending: numberOf('pending', all) };
      const failing = numberOf('failing', all);
      if (failing > 0) resolve({ ...counts, failing, failure: FAILURES.exec(all)![0] });
      // An aborted process counts as failed, whatever it reported before.
      else if (code !== 0 || signal !== null)
        resolve({
          ...counts,
          failing: 1,
          failure: `  A process ended with ${signal ?? code}: ${files.join(' ')}\n`,
        });
      else resolve({ ...counts, failing });
    });
  });
}

/** Builds the bundle once, before processes of tests start it: a build takes as long as several tests. */
function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('the build failed');
}

/** Starts the server on which all processes of one run create their databases. */
async function startServer(number: number): Promise<TestServer> {
  const server = await startTestServer(join(folder, `server-${number}`));
  servers.push(server);
  return { url: server.url, template: await new TestDatabases(async () => server.url).template() };
}

/** Runs the files in several processes one after the other, in parallel runs that take batches from one queue. */
async function runAll(files: readonly string[], runs: number): Promise<Batch[]> {
  const seconds = existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
  const queue = longestFirst(files, seconds);
  const isBuilt = files.some((file) => file.includes('test/process/'));
  if (isBuilt) build();
  const batches: Batch[] = [];
  const environments = await Promise.all(
    Array.from({ length: runs }, async (_, number) => ({
      ...process.env,
      [TEST_SERVER]: JSON.stringify(await startServer(number)),
      ...(isBuilt && { QUIRE_TEST_BUILT: '1' }),
    })),
  );
  await Promise.all(
    environments.map(async (environment) => {
      while (queue.length > 0) batches.push(await run(takeBatch(queue, runs), environment, false));
    }),
  );
  return repeatFailed(batches, environments[0]!);
}

/**
 * Runs the files with failures once more, one batch at a time: tests of browsers and processes wait for other programs,
 * which may take too long beside parallel runs. What passes now is named as unstable; what fails again has failed.
 */
async function repeatFailed(batches: readonly Batch[], environment: NodeJS.ProcessEnv): Promise<Batch[]> {
  if (batches.flatMap(failedFiles).length > MAX_REPEATED) return [...batches];
  const results: Batch[] = [];
  for (const batch of batches) {
    const failed = failedFiles(batch);
    if (failed.length === 0) {
      results.push(batch);
      continue;
    }
    const again = await run(failed, environment, false);
    if (again.failing === 0) process.stdout.write(`\n  Unstable, passed when run again by itself:\n${batch.failure}\n`);
    results.push(withRepeated(batch, again));
  }
  return results;
}

async function cleanUp(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.kill(process.pid, signal)));

/** Runs all or the named tests in as many parallel runs as the machine has processors, and ends with their sum. */
const records = process.argv.includes('--record');
const named = process.argv.slice(2).filter((argument) => argument !== '--record');
const files = named.length > 0 ? named : FOLDERS.flatMap(testsIn);
const started = performance.now();
try {
  const runs = Math.min(MAX_RUNS, availableParallelism());
  const batches = files.length <= runs ? [await run(files, process.env, true)] : await runAll(files, runs);
  const sum = (what: keyof Counts): number => batches.reduce((total, each) => total + each[what], 0);

  const slowest = batches
    .flatMap(({ results }) => Object.entries(results))
    .map(([file, { seconds }]) => [file, seconds] as const)
    .sort(([, a], [, b]) => b - a);
  if (named.length === 0) {
    process.stdout.write(`\n  The slowest files of ${Math.round((performance.now() - started) / 1000)} s:\n`);
    for (const [file, seconds] of slowest.slice(0, SLOWEST))
      process.stdout.write(`  ${seconds.toFixed(1).padStart(6)} s  ${file}\n`);
  }
  if (records) {
    const lasting = slowest.filter(([, seconds]) => seconds >= 1).map(([file, s]) => [file, Math.round(s * 10) / 10]);
    writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(lasting.sort()), null, 2)}\n`);
  }
  if (processes > 1) for (const { failure } of batches) if (failure !== undefined) process.stdout.write(`\n${failure}`);
  process.stdout.write(
    `\n${sum('passing')} passed, ${sum('failing')} failed${sum('pending') > 0 ? `, ${sum('pending')} skipped` : ''}\n`,
  );
  process.exitCode = sum('failing') > 0 || sum('passing') === 0 ? 1 : 0;
} finally {
  await cleanUp();
}
