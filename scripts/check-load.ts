import { join } from 'node:path';
import { checkLoad, type ReaderTimes } from './load/check-load.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

const MAX_P99_MS = 250;
const MAX_MEGABYTES = 700;

const [seconds = 60] = process.argv.slice(2).map(Number);
if (!(seconds > 0)) {
  process.stderr.write('usage: npm run check:load [-- SECONDS]\n');
  process.exit(2);
}

const formatTimes = ({ requests, p50, p99, longest }: ReaderTimes): string =>
  `${requests} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;

const figures = await withTemporaryFolder('load', (folder) => checkLoad({ seconds, dataDir: join(folder, 'data') }));
const { calm, underLoad, peakMegabytes = 0, hostile } = figures;
process.stdout.write(
  `calm: ${formatTimes(calm)}\nunder load: ${formatTimes(underLoad)}\nmemory: ${peakMegabytes.toFixed(0)} MB at most\n`,
);
process.stdout.write(`hostile requests: ${JSON.stringify(hostile)}\n`);
const isWithin = underLoad.p99 < MAX_P99_MS && peakMegabytes < MAX_MEGABYTES;
if (!isWithin) process.stdout.write(`WRONG: p99 has to be below ${MAX_P99_MS} ms, memory below ${MAX_MEGABYTES} MB\n`);
process.exit(isWithin ? 0 : 1);
