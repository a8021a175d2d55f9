import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { relativePath } from '../../../domain/links/relative-link.ts';
import type { RepositoryFiles } from '../../../ports/git/repository-format.ts';
import type {
  ItemWithDocument,
  FileChange,
  ProjectChanges,
  RepositoryWriter,
  WriteOptions,
  SerializedDocument,
  SerializedProject,
} from '../../../ports/git/repository-writing.ts';
import type { Slugify } from '../../../ports/kernel/slugify.ts';
import { TimeSlices } from '../../../application/kernel/time-slices.ts';
import { leadingHeading } from '../leading-heading.ts';
import { titleFromFile } from '../navigation-from-folders.ts';
import { readPageFields } from '../page-fields.ts';
import { hasUnreadableRestriction } from '../page-sources.ts';
import { ProjectFiles } from '../project-files.ts';
import {
  hasSettings,
  readProjectSettings,
  SETTINGS_FILE,
  withRoot,
  type ProjectSettings,
} from '../project-settings.ts';
import { Report } from '../report.ts';
import type { YamlMap } from '../yaml.ts';
import { PathAllocator } from './path-allocator.ts';
import { findLineEnding, firstLineEnding, withLineEnding, type LineEnding } from './line-endings.ts';
import { findContentTargets, toRelativeLinks, type ContentTarget } from './relative-links.ts';
import { fieldEdits } from './front-matter-edits.ts';
import {
  frontMatterBytes,
  withHeading,
  joinDocument,
  renameHeading,
  parseFrontMatter,
  editFrontMatter,
} from './document-text.ts';
import { splitSummary } from './summary-lines.ts';
import { rootOfContent } from './root-of-content.ts';
import { writeSettings } from './write-settings.ts';
import { updateSummary } from './update-summary.ts';
import { writeVariables } from './write-variables.ts';
import type { YamlEdits } from './yaml-edits.ts';

/** Writes projects in the layout of GitBook's Git sync and in the style of their existing files. */
export class GitRepositoryWriter implements RepositoryWriter {
  constructor(private readonly slugify: Slugify) {}

  write(
    files: () => Promise<RepositoryFiles>,
    changes: ProjectChanges,
    options: WriteOptions,
  ): Promise<SerializedProject> {
    const root = changes.navigation?.before === null ? rootOfContent(changes) : '';
    const project = new LazyProject(files, options.projectDirectory, root);
    return new ProjectExport(project, changes, options, this.slugify).run();
  }
}

/** Target project, which is read on first use. */
class LazyProject {
  #lineEnding: Promise<LineEnding | undefined> | undefined;
  #read:
    | Promise<{ readonly listed: RepositoryFiles; readonly project: ProjectFiles; readonly settings: ProjectSettings }>
    | undefined;

  constructor(
    private readonly files: () => Promise<RepositoryFiles>,
    private readonly directory: string,
    /** Root folder of a project that has neither settings nor a summary. */
    private readonly root: string,
  ) {}

  get() {
    return (this.#read ??= this.#open());
  }

  /** Finds the line ending of the texts of the project; undefined without any. */
  lineEnding(): Promise<LineEnding | undefined> {
    return (this.#lineEnding ??= this.get().then(({ project, settings }) => findLineEnding(project, settings)));
  }

  async #open() {
    const files = await this.files();
    const report = new Report();
    const exists = this.directory === '' || files.list().some(({ path }) => path.startsWith(`${this.directory}/`));
    const project = new ProjectFiles(
      exists ? files : { list: () => [], read: async () => new Map() },
      exists ? this.directory : '',
      report,
    );
    const settings = await readProjectSettings(project, report);
    const isUnstated = !hasSettings(project) && !project.has(settings.summary);
    return { listed: files, project, settings: isUnstated ? withRoot(settings, this.root) : settings };
  }
}

/** Item of a text: its place in the repository, if it has one, and its front matter as it was imported. */
type DocumentSource = Pick<Page, 'git' | 'frontMatter'>;

class ProjectExport {
  readonly #paths = {
    pages: new Map<Id, string>(),
    files: new Map<Id, string>(),
    reusableContents: new Map<Id, string>(),
  };
  readonly #changes = new Map<string, FileChange['content']>();
  readonly #slices = new TimeSlices();

  constructor(
    private readonly lazy: LazyProject,
    private readonly changes: ProjectChanges,
    private readonly options: WriteOptions,
    private readonly slugify: Slugify,
  ) {}

  async run(): Promise<SerializedProject> {
    const { changes } = this;
    for (const path of changes.removedPaths) this.#changes.set(path, null);
    await this.#assignPaths();
    await this.#resolvePaths();
    const pages = new Map<Id, SerializedDocument>();
    for (const { item, document, titleBefore } of changes.pages) {
      if (!this.#paths.pages.has(item.id)) continue;
      pages.set(item.id, await this.#writePage(item, document, titleBefore));
      if (this.#slices.isOver) await this.#slices.next();
    }
    const reusableContents = new Map<Id, SerializedDocument>();
    for (const one of changes.reusableContents)
      reusableContents.set(one.item.id, await this.#writeReusableContent(one));
    for (const file of changes.files) this.#changes.set(this.#paths.files.get(file.id)!, { blob: file.blob });
    if (changes.variables !== undefined) await this.#writeVariables();
    await this.#writeSettings();
    const summary = await this.#writeSummary();
    return {
      changes: [...this.#changes].map(([path, content]) => ({ path, content })),
      pages,
      reusableContents,
      files: new Map(changes.files.map(({ id }) => [id, this.#paths.files.get(id)!])),
      hrefs: summary.hrefs,
      layout: summary.layout,
    };
  }

  /** Assigns a path to every changed item: its current path or a new one. */
  async #assignPaths(): Promise<void> {
    const { navigation, pages, files, reusableContents } = this.changes;
    for (const page of [...(navigation?.after ?? []), ...pages.map(({ item }) => item)])
      if (page.git !== undefined) this.#paths.pages.set(page.id, page.git.path);
    for (const { id, git } of files) if (git !== undefined) this.#paths.files.set(id, git.path);
    for (const { item } of reusableContents)
      if (item.git !== undefined) this.#paths.reusableContents.set(item.id, item.git.path);
    const withoutPath = (items: readonly { readonly id: Id }[], placed: ReadonlyMap<Id, string>) =>
      items.filter(({ id }) => !placed.has(id));
    const newPages = new Set(
      withoutPath(
        pages.map(({ item }) => item),
        this.#paths.pages,
      ).map(({ id }) => id),
    );
    const newFiles = withoutPath(files, this.#paths.files) as File[];
    const newContents = reusableContents.filter(({ item }) => !this.#paths.reusableContents.has(item.id));
    if (newPages.size + newFiles.length + newContents.length === 0) return;
    const { project, settings } = await this.lazy.get();
    for (const id of await this.#pagesWithoutFile(newPages)) newPages.delete(id);
    const allocator = new PathAllocator(project, settings, this.slugify, new Set(this.changes.removedPaths));
    for (const path of [
      ...this.#paths.pages.values(),
      ...this.#paths.files.values(),
      ...this.#paths.reusableContents.values(),
    ])
      allocator.reserve(path);
    allocator.reserve(settings.summary);
    allocator.assignPages(navigation?.after ?? pages.map(({ item }) => item), newPages, this.#paths.pages);
    for (const file of newFiles) this.#paths.files.set(file.id, allocator.filePath(file));
    for (const { item } of newContents) this.#paths.reusableContents.set(item.id, allocator.reusableContentPath(item));
  }

  /**
   * Finds empty pages that the summary lists without a file, when the previous navigation is unknown; they stay without
   * a file.
   */
  async #pagesWithoutFile(pages: ReadonlySet<Id>): Promise<readonly Id[]> {
    const { navigation } = this.changes;
    const empty = this.changes.pages.filter(({ item, document }) => pages.has(item.id) && document.byteLength === 0);
    if (navigation === undefined || navigation.before !== null || empty.length === 0) return [];
    const { project, settings } = await this.lazy.get();
    const bytes = project.has(settings.summary)
      ? (await project.read([settings.summary])).get(settings.summary)
      : undefined;
    const lines = bytes && (await splitSummary(bytes, project, settings));
    const titles = new Set(
      lines?.entries.flatMap(({ node }) => (node.kind === 'document' && node.path === null ? [node.title] : [])),
    );
    return empty.flatMap(({ item }) => (titles.has(item.title) ? [item.id] : []));
  }

  /** Resolves the paths of everything that documents, covers and navigation links refer to. */
  async #resolvePaths(): Promise<void> {
    const unresolved = { pages: new Set<Id>(), files: new Set<Id>(), reusableContents: new Set<Id>() };
    const require = ({ kind, id }: ContentTarget): void => void (this.#paths[kind].has(id) || unresolved[kind].add(id));
    for (const { document } of [...this.changes.pages, ...this.changes.reusableContents]) {
      for (const target of findContentTargets(document)) require(target);
      if (this.#slices.isOver) await this.#slices.next();
    }
    for (const { cover } of this.changes.pages.map(({ item }) => item))
      for (const id of coverFiles(cover)) require({ kind: 'files', id });
    for (const { target } of this.changes.navigation?.after ?? [])
      if (typeof target?.['file'] === 'string') require({ kind: 'files', id: target['file'] });
    const { paths } = this.options;
    for (const kind of ['pages', 'files', 'reusableContents'] as const) {
      if (unresolved[kind].size > 0)
        for (const [id, path] of await paths[kind](unresolved[kind])) this.#paths[kind].set(id, path);
    }
  }

  async #writePage(page: Page, document: Uint8Array, titleBefore: string | undefined): Promise<SerializedDocument> {
    const path = this.#paths.pages.get(page.id)!;
    const isNew = page.git === undefined;
    const source = frontMatterBytes(page.frontMatter);
    const stated = parseFrontMatter(source);
    const names = stated.has('cover') || stated.has('coverDark') ? await this.lazy.get() : undefined;
    const edits = fieldEdits(stated, page, {
      find: (reference) => names?.project.resolveReference(path, names.settings.root, reference),
      pathOf: (id) => this.#paths.files.get(id),
      write: (to) => relativePath(path, to),
    });
    const linked = this.#toRelativeLinks(document, path);
    const body = isNew
      ? withHeading(linked, page.title)
      : titleBefore === undefined
        ? linked
        : renameHeading(linked, titleBefore, page.title);
    if (!(await this.#hasSummary()) && titleWithoutSummary(path, stated, body) !== page.title)
      edits.set('title', page.title);
    if (source === null && hasUnreadableRestriction(body)) {
      if (page.hidden !== true) edits.set('hidden', false);
      else if (edits.size === 1) edits.delete('hidden'); // The text hides the page already.
    }
    return this.#writeFile(page, path, edits, body);
  }

  /** Reports whether the project has a summary afterwards, which states the titles. */
  async #hasSummary(): Promise<boolean> {
    if (this.changes.navigation !== undefined) return true;
    if (this.options.layout !== null) return this.options.layout.summaryPath !== null;
    const { project, settings } = await this.lazy.get();
    return project.has(settings.summary);
  }

  #writeReusableContent({ item, document }: ItemWithDocument<ReusableContent>): Promise<SerializedDocument> {
    const path = this.#paths.reusableContents.get(item.id)!;
    const stated = parseFrontMatter(frontMatterBytes(item.frontMatter)).get('title');
    const isStated = typeof stated === 'string' && stated.trim() === item.title;
    const edits: YamlEdits = new Map(isStated ? [] : [['title', item.title]]);
    return this.#writeFile(item, path, edits, this.#toRelativeLinks(document, path));
  }

  #toRelativeLinks(document: Uint8Array, path: string): Uint8Array {
    return toRelativeLinks(document, path, ({ kind, id }) => this.#paths[kind].get(id));
  }

  /** Writes a text with edited front matter: a new one with the line ending of the project, else with its own. */
  async #writeFile(
    { git, frontMatter: stated }: DocumentSource,
    path: string,
    edits: YamlEdits,
    text: Uint8Array,
  ): Promise<SerializedDocument> {
    const source = frontMatterBytes(stated);
    const isNew = git === undefined;
    const ending = isNew ? await this.lazy.lineEnding() : source === null ? firstLineEnding(text) : undefined;
    const edited = editFrontMatter(source, edits);
    const { bytes, frontMatter, body } = joinDocument(
      edited && withLineEnding(edited, ending),
      isNew ? withLineEnding(text, ending) : text,
      source === null,
    );
    this.#changes.set(path, bytes);
    return { path, frontMatterSource: frontMatter, document: body };
  }

  async #writeVariables(): Promise<void> {
    const { project, settings } = await this.lazy.get();
    const written = await writeVariables(project, settings, this.changes.variables ?? {});
    if (written !== undefined) await this.#writeText(project, written.path, written.bytes);
  }

  async #writeSettings(): Promise<void> {
    const { redirects, navigation } = this.changes;
    if (redirects === undefined) return;
    const { project, settings } = await this.lazy.get();
    if (project.has(SETTINGS_FILE)) return;
    const bytes = writeSettings(redirects, {
      ...settings,
      isRootStated: hasSettings(project),
      pages: navigation?.after ?? [],
      pathOf: ({ kind, id }) => this.#paths[kind].get(id),
    });
    if (bytes !== undefined) await this.#writeText(project, SETTINGS_FILE, bytes);
  }

  async #writeText(project: ProjectFiles, path: string, bytes: Uint8Array): Promise<void> {
    this.#changes.set(path, project.has(path) ? bytes : withLineEnding(bytes, await this.lazy.lineEnding()));
  }

  async #writeSummary(): Promise<Pick<SerializedProject, 'hrefs' | 'layout'>> {
    const { layout, projectDirectory } = this.options;
    if (this.changes.navigation === undefined && layout !== null) return { hrefs: new Map(), layout };
    const { listed, project, settings } = await this.lazy.get();
    const exists = project.has(settings.summary);
    if (this.changes.navigation === undefined)
      return { hrefs: new Map(), layout: { root: settings.root, summaryPath: exists ? settings.summary : null } };
    const { before, after } = this.changes.navigation;
    const { bytes, hrefs } = await updateSummary({
      listed,
      projectDirectory,
      project,
      settings,
      before,
      after,
      pathOf: ({ kind, id }) => this.#paths[kind].get(id),
      changes: this.#changes,
      slugify: this.slugify,
    });
    await this.#writeText(project, settings.summary, bytes);
    return { hrefs, layout: { root: settings.root, summaryPath: settings.summary } };
  }
}

/** Returns the title that a reader gives a page that no summary lists. */
function titleWithoutSummary(path: string, frontMatter: YamlMap, body: Uint8Array): string {
  return readPageFields(frontMatter, () => undefined).title ?? leadingHeading(body) ?? titleFromFile(path);
}

function coverFiles(cover: Page['cover']): readonly Id[] {
  const refs = [cover?.['ref'], cover?.['refDark']] as readonly ({ readonly file?: unknown } | undefined)[];
  return refs.flatMap((ref) => (typeof ref?.file === 'string' ? [ref.file] : []));
}
