import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Maximum number of parallel runs, because each has its own servers and browsers, which take memory. */
const MAX_RUNS = 4;
/** Time after its summary within which a run must end, unless something that a test started keeps it alive. */
const EXIT_TIMEOUT_MS = 60_000;
const FOLDERS = ['test/unit', 'test/acceptance', 'test/process'];

interface Counts {
  passing: number;
  pending: number;
  failing: number;
}

/** The other entry point starts this one as a child process, which could not be killed from here. */
const mocha = join(createRequire(import.meta.url).resolve('mocha/package.json'), '../lib/cli/cli.js');
const SUM = /^\s+\d+ passing/m;
const numberOf = (what: string, said: string): number =>
  Number(new RegExp(`^\\s+(\\d+) ${what}`, 'm').exec(said)?.[1] ?? 0);

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name));

/** Distributes files round-robin, so that neighboring files with similar costs go to different runs. */
function distribute(files: readonly string[], runs: number): string[][] {
  return Array.from({ length: runs }, (_, run) => files.filter((_file, at) => at % runs === run)).filter(
    ({ length }) => length > 0,
  );
}

/** Runs mocha on files; its output is passed on immediately if `live`, else at the end. */
function run(files: readonly string[], live: boolean): Promise<Counts> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', mocha, ...files], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
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
      const all = said.join('');
      if (!live) process.stdout.write(all);
      if (signal === 'SIGKILL')
        process.stdout.write('\n  This run had to be killed: something that a test started goes on.\n');
      const counts = {
        passing: numberOf('passing', all),
        pending: numberOf('pending', all),
        failing: numberOf('failing', all),
      };
      // An aborted run counts as failed, whatever it reported before.
      if ((code !== 0 || signal !== null) && counts.failing === 0) counts.failing = 1;
      resolve(counts);
    });
  });
}

/** Runs all or the named tests in as many parallel runs as the machine has processors, and ends with their sum. */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : FOLDERS.flatMap(testsIn);
const runs = distribute(files, Math.min(MAX_RUNS, availableParallelism()));
const counts = await Promise.all(runs.map((files, at) => run(files, at === 0)));
const sum = (what: keyof Counts): number => counts.reduce((total, each) => total + each[what], 0);
process.stdout.write(
  `\n${sum('passing')} passed, ${sum('failing')} failed${sum('pending') > 0 ? `, ${sum('pending')} skipped` : ''}\n`,
);
process.exitCode = sum('failing') > 0 || sum('passing') === 0 ? 1 : 0;
