import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Scripts of package.json with their arguments, the longest first. */
const CHECKS: readonly (readonly [script: string, ...args: string[]])[] = [
  ['lint'],
  ['types'],
  ['format:check'],
  ['openapi', '--check'],
  ['clients', '--check'],
  ['openapi:lint'],
  ['imports'],
  ['licenses', '--check'],
  ['vocabulary'],
  ['attacks'],
];

/** Runs one check; resolves to whether it passed, after a line about it and, if it failed, what it printed. */
function check([script, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - started) / 1000);
      process.stdout.write(
        code === 0 ? `ok      ${script} (${seconds} s)\n` : `failed  ${script} (${seconds} s)\n${printed}`,
      );
      resolve(code === 0);
    });
  });
}

/** Runs all checks, as many at once as there are processors. */
const queue = [...CHECKS];
const failed: string[] = [];
await Promise.all(
  Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) if (!(await check(next))) failed.push(next[0]);
  }),
);
if (failed.length > 0) {
  process.stdout.write(`\n${failed.length} of ${CHECKS.length} checks failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
