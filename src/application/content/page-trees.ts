import { LRUCache } from 'lru-cache';
import type { Content } from '../../domain/content/content.ts';
import { pageTree, type PageNode } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from './reading.ts';

/** Estimated memory of a page in a tree, its record included, in bytes. */
const PAGE_BYTES = 800;

/**
 * Cache of page trees. A tree depends on the root of the pages' map alone, so an entry never goes stale; a tree that is
 * too large for the cache is built again for each request.
 */
export class PageTrees {
  readonly #cache: LRUCache<Hash, readonly PageNode[], Content>;

  constructor(store: Pick<ContentStore, 'get'>, maxBytes: number) {
    this.#cache = new LRUCache<Hash, readonly PageNode[], Content>({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: (tree) => PAGE_BYTES * Math.max(countNodes(tree), 1),
      fetchMethod: (_root, _stale, { context: content }) => read(store, pageTree(content)),
      ignoreFetchAbort: true,
    });
  }

  /** Gets the page tree of a content; concurrent requests share the work. */
  async get(content: Content): Promise<readonly PageNode[]> {
    const { pages: root } = content;
    return root === null ? [] : this.#cache.forceFetch(root, { context: content });
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
