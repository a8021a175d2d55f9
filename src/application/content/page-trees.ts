import type { Content } from '../../domain/content/content.ts';
import { pageTree, type PageNode } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { read } from './reading.ts';

/** How many pages the trees that are kept may have together; a page takes about 100 bytes besides its record. */
const MAX_PAGES = 200_000;

interface Kept {
  readonly tree: Promise<readonly PageNode[]>;
  pages: number;
}

/** Assembled page trees of contents that were asked for lately. A tree follows from the pages' map, so it never goes stale. */
export class PageTrees {
  readonly #kept = new Map<Hash, Kept>();
  #pages = 0;

  constructor(
    private readonly store: Pick<ContentStore, 'get'>,
    private readonly maxPages = MAX_PAGES,
  ) {}

  /** All pages of a content; those who ask at the same time share the work. */
  async of(content: Content): Promise<readonly PageNode[]> {
    const { pages: root } = content;
    if (root === null) return [];
    const known = this.#kept.get(root);
    if (known !== undefined) {
      this.#kept.delete(root);
      this.#kept.set(root, known);
      return known.tree;
    }
    const kept: Kept = { tree: read(this.store, pageTree(content)), pages: 0 };
    this.#kept.set(root, kept);
    try {
      const tree = await kept.tree;
      kept.pages = size(tree);
      this.#pages += kept.pages;
      this.#shrink(root);
      return tree;
    } catch (error) {
      this.#kept.delete(root);
      throw error;
    }
  }

  /** Lets go of the trees that nobody asked for the longest, but for the one that was just made. */
  #shrink(latest: Hash): void {
    for (const [root, { pages }] of this.#kept) {
      if (this.#pages <= this.maxPages) return;
      if (root === latest || pages === 0) continue;
      this.#kept.delete(root);
      this.#pages -= pages;
    }
  }
}

function size(tree: readonly PageNode[]): number {
  let count = 0;
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    count += 1;
    for (const child of node.pages) open.push(child);
  }
  return count;
}
