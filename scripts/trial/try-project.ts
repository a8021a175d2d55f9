import { must, type Api } from '../../test/support/world.ts';
import { tryRoundTrip, type RoundTrip } from './try-round-trip.ts';
import { tryPdf, type PdfOutcome } from './try-pdf.ts';
import { trySite, type SiteOutcome } from './try-site.ts';
import { titlesOf, type Project, type Repository } from './repository.ts';

export interface ImportOutcome extends PdfOutcome, SiteOutcome, RoundTrip {
  readonly project: string;
  readonly spaceId: string;
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
  readonly amiss: readonly string[];
}

interface Page {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path?: string;
  readonly hidden?: boolean;
  readonly git?: { readonly path: string };
  readonly pages?: readonly Page[];
}

const seconds = async <T>(task: () => Promise<T>): Promise<[T, number]> => {
  const begun = performance.now();
  return [await task(), (performance.now() - begun) / 1000];
};

const titleOf = (repository: Repository, { directory }: Project): string =>
  [repository.name, directory].filter(Boolean).join('/');

/**
 * Imports one project into a new space.
 *
 * @returns the operation and its duration
 */
export async function importProject(
  api: Api,
  organizationId: string,
  repository: Repository,
  project: Project,
): Promise<{ readonly spaceId: string; readonly info: any; readonly seconds: number }> {
  const { id: spaceId } = must(
    await api.post(`/v1/orgs/${organizationId}/spaces`, { title: titleOf(repository, project).slice(0, 50) }),
    201,
  );
  const [info, importSeconds] = await seconds(() => importInto(api, `/v1/spaces/${spaceId}`, repository, project));
  return { spaceId, info, seconds: importSeconds };
}

/** Imports one project into a new space and checks it against the repository. */
export async function tryProject(
  api: Api,
  organizationId: string,
  repository: Repository,
  project: Project,
): Promise<ImportOutcome> {
  const amiss: string[] = [];
  const title = titleOf(repository, project);
  const cloneSeconds = await repository.cloneSeconds();
  const { spaceId, info, seconds: importSeconds } = await importProject(api, organizationId, repository, project);
  const at = `/v1/spaces/${spaceId}`;
  const { lastOperation } = info;
  if (info.state !== 'idle') amiss.push(`the import failed: ${lastOperation.error}`);
  const pages = flat(must(await api.get(`${at}/content/pages`), 200).pages);
  if (pages.length !== lastOperation.pages)
    amiss.push(`${pages.length} pages are there, ${lastOperation.pages} were imported`);

  const inSummary = checkSummary(pages, repository, project, amiss);
  const sameBytes = await checkBytes(api, at, pages, repository, project, amiss);
  const written = await tryRoundTrip(api, at, repository, project, pages, amiss);
  const [, mergeSeconds] = await seconds(() => editAndMerge(api, at, pages, amiss));
  const shown = await trySite(
    api,
    organizationId,
    spaceId,
    title,
    pages.flatMap(({ id, type, path }) => (type === 'document' && path !== undefined ? [{ id, path }] : [])),
    amiss,
  );
  const home = await (await fetch(shown.published)).text();
  if (shown.toOpen > 0 && !home.includes('Added by the trial.'))
    amiss.push('the published home page does not show the edit');
  const [again, againSeconds] = await seconds(() => importInto(api, at, repository, project));
  if (again.state !== 'idle') amiss.push(`the second import failed: ${again.lastOperation.error}`);
  const after = flat(must(await api.get(`${at}/content/pages`), 200).pages);
  if (pages.map(({ id }) => id).join() !== after.map(({ id }) => id).join())
    amiss.push('the second import changed the ids of pages');

  const printed = await tryPdf(
    api,
    at,
    title,
    after.filter(({ type }) => type === 'document'),
    amiss,
  );

  const codes = new Map<string, number>();
  for (const { code } of lastOperation.report) codes.set(code, (codes.get(code) ?? 0) + 1);
  const count = (level: string) => lastOperation.report.filter((entry: any) => entry.level === level).length;
  return {
    project: title,
    spaceId,
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
    amiss,
  };
}

/** Words, links and headings that the published pages of a project show. */
export interface PagesOutcome extends SiteOutcome {
  readonly project: string;
  readonly amiss: readonly string[];
}

/** Imports one project, publishes it and checks its pages. */
export async function tryPages(
  api: Api,
  organizationId: string,
  repository: Repository,
  project: Project,
): Promise<PagesOutcome> {
  const amiss: string[] = [];
  const title = titleOf(repository, project);
  const { spaceId } = await importProject(api, organizationId, repository, project);
  const pages = flat(must(await api.get(`/v1/spaces/${spaceId}/content/pages`), 200).pages);
  const documents = pages.flatMap(({ id, type, path }) =>
    type === 'document' && path !== undefined ? [{ id, path }] : [],
  );
  return { project: title, ...(await trySite(api, organizationId, spaceId, title, documents, amiss)), amiss };
}

async function importInto(api: Api, at: string, repository: Repository, { directory }: Project): Promise<any> {
  must(
    await api.post(`${at}/git/import`, { url: repository.url, ref: repository.ref, repoProjectDirectory: directory }),
    204,
  );
  for (;;) {
    const info = must(await api.get(`${at}/git/info`), 200);
    if (info.state !== 'importing') return info;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

/** Checks that every entry of the summary is a page, in the same order. */
function checkSummary(pages: readonly Page[], repository: Repository, { summary }: Project, amiss: string[]): number {
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
    amiss.push(
      `entry ${same + 1} of the summary is ${JSON.stringify(expectedTitles[same])}, the page there is ${JSON.stringify(found[same])}`,
    );
  if (found.length !== expectedTitles.length)
    amiss.push(`the summary has ${expectedTitles.length} entries, the space ${found.length} pages for them`);
  return same;
}

/** Checks that the text of every document is its file without the front matter. */
async function checkBytes(
  api: Api,
  at: string,
  pages: readonly Page[],
  repository: Repository,
  { directory }: Project,
  amiss: string[],
): Promise<number> {
  let same = 0;
  for (const page of pages.filter(({ git }) => git !== undefined)) {
    const { markdown } = must(await api.get(`${at}/content/page/${page.id}?format=markdown`), 200);
    const file = repository.file(directory === '' ? page.git!.path : `${directory}/${page.git!.path}`).toString();
    const front = file.slice(0, file.length - markdown.length);
    if (file.endsWith(markdown) && (front === '' || /^\ufeff?---[\s\S]*---[ \t]*\r?\n?$/.test(front))) same++;
    else amiss.push(`the text of ${page.git!.path} is not that of its file`);
  }
  return same;
}

/** Changes two pages in a change request that is merged. */
async function editAndMerge(api: Api, at: string, pages: readonly Page[], amiss: string[]): Promise<void> {
  const [first, second = first] = pages.filter(({ type }) => type === 'document');
  if (first === undefined || second === undefined) return;
  const { number } = must(await api.post(`${at}/change-requests`, { subject: 'A trial' }), 201);
  const { markdown } = must(await api.get(`${at}/content/page/${first.id}?format=markdown`), 200);
  const changes = [
    { operation: 'update_page', page: first.id, document: { markdown: `${markdown}\n\nAdded by the trial.\n` } },
    { operation: 'update_page', page: second.id, description: 'Described by the trial' },
  ];
  must(await api.post(`${at}/change-requests/${number}/content`, { changes }), 200);
  const { result } = must(await api.post(`${at}/change-requests/${number}/merge`), 200);
  if (result !== 'merge') amiss.push(`merging answered ${JSON.stringify(result)}`);
  const merged = must(await api.get(`${at}/content/page/${first.id}?format=markdown`), 200).markdown;
  if (!merged.endsWith('Added by the trial.\n')) amiss.push('the merge did not bring the edit');
}
