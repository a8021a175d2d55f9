import { readFileSync } from 'node:fs';
import type { HeapProfiler, Profiler, Runtime } from 'node:inspector';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { dirname, join, relative } from 'node:path';
import { HOTTEST, hottestNamed, type HottestRequest } from './hottest.ts';
import { load } from './processes.ts';
import { withMeasured } from './measured.ts';
import { TOKEN, type World } from './world.ts';

/** Duration of a profile, in seconds. */
const SECONDS = 6;
/** Number of functions and of modules that are printed. */
const SHOWN = 25;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Costs of a function itself, without those that it calls. */
interface Cost {
  readonly callFrame: Runtime.CallFrame;
  readonly amount: number;
}
const requestedNames = hottestNamed(process.argv.slice(2).filter((argument) => argument !== '--allocations'));
const measured = process.argv.includes('--allocations') ? 'allocations' : 'time';

const maps = new Map<string, SourceMap | undefined>();
function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    let map: SourceMap | undefined;
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    } catch {
      // A file of a package is its own source.
    }
    maps.set(file, map);
  }
  return maps.get(file);
}

/** Returns the source file of a function, relative to the project. */
function sourceOf({ url, lineNumber, columnNumber }: Runtime.CallFrame): string {
  if (!url.startsWith('file:')) return url || '(runtime)';
  const file = fileURLToPath(url);
  const entry = mapOf(file)?.findEntry(lineNumber, columnNumber);
  return relative(root, entry && 'originalSource' in entry ? join(dirname(file), entry.originalSource) : file);
}

/** Module to which a source belongs: a package, or a folder of the project. */
const moduleOf = (source: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source.split('/').slice(0, 3).join('/');

/** Sums up the microseconds of each function. */
function timesOf({ nodes, samples, timeDeltas }: Profiler.Profile): Cost[] {
  const microseconds = new Map<number, number>();
  for (const [i, id] of samples!.entries()) microseconds.set(id, (microseconds.get(id) ?? 0) + timeDeltas![i]!);
  return nodes
    .filter(({ callFrame }) => callFrame.functionName !== '(idle)')
    .map(({ id, callFrame }) => ({ callFrame, amount: microseconds.get(id) ?? 0 }));
}

/** Sums up the bytes that each function allocates. */
function allocationsOf({ head }: HeapProfiler.SamplingHeapProfile): Cost[] {
  const costs: Cost[] = [];
  const visit = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): void => {
    costs.push({ callFrame, amount: selfSize });
    children.forEach(visit);
  };
  visit(head);
  return costs;
}

/** Prints what a request costs the main thread, by function and by module: its time, or the bytes that it allocates. */
async function profile(world: World, name: HottestRequest): Promise<void> {
  const { quire } = world;
  const run = await HOTTEST[name](world);
  const start = { url: quire.url, token: TOKEN, connections: 10, seconds: SECONDS, ...run };
  await load(start);
  quire.process.send(measured);
  const { perSecond } = await load(start);
  const answer = new Promise<unknown>((resolve) => quire.process.once('message', resolve));
  quire.process.send('profiled');
  const costs =
    measured === 'time'
      ? timesOf((await answer) as Profiler.Profile)
      : allocationsOf((await answer) as HeapProfiler.SamplingHeapProfile);
  const byFunction = new Map<string, number>();
  const byModule = new Map<string, number>();
  let total = 0;
  for (const { callFrame, amount } of costs) {
    const source = sourceOf(callFrame);
    const label = `${callFrame.functionName || '(anonymous)'} ${source}:${callFrame.lineNumber + 1}`;
    byFunction.set(label, (byFunction.get(label) ?? 0) + amount);
    byModule.set(moduleOf(source), (byModule.get(moduleOf(source)) ?? 0) + amount);
    total += amount;
  }
  const unit = measured === 'time' ? 'µs' : 'bytes';
  const perRequest = (amount: number): string =>
    (amount / (perSecond * SECONDS)).toFixed(measured === 'time' ? 1 : 0).padStart(8);
  const print = (title: string, amounts: ReadonlyMap<string, number>): void => {
    console.log(`\n  ${title}`);
    const shown = [...amounts].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
    for (const [label, amount] of shown) console.log(`${perRequest(amount)} ${unit}  ${label}`);
  };
  console.log(
    `\n${name}: ${Math.round(perSecond)}/s, ${perRequest(total).trim()} ${unit} of the main thread per request`,
  );
  print('by module', byModule);
  print('by function', byFunction);
}

await withMeasured([100, 10_000], true, async ({ world }) => {
  for (const name of requestedNames) await profile(world, name);
});
