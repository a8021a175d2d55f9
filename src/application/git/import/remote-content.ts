import { countPages } from '../../../domain/content/content-reads.ts';
import { countEntries } from '../../../domain/content/objects/map-read.ts';
import { readContent } from '../../../domain/content/content.ts';
import type { ContentObject, Hash } from '../../../domain/content/objects/content-object.ts';
import type { ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import { LFS_POINTER_MESSAGE } from '../../../domain/git/lfs-pointer.ts';
import type { SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { ProjectLayout } from '../../../domain/git/sync-point.ts';
import type { RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { ImportPlan, PriorImport, ImportReportEntry } from '../../../ports/git/repository-format.ts';
import { read } from '../../content/reading.ts';
import type { QueryContext } from '../../kernel/use-case.ts';
import { readPreviousContent } from './previous-content.ts';
import { PendingObjects } from '../../content/put-objects.ts';
import { buildPlannedContent, type SeedContext } from './seed-content.ts';
import { listSnapshot } from './snapshot-files.ts';
import { contentFiles, storeProjectFiles, withPointedFiles, type StoredProjectFiles } from './store-files.ts';
import { syncReport } from '../sync-report.ts';

/** Content of a commit. Its objects except `root` are stored; no revision refers to them yet. */
export interface RemoteContent {
  readonly content: Hash;
  /** Object of the content itself. */
  readonly root: readonly ContentObject[];
  readonly pages: number;
  readonly files: number;
  readonly layout: ProjectLayout;
  readonly report: readonly SyncReportEntry[];
}

/** Project read from a commit, independent of the content of the space. */
export interface ParsedProject {
  readonly plan: ImportPlan;
  readonly report: readonly ImportReportEntry[];
}

type Dependencies = Pick<
  QueryContext<'public', 'blobs' | 'content' | 'files' | 'gitFormat' | 'ids'>,
  'blobs' | 'content' | 'files' | 'gitFormat' | 'ids' | 'now'
>;
type Snapshot = Pick<RepositorySnapshot, 'list' | 'read'>;

type ContentOptions = Partial<Pick<SeedContext, 'preservesPaths'>>;

/** Reads the whole project of a commit; the result is cached. */
export class FullProject {
  #read: Promise<readonly [ParsedProject, StoredProjectFiles]> | undefined;

  constructor(
    private readonly context: Dependencies,
    private readonly snapshot: Snapshot,
    private readonly directory: string,
    private readonly options: ContentOptions = {},
  ) {}

  /** Builds the content of the project on top of `base`: items that exist there keep their ids and times. */
  async buildOn(base: Hash): Promise<RemoteContent> {
    const [project, stored] = await (this.#read ??= this.#load());
    return buildProjectContent(this.context, project, stored, base, this.options);
  }

  async #load(): Promise<readonly [ParsedProject, StoredProjectFiles]> {
    const project = await readProject(this.context, this.snapshot, this.directory);
    return [
      project,
      await storeProjectFiles(this.context, project.plan.files, (batch) =>
        this.snapshot.read(batch.map(({ oid }) => oid)),
      ),
    ];
  }
}

/** Lists the files of a commit's project and reads its texts, except those in `known`. */
export async function readProject(
  { gitFormat }: Pick<Dependencies, 'gitFormat'>,
  snapshot: Snapshot,
  directory: string,
  known?: PriorImport,
): Promise<ParsedProject> {
  const { files, report } = await listSnapshot(snapshot, directory);
  const plan = await gitFormat.read(files, { projectDirectory: directory, ...(known && { prior: known }) });
  return { plan, report };
}

/**
 * Builds the content of a project on top of `base`.
 * @param found stored files by their Git object ids
 */
export async function buildProjectContent(
  { content, ids, now }: Dependencies,
  { plan, report: reported }: ParsedProject,
  found: StoredProjectFiles,
  base: Hash,
  { preservesPaths = false }: ContentOptions = {},
): Promise<RemoteContent> {
  const previous = await read(content, readPreviousContent(base));
  const newId = () => ids.next();
  const stored = withPointedFiles(found, previous.files);
  const files = contentFiles(plan.files, stored, previous.files, newId);
  const pending = new PendingObjects(content);
  const { contentHash, objects } = await read(
    content,
    buildPlannedContent(plan, { newId, now, files, previous, preservesPaths }, (object) => pending.add(object)),
  ).finally(() => pending.flush());
  // The warning about a page, which may be the cover of another one, is there already.
  const known = new Set(
    [...reported, ...plan.report].flatMap(({ code, path }) => (code === 'file-elsewhere' ? [path] : [])),
  );
  const pointerWarnings = plan.files
    .filter(({ oid, path }) => !stored.has(oid) && !known.has(path))
    .map(({ path }): ImportReportEntry => ({
      level: 'warning',
      code: 'file-elsewhere',
      path,
      message: LFS_POINTER_MESSAGE,
    }));
  const lost = plan.redirects.filter(({ target }) => target.kind === 'file' && !files.has(target.path));
  return {
    content: contentHash,
    root: objects.filter(({ hash }) => hash === contentHash),
    pages: plan.pages.length,
    files: files.size,
    layout: { root: plan.root, summaryPath: plan.summaryPath },
    report: syncReport([...reported, ...pointerWarnings], plan, lost),
  };
}

/** Counts the pages and files of a content. */
export function* readContentSize(hash: Hash): ObjectQuery<{ readonly pages: number; readonly files: number }> {
  const content = yield* readContent(hash);
  return { pages: yield* countPages(content), files: yield* countEntries(content.files) };
}
