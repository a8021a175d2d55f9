import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { countsOf, differencesOf, lowered, type Counts } from './vocabulary/baseline.ts';
import { findViolations } from './vocabulary/find-violations.ts';
import { areaOf, type Violation } from './vocabulary/violation.ts';

/**
 * Checks names and texts for banned words: `npm run vocabulary`. Places that existed when a rule was introduced are
 * counted in a baseline, whose counts only fall: `-- --write` lowers them to what is left, and deletes the file when
 * nothing is. `-- --list` shows every place.
 */
const BASELINE = 'scripts/vocabulary-baseline.json';

const violations = findViolations('.');
const counts = countsOf(violations);
const baseline: Counts = existsSync(BASELINE) ? JSON.parse(readFileSync(BASELINE, 'utf8')) : {};
const print = ({ file, line, rule, found, suggestion }: Violation): void =>
  void process.stderr.write(`${file}:${line}: ${rule}: ${found} → ${suggestion}\n`);

if (process.argv.includes('--list')) violations.forEach(print);
if (process.argv.includes('--write')) {
  const rest = lowered(baseline, counts);
  if (Object.keys(rest).length > 0) writeFileSync(BASELINE, `${JSON.stringify(rest, null, 2)}\n`);
  else rmSync(BASELINE, { force: true });
}

const differences = differencesOf(baseline, counts);
const risen = differences.filter(({ allowed, found }) => found > allowed);
for (const { rule, area, allowed, found } of risen) {
  for (const violation of violations) if (violation.rule === rule && areaOf(violation.file) === area) print(violation);
  process.stderr.write(`${area} has ${found} violations of the rule ${rule}; ${allowed} are allowed\n`);
}
if (!process.argv.includes('--write') && differences.length > risen.length)
  process.stdout.write('Fewer violations are left than the baseline allows: run npm run vocabulary -- --write\n');
if (risen.length > 0) process.exit(1);
process.stdout.write(`${violations.length} places are left to be worded by the vocabulary\n`);
