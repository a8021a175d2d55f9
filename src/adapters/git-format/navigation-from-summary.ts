import { parseComputedSource } from './computed-source.ts';
import { DestinationResolver } from './destination-resolver.ts';
import { directoryOf, nameOf } from './paths.ts';
import { parseSummary } from './summary-parser.ts';
import type { LinkDestination } from './destination-resolver.ts';
import type { DocumentNode, GroupNode, LinkNode, NavigationNode } from './navigation.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { Report } from './report.ts';
import type { DeletedTarget, ImportReportCode, ImportReportEntry } from '../../ports/git/repository-format.ts';
import type { SummaryGroup, SummaryItem } from './summary-parser.ts';

type SummaryMessage = Pick<ImportReportEntry, 'level' | 'code' | 'message'> & { readonly line: number };
type Page = Extract<LinkDestination, { kind: 'page' }>;

/** Reads a project's table of contents; every entry becomes a node except computed pages that cannot be read. */
export function navigationFromSummary(
  text: string,
  project: ProjectFiles,
  settings: ProjectSettings,
  report: Report,
): Promise<readonly NavigationNode[]> {
  return new SummaryNavigation(project, settings, report).build(text);
}

class SummaryNavigation {
  readonly #destinations = new Map<SummaryItem, LinkDestination>();
  /** Item that is the page of each file; other items of the file become links to it. */
  readonly #owners = new Map<string, { readonly item: SummaryItem; readonly claim: number }>();
  readonly #targets: DestinationResolver;
  readonly #messages: SummaryMessage[] = [];

  constructor(
    project: ProjectFiles,
    private readonly settings: ProjectSettings,
    private readonly report: Report,
  ) {
    const bases = [directoryOf(settings.summary), settings.root];
    this.#targets = new DestinationResolver(project, bases, nameOf(settings.readme));
  }

  async build(text: string): Promise<readonly NavigationNode[]> {
    const { entries, problems } = await parseSummary(text);
    for (const { code, line, message } of problems) this.#messages.push({ level: 'warning', code, line, message });
    const deepestLast = preorder(entries);
    for (const item of deepestLast) this.#resolve(item);
    const nodes = new Map<SummaryItem, readonly NavigationNode[]>();
    const childrenOf = (items: readonly SummaryItem[]): NavigationNode[] =>
      items.flatMap((item) => nodes.get(item) ?? []);
    for (const item of deepestLast.toReversed()) nodes.set(item, this.#createNodes(item, childrenOf(item.children)));
    this.#report();
    return entries.flatMap((entry) =>
      'items' in entry ? [groupNode(entry, childrenOf(entry.items))] : (nodes.get(entry) ?? []),
    );
  }

  /**
   * Chooses the page among several items of one file: the first with children, else the first; items with an anchor,
   * even an empty one, come last.
   */
  #resolve(item: SummaryItem): void {
    if (item.content.kind !== 'link') return;
    const destination = this.#targets.find(item.content.destination);
    this.#destinations.set(item, destination);
    if (destination.kind !== 'page') return;
    const claim = (isAnchored(item, destination) ? 0 : 2) + (item.children.length > 0 ? 1 : 0);
    const owner = this.#owners.get(destination.path);
    if (!owner || owner.claim < claim) this.#owners.set(destination.path, { item, claim });
  }

  /** Creates the node of an item; children that it may not have follow it. */
  #createNodes(item: SummaryItem, children: readonly NavigationNode[]): readonly NavigationNode[] {
    const { content } = item;
    if (content.kind === 'computed')
      return this.#withLiftedChildren(item, this.#createComputed(item, content.yaml), children);
    if (content.kind === 'text') {
      this.#addMessage(
        'info',
        'entry-without-file',
        item,
        `${quote(content.title)} names no file: the entry becomes an empty page`,
      );
      return [documentNode(item, null, null, children)];
    }
    const destination = this.#destinations.get(item) ?? { kind: 'empty' };
    switch (destination.kind) {
      case 'page':
        if (destination.repaired)
          this.#addMessage(
            'warning',
            'path-repaired',
            item,
            `${quote(content.destination)} is interpreted as ${quote(destination.path)}`,
          );
        if (this.#owners.get(destination.path)?.item === item)
          return [documentNode(item, destination.path, destination.path, children)];
        return this.#withLiftedChildren(item, [this.#createDuplicate(item, destination)], children);
      case 'file':
      case 'url':
      case 'space':
      case 'page-id':
        return this.#withLiftedChildren(item, [linkNode(item, destination)], children);
      default:
        this.#reportBroken(item, destination);
        if (isDeleted(item, destination)) return [linkNode(item, destination.deleted)];
        return [documentNode(item, null, destination.kind === 'missing' ? destination.path : null, children)];
    }
  }

  #createDuplicate(item: SummaryItem, { path, anchor }: Page): LinkNode {
    if (!isAnchored(item, { anchor }))
      this.#addMessage(
        'info',
        'file-listed-twice',
        item,
        `${quote(path)} is listed more than once: this entry becomes a link to its page`,
      );
    return linkNode(item, { kind: 'page', path, ...(anchor === undefined ? {} : { anchor }) });
  }

  #createComputed(item: SummaryItem, yaml: string): readonly NavigationNode[] {
    const result = parseComputedSource(yaml);
    if ('problem' in result) {
      this.#addMessage('warning', 'summary-computed-unreadable', item, result.problem);
      return [];
    }
    return [{ kind: 'computed', title: result.title, computed: result.computed, line: item.line }];
  }

  #withLiftedChildren(
    item: SummaryItem,
    nodes: readonly NavigationNode[],
    children: readonly NavigationNode[],
  ): readonly NavigationNode[] {
    if (children.length > 0)
      this.#addMessage(
        'warning',
        'children-lifted',
        item,
        'this entry cannot have subpages: the subpages follow the entry instead',
      );
    return [...nodes, ...children];
  }

  #reportBroken(
    item: SummaryItem,
    destination: Exclude<LinkDestination, { kind: 'page' | 'file' | 'url' | 'space' | 'page-id' }>,
  ): void {
    const written = item.content.kind === 'link' ? quote(item.content.destination) : '';
    switch (destination.kind) {
      case 'missing':
        return this.#addMessage(
          'warning',
          'missing-file',
          item,
          `${written} ${destination.skipped ? 'is not a regular file' : 'does not exist'}: the entry becomes an empty page`,
        );
      case 'outside':
        return this.#addMessage(
          'warning',
          'path-outside-project',
          item,
          `${written} is outside the project: the entry becomes an empty page`,
        );
      case 'broken':
        return this.#addMessage(
          'warning',
          'broken-link',
          item,
          `${written} is ${destination.why}: the entry becomes ${isDeleted(item, destination) ? 'a link without a target' : 'an empty page'}`,
        );
      case 'empty':
        return this.#addMessage(
          'info',
          'entry-without-file',
          item,
          'the entry names no file and becomes an empty page',
        );
    }
  }

  #addMessage(level: SummaryMessage['level'], code: ImportReportCode, { line }: SummaryItem, message: string): void {
    this.#messages.push({ level, code, line, message });
  }

  /** Reports messages in line order, because nodes are created from last to first. */
  #report(): void {
    for (const { level, code, line, message } of this.#messages.sort((a, b) => a.line - b.line)) {
      if (level === 'warning') this.report.warn(code, this.settings.summary, message, { line });
      else this.report.info(code, this.settings.summary, message, { line });
    }
  }
}

function preorder(entries: readonly (SummaryItem | SummaryGroup)[]): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  const stack = entries.flatMap((entry) => ('items' in entry ? entry.items : [entry])).reverse();
  for (let item = stack.pop(); item; item = stack.pop()) {
    items.push(item);
    for (const child of item.children.toReversed()) stack.push(child);
  }
  return items;
}

const groupNode = ({ title, slug, line }: SummaryGroup, children: readonly NavigationNode[]): GroupNode => ({
  kind: 'group',
  title,
  line,
  children,
  ...(slug === undefined ? {} : { slug }),
});

const documentNode = (
  item: SummaryItem,
  path: string | null,
  slugPath: string | null,
  children: readonly NavigationNode[],
): DocumentNode => ({
  kind: 'document',
  ...itemTitles(item),
  path,
  slugPath,
  children,
});

const isAnchored = ({ content }: SummaryItem, { anchor }: Pick<Page, 'anchor'>): boolean =>
  anchor !== undefined || (content.kind === 'link' && content.destination.endsWith('#'));

/** Reports whether an entry is a link to something that was deleted; one with subpages has to be a page. */
const isDeleted = (
  { children }: SummaryItem,
  destination: LinkDestination,
): destination is { kind: 'broken'; why: string; deleted: DeletedTarget } =>
  destination.kind === 'broken' && destination.deleted !== undefined && children.length === 0;

const linkNode = (item: SummaryItem, target: LinkNode['target']): LinkNode => ({
  kind: 'link',
  ...itemTitles(item),
  target,
  href: item.content.kind === 'link' ? item.content.destination : '',
});

function itemTitles({ content, line }: SummaryItem): Pick<DocumentNode, 'title' | 'linkTitle' | 'line'> {
  const linkTitle = content.kind === 'link' ? content.linkTitle : undefined;
  return { title: content.kind === 'computed' ? '' : content.title, line, ...(linkTitle ? { linkTitle } : {}) };
}

const quote = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
