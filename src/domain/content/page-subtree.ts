import type { Content } from './content.ts';
import { childrenOf, pathOf, type PageNode } from './content-reads.ts';
import { hasSlug, type Page } from './page.ts';
import { all, type ObjectQuery } from './objects/object-query.ts';

interface MutablePageNode {
  readonly page: Page;
  readonly path: string | undefined;
  readonly pages: MutablePageNode[];
}

/** Reads a page with its descendants, level by level; the cost follows the size of the subtree. */
export function* pageSubtree(content: Content, top: Page): ObjectQuery<PageNode> {
  const root: MutablePageNode = { page: top, path: yield* pathOf(content, top), pages: [] };
  for (let level = [root]; level.length > 0;) {
    const parents = level.filter(({ page }) => hasSlug(page.type));
    const children = yield* all(parents.map(({ page }) => childrenOf(content, page.id)));
    level = parents.flatMap((parent, i) =>
      children[i]!.map((page) => {
        const node: MutablePageNode = {
          page,
          path: page.slug === undefined ? undefined : `${parent.path}/${page.slug}`,
          pages: [],
        };
        parent.pages.push(node);
        return node;
      }),
    );
  }
  return root;
}
