/**
 * Tries Quire on real repositories: `npm run trial -- FOLDER` serves each `*.bundle` of the folder over HTTP on
 * loopback, imports every project into an instance on an embedded database, checks the import against files and
 * summary, edits and merges, publishes, checks the words and links of the pages, searches, and prints. Exits with code
 * 1 on any failed check. `npm run trial -- FOLDER searches` only imports and searches; a search that does not find its
 * page fails too. `npm run trial -- FOLDER sites` only imports, publishes and checks the pages.
 */
import { withTemporaryInstance } from './temporary-instance.ts';
import { ImportedProject } from './trial/imported-project.ts';
import { projectsOf, serveBundles } from './trial/repository.ts';
import { tryPages, tryProject, type ImportOutcome, type PagesOutcome } from './trial/try-project.ts';
import { SEARCHES } from './trial/search-queries.ts';
import { isFound, trySearches, type SearchOutcome } from './trial/try-searches.ts';

const [folder, part] = process.argv.slice(2);
if (folder === undefined || (part !== undefined && part !== 'searches' && part !== 'sites')) {
  process.stderr.write(
    'usage: npm run trial -- FOLDER [searches|sites]    (a folder with Git bundles; one part alone)\n',
  );
  process.exit(2);
}

/** Columns of the table of projects. */
const COLUMNS: readonly (readonly [title: string, cell: (one: ImportOutcome) => string | number])[] = [
  ['project', (one) => one.imported.title],
  ['pages', (one) => one.pages],
  ['files', (one) => one.files],
  ['import s', (one) => one.importSeconds.toFixed(2)],
  ['clone s', (one) => one.cloneSeconds.toFixed(2)],
  ['warnings', (one) => one.warnings],
  ['infos', (one) => one.infos],
  ['summary', (one) => `${one.inSummary} in order`],
  ['bytes', (one) => `${one.sameBytes} same`],
  ['export s', (one) => one.exportSeconds.toFixed(2)],
  ['whole s', (one) => one.wholeSeconds.toFixed(2)],
  ['page s', (one) => one.pageSeconds.toFixed(2)],
  ['edit+merge s', (one) => one.mergeSeconds.toFixed(2)],
  ['again s', (one) => one.againSeconds.toFixed(2)],
  ['opened', (one) => `${one.opened}/${one.toOpen}`],
  ['page ms', (one) => one.pageMs.toFixed(1)],
  ['page kB', (one) => one.pageKilobytes.toFixed(1)],
  ['words', (one) => one.words.join('/')],
  ['links', (one) => one.links.join('/')],
  ['headings', (one) => one.fragments.join('/')],
  ['pdf s', (one) => one.pdfSeconds.toFixed(1)],
  ['MB', (one) => one.pdfMegabytes.toFixed(1)],
  ['sheets', (one) => one.sheets],
  ['titled', (one) => one.titled],
  ['lines', (one) => one.lines.join('/')],
];

const isGood = await withTemporaryInstance('trial', async (instance) => {
  const outcomes: ImportOutcome[] = [];
  const searches: SearchOutcome[] = [];
  const pages: PagesOutcome[] = [];
  for await (const repository of serveBundles(folder, instance.folder)) {
    if (part === 'searches' && SEARCHES[repository.name] === undefined) continue;
    for (const project of projectsOf(repository)) {
      if (part === 'sites') {
        pages.push(await tryPages(instance, repository, project));
        continue;
      }
      const tried = part === 'searches' ? undefined : await tryProject(instance, repository, project);
      if (tried !== undefined) outcomes.push(tried);
      const { imported } = tried ?? (await ImportedProject.create(instance, repository, project));
      searches.push(...(await trySearches(imported)));
    }
  }
  if (part === 'sites') printPages(pages);
  if (part === undefined) print(outcomes);
  printSearches(searches);
  if (part === 'searches') return searches.length > 0 && searches.every(isFound);
  const checked = part === 'sites' ? pages : outcomes;
  return checked.length > 0 && checked.every(({ imported }) => imported.problems.length === 0);
});
process.exit(isGood ? 0 : 1);

function print(outcomes: readonly ImportOutcome[]): void {
  const columns = COLUMNS.map(([title]) => title);
  const rows = outcomes.map((one) => COLUMNS.map(([, cell]) => String(cell(one))));
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
  for (const { imported } of outcomes) printProblems(imported);
}

function printProblems({ title, problems }: ImportedProject): void {
  for (const problem of problems) process.stdout.write(`WRONG ${title}: ${problem}\n`);
}

/** Prints what the pages of each project show. */
function printPages(outcomes: readonly PagesOutcome[]): void {
  for (const { imported, opened, toOpen, pageMs, pageKilobytes, words, links, fragments, literals } of outcomes) {
    const checked = [
      `${opened}/${toOpen} pages`,
      `${pageMs.toFixed(1)} ms`,
      `${pageKilobytes.toFixed(1)} kB`,
      `words ${words.join('/')}`,
      `links ${links.join('/')}`,
      `headings ${fragments.join('/')}`,
      `markup ${literals}`,
    ];
    process.stdout.write(`${imported.title}: ${checked.join(', ')}\n`);
    printProblems(imported);
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
