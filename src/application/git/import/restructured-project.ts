import { readContent } from '../../../domain/content/content.ts';
import { entries } from '../../../domain/content/objects/map-read.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { ProjectLayout } from '../../../domain/git/sync-point.ts';
import type { RepositoryEntry, RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { PriorImport, PlannedFile, ImportReportEntry } from '../../../ports/git/repository-format.ts';
import { read } from '../../content/reading.ts';
import type { JobContext } from '../../kernel/job.ts';
import { MAX_PATHS } from '../sync-report.ts';
import { SINGLE_TEXT_CODES, type ChangesSince } from './changes-since.ts';
import { filesByPath, reusableContentsByPath } from './content-by-path.ts';
import { buildProjectContent, readProject, type RemoteContent } from './remote-content.ts';
import { storeFiles, type StoredFile } from './store-files.ts';

/**
 * The commit as a content where files came, went or moved, or the summary says something else: all is put together anew, but
 * only the texts that changed are read, and those whose page the summary calls otherwise. Undefined where something may follow
 * from texts that are not read.
 */
export async function readRestructuredProject(
  context: JobContext<'gitFormat' | 'content' | 'ids' | 'blobs' | 'files'>,
  snapshot: RepositorySnapshot,
  since: ChangesSince,
): Promise<RemoteContent | undefined> {
  const { base, changes, layout, point } = since;
  const roles = new Map(changes.map(({ path }) => [path, context.gitFormat.roleOf(path, layout)]));
  if ([...roles.values()].includes('settings') || !isReportComplete(point.report)) return undefined;
  // What came may be what a reference that was spelt otherwise means now.
  if (changes.some(({ path, before, after }) => /[%?#]/.test(path) && (before === undefined || after === undefined)))
    return undefined;

  const held = await read(context.content, readRepositoryIndex(base));
  const was = new Map(
    changes.flatMap(({ path, before }) => (before !== undefined && isText(held, path) ? [[path, before.oid]] : [])),
  );
  const doubtful = new Set([...held.linked, ...(await findReferencedFiles(context, snapshot, was, { layout, held }))]);
  const untitled = new Set(point.report.find(({ code }) => code === 'title-differs')?.paths);
  const told = new Map<string, readonly SyncReportEntry[]>();
  for (const entry of point.report)
    if (SINGLE_TEXT_CODES.has(entry.code)) told.set(entry.path, [...(told.get(entry.path) ?? []), entry]);
  const gone = new Set(changes.filter(({ after }) => !isPlain(after)).map(({ path }) => path));
  const known = new Set<string>();
  const project: PriorImport = {
    files: [...held.files.keys()].filter((path) => !doubtful.has(path)),
    text(path, oid, title) {
      const [page, reusable] = [held.pages.get(path), held.reusableContents.get(path)];
      const kept = page === undefined ? reusable : reusable === undefined ? page : undefined;
      if (kept?.git?.oid !== oid || (page !== undefined) !== (title !== undefined)) return undefined;
      if (
        page !== undefined &&
        ((layout.summaryPath !== null && page.title !== title) || !hasUnchangedCover(page, held, gone))
      )
        return undefined;
      // What an included text says of a cover nothing keeps.
      if (page === undefined && gone.size > 0) return undefined;
      if (told.get(path)?.some(({ code }) => code === 'cover-missing')) return undefined;
      known.add(path);
      return { title: kept.title, titleDiffers: untitled.has(path) };
    },
  };
  const { plan, report: found } = await readProject(context, snapshot, point.directory, project);
  if (plan.root !== layout.root || plan.summaryPath !== layout.summaryPath) return undefined;

  const planned = new Set(plan.files.map(({ path }) => path));
  const came = changes
    .filter(({ path, before, after }) => !isPlain(before) && isPlain(after) && roles.get(path) === 'file')
    .map(({ path }) => path);
  // Perhaps a text that is not read names them.
  if ([...came, ...[...doubtful].filter((path) => !gone.has(path))].some((path) => !planned.has(path)))
    return undefined;
  const plannedTexts = new Set(
    [...plan.pages, ...plan.reusableContents].flatMap((one) => ('path' in one && one.path !== null ? [one.path] : [])),
  );
  const unlisted = new Map(
    [...held.pages.values(), ...held.reusableContents.values()].flatMap(({ git }) =>
      git && !plannedTexts.has(git.path) && !was.has(git.path) ? [[git.path, git.oid]] : [],
    ),
  );
  if (
    [...(await findReferencedFiles(context, snapshot, unlisted, { layout, held }))].some(
      (path) => !gone.has(path) && !doubtful.has(path),
    )
  )
    return undefined;
  const still = [...known].flatMap((path) => told.get(path) ?? []) as readonly ImportReportEntry[];
  return buildProjectContent(
    context,
    { plan, report: [...found, ...still] },
    await storePlannedFiles(context, snapshot, plan.files, held.files),
    base,
  );
}

const isPlain = (side: Pick<RepositoryEntry, 'kind'> | undefined): boolean =>
  side?.kind === 'file' || side?.kind === 'executable';

/** Whether the report names everything that is told again of what did not change. */
const isReportComplete = (report: readonly SyncReportEntry[]): boolean =>
  !report.some(
    ({ code, path, paths = [] }) =>
      code === 'report-cut' ||
      (SINGLE_TEXT_CODES.has(code) && path === '') ||
      (code === 'title-differs' && paths.length >= MAX_PATHS),
  );

/** What a content has of a repository, by paths; what two things say they come from is of neither. */
interface RepositoryIndex {
  readonly pages: ReadonlyMap<string, Page>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
  readonly files: ReadonlyMap<string, File>;
  readonly pathOfFile: ReadonlyMap<string, string>;
  /** Files that are imported as the summary links to them, perhaps. */
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

/** The file that a reference of a page is to. */
function referencedFile(reference: unknown): string | undefined {
  const { kind, file } = (reference ?? {}) as { readonly kind?: unknown; readonly file?: unknown };
  return kind === 'file' && typeof file === 'string' ? file : undefined;
}

/** Whether the files that a page's cover shows are where they were. */
function hasUnchangedCover({ cover }: Page, { pathOfFile }: RepositoryIndex, gone: ReadonlySet<string>): boolean {
  const { ref, refDark } = (cover ?? {}) as { readonly ref?: unknown; readonly refDark?: unknown };
  return [ref, refDark]
    .map(referencedFile)
    .every((file) => file === undefined || (pathOfFile.has(file) && !gone.has(pathOfFile.get(file)!)));
}

const isText = ({ pages, reusableContents }: RepositoryIndex, path: string): boolean =>
  pages.has(path) || reusableContents.has(path);

/** Files that are imported as texts name them: these texts, by their paths and the names of their bytes. */
async function findReferencedFiles(
  { gitFormat }: JobContext<'gitFormat'>,
  snapshot: RepositorySnapshot,
  texts: ReadonlyMap<string, string>,
  { layout, held }: { readonly layout: ProjectLayout; readonly held: RepositoryIndex },
): Promise<ReadonlySet<string>> {
  const surroundings = { ...layout, files: new Set(held.files.keys()) };
  const named = new Set<string>();
  const paths = texts.keys();
  for await (const { bytes } of snapshot.read(texts.values()))
    for (const name of gitFormat.readText(paths.next().value!, bytes, surroundings).referencedFiles) named.add(name);
  return new Set([...named].filter((path) => gitFormat.roleOf(path, layout) !== 'asset'));
}

/** The planned files as they are stored; what the content has already is not read. */
async function storePlannedFiles(
  context: JobContext<'blobs' | 'files'>,
  snapshot: RepositorySnapshot,
  planned: readonly PlannedFile[],
  held: ReadonlyMap<string, File>,
): Promise<ReadonlyMap<string, StoredFile>> {
  const present = new Map<string, StoredFile>();
  for (const { path, oid } of planned) {
    const file = held.get(path);
    if (file?.git?.oid !== oid) continue;
    const { contentType, size, blob, dimensions } = file;
    present.set(oid, { contentType, size, blob, ...(dimensions && { dimensions }) });
  }
  const missing = planned.filter(({ oid }) => !present.has(oid));
  return new Map([
    ...present,
    ...(await storeFiles(context, missing, (wanted) => snapshot.read(wanted.map(({ oid }) => oid)))),
  ]);
}
