import { findViolations } from './vocabulary/find-violations.ts';

/** Checks names, API texts, messages and test titles for banned words: `npm run vocabulary` lists every place. */
const violations = findViolations('.');
for (const { file, line, rule, found, suggestion } of violations)
  process.stderr.write(`${file}:${line}: ${rule}: ${found} → ${suggestion}\n`);
if (violations.length > 0) process.exit(1);
process.stdout.write('no banned words in names and texts\n');
