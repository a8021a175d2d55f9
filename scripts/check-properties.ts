/**
 * Tries the properties of the unit tests with FACTOR times as many cases as the tests do, drawn anew: `npm run
 * check:properties -- [FACTOR] [FILE…]`. Mocha prints a counterexample with the seed that gives it again.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [factor = '20', ...requested] = process.argv.slice(2);
if (!(Number(factor) > 0)) throw new Error(`FACTOR must be a positive number, not ${factor}`);

const filesWithProperties = (): readonly string[] =>
  readdirSync('test/unit', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test/unit', name))
    .filter((path) => readFileSync(path, 'utf8').includes('checkProperty('));

const { status } = spawnSync(
  'npx',
  ['mocha', '--timeout', '0', ...(requested.length > 0 ? requested : filesWithProperties())],
  { stdio: 'inherit', env: { ...process.env, PROPERTY_FACTOR: factor } },
);
process.exit(status ?? 1);
