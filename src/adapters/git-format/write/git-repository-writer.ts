import type { File, Page } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
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
import { Turns } from '../../../application/kernel/time-slices.ts';
import { ProjectFiles } from '../project-files.ts';
import { readProjectSettings, SETTINGS_FILE, type ProjectSettings } from '../project-settings.ts';
import { Report } from '../report.ts';
import { FilePlaces } from './file-places.ts';
import { namedThings, relativePath, withRelativeLinks, type NamedThing } from './relative-links.ts';
import { fieldEdits } from './written-fields.ts';
import { frontMatterBytes, headed, joined, retitled, statedIn, withValues } from './written-document.ts';
import { summaryLines } from './summary-lines.ts';
import { writtenRedirects } from './written-redirects.ts';
import { writtenSummary } from './written-summary.ts';
import { writtenVariables } from './written-variables.ts';

/** Writes projects as GitBook's Git sync lays them out, and as they are written already. */
export class GitRepositoryWriter implements RepositoryWriter {
  constructor(private readonly slugify: Slugify) {}

  write(
    files: () => Promise<RepositoryFiles>,
    changes: ProjectChanges,
    options: WriteOptions,
  ): Promise<SerializedProject> {
    return new Writing(new LazyProject(files, options.projectDirectory), changes, options, this.slugify).run();
  }
}

/** The project that is written to, read when it is asked for. */
class LazyProject {
  #read:
    | Promise<{ readonly listed: RepositoryFiles; readonly project: ProjectFiles; readonly settings: ProjectSettings }>
    | undefined;

  constructor(
    private readonly files: () => Promise<RepositoryFiles>,
    private readonly directory: string,
  ) {}

  get() {
    return (this.#read ??= this.#open());
  }

  async #open() {
    const listed = await this.files();
    const report = new Report();
    const isThere = this.directory === '' || listed.list().some(({ path }) => path.startsWith(`${this.directory}/`));
    const project = new ProjectFiles(
      isThere ? listed : { list: () => [], read: async () => new Map() },
      isThere ? this.directory : '',
      report,
    );
    return { listed, project, settings: await readProjectSettings(project, report) };
  }
}

class Writing {
  readonly #places = {
    pages: new Map<Id, string>(),
    files: new Map<Id, string>(),
    reusableContents: new Map<Id, string>(),
  };
  readonly #changes = new Map<string, FileChange['content']>();
  readonly #turns = new Turns();

  constructor(
    private readonly lazy: LazyProject,
    private readonly changes: ProjectChanges,
    private readonly options: WriteOptions,
    private readonly slugify: Slugify,
  ) {}

  async run(): Promise<SerializedProject> {
    const { changes } = this;
    for (const path of changes.removedPaths) this.#changes.set(path, null);
    await this.#place();
    await this.#findPlaces();
    const pages = new Map<Id, SerializedDocument>();
    for (const { item, document, titleBefore } of changes.pages) {
      if (!this.#places.pages.has(item.id)) continue;
      pages.set(item.id, await this.#page(item, document, titleBefore));
      if (this.#turns.over) await this.#turns.next();
    }
    const reusableContents = new Map<Id, SerializedDocument>();
    for (const one of changes.reusableContents) reusableContents.set(one.item.id, this.#reusableContent(one));
    for (const file of changes.files) this.#changes.set(this.#places.files.get(file.id)!, { blob: file.blob });
    if (changes.variables !== undefined) await this.#variables();
    await this.#redirects();
    const summary = await this.#summary();
    return {
      changes: [...this.#changes].map(([path, content]) => ({ path, content })),
      pages,
      reusableContents,
      files: new Map(changes.files.map(({ id }) => [id, this.#places.files.get(id)!])),
      hrefs: summary.hrefs,
      layout: summary.layout,
    };
  }

  /** Gives everything that changes a place: the one it has, or a new one. */
  async #place(): Promise<void> {
    const { navigation, pages, files, reusableContents } = this.changes;
    for (const page of [...(navigation?.after ?? []), ...pages.map(({ item }) => item)])
      if (page.git !== undefined) this.#places.pages.set(page.id, page.git.path);
    for (const { id, git } of files) if (git !== undefined) this.#places.files.set(id, git.path);
    for (const { item } of reusableContents)
      if (item.git !== undefined) this.#places.reusableContents.set(item.id, item.git.path);
    const isNew = (things: readonly { readonly id: Id }[], placed: ReadonlyMap<Id, string>) =>
      things.filter(({ id }) => !placed.has(id));
    const newPages = new Set(
      isNew(
        pages.map(({ item }) => item),
        this.#places.pages,
      ).map(({ id }) => id),
    );
    const newFiles = isNew(files, this.#places.files) as File[];
    const newContents = reusableContents.filter(({ item }) => !this.#places.reusableContents.has(item.id));
    if (newPages.size + newFiles.length + newContents.length === 0) return;
    const { project, settings } = await this.lazy.get();
    for (const id of await this.#namedWithoutFile(newPages)) newPages.delete(id);
    const free = new FilePlaces(project, settings, this.slugify, new Set(this.changes.removedPaths));
    for (const path of [
      ...this.#places.pages.values(),
      ...this.#places.files.values(),
      ...this.#places.reusableContents.values(),
    ])
      free.take(path);
    free.take(settings.summary);
    free.pages(navigation?.after ?? pages.map(({ item }) => item), newPages, this.#places.pages);
    for (const file of newFiles) this.#places.files.set(file.id, free.file(file));
    for (const { item } of newContents) this.#places.reusableContents.set(item.id, free.reusableContent(item));
  }

  /** Where nobody knows what the summary names: empty pages that it names without a file, and goes on to name so. */
  async #namedWithoutFile(pages: ReadonlySet<Id>): Promise<readonly Id[]> {
    const { navigation } = this.changes;
    const empty = this.changes.pages.filter(({ item, document }) => pages.has(item.id) && document.byteLength === 0);
    if (navigation === undefined || navigation.before !== null || empty.length === 0) return [];
    const { project, settings } = await this.lazy.get();
    const bytes = project.has(settings.summary)
      ? (await project.read([settings.summary])).get(settings.summary)
      : undefined;
    const lines = bytes && (await summaryLines(bytes, project, settings));
    const titles = new Set(
      lines?.entries.flatMap(({ node }) => (node.kind === 'document' && node.path === null ? [node.title] : [])),
    );
    return empty.flatMap(({ item }) => (titles.has(item.title) ? [item.id] : []));
  }

  /** Finds out where everything lies that the documents, the covers and the links of the navigation name. */
  async #findPlaces(): Promise<void> {
    const named = { pages: new Set<Id>(), files: new Set<Id>(), reusableContents: new Set<Id>() };
    const name = ({ kind, id }: NamedThing): void => void (this.#places[kind].has(id) || named[kind].add(id));
    for (const { document } of [...this.changes.pages, ...this.changes.reusableContents]) {
      for (const thing of namedThings(document)) name(thing);
      if (this.#turns.over) await this.#turns.next();
    }
    for (const { cover } of this.changes.pages.map(({ item }) => item))
      for (const id of coverFiles(cover)) name({ kind: 'files', id });
    for (const { target } of this.changes.navigation?.after ?? [])
      if (typeof target?.['file'] === 'string') name({ kind: 'files', id: target['file'] });
    const { paths } = this.options;
    for (const kind of ['pages', 'files', 'reusableContents'] as const) {
      if (named[kind].size > 0)
        for (const [id, path] of await paths[kind](named[kind])) this.#places[kind].set(id, path);
    }
  }

  async #page(page: Page, document: Uint8Array, titleBefore: string | undefined): Promise<SerializedDocument> {
    const path = this.#places.pages.get(page.id)!;
    const isNew = page.git === undefined;
    const source = frontMatterBytes(page.frontMatter);
    const stated = statedIn(source);
    const names = stated.has('cover') || stated.has('coverDark') ? await this.lazy.get() : undefined;
    const frontMatter = withValues(
      source,
      fieldEdits(stated, page, {
        find: (reference) => names?.project.resolveReference(path, names.settings.root, reference),
        pathOf: (id) => this.#places.files.get(id),
        write: (to) => relativePath(path, to),
      }),
    );
    const linked = this.#linked(document, path);
    const body = isNew
      ? headed(linked, page.title)
      : titleBefore === undefined
        ? linked
        : retitled(linked, titleBefore, page.title);
    return this.#put(path, frontMatter, body, source === null);
  }

  #reusableContent({
    item,
    document,
  }: ItemWithDocument<{
    readonly id: Id;
    readonly title: string;
    readonly frontMatter?: Page['frontMatter'];
  }>): SerializedDocument {
    const path = this.#places.reusableContents.get(item.id)!;
    const source = frontMatterBytes(item.frontMatter);
    const stated = statedIn(source).get('title');
    const isStated = typeof stated === 'string' && stated.trim() === item.title;
    return this.#put(
      path,
      withValues(source, new Map(isStated ? [] : [['title', item.title]])),
      this.#linked(document, path),
      source === null,
    );
  }

  #linked(document: Uint8Array, path: string): Uint8Array {
    return withRelativeLinks(document, path, ({ kind, id }) => this.#places[kind].get(id));
  }

  #put(path: string, frontMatterSource: Uint8Array | null, body: Uint8Array, isNew: boolean): SerializedDocument {
    const { bytes, body: document } = joined(frontMatterSource, body, isNew);
    this.#changes.set(path, bytes);
    return { path, frontMatterSource, document };
  }

  async #variables(): Promise<void> {
    const { project, settings } = await this.lazy.get();
    const written = await writtenVariables(project, settings, this.changes.variables ?? {});
    if (written !== undefined) this.#changes.set(written.path, written.bytes);
  }

  async #redirects(): Promise<void> {
    const { redirects, navigation } = this.changes;
    if (redirects === undefined || redirects.size === 0 || (await this.lazy.get()).project.has(SETTINGS_FILE)) return;
    const bytes = writtenRedirects(redirects, {
      pages: navigation?.after ?? [],
      pathOf: ({ kind, id }) => this.#places[kind].get(id),
    });
    if (bytes !== undefined) this.#changes.set(SETTINGS_FILE, bytes);
  }

  async #summary(): Promise<Pick<SerializedProject, 'hrefs' | 'layout'>> {
    const { layout, projectDirectory } = this.options;
    if (this.changes.navigation === undefined && layout !== null) return { hrefs: new Map(), layout };
    const { listed, project, settings } = await this.lazy.get();
    const isThere = project.has(settings.summary);
    if (this.changes.navigation === undefined)
      return { hrefs: new Map(), layout: { root: settings.root, summaryPath: isThere ? settings.summary : null } };
    const { before, after } = this.changes.navigation;
    const { bytes, hrefs } = await writtenSummary({
      listed,
      projectDirectory,
      project,
      settings,
      before,
      after,
      pathOf: ({ kind, id }) => this.#places[kind].get(id),
      changes: this.#changes,
      slugify: this.slugify,
    });
    this.#changes.set(settings.summary, bytes);
    return { hrefs, layout: { root: settings.root, summaryPath: settings.summary } };
  }
}

function coverFiles(cover: Page['cover']): readonly Id[] {
  const refs = [cover?.['ref'], cover?.['refDark']] as readonly ({ readonly file?: unknown } | undefined)[];
  return refs.flatMap((ref) => (typeof ref?.file === 'string' ? [ref.file] : []));
}
