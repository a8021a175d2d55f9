import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCluster } from './cluster/check-cluster.ts';

const [seconds = 60, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);
if (!(seconds > 0) || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run check:cluster [-- SECONDS [SEED]]\n');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'quire-cluster-'));
let wrong = true;
try {
  const { violations, ...figures } = await checkCluster({
    seconds,
    seed,
    folder,
    log: (line) => process.stdout.write(`${line}\n`),
  });
  wrong = violations.length > 0;
  process.stdout.write(`${seconds} s, seed ${seed}: ${JSON.stringify(figures)}\n`);
  for (const violation of violations) process.stdout.write(`WRONG ${violation}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(wrong ? 1 : 0);
