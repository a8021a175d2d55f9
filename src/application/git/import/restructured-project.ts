import type { File } from '../../../domain/content/page.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { ProjectLayout } from '../../../domain/git/sync-point.ts';
import type { RepositoryEntry, RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { PlannedFile, TextContext } from '../../../ports/git/repository-format.ts';
import { read } from '../../content/reading.ts';
import type { JobContext } from '../../kernel/job.ts';
import { MAX_PATHS } from '../sync-report.ts';
import { buildProjectContent, readProject, type ParsedProject, type RemoteContent } from './remote-content.ts';
import { isText, readRepositoryIndex, type RepositoryIndex } from './repository-index.ts';
import { SINGLE_TEXT_CODES, type ChangesSince } from './rewritten-project.ts';
import { storedFile, storeProjectFiles, type StoredFile, type StoredProjectFiles } from './store-files.ts';
import { UnchangedTexts } from './unchanged-texts.ts';

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
  const gone = new Set(changes.filter(({ after }) => !isPlain(after)).map(({ path }) => path));
  const unchanged = new UnchangedTexts(since, index, gone);
  const project = { files: [...importedFiles].filter((path) => !doubtful.has(path)), text: unchanged.find };
  const { plan, report: found } = await readProject(context, snapshot, point.directory, project);
  if (plan.root !== layout.root || plan.summaryPath !== layout.summaryPath) return undefined;

  const planned = new Set(plan.files.map(({ path }) => path));
  const added = changes
    .filter(({ path, before, after }) => !isPlain(before) && isPlain(after) && roles.get(path) === 'file')
    .map(({ path }) => path);
  // A text that is not read may refer to them.
  if ([...added, ...[...doubtful].filter((path) => !gone.has(path))].some((path) => !planned.has(path)))
    return undefined;
  const unlisted = findUnlistedTexts(plan, index, was);
  const stillNamed = await findReferencedFiles(context, snapshot, unlisted, textContext);
  if ([...stillNamed].some((path) => !gone.has(path) && !doubtful.has(path))) return undefined;
  return buildProjectContent(
    context,
    { plan, report: [...found, ...unchanged.report()] },
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

/** Finds the unchanged texts of the content that are not planned again: Git object ids by path. */
function findUnlistedTexts(
  { pages, reusableContents }: Pick<ParsedProject['plan'], 'pages' | 'reusableContents'>,
  index: RepositoryIndex,
  changed: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const planned = new Set(
    [...pages, ...reusableContents].flatMap((one) => ('path' in one && one.path !== null ? [one.path] : [])),
  );
  return new Map(
    [...index.pages.values(), ...index.reusableContents.values()].flatMap(({ git }) =>
      git && !planned.has(git.path) && !changed.has(git.path) ? [[git.path, git.oid]] : [],
    ),
  );
}

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
