import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { conversions } from './groups/conversions.ts';
import { git } from './groups/git.ts';
import { library } from './groups/library.ts';
import { merges } from './groups/merges.ts';
import { pages } from './groups/pages.ts';
import { searches } from './groups/searches.ts';
import { hotPages, sites } from './groups/sites.ts';
import { edits, reads } from './groups/throughput.ts';
import { withMeasured } from './measured.ts';
import { residentMegabytes } from './processes.ts';
import { COMPARED, type World } from './world.ts';

/**
 * Measures the budgets of the design as ratios to the floor in the same run: the floor and Quire alternate on the same
 * database, and medians are compared. `npm run bench -- edits git` measures only these groups, `QUICK=1` shortens the
 * runs; a complete run writes its results to bench/results.md.
 */
const RATIOS = { reads, edits, hotPages };
const FIGURES = { pages, sites, searches, library, merges, git, conversions };
const groups = Object.keys({ ...RATIOS, ...FIGURES });
const requestedGroups = process.argv.slice(2);
const unknown = requestedGroups.filter((name) => !groups.includes(name));
if (unknown.length > 0) throw new Error(`no such group: ${unknown.join(', ')}; there are ${groups.join(', ')}`);
const whole = requestedGroups.length === 0;
const quick = process.env['QUICK'] === '1';

await withMeasured(quick ? [100, 10_000] : [100, 10_000, 100_000], quick, async ({ world, startMs }) => {
  const memory = (): Promise<number> => residentMegabytes(world.quire.process.pid!);
  const idle = await memory();
  const run = async (all: Readonly<Record<string, (world: World) => Promise<void>>>): Promise<void> => {
    for (const [name, group] of Object.entries(all)) if (whole || requestedGroups.includes(name)) await group(world);
  };

  world.note(COMPARED);
  await run(RATIOS);
  world.note('\n| latency, memory | budget | seen |\n|---|---|---|');
  const { git: withGit, conversions: withConversions, ...ofTheApi } = FIGURES;
  await run(ofTheApi);
  await pause(10_000);
  world.row(
    'memory of Node, 10 s after reads, edits, searches, copies and merges',
    '≤ 350 MB',
    `**${await memory()} MB**`,
  );
  await run({ git: withGit, conversions: withConversions });
  const loaded = await memory();
  // Idle threads end after a while.
  await pause(10_000);
  world.row(
    'memory of Node, 10 s after Git sync of 10,000 pages, a website and prints too; right after them',
    '≤ 400 MB',
    `**${await memory()} MB**; ${loaded} MB`,
  );
  world.row('start with an existing database, to the first answer', '≤ 1,500 ms', `**${Math.round(startMs)} ms**`);
  world.row('memory of Node, idle', '≤ 150 MB', `**${idle} MB**`);
  if (whole && !quick)
    writeFileSync(new URL('./results.md', import.meta.url), `${header(world)}${world.lines.join('\n')}\n`);
});

function header({ seconds, rounds }: World): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}, embedded PostgreSQL 18`;
  return [
    '# Benchmark results',
    '',
    `${new Date().toISOString().slice(0, 10)}; ${machine}; ${seconds} s × ${rounds} rounds, 10 connections unless the row says otherwise.`,
    'The floors are Koa with prepared statements through `pg` on the same database, in the same run, with answers of the same size (bench/floor.ts).',
    'Run it with `npm run bench`.',
    '',
    '',
  ].join('\n');
}
