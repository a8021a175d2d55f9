import { findUnsafePathReason, joinPath } from '../../../domain/git/repository-address.ts';
import type { File, Page } from '../../../domain/content/page.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { FileWrite, RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { FileChange, ProjectChanges } from '../../../ports/git/repository-writing.ts';
import type { BlobStore } from '../../../ports/uploads.ts';
import { readBlob } from '../../uploads/read-blob.ts';
import { OperationFailed } from '../run-operation.ts';

/** Limit of the size of files in a repository, as documented for the format. */
const MAX_FILE_BYTES = 100 * 1024 ** 2;
/** Paths that Git or a server executes or interprets; an export never writes to them. */
const PROTECTED_PATHS =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)\/|\.circleci\/|\.gitlab-ci\.ya?ml$|\.gitmodules$|\.gitattributes$)/i;
const MAX_LISTED_PATHS = 5;
const MAX_LISTED_TITLES = 5;
const NEW_SUMMARY = 'SUMMARY.md';

/** Removes the files that a repository does not accept from changes and reports them. */
export function removeUnsupportedFiles(changes: ProjectChanges, report: SyncReportEntry[]): ProjectChanges {
  const unfit = new Map(changes.files.map((file) => [file, unsupportedFileEntry(file)]));
  for (const reason of unfit.values()) if (reason) report.push(reason);
  return {
    ...changes,
    files: changes.files.filter((file) => unfit.get(file) === undefined),
    removedPaths: changes.removedPaths.filter((path) => !PROTECTED_PATHS.test(path)),
  };
}

/** Builds the report entry of a file that is not exported; undefined for a file that is. */
export function unsupportedFileEntry({
  name,
  size,
  git,
}: Pick<File, 'name' | 'size' | 'git'>): SyncReportEntry | undefined {
  const path = git?.path ?? name;
  if (size > MAX_FILE_BYTES)
    return {
      level: 'warning',
      code: 'file-too-large',
      path,
      message: `the file has ${size} bytes, more than the limit of ${MAX_FILE_BYTES}; the file is not exported`,
    };
  if (git !== undefined && PROTECTED_PATHS.test(git.path))
    return {
      level: 'warning',
      code: 'path-refused',
      path,
      message: 'the path is executed or interpreted by tools; the file is not exported',
    };
  return undefined;
}

/**
 * Builds the report entry about files that belong in Git LFS; undefined for none. Quire cannot upload to the LFS server
 * of a repository.
 * @param lfsPaths paths from the repository's root
 */
export function lfsEntry(lfsPaths: readonly string[], directory: string): SyncReportEntry | undefined {
  const paths = lfsPaths.map((path) => (directory === '' ? path : path.slice(directory.length + 1))).sort();
  if (paths.length === 0) return undefined;
  const [files, them] = paths.length === 1 ? ['1 file is', 'it'] : [`${paths.length} files are`, 'them'];
  const message = `${files} in the commit itself, although .gitattributes assigns ${them} to Git LFS`;
  return { level: 'warning', code: 'file-not-in-lfs', path: paths[0]!, message, paths };
}

/**
 * Builds the report entry about groups, links and computed pages that are hidden or have a condition; undefined for
 * none. A summary cannot state that, so that another space that imports the repository shows them to every reader.
 * @param summaryPath null for the summary of a new repository
 */
export function restrictionEntry(pages: readonly Page[], summaryPath: string | null): SyncReportEntry | undefined {
  const restricted = pages.filter(
    ({ type, hidden, condition }) => type !== 'document' && (hidden === true || condition !== undefined),
  );
  if (restricted.length === 0) return undefined;
  const titles = restricted.slice(0, MAX_LISTED_TITLES).map(({ title }) => JSON.stringify(title));
  const others = restricted.length - titles.length;
  const named = titles.join(', ') + (others > 0 ? ` and ${others} more` : '');
  const message =
    `a summary cannot state that groups, links and computed pages are hidden or have a condition, ` +
    `so another space that imports it shows these to every reader: ${named}`;
  return { level: 'warning', code: 'restrictions-not-exported', path: summaryPath ?? NEW_SUMMARY, message };
}

/** Yields the writes of an export; the bytes of a file are read when its write is consumed. */
export async function* fileWrites(
  blobs: Pick<BlobStore, 'get'>,
  changes: readonly FileChange[],
  directory: string,
): AsyncGenerator<FileWrite> {
  for (const { path: own, content } of changes) {
    const path = requireSafePath(own, directory);
    if (content === null || content instanceof Uint8Array) yield { path, content };
    else yield { path, content: await readBlob(blobs, content.blob) };
  }
}

/**
 * Builds the path of a file in the repository.
 * @throws OperationFailed for an unsafe path
 */
export function requireSafePath(own: string, directory = ''): string {
  const path = joinPath(directory, own);
  const problem = findUnsafePathReason(path);
  if (problem !== undefined)
    throw new OperationFailed(`the path ${JSON.stringify(own)} ${problem} and cannot be written`);
  return path;
}

/**
 * Refuses to overwrite files of a branch that the space was never in sync with, unless `force` is set.
 * @throws OperationFailed with the paths of the files
 */
export async function requireNoOverwrite(
  tip: RepositorySnapshot,
  blobs: ReadonlyMap<string, string>,
  { directory, force }: { readonly directory: string; readonly force: boolean },
): Promise<void> {
  if (force) return;
  const overwritten: string[] = [];
  for await (const { path, oid } of tip.list(directory))
    if (blobs.has(path) && blobs.get(path) !== oid) overwritten.push(path);
  if (overwritten.length === 0) return;
  const listed =
    overwritten.slice(0, MAX_LISTED_PATHS).join(', ') + (overwritten.length > MAX_LISTED_PATHS ? ', …' : '');
  throw new OperationFailed(
    `the branch has ${overwritten.length} ${overwritten.length === 1 ? 'file' : 'files'} that the export would change (${listed}), and the space has never been synced with this branch; import the branch first, or export with force`,
  );
}
