import { readContent } from '../../../domain/content/content.ts';
import { entries } from '../../../domain/content/objects/map-read.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { ProjectLayout } from '../../../domain/git/sync-point.ts';
import type { RepositoryEntry, RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { PriorImport, PlannedFile, ImportReportEntry, TextContext } from '../../../ports/git/repository-format.ts';
import { read } from '../../content/reading.ts';
import type { JobContext } from '../../kernel/job.ts';
import { MAX_PATHS } from '../sync-report.ts';
import { filesByPath, reusableContentsByPath } from './content-by-path.ts';
import { buildProjectContent, readProject, type RemoteContent } from './remote-content.ts';
import { SINGLE_TEXT_CODES, type ChangesSince } from './rewritten-project.ts';
import { storedFile, storeProjectFiles, type StoredFile, type StoredProjectFiles } from './store-files.ts';

/**
 * Builds the content of a commit in which files were added, removed or moved, or the summary changed. All pages are
 * planned again, but only changed texts are read, and those whose title in the summary changed. Returns undefined when
 * texts that are not read may affect the result.
 */
export async function readRestructuredProject(
  context: JobContext<'gitFormat' | 'content' | 'ids' | 'blobs' | 'files'>,
  snapshot: RepositorySnapshot,
  since: ChangesSince,
): Promise<RemoteContent | undefined> {
  const { base, changes, layout, point } = since;
  const roles = new Map(changes.map(({ path }) => [path, context.gitFormat.roleOf(path, layout)]));
  if ([...roles.values()].includes('settings') || !isReportComplete(point.report)) return undefined;
  // A new path may be the target of a reference that is spelt differently.
  if (changes.some(({ path, before, after }) => /[%?#]/.test(path) && (before === undefined || after === undefined)))
    return undefined;

  const index = await read(context.content, readRepositoryIndex(base));
  const importedFiles = new Set([...index.files.keys(), ...findLfsPointers(context, point.report, layout)]);
  const textContext = { ...layout, files: importedFiles };
  const was = new Map(
    changes.flatMap(({ path, before }) => (before !== undefined && isText(index, path) ? [[path, before.oid]] : [])),
  );
  const doubtful = new Set([...index.linked, ...(await findReferencedFiles(context, snapshot, was, textContext))]);
  const untitled = new Set(point.report.find(({ code }) => code === 'title-differs')?.paths);
  const reported = new Map<string, readonly SyncReportEntry[]>();
  for (const entry of point.report)
    if (SINGLE_TEXT_CODES.has(entry.code)) reported.set(entry.path, [...(reported.get(entry.path) ?? []), entry]);
  const gone = new Set(changes.filter(({ after }) => !isPlain(after)).map(({ path }) => path));
  const known = new Set<string>();
  const project: PriorImport = {
    files: [...importedFiles].filter((path) => !doubtful.has(path)),
    text(path, oid, title) {
      const [page, reusable] = [index.pages.get(path), index.reusableContents.get(path)];
      const kept = page === undefined ? reusable : reusable === undefined ? page : undefined;
      if (kept?.git?.oid !== oid || (page !== undefined) !== (title !== undefined)) return undefined;
      if (
        page !== undefined &&
        ((layout.summaryPath !== null && page.title !== title) || !hasUnchangedCover(page, index, gone))
      )
        return undefined;
      // Covers of included texts are not stored, so a deleted file may affect them.
      if (page === undefined && gone.size > 0) return undefined;
      if (reported.get(path)?.some(({ code }) => code === 'cover-missing')) return undefined;
      known.add(path);
      const condition = page?.condition;
      return { title: kept.title, titleDiffers: untitled.has(path), ...(condition !== undefined && { condition }) };
    },
  };
  const { plan, report: found } = await readProject(context, snapshot, point.directory, project);
  if (plan.root !== layout.root || plan.summaryPath !== layout.summaryPath) return undefined;

  const planned = new Set(plan.files.map(({ path }) => path));
  const came = changes
    .filter(({ path, before, after }) => !isPlain(before) && isPlain(after) && roles.get(path) === 'file')
    .map(({ path }) => path);
  // A text that is not read may refer to them.
  if ([...came, ...[...doubtful].filter((path) => !gone.has(path))].some((path) => !planned.has(path)))
    return undefined;
  const plannedTexts = new Set(
    [...plan.pages, ...plan.reusableContents].flatMap((one) => ('path' in one && one.path !== null ? [one.path] : [])),
  );
  const unlisted = new Map(
    [...index.pages.values(), ...index.reusableContents.values()].flatMap(({ git }) =>
      git && !plannedTexts.has(git.path) && !was.has(git.path) ? [[git.path, git.oid]] : [],
    ),
  );
  if (
    [...(await findReferencedFiles(context, snapshot, unlisted, textContext))].some(
      (path) => !gone.has(path) && !doubtful.has(path),
    )
  )
    return undefined;
  const still = [...known].flatMap((path) => reported.get(path) ?? []) as readonly ImportReportEntry[];
  return buildProjectContent(
    context,
    { plan, report: [...found, ...still] },
    await storePlannedFiles(context, snapshot, plan.files, index.files),
    base,
  );
}

const isPlain = (side: Pick<RepositoryEntry, 'kind'> | undefined): boolean =>
  side?.kind === 'file' || side?.kind === 'executable';

/** Tells whether the report contains every entry that unchanged texts must keep. */
const isReportComplete = (report: readonly SyncReportEntry[]): boolean =>
  !report.some(
    ({ code, path, paths = [] }) =>
      code === 'report-cut' ||
      (SINGLE_TEXT_CODES.has(code) && path === '') ||
      (code === 'title-differs' && paths.length >= MAX_PATHS),
  );

/** Items of a content by their repository paths; a path that two pages share is left out. */
interface RepositoryIndex {
  readonly pages: ReadonlyMap<string, Page>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
  readonly files: ReadonlyMap<string, File>;
  readonly pathOfFile: ReadonlyMap<string, string>;
  /** Files that may be imported only because the summary links to them. */
  readonly linked: ReadonlySet<string>;
}

function* readRepositoryIndex(hash: Hash): ObjectQuery<RepositoryIndex> {
  const content = yield* readContent(hash);
  const files = yield* filesByPath(content);
  const pathOfFile = new Map([...files].map(([path, { id }]) => [id as string, path]));
  const pages = new Map<string, Page>();
  const twice = new Set<string>();
  const linked = new Set<string>();
  for (const { value } of yield* entries<Page>(content.pages)) {
    const path = value.git?.path;
    if (path !== undefined && pages.has(path)) twice.add(path);
    if (path !== undefined) pages.set(path, value);
    const target = value.type === 'link' ? referencedFile(value.target) : undefined;
    const linkedPath = target && pathOfFile.get(target);
    if (linkedPath !== undefined) linked.add(linkedPath);
    yield PAUSE;
  }
  for (const path of twice) pages.delete(path);
  return { pages, files, pathOfFile, linked, reusableContents: yield* reusableContentsByPath(content) };
}

/** Extracts the id of the file from a reference of a page. */
function referencedFile(reference: unknown): string | undefined {
  const { kind, file } = (reference ?? {}) as { readonly kind?: unknown; readonly file?: unknown };
  return kind === 'file' && typeof file === 'string' ? file : undefined;
}

/** Tells whether the files of a page's cover are unchanged. */
function hasUnchangedCover({ cover }: Page, { pathOfFile }: RepositoryIndex, gone: ReadonlySet<string>): boolean {
  const { ref, refDark } = (cover ?? {}) as { readonly ref?: unknown; readonly refDark?: unknown };
  return [ref, refDark]
    .map(referencedFile)
    .every((file) => file === undefined || (pathOfFile.has(file) && !gone.has(pathOfFile.get(file)!)));
}

/** Lists the files of the former import that the repository contains as pointers only, so that no content has them. */
function findLfsPointers(
  { gitFormat }: JobContext<'gitFormat'>,
  report: readonly SyncReportEntry[],
  layout: ProjectLayout,
): readonly string[] {
  const unlisted = new Set(report.find(({ code }) => code === 'unlisted-files')?.paths);
  return report.flatMap(({ code, path }) =>
    code === 'file-elsewhere' && (unlisted.has(path) || gitFormat.roleOf(path, layout) !== 'text') ? [path] : [],
  );
}

const isText = ({ pages, reusableContents }: RepositoryIndex, path: string): boolean =>
  pages.has(path) || reusableContents.has(path);

/**
 * Finds the files that are imported because texts refer to them.
 * @param texts Git object ids of the texts, by path
 */
async function findReferencedFiles(
  { gitFormat }: JobContext<'gitFormat'>,
  snapshot: RepositorySnapshot,
  texts: ReadonlyMap<string, string>,
  textContext: TextContext,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  const paths = texts.keys();
  for await (const { bytes } of snapshot.read(texts.values()))
    for (const name of gitFormat.readText(paths.next().value!, bytes, textContext).referencedFiles) named.add(name);
  return new Set([...named].filter((path) => gitFormat.roleOf(path, textContext) !== 'asset'));
}

/** Stores the planned files; files that the content has are not read. */
async function storePlannedFiles(
  context: JobContext<'blobs' | 'files'>,
  snapshot: RepositorySnapshot,
  planned: readonly PlannedFile[],
  index: ReadonlyMap<string, File>,
): Promise<StoredProjectFiles> {
  const present = new Map<string, StoredFile>();
  for (const { path, oid } of planned) {
    const file = index.get(path);
    if (file?.git?.oid === oid) present.set(oid, storedFile(file));
  }
  const missing = planned.filter(({ oid }) => !present.has(oid));
  const { files, pointers } = await storeProjectFiles(context, missing, (batch) =>
    snapshot.read(batch.map(({ oid }) => oid)),
  );
  return { files: new Map([...present, ...files]), pointers };
}
