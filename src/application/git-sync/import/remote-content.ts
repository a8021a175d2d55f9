import { countPages } from '../../../domain/content/content-reads.ts';
import { countEntries } from '../../../domain/content/objects/map-read.ts';
import { readContent } from '../../../domain/content/content.ts';
import type { ContentObject, Hash } from '../../../domain/content/objects/objects.ts';
import type { Reading } from '../../../domain/content/objects/reading.ts';
import type { SyncReportEntry } from '../../../domain/git-sync/sync-operation.ts';
import type { ProjectLayout } from '../../../domain/git-sync/sync-point.ts';
import type { RepositorySnapshot } from '../../../ports/git-repositories.ts';
import type { ImportPlan, ReportEntry } from '../../../ports/repository-format.ts';
import { read } from '../../content/reading.ts';
import type { QueryContext } from '../../kernel/use-case.ts';
import { previousContent } from './previous-content.ts';
import { putObjects } from '../../content/put-objects.ts';
import { plannedContent } from './seed-content.ts';
import { listSnapshot } from './snapshot-files.ts';
import { contentFiles, storeFiles, type StoredFile } from './store-files.ts';
import { syncReport } from '../sync-report.ts';

/** What a commit holds, as content: its objects are stored, nothing names them yet. */
export interface RemoteContent {
  readonly content: Hash;
  /** The object of the content itself. */
  readonly root: readonly ContentObject[];
  readonly pages: number;
  readonly files: number;
  readonly layout: ProjectLayout;
  readonly report: readonly SyncReportEntry[];
}

/** What was read of a commit, whatever the space holds. */
interface Material {
  readonly plan: ImportPlan;
  readonly found: readonly ReportEntry[];
  readonly stored: ReadonlyMap<string, StoredFile>;
}

type Means = Pick<QueryContext<'public'>, 'blobs' | 'content' | 'files' | 'gitFormat' | 'ids' | 'now'>;

/** Reads all of a commit's project, once. */
export class WholeProject {
  #material: Promise<Material> | undefined;

  constructor(
    private readonly context: Means,
    private readonly snapshot: Pick<RepositorySnapshot, 'list' | 'read'>,
    private readonly directory: string,
  ) {}

  /** The project as a content that takes the place of `base`: what was there already keeps its ids and times. */
  async on(base: Hash): Promise<RemoteContent> {
    const { context } = this;
    const { plan, stored, found } = await (this.#material ??= this.#read());
    const previous = await read(context.content, previousContent(base));
    const newId = () => context.ids.next();
    const files = contentFiles(plan.files, stored, previous.files, newId);
    const { contentHash, objects } = await read(context.content, plannedContent(plan, { newId, now: context.now, files, previous }));
    await putObjects(context.content, objects);
    return {
      content: contentHash, root: objects.filter(({ hash }) => hash === contentHash), pages: plan.pages.length, files: files.size,
      layout: { root: plan.root, summaryPath: plan.summaryPath }, report: syncReport(found, plan),
    };
  }

  async #read(): Promise<Material> {
    const { context, snapshot, directory } = this;
    const { files, report } = await listSnapshot(snapshot, directory);
    const plan = await context.gitFormat.read(files, { projectDirectory: directory });
    const stored = await storeFiles(context, plan.files, (wanted) => snapshot.read(wanted.map(({ oid }) => oid)));
    const elsewhere = plan.files.filter(({ oid }) => !stored.has(oid)).map(({ path }): ReportEntry => ({ level: 'warning', code: 'file-elsewhere', path, message: 'the repository has only a pointer to the file: its bytes are kept with Git LFS' }));
    return { plan, found: [...report, ...elsewhere], stored };
  }
}

/** How many pages and files a content has. */
export function* sizeOf(hash: Hash): Reading<{ readonly pages: number; readonly files: number }> {
  const content = yield* readContent(hash);
  return { pages: yield* countPages(content), files: yield* countEntries(content.files) };
}
