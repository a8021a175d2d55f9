import type { Head } from '../../../ports/content/branches.ts';
import type { ImportRunState } from '../../../domain/imports/import-run.ts';
import { Invalid } from '../../../domain/kernel/errors.ts';
import type { Services } from '../../kernel/services.ts';
import type { PlannedChange } from '../../content/plan-changes.ts';
import { prepareImport, requireParent, type ImportObserver } from '../prepare-import.ts';
import { convertProject, type ConversionContext } from './convert-project.ts';
import { ImportItems } from './import-items.ts';
import { planProject, type ProjectContext } from './project-changes.ts';
import { openUploads, type SourceFiles } from './source-files.ts';

export type ReadSourceContext = ConversionContext &
  ProjectContext &
  Pick<Services, 'webImport' | 'pageSources' | 'git'>;

/** Maximum number of pages of one run. */
const MAX_IMPORT_PAGES = 5_000;

/** Additions that a run brings, and the items that it reports. */
export interface ReadImport {
  readonly changes: readonly PlannedChange[];
  readonly items: ImportItems;
}

/**
 * Does the part of a run that needs no lock: reads the source and stores its files.
 * @throws Invalid for a source that cannot be read or has too many pages, GitError
 */
export async function readSource(
  context: ReadSourceContext,
  { source, pageId }: ImportRunState,
  head: Head,
  observer: ImportObserver,
): Promise<ReadImport> {
  const items = new ImportItems();
  if (pageId !== null) await requireParent(context, head.content, pageId);
  if (source.type === 'website') {
    const { changes, site } = await prepareImport(
      context,
      { url: source.url, source: 'website' },
      head,
      pageId ?? undefined,
      observer,
    );
    for (const { id, title, type } of site.pages)
      if (type === 'document') items.changed(`${title} (${id})`, 'converted from HTML', { page: id });
    for (const change of changes)
      if (change.operation === 'insert_files')
        for (const { id, name } of change.files) items.imported(`${name} (${id})`, { file: id });
    for (const { url, reason } of site.lost) items.lost(url, reason);
    return { changes, items };
  }
  const changes: PlannedChange[] = [];
  const addProject = async (files: SourceFiles): Promise<void> => {
    const project = await convertProject(context, files, items, observer);
    for (const change of await planProject(context, files, project, items, pageId)) changes.push(change);
    observer.signal.throwIfAborted();
  };
  if (source.type === 'file') for (const files of await openUploads(context, source.files)) await addProject(files);
  else {
    const snapshot = await context.git.snapshot({ url: source.url, ref: source.ref }, observer.signal);
    try {
      const prefix = source.directory === '' ? '' : `${source.directory}/`;
      const entries = [];
      for await (const entry of snapshot.list(source.directory))
        entries.push({ ...entry, path: entry.path.slice(prefix.length) });
      await addProject({ entries, open: (task) => task(snapshot) });
    } finally {
      await snapshot.dispose();
    }
  }
  const pages = changes.filter(({ operation }) => operation === 'insert_page').length;
  if (pages > MAX_IMPORT_PAGES)
    throw Invalid.field('', `the source has ${pages} pages; one import has at most ${MAX_IMPORT_PAGES}`);
  return { changes, items };
}
