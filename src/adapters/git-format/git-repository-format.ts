import { isLfsPointer, LFS_POINTER_MESSAGE } from '../../domain/git/lfs-pointer.ts';
import { sanitizeText } from '../../domain/kernel/storable-text.ts';
import { DestinationResolver } from './destination-resolver.ts';
import { navigationFromFolders } from './navigation-from-folders.ts';
import { navigationFromSummary } from './navigation-from-summary.ts';
import { directoryOf, hiddenPath, isMarkdown, isMdx, nameOf } from './paths.ts';
import { planFiles } from './plan-files.ts';
import { planPages, describeTitleDifferences } from './plan-pages.ts';
import { planRedirects } from './redirects.ts';
import { flattenNavigation } from './navigation.ts';
import { ProjectFiles } from './project-files.ts';
import { priorSource, readPageSource } from './page-sources.ts';
import { readProjectSettings } from './project-settings.ts';
import { readTags, readVariables } from './shared-values.ts';
import { Report } from './report.ts';
import { readText, roleOf } from './single-text.ts';
import { titleFromName } from './navigation-from-folders.ts';
import type {
  ImportPlan,
  PriorImport,
  PlannedReusableContent,
  RepositoryFiles,
  RepositoryFormat,
} from '../../ports/git/repository-format.ts';
import type { NavigationNode } from './navigation.ts';
import type { PageSource } from './page-sources.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';
import { TimeSlices } from '../../application/kernel/time-slices.ts';

/** Reads documentation projects in the layout of GitBook's Git sync. */
export class GitRepositoryFormat implements RepositoryFormat {
  constructor(private readonly slugify: Slugify) {}

  async read(
    files: RepositoryFiles,
    { projectDirectory = '', prior }: { readonly projectDirectory?: string; readonly prior?: PriorImport } = {},
  ): Promise<ImportPlan> {
    const report = new Report();
    const project = new ProjectFiles(files, projectDirectory, report);
    const settings = await readProjectSettings(project, report);
    return new ProjectImport(project, settings, report, this.slugify, prior).plan();
  }

  roleOf = roleOf;
  readText = readText;
  reportTitleDifferences = describeTitleDifferences;
}

/** Number of files per read. */
const READ_CHUNK = 500;
/** Maximum size of a summary; a larger one is ignored. */
const MAX_SUMMARY_BYTES = 32 * 1024 * 1024;

/** Import of one project. */
class ProjectImport {
  readonly #sources = new Map<string, PageSource>();
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #slices = new TimeSlices();

  constructor(
    private readonly project: ProjectFiles,
    private readonly settings: ProjectSettings,
    private readonly report: Report,
    private readonly slugify: Slugify,
    private readonly prior: PriorImport | undefined,
  ) {}

  async plan(): Promise<ImportPlan> {
    const { project, settings, report } = this;
    const { root, summary } = settings;
    const sharedFiles = { vars: hiddenPath(root, 'vars.yaml'), tags: hiddenPath(root, 'tags.yaml') };
    const bytes = await project.read(
      [...this.#usableSummary(), sharedFiles.vars, sharedFiles.tags].filter((path) => project.has(path)),
    );
    const summaryBytes = bytes.get(summary);
    const entries = flattenNavigation(await this.#navigation(summaryBytes));
    await this.#slices.next();
    const includes = project
      .paths()
      .filter((path) => path.startsWith(hiddenPath(root, 'includes/')) && isMarkdown(path));
    const titles = new Map(
      entries.flatMap(({ node }) => (node.kind === 'document' && node.path !== null ? [[node.path, node.title]] : [])),
    );
    await this.#readSources(
      [...titles.keys(), ...includes].filter((path) => !this.#usePriorText(path, titles.get(path))),
    );
    await this.#slices.next();
    const pages = await planPages({
      placed: entries,
      sources: this.#sources,
      project,
      settings,
      slugify: this.slugify,
      report,
      slices: this.#slices,
    });
    await this.#slices.next();
    if (summaryBytes) this.#reportUnlisted(titles);
    this.#reportMdx(summaryBytes !== undefined);
    if (pages.pages.length === 0) report.warn('empty-project', root, 'no page was found');
    const targets = new DestinationResolver(project, [root], nameOf(settings.readme));
    const redirects = planRedirects(settings, { targets, pageOf: pages.keyOf, pageAt: pages.pageAt, report });
    const requiredFiles = [
      ...this.#referencedFiles(entries.map(({ node }) => node)),
      ...redirects.flatMap(({ target }) => (target.kind === 'file' ? [target.path] : [])),
    ];
    return {
      root,
      summaryPath: summaryBytes ? summary : null,
      pages: pages.pages,
      files: planFiles(project, settings, this.#texts(), requiredFiles),
      reusableContents: includes.flatMap((path) => this.#reusableContent(path)),
      variables: this.#readOptional(
        bytes.get(sharedFiles.vars),
        (content) => readVariables(sharedFiles.vars, content, report),
        {},
      ),
      tags: this.#readOptional(
        bytes.get(sharedFiles.tags),
        (content) => readTags(sharedFiles.tags, content, report),
        [],
      ),
      redirects,
      report: report.entries(),
    };
  }

  #usableSummary(): readonly string[] {
    const { summary } = this.settings;
    const size = this.project.get(summary)?.size ?? 0;
    if (size <= MAX_SUMMARY_BYTES) return [summary];
    this.report.warn(
      'file-too-large',
      summary,
      `the summary has ${size} bytes, more than the limit of ${MAX_SUMMARY_BYTES}`,
    );
    return [];
  }

  async #navigation(summary: Uint8Array | undefined): Promise<readonly NavigationNode[]> {
    if (summary) {
      const text = sanitizeText(new TextDecoder().decode(summary));
      return navigationFromSummary(text, this.project, this.settings, this.report);
    }
    this.report.info('no-summary', this.settings.summary, 'without a summary, navigation follows the folders');
    return navigationFromFolders(this.project, this.settings);
  }

  #usePriorText(path: string, title: string | undefined): boolean {
    const entry = this.project.get(path);
    const found = entry && this.prior?.text(path, entry.oid, title);
    if (found) this.#sources.set(path, priorSource(found));
    return found !== undefined;
  }

  async #readSources(paths: readonly string[]): Promise<void> {
    const { project, report } = this;
    const chunk = (start: number): Promise<ReadonlyMap<string, Uint8Array>> =>
      project.read(paths.slice(start, start + READ_CHUNK));
    let pending = chunk(0);
    for (let start = 0; start < paths.length; start += READ_CHUNK) {
      const texts = await pending;
      // Loads the next files while the current ones are parsed.
      pending = chunk(start + READ_CHUNK);
      pending.catch(() => {});
      for (const [path, bytes] of texts) {
        if (isLfsPointer(bytes)) report.warn('file-elsewhere', path, LFS_POINTER_MESSAGE);
        else this.#addSource(path, bytes);
        if (this.#slices.isOver) await this.#slices.next();
      }
    }
  }

  #addSource(path: string, bytes: Uint8Array): void {
    const { project, settings, report } = this;
    this.#bytes.set(path, bytes);
    this.#sources.set(
      path,
      readPageSource(path, bytes, (reference) => project.resolveReference(path, settings.root, reference), report),
    );
  }

  *#texts(): Iterable<{ path: string; bytes: Uint8Array }> {
    for (const [path, bytes] of this.#bytes) yield { path, bytes };
  }

  /** Lists files that covers, navigation and unread texts refer to. */
  #referencedFiles(nodes: readonly NavigationNode[]): readonly string[] {
    const links = nodes.flatMap((node) =>
      node.kind === 'link' && node.target.kind === 'file' ? [node.target.path] : [],
    );
    const covers = [...this.#sources.values()].flatMap(({ fields: { cover } }) => [cover?.ref, cover?.refDark]);
    const known = [...(this.prior?.files ?? [])].filter((path) => this.project.has(path));
    return [...known, ...links, ...covers.flatMap((ref) => (ref?.kind === 'file' ? [ref.path] : []))];
  }

  #reusableContent(path: string): readonly PlannedReusableContent[] {
    const source = this.#sources.get(path);
    const entry = this.project.get(path);
    if (!source || !entry) return [];
    const title = source.title ?? source.heading ?? titleFromName(path);
    return [
      {
        title,
        path,
        oid: entry.oid,
        ...(source.known && { isUnchanged: true }),
        frontMatterSource: source.frontMatterSource,
        markdown: source.markdown,
      },
    ];
  }

  #reportUnlisted(listed: ReadonlyMap<string, unknown>): void {
    const { summary } = this.settings;
    const paths = this.#visiblePaths().filter((path) => isMarkdown(path) && path !== summary && !listed.has(path));
    if (paths.length === 0) return;
    const message = `${paths.length} Markdown ${paths.length === 1 ? 'file is' : 'files are'} not in the summary and not imported`;
    this.report.info('unlisted-files', summary, message, { paths });
  }

  /** Names the pages of other tools, which are missing in a project without a summary. */
  #reportMdx(hasSummary: boolean): void {
    const paths = this.#visiblePaths().filter((path) => isMdx(path) && !/(?:^|\/)node_modules\//.test(path));
    const [path] = paths;
    if (path === undefined) return;
    const message = 'MDX files (.mdx) are not imported as pages; Markdown files (.md) are';
    if (hasSummary) this.report.info('mdx-not-imported', path, message, { paths });
    else this.report.warn('mdx-not-imported', path, message, { paths });
  }

  /** Lists the paths below the root that are not in hidden folders. */
  #visiblePaths(): readonly string[] {
    const { root } = this.settings;
    const prefix = root === '' ? '' : `${root}/`;
    const isHidden = (path: string): boolean => path.split('/').some((segment) => segment.startsWith('.'));
    return this.project.paths().filter((path) => path.startsWith(prefix) && !isHidden(directoryOf(path)));
  }

  #readOptional<T>(bytes: Uint8Array | undefined, read: (bytes: Uint8Array) => T, otherwise: T): T {
    return bytes ? read(bytes) : otherwise;
  }
}
