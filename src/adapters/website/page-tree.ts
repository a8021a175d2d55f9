import { LIMITS } from './limits.ts';

export interface PagePath<T> {
  /** URL segments below the start page; empty for the start page. */
  readonly segments: readonly string[];
  readonly page: T;
}

/** Node of the tree: a page, or a URL segment without a page. */
export interface TreePlace<T> {
  readonly page: T | undefined;
  /** Last URL segment. */
  readonly segment: string;
  readonly parent: TreePlace<T> | undefined;
}

interface Node<T> {
  readonly segment: string;
  page: T | undefined;
  readonly below: Map<string, Node<T>>;
}

/**
 * Arranges pages by their URLs: each below the page with the longest matching prefix, with the start page first. A
 * segment without a page becomes a group at the top level if it contains several pages and has siblings.
 */
export function buildPageTree<T>(pages: readonly PagePath<T>[], groups: boolean): readonly TreePlace<T>[] {
  const root: Node<T> = { segment: '', page: undefined, below: new Map() };
  for (const { segments, page } of pages) {
    let node = root;
    for (const segment of segments.slice(0, LIMITS.depth)) {
      if (!node.below.has(segment)) node.below.set(segment, { segment, page: undefined, below: new Map() });
      node = node.below.get(segment)!;
    }
    // Pages beyond the maximum depth become siblings.
    if (node.page !== undefined || segments.length > LIMITS.depth)
      node.below.set(`${segments.join('/')}`, { segment: segments.at(-1) ?? '', page, below: new Map() });
    else node.page = page;
  }

  const places: TreePlace<T>[] = [];
  const addChildren = (node: Node<T>, parent: TreePlace<T> | undefined): void => {
    for (const child of node.below.values()) {
      const isGroup =
        child.page === undefined &&
        groups &&
        parent === undefined &&
        child.below.size > 1 &&
        (node.below.size > 1 || root.page !== undefined);
      if (child.page === undefined && !isGroup) {
        addChildren(child, parent);
        continue;
      }
      const place = { page: child.page, segment: child.segment, parent };
      places.push(place);
      addChildren(child, place);
    }
  };
  if (root.page !== undefined) places.push({ page: root.page, segment: '', parent: undefined });
  addChildren(root, undefined);
  return places;
}
