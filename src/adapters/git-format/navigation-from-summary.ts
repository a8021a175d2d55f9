import { computedSource } from './computed-source.ts';
import { LinkTargets } from './link-target.ts';
import { directoryOf, nameOf } from './paths.ts';
import { parseSummary } from './summary-parser.ts';
import type { Destination } from './link-target.ts';
import type { DocumentNode, GroupNode, LinkNode, NavigationNode } from './navigation.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { Report } from './report.ts';
import type { ImportReportCode, ImportReportEntry } from '../../ports/git/repository-format.ts';
import type { SummaryGroup, SummaryItem } from './summary-parser.ts';

type Told = Pick<ImportReportEntry, 'level' | 'code' | 'message'> & { readonly line: number };
type Page = Extract<Destination, { kind: 'page' }>;

/** Reads a project's table of contents; every entry of it becomes a node, except computed pages that cannot be read. */
export function navigationFromSummary(
  text: string,
  project: ProjectFiles,
  settings: ProjectSettings,
  report: Report,
): Promise<readonly NavigationNode[]> {
  return new SummaryNavigation(project, settings, report).build(text);
}

class SummaryNavigation {
  readonly #destinations = new Map<SummaryItem, Destination>();
  /** For each file the one item that is its page; other items of that file are links to it. */
  readonly #owners = new Map<string, { readonly item: SummaryItem; readonly claim: number }>();
  readonly #targets: LinkTargets;
  readonly #told: Told[] = [];

  constructor(
    project: ProjectFiles,
    private readonly settings: ProjectSettings,
    private readonly report: Report,
  ) {
    const bases = [directoryOf(settings.summary), settings.root];
    this.#targets = new LinkTargets(project, bases, nameOf(settings.readme));
  }

  async build(text: string): Promise<readonly NavigationNode[]> {
    const { entries, problems } = await parseSummary(text);
    for (const { code, line, message } of problems) this.#told.push({ level: 'warning', code, line, message });
    const deepestLast = preorder(entries);
    for (const item of deepestLast) this.#resolve(item);
    const nodes = new Map<SummaryItem, readonly NavigationNode[]>();
    const childrenOf = (items: readonly SummaryItem[]): NavigationNode[] =>
      items.flatMap((item) => nodes.get(item) ?? []);
    for (const item of deepestLast.toReversed()) nodes.set(item, this.#nodes(item, childrenOf(item.children)));
    this.#report();
    return entries.flatMap((entry) =>
      'items' in entry ? [groupNode(entry, childrenOf(entry.items))] : (nodes.get(entry) ?? []),
    );
  }

  /** Of several items of one file, its page is the first with children, else the first; one with an anchor comes last. */
  #resolve(item: SummaryItem): void {
    if (item.content.kind !== 'link') return;
    const destination = this.#targets.find(item.content.destination);
    this.#destinations.set(item, destination);
    if (destination.kind !== 'page') return;
    const claim = (destination.anchor === undefined ? 2 : 0) + (item.children.length > 0 ? 1 : 0);
    const owner = this.#owners.get(destination.path);
    if (!owner || owner.claim < claim) this.#owners.set(destination.path, { item, claim });
  }

  /** The node of an item; where it may not have children, they follow it. */
  #nodes(item: SummaryItem, children: readonly NavigationNode[]): readonly NavigationNode[] {
    const { content } = item;
    if (content.kind === 'computed') return this.#lifted(item, this.#computed(item, content.yaml), children);
    if (content.kind === 'text') {
      this.#tell(
        'info',
        'entry-without-file',
        item,
        `${quoted(content.title)} names no file: the entry becomes an empty page`,
      );
      return [documentNode(item, null, null, children)];
    }
    const destination = this.#destinations.get(item) ?? { kind: 'empty' };
    switch (destination.kind) {
      case 'page':
        if (destination.repaired)
          this.#tell(
            'warning',
            'path-repaired',
            item,
            `${quoted(content.destination)} is interpreted as ${quoted(destination.path)}`,
          );
        if (this.#owners.get(destination.path)?.item === item)
          return [documentNode(item, destination.path, destination.path, children)];
        return this.#lifted(item, [this.#duplicate(item, destination)], children);
      case 'file':
      case 'url':
      case 'space':
        return this.#lifted(item, [linkNode(item, destination)], children);
      default:
        this.#tellBroken(item, destination);
        return [documentNode(item, null, destination.kind === 'missing' ? destination.path : null, children)];
    }
  }

  #duplicate(item: SummaryItem, { path, anchor }: Page): LinkNode {
    if (anchor === undefined)
      this.#tell(
        'info',
        'file-listed-twice',
        item,
        `${quoted(path)} is listed more than once: this entry becomes a link to its page`,
      );
    return linkNode(item, { kind: 'page', path, ...(anchor === undefined ? {} : { anchor }) });
  }

  #computed(item: SummaryItem, yaml: string): readonly NavigationNode[] {
    const result = computedSource(yaml);
    if ('problem' in result) {
      this.#tell('warning', 'summary-computed-unreadable', item, result.problem);
      return [];
    }
    return [{ kind: 'computed', title: result.title, computed: result.computed, line: item.line }];
  }

  #lifted(
    item: SummaryItem,
    nodes: readonly NavigationNode[],
    children: readonly NavigationNode[],
  ): readonly NavigationNode[] {
    if (children.length > 0)
      this.#tell(
        'warning',
        'children-lifted',
        item,
        'this entry cannot have subpages: the subpages follow the entry instead',
      );
    return [...nodes, ...children];
  }

  #tellBroken(item: SummaryItem, destination: Exclude<Destination, { kind: 'page' | 'file' | 'url' | 'space' }>): void {
    const written = item.content.kind === 'link' ? quoted(item.content.destination) : '';
    switch (destination.kind) {
      case 'missing':
        return this.#tell(
          'warning',
          'missing-file',
          item,
          `${written} ${destination.skipped ? 'is not a regular file' : 'does not exist'}: the entry becomes an empty page`,
        );
      case 'outside':
        return this.#tell(
          'warning',
          'path-outside-project',
          item,
          `${written} is outside the project: the entry becomes an empty page`,
        );
      case 'broken':
        return this.#tell(
          'warning',
          'broken-link',
          item,
          `${written} is ${destination.why}: the entry becomes an empty page`,
        );
      case 'empty':
        return this.#tell('info', 'entry-without-file', item, 'the entry names no file and becomes an empty page');
    }
  }

  #tell(level: Told['level'], code: ImportReportCode, { line }: SummaryItem, message: string): void {
    this.#told.push({ level, code, line, message });
  }

  /** Nodes are made from the last to the first; people read the other way. */
  #report(): void {
    for (const { level, code, line, message } of this.#told.sort((a, b) => a.line - b.line)) {
      if (level === 'warning') this.report.warn(code, this.settings.summary, message, { line });
      else this.report.info(code, this.settings.summary, message, { line });
    }
  }
}

function preorder(entries: readonly (SummaryItem | SummaryGroup)[]): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  const open = entries.flatMap((entry) => ('items' in entry ? entry.items : [entry])).reverse();
  for (let item = open.pop(); item; item = open.pop()) {
    items.push(item);
    for (const child of item.children.toReversed()) open.push(child);
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
  ...titles(item),
  path,
  slugPath,
  children,
});

const linkNode = (item: SummaryItem, target: LinkNode['target']): LinkNode => ({
  kind: 'link',
  ...titles(item),
  target,
  href: item.content.kind === 'link' ? item.content.destination : '',
});

function titles({ content, line }: SummaryItem): Pick<DocumentNode, 'title' | 'linkTitle' | 'line'> {
  const linkTitle = content.kind === 'link' ? content.linkTitle : undefined;
  return { title: content.kind === 'computed' ? '' : content.title, line, ...(linkTitle ? { linkTitle } : {}) };
}

const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
