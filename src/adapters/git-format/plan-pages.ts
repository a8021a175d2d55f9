import { titleFromName } from './navigation-from-folders.ts';
import { assignSlugs } from './page-slugs.ts';
import type { NavigationNode, PlacedNode } from './navigation.ts';
import type { PageSource } from './page-sources.ts';
import type { PagePlaces } from './page-slugs.ts';
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
import type { Turns } from '../../application/kernel/time-slices.ts';

export interface PagePlanning {
  readonly placed: readonly PlacedNode[];
  /** Read files, by path. */
  readonly sources: ReadonlyMap<string, PageSource>;
  readonly project: ProjectFiles;
  readonly settings: ProjectSettings;
  readonly slugify: Slugify;
  readonly report: Report;
  readonly turns: Turns;
}

export interface PlannedPages {
  readonly pages: readonly PlannedPage[];
  /** The key of the page that a file became. */
  readonly keyOf: (path: string) => string | undefined;
  /** The key of the document or group that answers at this page path, whatever its case. */
  readonly pageAt: (path: string) => string | undefined;
}

/** Turns navigation and the files behind it into planned pages. */
export function planPages(planning: PagePlanning): Promise<PlannedPages> {
  return new PagePlanner(planning).plan();
}

const EMPTY = new Uint8Array();
/** While it is made. There is one for each file, and members that are spread cost more than all else of it. */
type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;

class PagePlanner {
  readonly #keys = new Map<NavigationNode, string>();
  readonly #keysByPath = new Map<string, string>();
  readonly #titles = new Map<NavigationNode, string>();
  readonly #places: PagePlaces;

  constructor(private readonly planning: PagePlanning) {
    const { placed, settings, slugify } = planning;
    placed.forEach(({ node }, index) => {
      const key = `page-${index + 1}`;
      this.#keys.set(node, key);
      this.#titles.set(node, this.#titleOf(node));
      if (node.kind === 'document' && node.path !== null) this.#keysByPath.set(node.path, key);
    });
    this.#places = assignSlugs(placed, this.#titles, settings, slugify);
  }

  async plan(): Promise<PlannedPages> {
    const { placed, turns } = this.planning;
    this.#reportTitles();
    this.#reportPlaces();
    const pages: PlannedPage[] = [];
    for (const one of placed) {
      pages.push(this.#page(one));
      if (turns.over) await turns.next();
    }
    return { pages, keyOf: (path) => this.#keysByPath.get(path), pageAt: pagePaths(pages) };
  }

  #page({ node, parent }: PlacedNode): PlannedPage {
    const key = this.#keys.get(node) ?? '';
    const above = parent === null ? null : (this.#keys.get(parent) ?? null);
    const title = this.#titles.get(node) ?? node.title;
    const slug = this.#places.slugs.get(node)?.slug ?? '';
    const page = ((): Mutable<PlannedPage> => {
      switch (node.kind) {
        case 'document':
          return this.#document({ key, parent: above, title, slug }, node.path);
        case 'group':
          return { key, parent: null, title, type: 'group', slug };
        case 'link':
          return { key, parent: above, title, type: 'link', target: this.#target(node.target), href: node.href };
        case 'computed':
          return { key, parent: above, title, type: 'computed', computed: node.computed };
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
    const source = path === null ? undefined : this.planning.sources.get(path);
    const entry = path === null ? undefined : this.planning.project.get(path);
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

  /** What navigation says; where it says nothing: front matter, heading, file name, destination. */
  #titleOf(node: NavigationNode): string {
    if (node.title !== '') return node.title;
    if (node.kind === 'document') {
      const source = node.path === null ? undefined : this.planning.sources.get(node.path);
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
    const { report, settings } = this.planning;
    report.warn(
      'title-missing',
      settings.summary,
      `the entry has no title: ${JSON.stringify(title.slice(0, 200))} is used`,
      { line },
    );
  }

  #reportTitles(): void {
    const { placed, sources, settings, report } = this.planning;
    const paths = placed.flatMap(({ node }) => {
      if (node.kind !== 'document' || node.path === null || node.title === '') return [];
      const { heading = null, known } = sources.get(node.path) ?? {};
      return (known?.titleDiffers ?? (heading !== null && heading !== '' && heading !== node.title)) ? [node.path] : [];
    });
    const told = titlesDiffer(settings.summary, paths);
    if (told) report.info(told.code, told.path, told.message, { paths: told.paths! });
  }

  #reportPlaces(): void {
    const { settings, report } = this.planning;
    for (const [node, { slug, taken }] of this.#places.slugs) {
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
    const paths = [...this.#places.elsewhere].flatMap((node) =>
      node.kind === 'document' && node.path !== null ? [node.path] : [],
    );
    if (paths.length > 0)
      report.info(
        'page-path-differs',
        settings.summary,
        `${counted(paths.length)} a page path that differs from the file path`,
        { paths },
      );
    const documents = this.planning.placed.filter(({ node }) => node.kind === 'document');
    const home = documents.findIndex(({ node }) => node.kind === 'document' && node.path === settings.readme);
    if (home > 0)
      report.info(
        'readme-not-first',
        settings.readme,
        'the readme is not the first page of the summary: the first page is the home page',
      );
  }
}

/** What is told of the pages at these paths, whose headings say something else than the summary; undefined of none. */
export function titlesDiffer(summaryPath: string, paths: Iterable<string>): ImportReportEntry | undefined {
  const sorted = [...paths].sort();
  if (sorted.length === 0) return undefined;
  return {
    level: 'info',
    code: 'title-differs',
    path: summaryPath,
    message: `${counted(sorted.length)} a heading that differs from the title in the summary, which is used`,
    paths: sorted,
  };
}

const counted = (count: number): string => `${count} ${count === 1 ? 'page has' : 'pages have'}`;

/** A readme is named after its folder. */
function titleFromFile(path: string): string {
  const folder = path.replace(/(?:^|\/)readme\.md$/i, '');
  return titleFromName(folder === '' ? 'Home' : folder);
}

/** Answers whether a chain of slugs leads to a page, one look-up per segment. */
function pagePaths(pages: readonly PlannedPage[]): (path: string) => string | undefined {
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
