/**
 * Tries Quire on real repositories: `npm run trial -- FOLDER` serves each `*.bundle` of the folder over HTTP on
 * loopback, imports every project into an instance on an embedded database, checks the import against files and
 * summary, edits and merges, publishes, checks the words and links of the pages, searches, and prints. Exits with code
 * 1 on any failed check. `npm run trial -- FOLDER searches` only imports and searches; a search that does not find its
 * page fails too. `npm run trial -- FOLDER sites` only imports, publishes and checks the pages.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { startInstance } from '../src/instance.ts';
import { WITHOUT_REQUEST_LIMITS } from '../test/support/backends.ts';
import { apiOf, must } from '../test/support/world.ts';
import { serveGit } from '../test/unit/adapters/git/git-server.ts';
import { projectsOf, Repository } from './trial/repository.ts';
import { importProject, tryPages, tryProject, type ImportOutcome, type PagesOutcome } from './trial/try-project.ts';
import { SEARCHES } from './trial/search-queries.ts';
import { isFound, trySearches, type SearchOutcome } from './trial/try-searches.ts';

const [folder, part] = process.argv.slice(2);
if (folder === undefined || (part !== undefined && part !== 'searches' && part !== 'sites')) {
  process.stderr.write(
    'usage: npm run trial -- FOLDER [searches|sites]    (a folder with Git bundles; one part alone)\n',
  );
  process.exit(2);
}
const searchesAlone = part === 'searches';

const work = mkdtempSync(join(tmpdir(), 'quire-trial-'));
let failed = false;
try {
  const served = join(work, 'served');
  const server = await serveGit(served);
  const config = readConfig({
    ...WITHOUT_REQUEST_LIMITS,
    PORT: '0',
    DATA_DIR: join(work, 'data'),
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
  });
  const instance = await startInstance(config, { welcome: false, drainMs: 1_000 });
  try {
    const api = apiOf(instance, instance.adminToken);
    const organization = must(await api.get('/v1/orgs'), 200).items[0];
    const outcomes: ImportOutcome[] = [];
    const searches: SearchOutcome[] = [];
    const pages: PagesOutcome[] = [];
    for (const bundle of readdirSync(folder)
      .filter((name) => name.endsWith('.bundle'))
      .sort()) {
      const name = basename(bundle, '.bundle');
      if (searchesAlone && SEARCHES[name] === undefined) continue;
      execFileSync('git', ['clone', '--quiet', '--bare', join(folder, bundle), join(served, `${name}.git`)]);
      const repository = new Repository(
        join(served, `${name}.git`),
        `http://127.0.0.1:${server.port}/${name}.git`,
        join(work, 'clones'),
      );
      for (const project of projectsOf(repository)) {
        if (searchesAlone) {
          const { spaceId } = await importProject(api, organization.id, repository, project);
          searches.push(...(await trySearches(api, spaceId, repository.name, project.directory)));
          continue;
        }
        if (part === 'sites') {
          pages.push(await tryPages(api, organization.id, repository, project));
          continue;
        }
        const outcome = await tryProject(api, organization.id, repository, project);
        outcomes.push(outcome);
        searches.push(...(await trySearches(api, outcome.spaceId, repository.name, project.directory)));
      }
    }
    if (part === 'sites') {
      printPages(pages);
      failed = pages.length === 0 || pages.some(({ amiss }) => amiss.length > 0);
    } else
      failed = searchesAlone
        ? searches.length === 0 || !searches.every(isFound)
        : outcomes.length === 0 || outcomes.some(({ amiss }) => amiss.length > 0);
    if (part === undefined) print(outcomes);
    printSearches(searches);
  } finally {
    await instance.stop();
    server.close();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

function print(outcomes: readonly ImportOutcome[]): void {
  const columns = [
    'project',
    'pages',
    'files',
    'import s',
    'clone s',
    'warnings',
    'infos',
    'summary',
    'bytes',
    'export s',
    'whole s',
    'page s',
    'edit+merge s',
    'again s',
    'opened',
    'page ms',
    'page kB',
    'words',
    'links',
    'headings',
    'pdf s',
    'MB',
    'sheets',
    'titled',
    'lines',
  ] as const;
  const rows = outcomes.map((one) =>
    [
      one.project,
      one.pages,
      one.files,
      one.importSeconds.toFixed(2),
      one.cloneSeconds.toFixed(2),
      one.warnings,
      one.infos,
      `${one.inSummary} in order`,
      `${one.sameBytes} same`,
      one.exportSeconds.toFixed(2),
      one.wholeSeconds.toFixed(2),
      one.pageSeconds.toFixed(2),
      one.mergeSeconds.toFixed(2),
      one.againSeconds.toFixed(2),
      `${one.opened}/${one.toOpen}`,
      one.pageMs.toFixed(1),
      one.pageKilobytes.toFixed(1),
      one.words.join('/'),
      one.links.join('/'),
      one.fragments.join('/'),
      one.pdfSeconds.toFixed(1),
      one.pdfMegabytes.toFixed(1),
      one.sheets,
      one.titled,
      one.lines.join('/'),
    ].map(String),
  );
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]!.length)));
  for (const row of [columns, ...rows])
    process.stdout.write(
      `${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}\n`,
    );
  const codes = new Map<string, number>();
  for (const { codes: found } of outcomes)
    for (const [code, count] of found) codes.set(code, (codes.get(code) ?? 0) + count);
  process.stdout.write(
    `\nreported: ${
      [...codes]
        .sort()
        .map(([code, count]) => `${code} ${count}`)
        .join(', ') || 'nothing'
    }\n`,
  );
  for (const { project, amiss } of outcomes)
    for (const what of amiss) process.stdout.write(`AMISS ${project}: ${what}\n`);
}

/** Prints what the pages of each project show. */
function printPages(outcomes: readonly PagesOutcome[]): void {
  for (const { project, opened, toOpen, pageMs, pageKilobytes, words, links, fragments, literals, amiss } of outcomes) {
    const checked = [
      `${opened}/${toOpen} pages`,
      `${pageMs.toFixed(1)} ms`,
      `${pageKilobytes.toFixed(1)} kB`,
      `words ${words.join('/')}`,
      `links ${links.join('/')}`,
      `headings ${fragments.join('/')}`,
      `markup ${literals}`,
    ];
    process.stdout.write(`${project}: ${checked.join(', ')}\n`);
    for (const what of amiss) process.stdout.write(`AMISS ${project}: ${what}\n`);
  }
}

/** Prints the number of searches that found their page among the first three, and those that did not. */
function printSearches(searches: readonly SearchOutcome[]): void {
  if (searches.length === 0) return;
  const times = searches.map(({ ms }) => ms).sort((a, b) => a - b);
  process.stdout.write(
    `\nsearches: ${searches.filter(isFound).length} of ${searches.length} found, median ${times[times.length >> 1]!.toFixed(0)} ms\n`,
  );
  for (const { repository, kind, query, place, first } of searches.filter((one) => !isFound(one)))
    process.stdout.write(
      `not found: ${repository}, ${kind}: ${query} (${place ?? 'not in the first ten'}; first: ${first ?? 'nothing'})\n`,
    );
}
