import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Content } from '../../domain/content/content.ts';
import type { PageNode } from '../../domain/content/content-reads.ts';
import type { Page } from '../../domain/content/page.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ComputedPage, ComputedPages } from '../../ports/content/computed-pages.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';
import type { PageTrees } from './page-trees.ts';

interface Context {
  readonly computedPages: ComputedPages;
  readonly slugify: Slugify;
  readonly scope: { readonly organizationId: Id; readonly access: Pick<AccessFacts, 'role'> };
}

/** A page that is nowhere stored, and what it says. */
export interface GeneratedNode extends PageNode {
  readonly markdown?: string;
  readonly pages: readonly GeneratedNode[];
}

/** Of trees that were looked through: whether they have computed pages. */
const computedPagesByTree = new WeakMap<readonly PageNode[], readonly PageNode[]>();

/** The computed pages of a tree; a tree is looked through once. */
function findComputedPages(tree: readonly PageNode[]): readonly PageNode[] {
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

export const hasComputedPages = (tree: readonly PageNode[]): boolean => findComputedPages(tree).length > 0;

/**
 * The tree with a group of the pages that it gives in place of each computed page; a source that is not known stays the
 * computed page that it is. Without computed pages it is the very same tree.
 * @param parentPath the path of the page that the tree is below, with a slash at its end; empty for the root
 */
export async function expandComputedPages(
  context: Context,
  spaceId: Id,
  tree: readonly PageNode[],
  parentPath = '',
): Promise<readonly PageNode[]> {
  const nodes = findComputedPages(tree);
  if (nodes.length === 0) return tree;
  const given = new Map<PageNode, readonly ComputedPage[]>();
  for (const node of nodes) {
    const { computed, computedSeed, id } = node.page;
    const pages =
      computed &&
      (await context.computedPages.pagesOf({
        organizationId: context.scope.organizationId,
        spaceId,
        readerLevel: context.scope.access.role ?? undefined,
        computed,
        seed: computedSeed ?? id,
      }));
    if (pages !== undefined) given.set(node, pages);
  }
  return given.size === 0 ? tree : expandTree(tree, parentPath, given, context.slugify);
}

function expandTree(
  tree: readonly PageNode[],
  parentPath: string,
  given: ReadonlyMap<PageNode, readonly ComputedPage[]>,
  slugify: (text: string) => string,
): readonly PageNode[] {
  const taken = new Set(tree.map(({ page }) => page.slug));
  return tree.map((node) => {
    const pages = given.get(node);
    if (pages === undefined)
      return hasComputedPages(node.pages)
        ? { ...node, pages: expandTree(node.pages, node.path === undefined ? '' : `${node.path}/`, given, slugify) }
        : node;
    const slug = uniqueSlug(slugify(node.page.title) || 'reference', taken);
    const path = parentPath + slug;
    return { page: { ...node.page, type: 'group', slug }, path, pages: generatedNodes(node.page, pages, path) };
  });
}

/** A slug like the one that is wanted that no sibling has; it is taken then. */
export function uniqueSlug(wanted: string, taken: Set<string | undefined>): string {
  let slug = wanted;
  for (let n = 1; taken.has(slug); n++) slug = `${wanted}-${n}`;
  taken.add(slug);
  return slug;
}

/** What a source gives as pages below a page. They are kept from search as far as that page is. */
export function generatedNodes(
  source: Page,
  pages: readonly ComputedPage[],
  parentPath: string,
): readonly GeneratedNode[] {
  return pages.map(({ pages: below, markdown, ...fields }, i) => {
    const path = `${parentPath}/${fields.slug}`;
    const { rank, createdAt, updatedAt, noIndex, noRobotsIndex } = source;
    const kept = { ...(noIndex !== undefined && { noIndex }), ...(noRobotsIndex !== undefined && { noRobotsIndex }) };
    const page: Page = {
      ...fields,
      ...kept,
      parent: source.id,
      rank: `${rank}${String(i).padStart(6, '0')}`,
      createdAt,
      updatedAt,
    };
    return { page, path, pages: generatedNodes(page, below, path), ...(markdown !== undefined && { markdown }) };
  });
}

/** The page that a computed page of a content gives under an id. */
export async function generatedPage(
  context: Context & { readonly pageTrees: Pick<PageTrees, 'get'> },
  spaceId: Id,
  content: Content,
  id: Id,
): Promise<GeneratedNode | undefined> {
  const tree = await context.pageTrees.get(content);
  return findGeneratedNode(tree, await expandComputedPages(context, spaceId, tree), ({ page }) => page.id === id);
}

/** The first page that fits, only among what computed pages give. */
export function findGeneratedNode(
  stored: readonly PageNode[],
  shown: readonly PageNode[],
  fits: (node: PageNode) => boolean,
): GeneratedNode | undefined {
  if (stored === shown) return undefined;
  const open = shown.map((node, i) => ({ node, was: stored[i] as PageNode | undefined }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, was } = next;
    if (node === was) continue;
    if (was === undefined || was.page.type === 'computed') {
      if (fits(node)) return node;
      for (const child of node.pages) open.push({ node: child, was: undefined });
    } else node.pages.forEach((child, i) => open.push({ node: child, was: was.pages[i] }));
  }
  return undefined;
}
