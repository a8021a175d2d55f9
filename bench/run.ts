import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../src/adapters/database/embedded-postgres.ts';
import { exportTimes } from './git-export.ts';
import { timedImports } from './git-imports.ts';
import { median, timeGitMerge } from './git-merge.ts';
import type { Figures, Load } from './load.ts';
import { floorServer, load, quireServer, residentMegabytes, script } from './processes.ts';
import type { SeededSpace } from './seeding.ts';
import { printed } from './print.ts';
import { servedWebsite } from './website.ts';

/**
 * The budgets of the design, as ratios against the floor in the same run: the floor and Quire take turns on the same
 * database, and medians are compared. `QUICK=1` shortens the runs. Figures go to bench/results.md.
 */
const quick = process.env['QUICK'] === '1';
const SECONDS = quick ? 2 : 5;
const ROUNDS = quick ? 1 : 3;
const CONNECTIONS = 10;
const token = 'bench-token-bench-token-bench';

const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
const database = await startEmbeddedPostgres({ dataDir: folder });
const lines: string[] = [];
const note = (line: string): void => {
  lines.push(line);
  console.log(line);
};
const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

try {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' });
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'quire'), ADMIN_TOKEN: token, ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' };
  const first = await quireServer(env);
  await first.stop();
  const sizes = quick ? [100, 10_000] : [100, 10_000, 100_000];
  const seeded: SeededSpace[] = JSON.parse(await script('./seed.ts', sizes.map(String), { DATABASE_URL: database.url }));
  const space = seeded.find(({ size }) => size === 10_000)!;

  const started = performance.now();
  const quire = await quireServer(env);
  const startMs = performance.now() - started;
  const idle = await residentMegabytes(quire.process.pid!);
  const floor = await floorServer(database.url);
  const api = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(quire.url + path, { method, headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const answer = response.status === 204 ? undefined : await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const organization = (await api('GET', '/v1/orgs')).items[0].id;
  for (let i = 0; i < 60; i++) await api('POST', `/v1/orgs/${organization}/spaces`, { title: `Space ${i}` });

  /** Floor and subject by turns, each once before that counts, so that neither is measured while it is compiled; the ratio of the medians. */
  const compare = async (job: string, budget: string, theFloor: Partial<Load> & { paths: string[] }, subject: Partial<Load> & { paths: string[] }): Promise<void> => {
    const figures: Record<'floor' | 'quire', Figures[]> = { floor: [], quire: [] };
    for (let i = 0; i <= ROUNDS; i++) {
      const base = await load({ url: floor.url, connections: CONNECTIONS, seconds: SECONDS, ...theFloor });
      const ours = await load({ url: quire.url, token, connections: CONNECTIONS, seconds: SECONDS, ...subject });
      if (i === 0) continue;
      figures.floor.push(base);
      figures.quire.push(ours);
    }
    const perSecond = (of: Figures[]): number => median(of.map((each) => each.perSecond));
    const [base, ours] = [perSecond(figures.floor), perSecond(figures.quire)];
    const errors = figures.quire.reduce((sum, each) => sum + each.errors, 0);
    note(`| ${job} | ${budget} | ${Math.round(base)}/s | ${Math.round(ours)}/s | **${round(ours / base)}** | ${errors === 0 ? '' : `${errors} errors`} |`);
  };

  note('| job | budget | floor | Quire | ratio | |');
  note('|---|---|---|---|---|---|');
  const row = [`/row/${space.spaceId}`];
  await compare('GET space', '≥ 0.7', { paths: row }, { paths: [`/v1/spaces/${space.spaceId}`] });
  await compare('GET page, 10,000 pages', '≥ 0.7', { paths: row }, { paths: space.pages.map((page) => `/v1/spaces/${space.spaceId}/content/page/${page}?format=markdown`) });
  await compare('list of 50 spaces', '≥ 0.5', { paths: [`/list/${organization}`] }, { paths: [`/v1/orgs/${organization}/spaces?limit=50`] });

  const searched = Array.from({ length: 100 }, (_, i) => (i * 7) % 997);
  const searching = ({ spaceId }: SeededSpace, words: string | number): string => `/v1/spaces/${spaceId}/search?limit=10&query=${words}`;
  await compare('search, 10 of 120 pages that have the word', '≥ 0.7', { paths: searched.map((word) => `/search/${space.spaceId}/${word}`) }, { paths: searched.map((word) => searching(space, word)) });

  const changeRequest = (await api('POST', `/v1/spaces/${space.spaceId}/change-requests`, { subject: 'bench' })).id;
  const edit = (change: object): string => JSON.stringify({ changes: [change] });
  const content = `/v1/spaces/${space.spaceId}/change-requests/${changeRequest}/content`;
  const insert = { paths: ['/insert'], method: 'POST' as const, body: '{}' };
  await compare('update one page, 1 writer', '≥ 0.5', { ...insert, connections: 1 }, { paths: [content], method: 'POST', connections: 1, body: edit({ operation: 'update_page', page: space.pages[7], document: { markdown: '# Changed\n\n[<id>]\n' } }) });
  await compare('insert one page, 1 writer', '≥ 0.5', { ...insert, connections: 1 }, { paths: [content], method: 'POST', connections: 1, body: edit({ operation: 'insert_page', title: 'New [<id>]', slug: '[<id>]', document: { markdown: 'new' } }) });
  await compare('update one page of the live content, 1 writer', '≥ 0.5', { ...insert, connections: 1 }, { paths: [`/v1/spaces/${space.spaceId}/content`], method: 'POST', connections: 1, body: edit({ operation: 'update_page', page: space.pages[11], document: { markdown: '# Changed\n\nSome words of [<id>] that are found.\n' } }) });
  await compare('update one page, 20 writers on one branch', 'no errors', { ...insert, connections: 20 }, { paths: [content], method: 'POST', connections: 20, body: edit({ operation: 'update_page', page: space.pages[9], document: { markdown: '# Changed\n\n[<id>]\n' } }) });

  note('');
  note('| latency | budget | seen |');
  note('|---|---|---|');
  /** Pages that nobody has read since the start, then the same ones again. */
  const pageLatency = async ({ spaceId, pages }: SeededSpace): Promise<{ first: number; again: number }> => {
    const pass = async (): Promise<number> => {
      const times: number[] = [];
      for (const page of pages.slice(0, 100)) {
        const from = performance.now();
        await (await fetch(`${quire.url}/v1/spaces/${spaceId}/content/page/${page}?format=markdown`, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer();
        times.push(performance.now() - from);
      }
      return median(times);
    };
    const first = await pass();
    await pass();
    return { first, again: await pass() };
  };
  const [least, most] = [await pageLatency(seeded[0]!), await pageLatency(seeded.at(-1)!)];
  const [few, many] = [seeded[0]!.size, seeded.at(-1)!.size];
  note(`| GET page, p50 at ${many} pages against ${few} | ≤ 1.2 × | ${round(most.again)} ms / ${round(least.again)} ms = **${round(most.again / least.again)}** |`);
  note(`| GET page that nobody read before, p50 at ${many} pages against ${few} | ≤ 1.2 × | ${round(most.first)} ms / ${round(least.first)} ms = **${round(most.first / least.first)}** |`);

  const largest = seeded.at(-1)!;
  const searchTimes = async (words: readonly (string | number)[]): Promise<string> => {
    const times: number[] = [];
    for (const word of words) {
      const from = performance.now();
      await api('GET', searching(largest, word));
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    return `p50 ${round(times[times.length >> 1]!, 1)} ms, p95 **${round(times[Math.floor(times.length * 0.95)]!, 1)} ms**`;
  };
  note(`| search at ${largest.size} pages, a word that ${Math.round((largest.size * 12) / 997)} pages have | p95 ≤ 50 ms | ${await searchTimes([...searched, ...searched])} |`);
  note(`| search at ${largest.size} pages, two words, one of them in every page | p95 ≤ 50 ms | ${await searchTimes(searched.map((word) => `configuration%20${word}`))} |`);
  note(`| search at ${largest.size} pages, a word that every page has | | ${await searchTimes(Array.from({ length: 20 }, () => 'documentation'))} |`);

  const shelf = (await api('POST', `/v1/orgs/${organization}/collections`, { title: 'Shelf' })).id;
  const moveMs = async ({ spaceId }: SeededSpace): Promise<number> => {
    const from = performance.now();
    await api('POST', `/v1/spaces/${spaceId}/move`, { parent: shelf });
    await api('POST', `/v1/spaces/${spaceId}/move`, { parent: null });
    return (performance.now() - from) / 2;
  };
  const moves: Record<'least' | 'most', number[]> = { least: [], most: [] };
  for (let i = 0; i < 20; i++) {
    moves.least.push(await moveMs(seeded[0]!));
    moves.most.push(await moveMs(largest));
  }
  const [small, large] = [median(moves.least), median(moves.most)];
  note(`| move a space of ${largest.size} pages against ${seeded[0]!.size} | ratio near 1 | ${round(large, 1)} ms / ${round(small, 1)} ms = **${round(large / small)}** |`);

  const thousand = Array.from({ length: 1_000 }, (_, k) => (k % 2 === 0 ? `[${k}](/pages/${space.pages[k % space.pages.length]}#part-${k})` : `[${k}](https://example.org/${k})`)).join(' ');
  const linking = (await api('POST', `/v1/spaces/${space.spaceId}/content`, { changes: [{ operation: 'insert_page', title: 'Links', document: { markdown: thousand } }] })).changes[0].page.id;
  const linkTimes: number[] = [];
  for (let i = 0; i < 50; i++) {
    const from = performance.now();
    await api('GET', `/v1/spaces/${space.spaceId}/content/page/${linking}/links`);
    linkTimes.push(performance.now() - from);
  }
  note(`| links of a page of 1,000 links, the first 50 with the status of all | | p50 **${round(median(linkTimes), 1)} ms** |`);

  const merges: number[] = [];
  const updates: number[] = [];
  for (let i = 0; i < (quick ? 5 : 15); i++) {
    const change = async (offset: number, says = 'new'): Promise<string> => {
      const { id } = await api('POST', `/v1/spaces/${space.spaceId}/change-requests`, {});
      const changes = Array.from({ length: 10 }, (_, k) => ({ operation: 'update_page', page: space.pages[(offset + i * 20 + k) % space.pages.length], document: { markdown: `# Merge ${i}\n\n${k} ${offset} ${says}\n` } }));
      await api('POST', `/v1/spaces/${space.spaceId}/change-requests/${id}/content`, { changes });
      return id;
    };
    const [ours, theirs, clashing] = [await change(0), await change(10), await change(10, 'other')];
    await api('POST', `/v1/spaces/${space.spaceId}/change-requests/${theirs}/merge`);
    const from = performance.now();
    await api('POST', `/v1/spaces/${space.spaceId}/change-requests/${ours}/merge`);
    merges.push(performance.now() - from);
    const before = performance.now();
    const { conflicts } = await api('POST', `/v1/spaces/${space.spaceId}/change-requests/${clashing}/update`);
    updates.push(performance.now() - before);
    if (conflicts.length !== 10) throw new Error(`${conflicts.length} conflicts instead of 10`);
  }
  const gitMs = timeGitMerge(10_000, quick ? 3 : 7);
  note(`| update a change request of 10,000 pages with 10 conflicts, over HTTP | | **${round(median(updates), 1)} ms** |`);
  note(`| merge 10 pages into 10,000 that moved by 10 others, over HTTP | ≤ 20 ms | **${round(median(merges), 1)} ms** (\`git merge\` of the same: ${round(gitMs, 1)} ms) |`);
  const exports = await exportTimes(api, organization, 10_000, quick ? 2 : 5);
  note(`| export one changed page of 10,000 to a Git repository, from the request to the end; one that was renamed; nothing | | **${round(exports.page / 1000)} s**; ${round(exports.renamed / 1000)} s; ${round(exports.nothing / 1000)} s |`);
  const imported = quick ? 1_000 : 10_000;
  const { clone, whole, changed } = await timedImports(api, organization, imported);
  note(`| import ${imported.toLocaleString('en')} pages from Git over HTTP against \`git clone\` | ≤ 3 × | ${round(whole / 1000, 1)} s / ${round(clone / 1000, 1)} s = **${round(whole / clone, 1)}** |`);
  note(`| import 10 changed files of them against all | ≤ 0.05 | ${round(changed)} ms = **${round(changed / whole)}** |`);
  const pages = 500;
  const website = await servedWebsite(pages);
  const target = (await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Imported' })).id;
  const asked: number[] = [];
  let importing = true;
  const watching = (async () => {
    while (importing) {
      const from = performance.now();
      await api('GET', `/v1/spaces/${target}`);
      asked.push(performance.now() - from);
    }
  })();
  const since = performance.now();
  const { importedResources } = await api('POST', `/v1/spaces/${target}/content/import`, { url: website.url, source: 'website' });
  const importMs = performance.now() - since;
  importing = false;
  await watching;
  website.stop();
  note(`| import a website of ${pages} pages (${importedResources} brought); others meanwhile | ≤ 20 s; none waits 250 ms | **${round(importMs / 1000, 1)} s**; p50 ${round(median(asked))} ms, longest ${round(Math.max(...asked))} ms |`);
  for (const size of quick ? [100] : [100, 1_000]) {
    const { ms, bytes, longestWait } = await printed(api, organization, size);
    note(`| PDF of ${size.toLocaleString('en')} pages, ${round(bytes / 1e6, 1)} MB; others meanwhile | ≤ 30 ms a page; none waits 250 ms | **${round(ms / 1000, 1)} s**; longest ${round(longestWait)} ms |`);
  }
  const duplicateMs = async ({ spaceId }: SeededSpace): Promise<number> => {
    const from = performance.now();
    const { id } = await api('POST', `/v1/spaces/${spaceId}/duplicate`);
    const took = performance.now() - from;
    await fetch(`${quire.url}/v1/spaces/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    return took;
  };
  // What follows from a copy is made beside this: the least of five is what it takes.
  const duplicates: Record<'least' | 'most', number[]> = { least: [], most: [] };
  for (let i = 0; i < 5; i++) {
    duplicates.least.push(await duplicateMs(seeded[0]!));
    duplicates.most.push(await duplicateMs(largest));
  }
  const [smallest, greatest] = [Math.min(...duplicates.least), Math.min(...duplicates.most)];
  note(`| duplicate a space of ${largest.size} pages against ${seeded[0]!.size} | ratio near 1 | ${round(greatest, 1)} ms / ${round(smallest, 1)} ms = **${round(greatest / smallest)}** |`);
  note(`| start with an existing database, to the first answer | ≤ 1,500 ms | **${Math.round(startMs)} ms** |`);
  note(`| memory of Node, idle | ≤ 150 MB | **${idle} MB** |`);
  const loaded = await residentMegabytes(quire.process.pid!);
  // Threads end when nobody has needed them for a while.
  await pause(10_000);
  note(`| memory of Node, 10 s after this load; right after it | ≤ 300 MB | **${await residentMegabytes(quire.process.pid!)} MB**; ${loaded} MB |`);
  await floor.stop();
  await quire.stop();

  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}, embedded PostgreSQL 18`;
  const header = `# Benchmark results\n\n${new Date().toISOString().slice(0, 10)}; ${machine}; ${SECONDS} s × ${ROUNDS} rounds, ${CONNECTIONS} connections unless the row says otherwise.\nThe floor is Koa with one statement through \`pg\` on the same database, in the same run (bench/floor.ts). Run it with \`npm run bench\`.\n\n`;
  if (!quick) writeFileSync(new URL('./results.md', import.meta.url), `${header}${lines.join('\n')}\n`);
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
