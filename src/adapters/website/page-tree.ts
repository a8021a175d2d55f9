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
  /** Nodes below this one, in the order in which they were found. */
  readonly below: Node<T>[];
  /** Those that further pages are arranged below, by their segment. */
  readonly bySegment: Map<string, Node<T>>;
}

const newNode = <T>(segment: string, page?: T): Node<T> => ({ segment, page, below: [], bySegment: new Map() });

/**
 * Arranges pages by their URLs: each below the page with the longest matching prefix, with the start page first. Each page
 * has one place, also where several have the same segments, such as `/a` and `/a.html`.
 * @param allowsGroups makes a segment without a page a group at the top level if it contains several pages and has
 *   siblings
 */
export function buildPageTree<T>(
  pages: readonly PagePath<T>[],
  { allowsGroups }: { readonly allowsGroups: boolean },
): readonly TreePlace<T>[] {
  const root = newNode<T>('');
  for (const { segments, page } of pages) {
    let node = root;
    for (const segment of segments.slice(0, LIMITS.depth)) {
      let next = node.bySegment.get(segment);
      if (next === undefined) {
        next = newNode<T>(segment);
        node.bySegment.set(segment, next);
        node.below.push(next);
      }
      node = next;
    }
    // Pages beyond the maximum depth become siblings.
    if (node.page !== undefined || segments.length > LIMITS.depth)
      node.below.push(newNode(segments.at(-1) ?? '', page));
    else node.page = page;
  }

  const places: TreePlace<T>[] = [];
  const addChildren = (node: Node<T>, parent: TreePlace<T> | undefined): void => {
    for (const child of node.below) {
      const isGroup =
        child.page === undefined &&
        allowsGroups &&
        parent === undefined &&
        child.below.length > 1 &&
        (node.below.length > 1 || root.page !== undefined);
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
