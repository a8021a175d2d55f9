import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { dirname, join, relative } from 'node:path';
import { searchedWords, searching } from './groups/searches.ts';
import { pageText } from './page-text.ts';
import { load } from './processes.ts';
import { withMeasured } from './measured.ts';
import { TOKEN, type Requests, type World } from './world.ts';

/**
 * Prints where the main thread spends its time in each of the hottest requests: CPU time per request, by function and
 * by module. `npm run profile -- search` profiles only these.
 */
const SECONDS = 6;
const SHOWN = 25;
const root = fileURLToPath(new URL('..', import.meta.url));

const requests: Record<string, (world: World) => Requests> = {
  space: ({ space }) => ({ paths: [`/v1/spaces/${space.spaceId}`] }),
  page: ({ space }) => ({
    paths: space.pages.map((page) => `/v1/spaces/${space.spaceId}/content/page/${page}?format=markdown`),
  }),
  list: ({ organization }) => ({ paths: [`/v1/orgs/${organization}/spaces?limit=50`] }),
  search: ({ space }) => ({ paths: searchedWords.map((word) => searching(space, word)) }),
  update: ({ space }) => ({
    method: 'POST',
    paths: [`/v1/spaces/${space.spaceId}/content`],
    body: JSON.stringify({
      changes: [{ operation: 'update_page', page: space.pages[7], document: { markdown: pageText(7, '[<id>]') } }],
    }),
    connections: 1,
  }),
};
const names = Object.keys(requests);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : names;
for (const name of wanted)
  if (!names.includes(name)) throw new Error(`no such request: ${name}; there are ${names.join(', ')}`);

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
function sourceOf({ url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame']): string {
  if (!url.startsWith('file:')) return url || '(runtime)';
  const file = fileURLToPath(url);
  const entry = mapOf(file)?.findEntry(lineNumber, columnNumber);
  return relative(root, entry && 'originalSource' in entry ? join(dirname(file), entry.originalSource) : file);
}

/** Module to which a source belongs: a package, or a folder of the project. */
const moduleOf = (source: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source.split('/').slice(0, 3).join('/');

async function profile(world: World, name: string): Promise<void> {
  const { quire } = world;
  const run = requests[name]!(world);
  const start = { url: quire.url, token: TOKEN, connections: 10, seconds: SECONDS, ...run };
  await load(start);
  quire.process.send('profile');
  const { perSecond } = await load(start);
  const answer = new Promise<Profiler.Profile>((resolve) =>
    quire.process.once('message', (message) => resolve(message as Profiler.Profile)),
  );
  quire.process.send('profiled');
  const { nodes, samples, timeDeltas } = await answer;
  const microseconds = new Map<number, number>();
  for (const [i, id] of samples!.entries()) microseconds.set(id, (microseconds.get(id) ?? 0) + timeDeltas![i]!);
  const byFunction = new Map<string, number>();
  const byModule = new Map<string, number>();
  let total = 0;
  for (const { id, callFrame } of nodes) {
    const time = microseconds.get(id) ?? 0;
    if (callFrame.functionName === '(idle)') continue;
    const source = sourceOf(callFrame);
    const label = `${callFrame.functionName || '(anonymous)'} ${source}:${callFrame.lineNumber + 1}`;
    byFunction.set(label, (byFunction.get(label) ?? 0) + time);
    byModule.set(moduleOf(source), (byModule.get(moduleOf(source)) ?? 0) + time);
    total += time;
  }
  const perRequest = (time: number): string => (time / (perSecond * SECONDS)).toFixed(1).padStart(8);
  const print = (title: string, times: ReadonlyMap<string, number>): void => {
    console.log(`\n  ${title}`);
    const shown = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
    for (const [label, time] of shown) console.log(`${perRequest(time)} µs  ${label}`);
  };
  console.log(`\n${name}: ${Math.round(perSecond)}/s, ${perRequest(total).trim()} µs of the main thread per request`);
  print('by module', byModule);
  print('by function', byFunction);
}

await withMeasured([100, 10_000], true, async ({ world }) => {
  for (const name of wanted) await profile(world, name);
});
