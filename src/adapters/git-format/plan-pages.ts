import { titleFromFile } from './navigation-from-folders.ts';
import { assignSlugs } from './page-slugs.ts';
import type { NavigationNode, NavigationEntry } from './navigation.ts';
import type { PageSource } from './page-sources.ts';
import type { SlugAssignments } from './page-slugs.ts';
import type {
  PlannedDocument,
  PlannedPage,
  ImportTarget,
  ImportReportEntry,
} from '../../ports/git/repository-format.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { Report } from './report.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';
import type { TimeSlices } from '../../application/kernel/time-slices.ts';

export interface PagePlanOptions {
  readonly placed: readonly NavigationEntry[];
  /** Parsed files by path. */
  readonly sources: ReadonlyMap<string, PageSource>;
  readonly project: ProjectFiles;
  readonly settings: ProjectSettings;
  readonly slugify: Slugify;
  readonly report: Report;
  readonly slices: TimeSlices;
}

export interface PagePlan {
  readonly pages: readonly PlannedPage[];
  /** Returns the key of the page created from a file. */
  readonly keyOf: (path: string) => string | undefined;
  /** Returns the key of the document or group at a page path, ignoring case. */
  readonly pageAt: (path: string) => string | undefined;
}

/** Converts navigation and its files into planned pages. */
export function planPages(options: PagePlanOptions): Promise<PagePlan> {
  return new PagePlanner(options).plan();
}

const EMPTY = new Uint8Array();
/** Mutable page during its construction; spreading members would dominate the cost for thousands of pages. */
type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;

class PagePlanner {
  readonly #keys = new Map<NavigationNode, string>();
  readonly #keysByPath = new Map<string, string>();
  readonly #titles = new Map<NavigationNode, string>();
  readonly #slugs: SlugAssignments;

  constructor(private readonly options: PagePlanOptions) {
    const { placed, settings, slugify } = options;
    placed.forEach(({ node }, index) => {
      const key = `page-${index + 1}`;
      this.#keys.set(node, key);
      this.#titles.set(node, this.#titleOf(node));
      if (node.kind === 'document' && node.path !== null) this.#keysByPath.set(node.path, key);
    });
    this.#slugs = assignSlugs(placed, this.#titles, settings, slugify);
  }

  async plan(): Promise<PagePlan> {
    const { placed, slices } = this.options;
    this.#reportTitles();
    this.#reportPaths();
    const pages: PlannedPage[] = [];
    for (const one of placed) {
      pages.push(this.#page(one));
      if (slices.isOver) await slices.next();
    }
    return { pages, keyOf: (path) => this.#keysByPath.get(path), pageAt: createPageLookup(pages) };
  }

  #page({ node, parent }: NavigationEntry): PlannedPage {
    const key = this.#keys.get(node) ?? '';
    const parentKey = parent === null ? null : (this.#keys.get(parent) ?? null);
    const title = this.#titles.get(node) ?? node.title;
    const slug = this.#slugs.slugs.get(node)?.slug ?? '';
    const page = ((): Mutable<PlannedPage> => {
      switch (node.kind) {
        case 'document':
          return this.#document({ key, parent: parentKey, title, slug }, node.path);
        case 'group':
          return { key, parent: null, title, type: 'group', slug };
        case 'link':
          return { key, parent: parentKey, title, type: 'link', target: this.#target(node.target), href: node.href };
        case 'computed':
          return { key, parent: parentKey, title, type: 'computed', computed: node.computed };
      }
    })();
    if (node.linkTitle !== undefined) page.linkTitle = node.linkTitle;
    if (node.line !== undefined) page.summaryLine = node.line;
    return page;
  }

  #document(
    { key, parent, title, slug }: Pick<PlannedDocument, 'key' | 'parent' | 'title' | 'slug'>,
    path: string | null,
  ): Mutable<PlannedDocument> {
    const source = path === null ? undefined : this.options.sources.get(path);
    const entry = path === null ? undefined : this.options.project.get(path);
    if (!source || !entry)
      return {
        key,
        parent,
        title,
        type: 'document',
        slug,
        path: null,
        oid: null,
        fields: {},
        frontMatterSource: null,
        markdown: EMPTY,
      };
    const { fields, frontMatterSource, markdown, known } = source;
    const page: Mutable<PlannedDocument> = {
      key,
      parent,
      title,
      type: 'document',
      slug,
      path,
      oid: entry.oid,
      fields,
      frontMatterSource,
      markdown,
    };
    if (known !== undefined) page.isUnchanged = true;
    return page;
  }

  #target(target: Extract<NavigationNode, { kind: 'link' }>['target']): ImportTarget {
    if (target.kind !== 'page') return target;
    const page = this.#keysByPath.get(target.path) ?? '';
    return { kind: 'page', page, ...(target.anchor === undefined ? {} : { anchor: target.anchor }) };
  }

  /**
   * Returns the title of the navigation entry, else of the front matter, the heading, the file name or the destination.
   */
  #titleOf(node: NavigationNode): string {
    if (node.title !== '') return node.title;
    if (node.kind === 'document') {
      const source = node.path === null ? undefined : this.options.sources.get(node.path);
      const title =
        source?.title ?? source?.heading ?? (node.slugPath === null ? 'Untitled' : titleFromFile(node.slugPath));
      if (node.line !== undefined) this.#reportMissingTitle(node.line, title);
      return title;
    }
    const title = node.kind === 'link' && node.href !== '' ? node.href : 'Untitled';
    if (node.line !== undefined) this.#reportMissingTitle(node.line, title);
    return title;
  }

  #reportMissingTitle(line: number, title: string): void {
    const { report, settings } = this.options;
    report.warn(
      'title-missing',
      settings.summary,
      `the entry has no title: ${JSON.stringify(title.slice(0, 200))} is used`,
      { line },
    );
  }

  #reportTitles(): void {
    const { placed, sources, settings, report } = this.options;
    const paths = placed.flatMap(({ node }) => {
      if (node.kind !== 'document' || node.path === null || node.title === '') return [];
      const { heading = null, known } = sources.get(node.path) ?? {};
      return (known?.titleDiffers ?? (heading !== null && heading !== '' && heading !== node.title)) ? [node.path] : [];
    });
    const entry = describeTitleDifferences(settings.summary, paths);
    if (entry) report.info(entry.code, entry.path, entry.message, { paths: entry.paths! });
  }

  #reportPaths(): void {
    const { settings, report } = this.options;
    for (const [node, { slug, taken }] of this.#slugs.slugs) {
      if (taken === undefined) continue;
      const path = node.kind === 'document' && node.path !== null ? node.path : settings.summary;
      const line = node.line === undefined ? {} : { line: node.line };
      report.warn(
        'slug-changed',
        path,
        `a sibling page already has the slug ${JSON.stringify(taken)}: this page gets ${JSON.stringify(slug)}`,
        line,
      );
    }
    const paths = [...this.#slugs.relocated].flatMap((node) =>
      node.kind === 'document' && node.path !== null ? [node.path] : [],
    );
    if (paths.length > 0)
      report.info(
        'page-path-differs',
        settings.summary,
        `${countPages(paths.length)} a page path that differs from the file path`,
        { paths },
      );
    const documents = this.options.placed.filter(({ node }) => node.kind === 'document');
    const home = documents.findIndex(({ node }) => node.kind === 'document' && node.path === settings.readme);
    if (home > 0)
      report.info(
        'readme-not-first',
        settings.readme,
        'the readme is not the first page of the summary: the first page is the home page',
      );
  }
}

/** Creates the report entry for pages whose heading differs from their title in the summary; undefined for none. */
export function describeTitleDifferences(summaryPath: string, paths: Iterable<string>): ImportReportEntry | undefined {
  const sorted = [...paths].sort();
  if (sorted.length === 0) return undefined;
  return {
    level: 'info',
    code: 'title-differs',
    path: summaryPath,
    message: `${countPages(sorted.length)} a heading that differs from the title in the summary, which is used`,
    paths: sorted,
  };
}

const countPages = (count: number): string => `${count} ${count === 1 ? 'page has' : 'pages have'}`;

/** Creates a lookup of pages by path, with one step per segment. */
function createPageLookup(pages: readonly PlannedPage[]): (path: string) => string | undefined {
  const children = new Map<string, string>();
  for (const page of pages) {
    if (page.type === 'document' || page.type === 'group')
      children.set(`${page.parent ?? ''}/${page.slug.toLowerCase()}`, page.key);
  }
  return (path) => {
    let key: string | undefined = '';
    for (const slug of path.toLowerCase().split('/')) {
      key = children.get(`${key}/${slug}`);
      if (key === undefined) return undefined;
    }
    return key;
  };
}
