import { sameJson } from '../../../domain/content/objects/json.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { RepositoryEntry, RepositoryFiles } from '../../../ports/git/repository-format.ts';
import type { FileChange } from '../../../ports/git/repository-writing.ts';
import type { Slugify } from '../../../ports/kernel/slugify.ts';
import type { NavigationNode } from '../navigation.ts';
import { placedNodes } from '../navigation.ts';
import { navigationFromSummary } from '../navigation-from-summary.ts';
import { unescapeMarkdown } from '../inline-text.ts';
import { directoryOf, pagePathOf } from '../paths.ts';
import { ProjectFiles } from '../project-files.ts';
import type { ProjectSettings } from '../project-settings.ts';
import { Report } from '../report.ts';
import { relativeLink, type NamedThing } from './relative-links.ts';
import type { SummaryPage } from './summary-entry.ts';
import { summaryLines, type SummaryEntry, type SummaryLines } from './summary-lines.ts';
import { writeSummary } from './write-summary.ts';

export interface SummaryWork {
  readonly listed: RepositoryFiles;
  readonly projectDirectory: string;
  readonly project: ProjectFiles;
  readonly settings: ProjectSettings;
  /** What the summary names now; null where nobody knows. */
  readonly before: readonly Page[] | null;
  readonly after: readonly Page[];
  readonly pathOf: (thing: NamedThing) => string | undefined;
  /** What else is written. */
  readonly changes: ReadonlyMap<string, FileChange['content']>;
  readonly slugify: Slugify;
}

/** The summary for a navigation: the one there is with as few other lines as possible, or a new one. */
export async function writtenSummary(
  work: SummaryWork,
): Promise<{ readonly bytes: Uint8Array; readonly hrefs: ReadonlyMap<Id, string> }> {
  return new WrittenSummary(work).make();
}

class WrittenSummary {
  readonly #was: ReadonlyMap<Id, Page>;
  readonly #pages: readonly SummaryPage[];

  constructor(private readonly work: SummaryWork) {
    this.#was = new Map((work.before ?? []).map((page) => [page.id, page]));
    const folders = sharedFolders(work);
    this.#pages = work.after.map((page): SummaryPage => ({
      page,
      destination: this.#destination(page),
      ...this.#anchor(page, folders),
    }));
  }

  async make(): Promise<{ readonly bytes: Uint8Array; readonly hrefs: ReadonlyMap<Id, string> }> {
    const { project, settings } = this.work;
    const before = (await project.read(project.has(settings.summary) ? [settings.summary] : [])).get(settings.summary);
    const lines = before && (await summaryLines(before, project, settings));
    const hrefs = new Map<Id, string>();
    const kept = this.#write(lines, hrefs);
    if (lines === undefined || (await this.#reads(kept))) return { bytes: kept, hrefs };
    // Its lines stand in each other's way: all of them are written anew.
    hrefs.clear();
    const anew = this.#write(undefined, hrefs);
    return (await this.#reads(anew)) ? { bytes: anew, hrefs } : { bytes: kept, hrefs };
  }

  #write(lines: SummaryLines | undefined, hrefs: Map<Id, string>): Buffer {
    const pageOf = this.#pagesOf(lines?.entries ?? []);
    const known = new Set(pageOf.values());
    for (const { page, destination } of this.#pages)
      if (page.type === 'link' && destination !== undefined && !known.has(page.id))
        hrefs.set(page.id, hrefOf(destination));
    return writeSummary({
      lines,
      pageOf,
      pages: this.#pages,
      changeOf: (entry, { page, destination, anchor }) => {
        const was = this.#was.get(page.id);
        const { node } = entry;
        const change = {
          title: was === undefined ? node.title !== '' && node.title !== page.title : was.title !== page.title,
          linkTitle: (was === undefined ? node.linkTitle : was.linkTitle) !== page.linkTitle,
          destination: this.#leadsElsewhere(node, page, was),
        };
        if (change.destination && page.type === 'link' && destination !== undefined)
          hrefs.set(page.id, hrefOf(destination));
        return page.type === 'group'
          ? { ...change, destination: was !== undefined && was.slug !== page.slug && anchor !== undefined }
          : change;
      },
    });
  }

  #leadsElsewhere(node: NavigationNode, page: Page, was: Page | undefined): boolean {
    if (page.type === 'document') {
      const path = this.work.pathOf({ kind: 'pages', id: page.id });
      return path !== undefined && (node.kind !== 'document' || node.path !== path);
    }
    if (page.type === 'link')
      return was === undefined
        ? node.kind !== 'link' || node.href !== page.href
        : !sameJson(was.target, page.target) || was.href !== page.href;
    if (page.type === 'computed')
      return was === undefined
        ? node.kind !== 'computed' || !sameJson(node.computed, page.computed)
        : !sameJson(was.computed, page.computed);
    return false;
  }

  /** Which entries are which pages: by their files, else by what they say, in their order. */
  #pagesOf(entries: readonly SummaryEntry[]): ReadonlyMap<NavigationNode, Id> {
    const waiting = new Map<string, Id[]>();
    for (const page of this.work.before ?? this.work.after) {
      const key = keyOf(
        page,
        this.work.before === null ? this.work.pathOf({ kind: 'pages', id: page.id }) : page.git?.path,
      );
      const ids = waiting.get(key);
      if (ids) ids.push(page.id);
      else waiting.set(key, [page.id]);
    }
    for (const ids of waiting.values()) ids.reverse();
    const staying = new Set(this.work.after.map(({ id }) => id));
    return new Map(
      entries.flatMap(({ node }): [NavigationNode, Id][] => {
        const id = waiting.get(keyOfNode(node))?.pop();
        return id !== undefined && staying.has(id) ? [[node, id]] : [];
      }),
    );
  }

  #destination(page: Page): string | undefined {
    const { pathOf, settings } = this.work;
    if (page.type === 'document') {
      const path = pathOf({ kind: 'pages', id: page.id });
      return path === undefined ? undefined : relativeLink(settings.summary, path);
    }
    if (page.type !== 'link') return undefined;
    const {
      kind,
      url,
      page: id,
      file,
      space,
      anchor,
    } = (page.target ?? {}) as Readonly<Record<string, string | undefined>>;
    if (kind === 'url' && url !== undefined) return bracketed(url);
    const path =
      id !== undefined
        ? pathOf({ kind: 'pages', id })
        : file !== undefined
          ? pathOf({ kind: 'files', id: file })
          : undefined;
    if (path !== undefined) return relativeLink(settings.summary, path) + (anchor === undefined ? '' : `#${anchor}`);
    if (kind === 'space' && space !== undefined)
      return page.href !== undefined && page.href.includes(space)
        ? bracketed(page.href)
        : `https://app.gitbook.com/s/${space}`;
    return page.href === undefined || page.href === '' ? undefined : bracketed(page.href);
  }

  /** A group states its slug where nobody would guess it. */
  #anchor({ id, type, slug, title }: Page, folders: ReadonlyMap<Id, string>): { readonly anchor?: string } {
    if (type !== 'group' || slug === undefined) return {};
    const guess = folders.get(id) ?? this.work.slugify(title);
    return guess === slug || /["'<>]/.test(slug) ? {} : { anchor: slug };
  }

  /** Whether a summary reads as the pages do. */
  async #reads(bytes: Uint8Array): Promise<boolean> {
    const { settings, projectDirectory } = this.work;
    const project = new ProjectFiles(this.#afterwards(), projectDirectory, new Report());
    const nodes = placedNodes(
      await navigationFromSummary(new TextDecoder().decode(bytes), project, settings, new Report()),
    );
    const pages = this.#pages.map(({ page }) => page);
    if (nodes.length !== pages.length) return false;
    const places = new Map(nodes.map(({ node }, at) => [node, at]));
    const pagePlaces = new Map(pages.map(({ id }, at) => [id, at]));
    return nodes.every(({ node, parent }, at) => {
      const page = pages[at]!;
      const above = page.parent === null ? undefined : pagePlaces.get(page.parent);
      return (
        (parent === null ? undefined : places.get(parent)) === above &&
        (node.kind === 'group') === (page.type === 'group')
      );
    });
  }

  /** The files as they are when everything is written. */
  #afterwards(): RepositoryFiles {
    const { listed, projectDirectory, changes, settings } = this.work;
    const full = (path: string): string => (projectDirectory === '' ? path : `${projectDirectory}/${path}`);
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

function keyOf({ type, title, href }: Page, path: string | undefined): string {
  if (type === 'document') return path === undefined ? `t:${title}` : `d:${path}`;
  return type === 'link' ? `l:${title}\0${href ?? ''}` : `${type}:${title}`;
}

function keyOfNode(node: NavigationNode): string {
  if (node.kind === 'document') return node.path === null ? `t:${node.title}` : `d:${node.path}`;
  return node.kind === 'link'
    ? `l:${node.title === '' ? node.href : node.title}\0${node.href}`
    : `${node.kind}:${node.title}`;
}

/** The folder that all pages of a group lie in, by the group. */
function sharedFolders({ after, pathOf, settings: { root } }: SummaryWork): ReadonlyMap<Id, string> {
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

/** A destination as Markdown takes it, whatever signs it has. */
function bracketed(url: string): string {
  if (!/[\s()<>\\]/.test(url)) return url;
  return `<${url.replace(/\s+/g, ' ').replace(/[\\<>]/g, '\\$&')}>`;
}

/** What a reader makes of a destination. */
const hrefOf = (written: string): string =>
  unescapeMarkdown(written.startsWith('<') ? written.slice(1, -1) : written).replaceAll('&amp;', '&');
