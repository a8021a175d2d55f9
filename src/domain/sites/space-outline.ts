import type { PageNode } from '../content/content-reads.ts';
import type { JsonObject } from '../content/json.ts';
import type { Id } from '../kernel/id.ts';

/** A page as far as navigation knows it. */
export interface OutlineEntry {
  readonly id: Id;
  readonly type: 'document' | 'group' | 'link';
  readonly title: string;
  /** How it is called in navigation. */
  readonly label: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** Below the space; undefined for a link. */
  readonly path: string | undefined;
  readonly parent: OutlineEntry | undefined;
  readonly children: readonly OutlineEntry[];
  /** Whether navigation shows it: neither it nor a page above it is hidden. */
  readonly listed: boolean;
  /** Whether search engines are welcome to it. */
  readonly indexed: boolean;
  /** Of a link. */
  readonly target?: JsonObject;
  readonly href?: string;
  /** Where its document lies in the Git repository. */
  readonly gitPath?: string;
  readonly updatedAt: string;
}

/**
 * The pages of a space that everybody may read. A page with a condition is left out with all below it: nobody here can
 * tell for whom the condition holds.
 */
export class SpaceOutline {
  readonly #byId = new Map<Id, OutlineEntry>();
  readonly #byPath = new Map<string, OutlineEntry>();
  readonly #byLowerPath = new Map<string, OutlineEntry>();
  readonly #byGitPath = new Map<string, OutlineEntry>();
  readonly #places = new Map<OutlineEntry, number>();
  /** Every entry, parents before their children, siblings in order. */
  readonly entries: readonly OutlineEntry[];
  /** Documents that navigation shows, in its order. */
  readonly documents: readonly OutlineEntry[];
  /** What a reader comes to first: the first document that navigation shows, or else the first at all. */
  readonly home: OutlineEntry | undefined;

  constructor(tree: readonly PageNode[]) {
    const entries: OutlineEntry[] = [];
    const pending: { readonly node: PageNode; readonly parent: OutlineEntry | undefined; readonly siblings: OutlineEntry[] }[] = [];
    const open = (nodes: readonly PageNode[], parent: OutlineEntry | undefined, siblings: OutlineEntry[]): void => {
      for (let i = nodes.length - 1; i >= 0; i--) pending.push({ node: nodes[i]!, parent, siblings });
    };
    open(tree, undefined, []);
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node, parent, siblings } = next;
      const children: OutlineEntry[] = [];
      const entry = entryOf(node, parent, children);
      if (entry === undefined) continue;
      siblings.push(entry);
      entries.push(entry);
      this.#remember(entry);
      open(node.pages, entry, children);
    }
    this.entries = entries;
    this.documents = entries.filter(({ type, listed }) => type === 'document' && listed);
    this.documents.forEach((entry, place) => this.#places.set(entry, place));
    this.home = this.documents[0] ?? entries.find(({ type }) => type === 'document');
  }

  byId(id: Id): OutlineEntry | undefined {
    return this.#byId.get(id);
  }
  /** The empty path is the home page. */
  byPath(path: string): OutlineEntry | undefined {
    return path === '' ? this.home : this.#byPath.get(path);
  }
  /** The same, whatever the case; the first of several. */
  byPathInAnyCase(path: string): OutlineEntry | undefined {
    return this.#byLowerPath.get(path.toLowerCase());
  }
  byGitPath(path: string): OutlineEntry | undefined {
    return this.#byGitPath.get(path);
  }

  /** The documents before and after one that navigation shows. */
  neighbours(entry: OutlineEntry): { readonly previous?: OutlineEntry; readonly next?: OutlineEntry } {
    const place = this.#places.get(entry);
    if (place === undefined) return {};
    const [previous, next] = [this.documents[place - 1], this.documents[place + 1]];
    return { ...(previous && { previous }), ...(next && { next }) };
  }

  /** The first document in a group, as navigation shows it. */
  firstIn(group: OutlineEntry): OutlineEntry | undefined {
    const pending = [...group.children].reverse();
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (!next.listed) continue;
      if (next.type === 'document') return next;
      for (let i = next.children.length - 1; i >= 0; i--) pending.push(next.children[i]!);
    }
    return undefined;
  }

  #remember(entry: OutlineEntry): void {
    const { id, path, gitPath } = entry;
    this.#byId.set(id, entry);
    if (path !== undefined) {
      this.#byPath.set(path, entry);
      const lower = path.toLowerCase();
      if (!this.#byLowerPath.has(lower)) this.#byLowerPath.set(lower, entry);
    }
    if (gitPath !== undefined && !this.#byGitPath.has(gitPath)) this.#byGitPath.set(gitPath, entry);
  }
}

function entryOf({ page, path }: PageNode, parent: OutlineEntry | undefined, children: readonly OutlineEntry[]): OutlineEntry | undefined {
  const { id, type, title, linkTitle, emoji, icon, target, href, git, updatedAt } = page;
  if (type === 'computed' || page.condition !== undefined) return undefined;
  const hidden = page.hidden === true;
  return {
    id,
    type,
    title,
    label: linkTitle ?? title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    path: type === 'link' ? undefined : path,
    parent,
    children,
    listed: !hidden && (parent?.listed ?? true),
    indexed: !hidden && page.noRobotsIndex !== true && page.noIndex !== true && (parent?.listed ?? true),
    ...(target !== undefined && { target }),
    ...(href !== undefined && { href }),
    ...(git !== undefined && { gitPath: git.path }),
    updatedAt,
  };
}
