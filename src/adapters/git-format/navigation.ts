import type { ComputedPageSource, DeletedTarget, PageIdTarget } from '../../ports/git/repository-format.ts';

interface NavigationNodeBase {
  /** May be empty: the heading or file name of the page is used then. */
  readonly title: string;
  readonly linkTitle?: string;
  /** Line in the summary. */
  readonly line?: number;
}

/** Page with content; `path` is null if it has no readable file. */
export interface DocumentNode extends NavigationNodeBase {
  readonly kind: 'document';
  readonly path: string | null;
  /** Path from which the slug is derived: that of the file, even if the file is missing. */
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
  /** Path of a file that is a page of this navigation. */
  | { readonly kind: 'page'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'space'; readonly space: string; readonly path?: string }
  | PageIdTarget
  | DeletedTarget;

export interface ComputedNode extends NavigationNodeBase {
  readonly kind: 'computed';
  readonly computed: ComputedPageSource;
}

/** Entry of a project's table of contents with its files resolved. */
export type NavigationNode = DocumentNode | GroupNode | LinkNode | ComputedNode;

export interface NavigationEntry {
  readonly node: NavigationNode;
  readonly parent: NavigationNode | null;
}

/** Lists every node with its parent, parents first and siblings in order, without recursion. */
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
