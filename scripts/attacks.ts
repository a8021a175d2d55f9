import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { testTitlesOf } from './test-titles.ts';

/**
 * Checks the attacks of docs/security.md against the tests: each has at least one running test with its number in the
 * title, and no title has a number that the page does not list. An attack on a missing feature needs no test.
 */
const ROW = /^\| +(\d+) +\| .* \| (.*?) +\|$/gm;
const ID = /\[A(\d+)\]/g;
const NOTHING_TO_ATTACK = /^no .* exists?$/;

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.test.ts'),
);
const tested = new Set<number>();
const named = new Set<number>();
for (const name of testFiles) {
  const source = ts.createSourceFile(name, readFileSync(join('test', name), 'utf8'), ts.ScriptTarget.Latest, true);
  for (const { text, runs } of testTitlesOf(source))
    for (const [, id] of text.matchAll(ID)) {
      named.add(Number(id));
      if (runs) tested.add(Number(id));
    }
}
const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(ROW)].map(
  ([, id, result]) => [Number(id), result!] as const,
);
const listed = new Set(rows.map(([id]) => id));

const problems = [
  ...rows.filter(([id], at) => id !== at + 1).map(([id]) => `attack ${id} is out of order`),
  ...rows
    .filter(([id, result]) => !tested.has(id) && !NOTHING_TO_ATTACK.test(result))
    .map(([id]) => `attack ${id} has no test: put [A${id}] into a title`),
  ...[...named]
    .filter((id) => !listed.has(id))
    .map((id) => `[A${id}] in a title of a test is not listed in docs/security.md`),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exit(1);
process.stdout.write(`${rows.length} attacks have their tests\n`);
