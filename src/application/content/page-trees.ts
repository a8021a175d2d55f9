import { LRUCache } from 'lru-cache';
import type { Content } from '../../domain/content/content.ts';
import { pageTree, type PageNode } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { CacheUsage } from '../../ports/kernel/cache-usage.ts';
import { CacheCounter } from '../kernel/cache-counter.ts';
import { forAllClients } from '../kernel/abandonment.ts';
import { read } from './reading.ts';

/** Number of trees of which is known whether they have computed pages; an entry takes about 200 bytes. */
const KNOWN_TREES = 10_000;
/** Estimated memory of a page in a tree, its record included, in bytes. */
const PAGE_BYTES = 800;

/**
 * Cache of page trees. A tree depends on the root of the pages' map alone, so an entry never goes stale; a tree that is
 * too large for the cache is built again for each request.
 */
export class PageTrees {
  readonly #cache: LRUCache<Hash, readonly PageNode[], Content>;
  readonly #counter: CacheCounter;
  readonly #computed = new LRUCache<Hash, boolean>({ max: KNOWN_TREES });

  constructor(store: Pick<ContentStore, 'get'>, maxBytes: number) {
    this.#cache = new LRUCache<Hash, readonly PageNode[], Content>({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: (tree) => PAGE_BYTES * Math.max(countNodes(tree), 1),
      fetchMethod: (_root, _stale, { context: content }) => forAllClients(() => read(store, pageTree(content))),
      ignoreFetchAbort: true,
    });
    this.#counter = new CacheCounter(this.#cache);
  }

  /** Gets the page tree of a content; concurrent requests share the work. */
  async get(content: Content): Promise<readonly PageNode[]> {
    const { pages: root } = content;
    if (root === null) return [];
    this.#counter.count(this.#cache.has(root));
    return this.#cache.forceFetch(root, { context: content });
  }

  usage(): CacheUsage {
    return this.#counter.usage();
  }

  /** Tells whether a content has computed pages, without building its tree when that is known. */
  async hasComputedPages(content: Content): Promise<boolean> {
    const { pages: root } = content;
    if (root === null) return false;
    const known = this.#computed.get(root);
    if (known !== undefined) return known;
    const found = hasComputedPages(await this.get(content));
    this.#computed.set(root, found);
    return found;
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

/** Computed pages by tree, for trees that were searched before. */
const computedPagesByTree = new WeakMap<readonly PageNode[], readonly PageNode[]>();

/** Lists the computed pages of a tree; caches the result. */
export function findComputedPages(tree: readonly PageNode[]): readonly PageNode[] {
  const known = computedPagesByTree.get(tree);
  if (known !== undefined) return known;
  const found: PageNode[] = [];
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.page.type === 'computed') found.push(node);
    for (const child of node.pages) open.push(child);
  }
  computedPagesByTree.set(tree, found);
  return found;
}

/** Tells whether a tree has computed pages. */
export const hasComputedPages = (tree: readonly PageNode[]): boolean => findComputedPages(tree).length > 0;
