import type { ComputedPageSource } from '../../ports/git/repository-format.ts';

interface NavigationNodeBase {
  /** May be empty: the page's heading or file name is used then. */
  readonly title: string;
  readonly linkTitle?: string;
  /** Line of the summary. */
  readonly line?: number;
}

/** A page with a body; `path` is null when no readable file belongs to it. */
export interface DocumentNode extends NavigationNodeBase {
  readonly kind: 'document';
  readonly path: string | null;
  /** The path its slug is taken from: that of the file, even of a missing one. */
  readonly slugPath: string | null;
  readonly children: readonly NavigationNode[];
}

export interface GroupNode extends NavigationNodeBase {
  readonly kind: 'group';
  readonly slug?: string;
  readonly children: readonly NavigationNode[];
}

export interface LinkNode extends NavigationNodeBase {
  readonly kind: 'link';
  readonly href: string;
  readonly target: LinkNodeTarget;
}
export type LinkNodeTarget =
  | { readonly kind: 'url'; readonly url: string }
  /** The path of a file that is a page of this navigation. */
  | { readonly kind: 'page'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'space'; readonly space: string; readonly path?: string };

export interface ComputedNode extends NavigationNodeBase {
  readonly kind: 'computed';
  readonly computed: ComputedPageSource;
}

/** One entry of a project's table of contents, its files found. */
export type NavigationNode = DocumentNode | GroupNode | LinkNode | ComputedNode;

export interface NavigationEntry {
  readonly node: NavigationNode;
  readonly parent: NavigationNode | null;
}

/** Every node with its parent, parents first, siblings in order; as deep as one likes. */
export function flattenNavigation(roots: readonly NavigationNode[]): readonly NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const stack: NavigationEntry[] = [];
  const pushAll = (nodes: readonly NavigationNode[], parent: NavigationNode | null): void => {
    for (const node of nodes.toReversed()) stack.push({ node, parent });
  };
  pushAll(roots, null);
  for (let next = stack.pop(); next; next = stack.pop()) {
    entries.push(next);
    if ('children' in next.node) pushAll(next.node.children, next.node);
  }
  return entries;
}
