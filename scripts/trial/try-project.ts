import { must } from '../../test/support/world.ts';
import type { TemporaryInstance } from '../temporary-instance.ts';
import { ImportedProject, timed, type Page } from './imported-project.ts';
import { tryRoundTrip, type RoundTrip } from './try-round-trip.ts';
import { tryPdf, type PdfOutcome } from './try-pdf.ts';
import { trySite, type SiteOutcome } from './try-site.ts';
import { titlesOf, type Project, type Repository } from './repository.ts';

export interface ImportOutcome extends PdfOutcome, SiteOutcome, RoundTrip {
  readonly imported: ImportedProject;
  readonly pages: number;
  readonly files: number;
  readonly importSeconds: number;
  readonly cloneSeconds: number;
  readonly warnings: number;
  readonly infos: number;
  readonly codes: ReadonlyMap<string, number>;
  /** Pages in the order and under the titles of the summary. */
  readonly inSummary: number;
  /** Documents whose text equals the end of their file byte for byte. */
  readonly sameBytes: number;
  readonly mergeSeconds: number;
  /** Duration of a second import of the same commit. */
  readonly againSeconds: number;
}

/** Imports one project into a new space and checks it against the repository. */
export async function tryProject(
  instance: Pick<TemporaryInstance, 'api' | 'organizationId'>,
  repository: Repository,
  project: Project,
): Promise<ImportOutcome> {
  const cloneSeconds = await repository.cloneSeconds();
  const { imported, info, seconds: importSeconds } = await ImportedProject.create(instance, repository, project);
  const { problems } = imported;
  const { lastOperation } = info;
  if (info.state !== 'idle') problems.push(`the import failed: ${lastOperation.error}`);
  const pages = await imported.pages();
  if (pages.length !== lastOperation.pages)
    problems.push(`${pages.length} pages are there, ${lastOperation.pages} were imported`);

  const inSummary = checkSummary(imported, pages);
  const sameBytes = await checkBytes(imported, pages);
  const written = await tryRoundTrip(imported, pages);
  const [, mergeSeconds] = await timed(() => editAndMerge(imported, pages));
  const shown = await trySite(imported, pages);
  const home = await (await fetch(shown.published)).text();
  if (shown.toOpen > 0 && !home.includes('Added by the trial.'))
    problems.push('the published home page does not show the edit');
  const [again, againSeconds] = await timed(() => imported.importAgain());
  if (again.state !== 'idle') problems.push(`the second import failed: ${again.lastOperation.error}`);
  const after = await imported.pages();
  if (pages.map(({ id }) => id).join() !== after.map(({ id }) => id).join())
    problems.push('the second import changed the ids of pages');

  const printed = await tryPdf(
    imported,
    after.filter(({ type }) => type === 'document'),
  );

  const codes = new Map<string, number>();
  for (const { code } of lastOperation.report) codes.set(code, (codes.get(code) ?? 0) + 1);
  const count = (level: string) => lastOperation.report.filter((entry: any) => entry.level === level).length;
  return {
    imported,
    pages: pages.length,
    files: lastOperation.files,
    importSeconds,
    cloneSeconds,
    warnings: count('warning'),
    infos: count('info'),
    codes,
    inSummary,
    sameBytes,
    mergeSeconds,
    againSeconds,
    ...written,
    ...shown,
    ...printed,
  };
}

/** Words, links and headings that the published pages of a project show. */
export interface PagesOutcome extends SiteOutcome {
  readonly imported: ImportedProject;
}

/** Imports one project, publishes it and checks its pages. */
export async function tryPages(
  instance: Pick<TemporaryInstance, 'api' | 'organizationId'>,
  repository: Repository,
  project: Project,
): Promise<PagesOutcome> {
  const { imported } = await ImportedProject.create(instance, repository, project);
  return { imported, ...(await trySite(imported, await imported.pages())) };
}

/** Checks that every entry of the summary is a page, in the same order. */
function checkSummary({ repository, project: { summary }, problems }: ImportedProject, pages: readonly Page[]): number {
  if (summary === undefined) return pages.length;
  const expectedTitles = titlesOf(repository.file(summary).toString());
  const found = pages.filter(({ type }) => type !== 'group' && type !== 'computed').map((page) => page.title);
  const plain = (text: string) =>
    text
      .replace(/[*_`\\]|<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  let same = 0;
  while (same < expectedTitles.length && plain(expectedTitles[same]!) === plain(found[same] ?? '')) same++;
  if (same < expectedTitles.length)
    problems.push(
      `entry ${same + 1} of the summary is ${JSON.stringify(expectedTitles[same])}, the page there is ${JSON.stringify(found[same])}`,
    );
  if (found.length !== expectedTitles.length)
    problems.push(`the summary has ${expectedTitles.length} entries, the space ${found.length} pages for them`);
  return same;
}

/** Checks that the text of every document is its file without the front matter. */
async function checkBytes(imported: ImportedProject, pages: readonly Page[]): Promise<number> {
  let same = 0;
  for (const page of pages.filter(({ git }) => git !== undefined)) {
    const markdown = await imported.markdown(page);
    const file = imported.repository.file(imported.fileOf(page)).toString();
    const front = file.slice(0, file.length - markdown.length);
    if (file.endsWith(markdown) && (front === '' || /^\ufeff?---[\s\S]*---[ \t]*\r?\n?$/.test(front))) same++;
    else imported.problems.push(`the text of ${page.git!.path} is not that of its file`);
  }
  return same;
}

/** Changes two pages in a change request that is merged. */
async function editAndMerge(imported: ImportedProject, pages: readonly Page[]): Promise<void> {
  const { api, at, problems } = imported;
  const [first, second = first] = pages.filter(({ type }) => type === 'document');
  if (first === undefined || second === undefined) return;
  const { number } = must(await api.post(`${at}/change-requests`, { subject: 'A trial' }), 201);
  const markdown = await imported.markdown(first);
  const changes = [
    { operation: 'update_page', page: first.id, document: { markdown: `${markdown}\n\nAdded by the trial.\n` } },
    { operation: 'update_page', page: second.id, description: 'Described by the trial' },
  ];
  must(await api.post(`${at}/change-requests/${number}/content`, { changes }), 200);
  const { result } = must(await api.post(`${at}/change-requests/${number}/merge`), 200);
  if (result !== 'merge') problems.push(`merging answered ${JSON.stringify(result)}`);
  if (!(await imported.markdown(first)).endsWith('Added by the trial.\n'))
    problems.push('the merge did not bring the edit');
}
