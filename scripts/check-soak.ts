import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSoak } from './soak/check-soak.ts';
import type { Growth } from './soak/growth.ts';

const [seconds = 600, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);
if (!(seconds >= 30) || !Number.isInteger(seed) || process.platform !== 'linux') {
  process.stderr.write('usage, on Linux: npm run check:soak [-- SECONDS [SEED]], at least 30 seconds\n');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'quire-soak-'));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const formatGrowth = ({ mean, least, most, growth, error }: Growth): string =>
  `${mean.toFixed(0)} (${least.toFixed(0)} to ${most.toFixed(0)}), growth ${growth.toFixed(1)} ± ${error.toFixed(1)}`;
let wrong = true;
try {
  const { violations, nodes, connections, steps } = await checkSoak({ seconds, seed, folder, log: print });
  wrong = violations.length > 0;
  print(`${seconds} s, seed ${seed}: ${JSON.stringify(steps)}`);
  for (const [name, { megabytes, files }] of Object.entries(nodes))
    print(`${name}: memory in MB ${formatGrowth(megabytes)}; open files ${formatGrowth(files)}`);
  print(`connections to the database: ${formatGrowth(connections)}`);
  for (const violation of violations) print(`WRONG ${violation}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(wrong ? 1 : 0);
