import { sameJson } from '../../../domain/content/objects/json.ts';
import type { Page } from '../../../domain/content/page.ts';
import { joinPath } from '../../../domain/git/repository-address.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { relativeLink } from '../../../domain/links/relative-link.ts';
import type { RepositoryEntry, RepositoryFiles } from '../../../ports/git/repository-format.ts';
import type { FileChange } from '../../../ports/git/repository-writing.ts';
import type { Slugify } from '../../../ports/kernel/slugify.ts';
import type { NavigationNode } from '../navigation.ts';
import { flattenNavigation } from '../navigation.ts';
import { navigationFromSummary } from '../navigation-from-summary.ts';
import { formatDeletedTarget, formatPageId } from '../destination-resolver.ts';
import { unescapeMarkdown } from '../inline-text.ts';
import { directoryOf, pagePathOf } from '../paths.ts';
import { ProjectFiles } from '../project-files.ts';
import type { ProjectSettings } from '../project-settings.ts';
import { Report } from '../report.ts';
import { withLineEnding } from './line-endings.ts';
import type { ContentTarget } from './relative-links.ts';
import { isHeading, type SummaryPage } from './summary-entry.ts';
import { splitSummary, type SummaryEntry, type SummaryLines } from './summary-lines.ts';
import { writeSummary } from './write-summary.ts';

export interface SummaryUpdate {
  readonly listed: RepositoryFiles;
  readonly projectDirectory: string;
  readonly project: ProjectFiles;
  readonly settings: ProjectSettings;
  /** Pages that the summary lists now; null if unknown. */
  readonly before: readonly Page[] | null;
  readonly after: readonly Page[];
  readonly pathOf: (target: ContentTarget) => string | undefined;
  /** Other changes to the project. */
  readonly changes: ReadonlyMap<string, FileChange['content']>;
  readonly slugify: Slugify;
}

/** Updates the summary to a navigation with as few changed lines as possible, or creates it. */
export async function updateSummary(
  update: SummaryUpdate,
): Promise<{ readonly bytes: Uint8Array; readonly hrefs: ReadonlyMap<Id, string> }> {
  return new SummaryUpdater(update).run();
}

class SummaryUpdater {
  readonly #previousPages: ReadonlyMap<Id, Page>;
  readonly #listed: ReadonlySet<Id>;
  /** Links that come before the page that they target, whose file they must not claim. */
  readonly #precedesTarget: ReadonlySet<Id>;
  readonly #pages: readonly SummaryPage[];

  constructor(private readonly update: SummaryUpdate) {
    this.#previousPages = new Map((update.before ?? []).map((page) => [page.id, page]));
    this.#listed = new Set(update.after.map(({ id }) => id));
    this.#precedesTarget = linksBeforeTargets(update.after);
    const folders = sharedFolders(update);
    this.#pages = update.after.map((page): SummaryPage => ({
      page,
      destination: this.#destination(page),
      ...this.#anchor(page, folders),
    }));
  }

  async run(): Promise<{ readonly bytes: Uint8Array; readonly hrefs: ReadonlyMap<Id, string> }> {
    const { project, settings } = this.update;
    const before = (await project.read(project.has(settings.summary) ? [settings.summary] : [])).get(settings.summary);
    const lines = before && (await splitSummary(before, project, settings));
    const hrefs = new Map<Id, string>();
    const updated = this.#write(lines, hrefs);
    if (lines === undefined || (await this.#readsAsIntended(updated))) return { bytes: updated, hrefs };
    // The kept lines contradict the new order, so the summary is rewritten.
    hrefs.clear();
    const rewritten = withLineEnding(this.#write(undefined, hrefs), lines.style.lineEnding);
    return (await this.#readsAsIntended(rewritten)) ? { bytes: rewritten, hrefs } : { bytes: updated, hrefs };
  }

  #write(lines: SummaryLines | undefined, hrefs: Map<Id, string>): Buffer {
    const pageOf = this.#matchEntries(lines?.entries ?? []);
    const known = new Set(pageOf.values());
    for (const { page, destination } of this.#pages)
      if (page.type === 'link' && destination !== undefined && !known.has(page.id))
        hrefs.set(page.id, parseHref(destination));
    return writeSummary({
      lines,
      pageOf,
      pages: this.#pages,
      changeOf: (entry, { page, destination, anchor }) => {
        const was = this.#previousPages.get(page.id);
        const { node } = entry;
        const change = {
          title: was === undefined ? node.title !== '' && node.title !== page.title : was.title !== page.title,
          linkTitle: (was === undefined ? node.linkTitle : was.linkTitle) !== page.linkTitle,
          destination: this.#hasNewDestination(node, page, was),
        };
        if (change.destination && page.type === 'link' && destination !== undefined)
          hrefs.set(page.id, parseHref(destination));
        return isHeading(page)
          ? { ...change, destination: was !== undefined && was.slug !== page.slug && anchor !== undefined }
          : change;
      },
    });
  }

  #hasNewDestination(node: NavigationNode, page: Page, previous: Page | undefined): boolean {
    if (page.type === 'document') {
      const path = this.update.pathOf({ kind: 'pages', id: page.id });
      return path !== undefined && (node.kind !== 'document' || node.path !== path);
    }
    if (page.type === 'link') {
      if (this.#isDeleted(page) || this.#precedesTarget.has(page.id)) {
        const destination = this.#destination(page);
        return destination !== undefined && (node.kind !== 'link' || node.href !== parseHref(destination));
      }
      return previous === undefined
        ? node.kind !== 'link' || node.href !== page.href
        : !sameJson(previous.target, page.target) || previous.href !== page.href;
    }
    if (page.type === 'computed')
      return previous === undefined
        ? node.kind !== 'computed' || !sameJson(node.computed, page.computed)
        : !sameJson(previous.computed, page.computed);
    return false;
  }

  /** Matches entries with pages by their files, else by their titles in order. */
  #matchEntries(entries: readonly SummaryEntry[]): ReadonlyMap<NavigationNode, Id> {
    const unmatched = new Map<string, Id[]>();
    for (const page of this.update.before ?? this.update.after) {
      const key = pageKey(
        page,
        this.update.before === null ? this.update.pathOf({ kind: 'pages', id: page.id }) : page.git?.path,
      );
      const ids = unmatched.get(key);
      if (ids) ids.push(page.id);
      else unmatched.set(key, [page.id]);
    }
    for (const ids of unmatched.values()) ids.reverse();
    const staying = new Set(this.update.after.map(({ id }) => id));
    return new Map(
      entries.flatMap(({ node }): [NavigationNode, Id][] => {
        const id = unmatched.get(nodeKey(node))?.pop();
        return id !== undefined && staying.has(id) ? [[node, id]] : [];
      }),
    );
  }

  #destination(page: Page): string | undefined {
    const { pathOf, settings } = this.update;
    if (page.type === 'document') {
      const path = pathOf({ kind: 'pages', id: page.id });
      return path === undefined ? undefined : relativeLink(settings.summary, path);
    }
    if (page.type !== 'link') return undefined;
    const { kind, url, page: id, file, space, anchor } = targetOf(page);
    if (kind === 'url' && url !== undefined) return formatUrl(url);
    if (this.#isDeleted(page))
      return formatUrl(
        formatDeletedTarget({ ...(id === undefined ? { item: 'file', id: file! } : { item: 'page', id }), anchor }),
      );
    const path =
      id !== undefined
        ? pathOf({ kind: 'pages', id })
        : file !== undefined
          ? pathOf({ kind: 'files', id: file })
          : undefined;
    if (path !== undefined)
      return (
        relativeLink(settings.summary, path) +
        (anchor !== undefined ? `#${anchor}` : this.#precedesTarget.has(page.id) ? '#' : '')
      );
    if (kind === 'space' && space !== undefined)
      return page.href !== undefined && page.href.includes(space)
        ? formatUrl(page.href)
        : `https://app.gitbook.com/s/${space}`;
    if (page.href !== undefined && page.href !== '') return formatUrl(page.href);
    return id === undefined ? undefined : formatUrl(formatPageId({ page: id, space, anchor }));
  }

  /** Reports whether the page or file of this space that a link page targets was deleted. */
  #isDeleted(link: Page): boolean {
    const { page, file, space } = targetOf(link);
    if (space !== undefined) return false;
    if (page !== undefined) return !this.#listed.has(page);
    const path = file === undefined ? undefined : this.update.pathOf({ kind: 'files', id: file });
    return file !== undefined && (path === undefined || this.update.changes.get(path) === null);
  }

  /** States the slug of a group if a reader would derive another one. */
  #anchor(page: Page, folders: ReadonlyMap<Id, string>): { readonly anchor?: string } {
    const { id, slug, title } = page;
    if (!isHeading(page) || slug === undefined) return {};
    const guess = folders.get(id) ?? this.update.slugify(title);
    return guess === slug || /["'<>]/.test(slug) ? {} : { anchor: slug };
  }

  /** Reports whether a reader would read the summary as intended. */
  async #readsAsIntended(bytes: Uint8Array): Promise<boolean> {
    const { settings, projectDirectory } = this.update;
    const project = new ProjectFiles(this.#resultingFiles(), projectDirectory, new Report());
    const nodes = flattenNavigation(
      await navigationFromSummary(new TextDecoder().decode(bytes), project, settings, new Report()),
    );
    const pages = this.#pages.map(({ page }) => page);
    if (nodes.length !== pages.length) return false;
    const places = new Map(nodes.map(({ node }, at) => [node, at]));
    const pagePlaces = new Map(pages.map(({ id }, at) => [id, at]));
    return nodes.every(({ node, parent }, at) => {
      const page = pages[at]!;
      const parentIndex = page.parent === null ? undefined : pagePlaces.get(page.parent);
      return (
        (parent === null ? undefined : places.get(parent)) === parentIndex &&
        (node.kind === 'group') === isHeading(page) &&
        this.#namesSameFile(node, page)
      );
    });
  }

  /** Reports whether an entry names the file of its page, if that has one. */
  #namesSameFile(node: NavigationNode, page: Page): boolean {
    const path = page.type === 'document' ? this.update.pathOf({ kind: 'pages', id: page.id }) : undefined;
    return path === undefined || (node.kind === 'document' && node.path === path);
  }

  /** Files of the project after all changes. */
  #resultingFiles(): RepositoryFiles {
    const { listed, projectDirectory, changes, settings } = this.update;
    const full = (path: string): string => joinPath(projectDirectory, path);
    const entries = new Map<string, RepositoryEntry>(listed.list().map((entry) => [entry.path, entry]));
    const put = (path: string): void => void entries.set(path, { path, oid: '', size: 0, kind: 'file' });
    for (const [path, content] of changes) {
      if (content === null) entries.delete(full(path));
      else put(full(path));
    }
    put(full(settings.summary));
    return { list: () => [...entries.values()], read: async () => new Map() };
  }
}

const targetOf = ({ target }: Page): Readonly<Record<string, string | undefined>> =>
  (target ?? {}) as Readonly<Record<string, string | undefined>>;

/** Finds links to whole pages without subpages that come later, because the first entry of a file is its page. */
function linksBeforeTargets(pages: readonly Page[]): ReadonlySet<Id> {
  const places = new Map(pages.map(({ id }, at) => [id, at]));
  const parents = new Set(pages.map(({ parent }) => parent));
  return new Set(
    pages.flatMap((link, at) => {
      const { page, anchor } = link.type === 'link' ? targetOf(link) : {};
      const isBefore = page !== undefined && anchor === undefined && !parents.has(page) && places.get(page)! > at;
      return isBefore ? [link.id] : [];
    }),
  );
}

function pageKey(page: Page, path: string | undefined): string {
  const { type, title, href } = page;
  if (type === 'group' && !isHeading(page)) return `t:${title}`;
  if (type === 'document') return path === undefined ? `t:${title}` : `d:${path}`;
  return type === 'link' ? `l:${title}\0${href ?? ''}` : `${type}:${title}`;
}

function nodeKey(node: NavigationNode): string {
  if (node.kind === 'document') return node.path === null ? `t:${node.title}` : `d:${node.path}`;
  return node.kind === 'link'
    ? `l:${node.title === '' ? node.href : node.title}\0${node.href}`
    : `${node.kind}:${node.title}`;
}

/** Returns the folder that all pages of a group share, by group. */
function sharedFolders({ after, pathOf, settings: { root } }: SummaryUpdate): ReadonlyMap<Id, string> {
  const folders = new Map<Id, Set<string>>();
  const groups = new Set(after.flatMap(({ id, type }) => (type === 'group' ? [id] : [])));
  for (const page of after) {
    const path =
      page.type === 'document' && page.parent !== null && groups.has(page.parent)
        ? pathOf({ kind: 'pages', id: page.id })
        : undefined;
    if (path === undefined) continue;
    const folder = directoryOf(
      pagePathOf(root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path),
    );
    folders.set(page.parent!, (folders.get(page.parent!) ?? new Set()).add(folder));
  }
  return new Map(
    [...folders].flatMap(([id, found]): [Id, string][] =>
      found.size === 1 && ![...found][0]!.includes('/') && [...found][0] !== '' ? [[id, [...found][0]!]] : [],
    ),
  );
}

/** Formats a URL as a destination in Markdown. */
function formatUrl(url: string): string {
  if (!/[\s()<>\\]/.test(url)) return url;
  return `<${url.replace(/\s+/g, ' ').replace(/[\\<>]/g, '\\$&')}>`;
}

/** Parses a destination like a reader does. */
const parseHref = (written: string): string =>
  unescapeMarkdown(written.startsWith('<') ? written.slice(1, -1) : written).replaceAll('&amp;', '&');
