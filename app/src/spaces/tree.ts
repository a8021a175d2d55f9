/** Page of a tree, as far as its place is concerned. */
export interface TreePage {
  readonly id: string;
  readonly type: string;
}

/** Pages below a page; none below links. */
export const subpages = <Page extends TreePage>(page: Page): readonly Page[] =>
  'pages' in page ? (page.pages as readonly Page[]) : [];

export const hasSubpages = (page: TreePage): boolean => subpages(page).length > 0;

/** Finds a page of a tree with the pages above it. */
export function findInTree<Page extends TreePage>(
  pages: readonly Page[],
  id: string,
  above: readonly Page[] = [],
): { readonly page: Page; readonly above: readonly Page[]; readonly siblings: readonly Page[] } | undefined {
  for (const page of pages) {
    if (page.id === id) return { page, above, siblings: pages };
    const found = findInTree(subpages(page), id, [...above, page]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists the pages of a tree in order. */
export const flatten = <Page extends TreePage>(pages: readonly Page[]): readonly Page[] =>
  pages.flatMap((page) => [page, ...flatten(subpages(page))]);
