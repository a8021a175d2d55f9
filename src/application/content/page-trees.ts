import type { Content } from '../../domain/content/content.ts';
import { pageTree, type PageNode } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from './reading.ts';
import { LruCache } from './lru-cache.ts';

/** What a page of a tree takes, its record included, about. */
const PAGE_BYTES = 800;

/**
 * Assembled page trees of contents that were asked for lately. A tree follows from the pages' map, so it never goes stale;
 * one that is too large to be kept is assembled again for each who asks.
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

  /** All pages of a content; those who ask at the same time share the work. */
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

/** How many pages a tree has. */
export function countNodes(tree: readonly PageNode[]): number {
  let count = 0;
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    count += 1;
    for (const child of node.pages) open.push(child);
  }
  return count;
}
