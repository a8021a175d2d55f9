import type { Content } from '../../domain/content/content.ts';
import { pageTree, type PageNode } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from './reading.ts';
import { LruCache } from './lru-cache.ts';

/** Estimated memory of a page in a tree, its record included, in bytes. */
const PAGE_BYTES = 800;

/**
 * Cache of page trees. A tree depends on the root of the pages' map alone, so an entry never goes stale; a tree that is
 * too large for the cache is built again for each request.
 */
export class PageTrees {
  readonly #cache: LruCache<readonly PageNode[]>;
  readonly #pending = new Map<Hash, Promise<readonly PageNode[]>>();

  constructor(
    private readonly store: Pick<ContentStore, 'get'>,
    maxBytes: number,
  ) {
    this.#cache = new LruCache(maxBytes);
  }

  /** Gets the page tree of a content; concurrent requests share the work. */
  async get(content: Content): Promise<readonly PageNode[]> {
    const { pages: root } = content;
    if (root === null) return [];
    const known = this.#cache.get(root) ?? this.#pending.get(root);
    if (known !== undefined) return known;
    const making = read(this.store, pageTree(content));
    this.#pending.set(root, making);
    try {
      const tree = await making;
      this.#cache.set(root, tree, PAGE_BYTES * countNodes(tree));
      return tree;
    } finally {
      this.#pending.delete(root);
    }
  }
}

/** Counts the pages of a tree. */
export function countNodes(tree: readonly PageNode[]): number {
  let count = 0;
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    count += 1;
    for (const child of node.pages) open.push(child);
  }
  return count;
}
