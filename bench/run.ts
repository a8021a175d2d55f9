import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../src/adapters/database/embedded-postgres.ts';
import { measureMs } from './figures.ts';
import { conversions } from './groups/conversions.ts';
import { git } from './groups/git.ts';
import { library } from './groups/library.ts';
import { merges } from './groups/merges.ts';
import { pages } from './groups/pages.ts';
import { searches } from './groups/searches.ts';
import { edits, reads } from './groups/throughput.ts';
import { floorServer, quireServer, residentMegabytes, script, type Server } from './processes.ts';
import type { SeededSpace } from './seeding.ts';
import { apiOf, TOKEN, World } from './world.ts';

/**
 * Measures the budgets of the design as ratios to the floor in the same run: the floor and Quire alternate on the same
 * database, and medians are compared. `npm run bench -- edits git` measures only these groups, `QUICK=1` shortens the
 * runs; a complete run writes its results to bench/results.md.
 */
const RATIOS = { reads, edits };
const FIGURES = { pages, searches, library, merges, git, conversions };
const groups = Object.keys({ ...RATIOS, ...FIGURES });
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !groups.includes(name));
if (unknown.length > 0) throw new Error(`no such group: ${unknown.join(', ')}; there are ${groups.join(', ')}`);
const whole = wanted.length === 0;
const quick = process.env['QUICK'] === '1';

const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
const database = await startEmbeddedPostgres({ dataDir: folder });
try {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  });
  // Limits are counted as in production, but never reached.
  const limits = ['READ', 'SEARCH', 'WRITE', 'HEAVY', 'HEAVY_ORGANIZATION', 'ANONYMOUS', 'ANONYMOUS_SEARCH'];
  const unreached = Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '1000000000']));
  const env = {
    ...unreached,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'quire'),
    ADMIN_TOKEN: TOKEN,
    ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
  };
  const first = await quireServer(env);
  await first.stop();
  const sizes = quick ? [100, 10_000] : [100, 10_000, 100_000];
  const spaces: SeededSpace[] = JSON.parse(
    await script('./seed.ts', sizes.map(String), { DATABASE_URL: database.url }),
  );

  let quire!: Server;
  const startMs = await measureMs(async () => (quire = await quireServer(env)));
  const memory = (): Promise<number> => residentMegabytes(quire.process.pid!);
  const idle = await memory();
  const organization = (await apiOf({ quire })('GET', '/v1/orgs')).items[0].id;
  const world = new World(quire, await floorServer(database.url), organization, spaces, quick);
  const run = async (all: Readonly<Record<string, (world: World) => Promise<void>>>): Promise<void> => {
    for (const [name, group] of Object.entries(all)) if (whole || wanted.includes(name)) await group(world);
  };

  world.note('| job | budget | floor | Quire | ratio | |\n|---|---|---|---|---|---|');
  await run(RATIOS);
  world.note('\n| latency, memory | budget | seen |\n|---|---|---|');
  const { git: withGit, conversions: withConversions, ...ofTheApi } = FIGURES;
  await run(ofTheApi);
  await pause(10_000);
  world.row(
    'memory of Node, 10 s after reads, edits, searches, copies and merges',
    '≤ 300 MB',
    `**${await memory()} MB**`,
  );
  await run({ git: withGit, conversions: withConversions });
  const loaded = await memory();
  // Idle threads end after a while.
  await pause(10_000);
  world.row(
    'memory of Node, 10 s after Git sync of 10,000 pages, a website and prints too; right after them',
    '≤ 300 MB',
    `**${await memory()} MB**; ${loaded} MB`,
  );
  world.row('start with an existing database, to the first answer', '≤ 1,500 ms', `**${Math.round(startMs)} ms**`);
  world.row('memory of Node, idle', '≤ 150 MB', `**${idle} MB**`);
  await world.floor.stop();
  await quire.stop();

  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}, embedded PostgreSQL 18`;
  const header = `# Benchmark results\n\n${new Date().toISOString().slice(0, 10)}; ${machine}; ${world.seconds} s × ${world.rounds} rounds, 10 connections unless the row says otherwise.\nThe floor is Koa with one statement through \`pg\` on the same database, in the same run (bench/floor.ts). Run it with \`npm run bench\`.\n\n`;
  if (whole && !quick) writeFileSync(new URL('./results.md', import.meta.url), `${header}${world.lines.join('\n')}\n`);
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
