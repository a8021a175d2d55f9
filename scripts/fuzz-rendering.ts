/**
 * Searches for texts that take long to read or render: `npm run fuzz:rendering -- [SECONDS] [SEED] [--reader
 * NAME,NAME]`. Generates repeated short strings and mixtures of them, measures the processor time of every reader of
 * foreign text that runs on the main thread at 4 kB, and measures the worst again at 16 kB, 64 kB and 1 MB as long as
 * they stay affordable. Prints the worst texts of each reader with the growth of their cost: of the longest stretch
 * between two pauses, and in total. The same seed gives the same texts.
 */
import { parseArgs } from 'node:util';
import type { Pausable } from '../src/domain/kernel/pausable.ts';
import { KNOWN_TEXTS, randomText, seededRandom, textOf, type HostileText } from './rendering/hostile-texts.ts';
import { READERS, type Reader } from './rendering/readers.ts';

const FIRST_LENGTH = 4_000;
const LENGTHS = [16_000, 64_000, 250_000, 1_000_000];
/** Expected time in milliseconds beyond which a text is not measured at the next length. */
const AFFORDABLE_MS = 4_000;
const KEPT = 6;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { reader: { type: 'string' } } });
const seconds = Number(positionals[0] ?? 60);
const seed = Number(positionals[1] ?? 1);
const requestedReaders = values.reader?.split(',');
const readers = Object.entries(READERS).filter(([name]) => requestedReaders?.includes(name) ?? true);

interface Measured {
  readonly text: HostileText;
  readonly ms: number;
}

/** Processor time in milliseconds, in total and of the longest stretch between two pauses. */
interface Cost {
  readonly total: number;
  readonly longest: number;
}

async function measure(reader: Reader, text: string): Promise<Cost> {
  const since = process.cpuUsage();
  const taken = (): number => process.cpuUsage(since).user / 1000;
  const reading = reader(text);
  if (!isPausable(reading)) {
    await reading;
    return { total: taken(), longest: taken() };
  }
  let [longest, before] = [0, 0];
  for (let isDone = false; !isDone;) {
    isDone = reading.next().done === true;
    const now = taken();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return { total: before, longest };
}

const isPausable = (reading: unknown): reading is Pausable<unknown> =>
  typeof (reading as Pausable<unknown> | undefined)?.next === 'function';

const worst = new Map<string, Measured[]>(readers.map(([name]) => [name, []]));

async function look(text: HostileText): Promise<void> {
  const written = textOf(text, FIRST_LENGTH);
  for (const [name, reader] of readers) {
    const kept = worst.get(name)!;
    const least = kept.length < KEPT ? 0 : kept.at(-1)!.ms;
    let ms = (await measure(reader, written)).total;
    // A second look leaves out what the compiler and the garbage collector took.
    if (ms > least) ms = Math.min(ms, (await measure(reader, written)).total);
    if (ms <= least) continue;
    kept.push({ text, ms });
    kept.sort((a, b) => b.ms - a.ms).splice(KEPT);
  }
}

const random = seededRandom(seed);
const until = performance.now() + seconds * 1000;
let count = 0;
for (const text of KNOWN_TEXTS) await look(text);
for (; performance.now() < until; count++) await look(randomText(random));

console.log(`${count} texts, seed ${seed}; milliseconds of processor time by length`);
for (const [name, reader] of readers) {
  console.log(`\n${name}`);
  for (const { text, ms } of worst.get(name)!) {
    const measurements = [`${FIRST_LENGTH}: ${ms.toFixed(1)}`];
    let last = { length: FIRST_LENGTH, ms };
    for (const length of LENGTHS) {
      if (last.ms * (length / last.length) ** 2 > AFFORDABLE_MS) break;
      const { total, longest } = await measure(reader, textOf(text, length));
      last = { length, ms: total };
      measurements.push(`${length}: ${longest.toFixed(0)} of ${total.toFixed(0)}`);
    }
    console.log(`  ${text.shape} ${JSON.stringify(text.parts)}  ${measurements.join('  ')}`);
  }
}
