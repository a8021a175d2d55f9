import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkHistory } from './history/check-history.ts';

const [seconds = 60, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);
if (!(seconds > 0) || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run check:history [-- SECONDS [SEED]]\n');
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'quire-history-'));
let wrong = true;
try {
  const { violations, kills, revisions, outcomes } = await checkHistory({ seconds, seed, dataDir: join(work, 'data') });
  wrong = violations.length > 0;
  process.stdout.write(
    `${seconds} s, seed ${seed}: killed ${kills} times, ${revisions} revisions; ${Object.entries(outcomes)
      .map(([outcome, n]) => `${n} ${outcome}`)
      .join(', ')}\n`,
  );
  for (const violation of violations) process.stdout.write(`WRONG ${violation}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit(wrong ? 1 : 0);
