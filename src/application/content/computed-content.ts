import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Content } from '../../domain/content/content.ts';
import type { PageNode } from '../../domain/content/content-reads.ts';
import type { Page } from '../../domain/content/page.ts';
import { withFirstLetter, type Id, type OrganizationId, type SpaceId } from '../../domain/kernel/id.ts';
import type { ComputedPage, ComputedPages, ComputedSource } from '../../ports/content/computed-pages.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';
import { findComputedPages, hasComputedPages, type PageTrees } from './page-trees.ts';

interface Context {
  readonly computedPages: ComputedPages;
  readonly slugify: Slugify;
  readonly scope: { readonly organizationId: OrganizationId; readonly access: Pick<AccessFacts, 'role'> };
}

/** A page from a computed source. It is not stored; `markdown` is its text. */
export interface GeneratedNode extends PageNode {
  readonly markdown?: string;
  /** Text for a tree of blocks, which may differ. */
  readonly blockMarkdown?: string;
  /** Text for sites, which may differ. */
  readonly referenceMarkdown?: string;
  readonly pages: readonly GeneratedNode[];
}

/** Pages of a source, and the title of the group that has them. */
interface SourcePages {
  readonly pages: readonly ComputedPage[];
  readonly title: string;
}

/**
 * Replaces each computed page of a tree by a group of the pages of its source. A computed page with an unknown source
 * stays. Returns the same tree when there is nothing to replace.
 * @param parentPath path of the page above the tree, with a trailing slash; empty for the root
 */
export async function expandComputedPages(
  context: Context,
  spaceId: SpaceId,
  tree: readonly PageNode[],
  parentPath = '',
): Promise<readonly PageNode[]> {
  const nodes = findComputedPages(tree);
  if (nodes.length === 0) return tree;
  const pagesByNode = new Map<PageNode, SourcePages>();
  for (const node of nodes) {
    const { computed, computedSeed, id, title } = node.page;
    if (computed === undefined) continue;
    const source: ComputedSource = {
      organizationId: context.scope.organizationId,
      spaceId,
      readerLevel: context.scope.access.role ?? undefined,
      computed,
      seed: computedSeed ?? id,
    };
    const pages = await context.computedPages.pagesOf(source);
    if (pages === undefined) continue;
    pagesByNode.set(node, { pages, title: (await context.computedPages.titleOf(source, title)) ?? title });
  }
  return pagesByNode.size === 0 ? tree : expandTree(tree, parentPath, pagesByNode, context.slugify);
}

function expandTree(
  tree: readonly PageNode[],
  parentPath: string,
  pagesByNode: ReadonlyMap<PageNode, SourcePages>,
  slugify: (text: string) => string,
): readonly PageNode[] {
  const slugs = new SiblingSlugs(tree.map(({ page }) => page.slug));
  return tree.map((node) => {
    const source = pagesByNode.get(node);
    if (source === undefined)
      return hasComputedPages(node.pages)
        ? {
            ...node,
            pages: expandTree(node.pages, node.path === undefined ? '' : `${node.path}/`, pagesByNode, slugify),
          }
        : node;
    const slug = slugs.take(slugify(node.page.title) || 'reference');
    const path = parentPath + slug;
    const { pages, title } = source;
    return { page: { ...node.page, type: 'group', title, slug }, path, pages: generatedNodes(node.page, pages, path) };
  });
}

/** Slugs of siblings, made unique by numbers. */
export class SiblingSlugs {
  readonly #taken: Set<string | undefined>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string | undefined> = []) {
    this.#taken = new Set(taken);
  }

  /** Takes a slug, or its first numbered variant that no sibling has. */
  take(slugBase: string): string {
    let slug = slugBase;
    let number = this.#next.get(slugBase) ?? 1;
    for (; this.#taken.has(slug); number++) slug = `${slugBase}-${number}`;
    this.#next.set(slugBase, number);
    this.#taken.add(slug);
    return slug;
  }
}

/** Turns the pages of a source into nodes below a page. They inherit the page's exclusion from search. */
export const generatedNodes = (
  source: Page,
  pages: readonly ComputedPage[],
  parentPath: string,
): readonly GeneratedNode[] =>
  pages.map((one, i) => {
    const path = `${parentPath}/${one.slug}`;
    const placed = placeBelow(source, one, i);
    return { ...placed, path, pages: generatedNodes(placed.page, one.pages, path) };
  });

/**
 * Makes a page of a source one of the pages below another page, whose exclusion from search it inherits.
 * @param index position among its siblings
 */
export function placeBelow(
  source: Page,
  { pages: _, operation: _operation, markdown, blockMarkdown, referenceMarkdown, ...fields }: ComputedPage,
  index: number,
): Omit<GeneratedNode, 'path' | 'pages'> {
  const { rank, createdAt, updatedAt, noIndex, noRobotsIndex } = source;
  const kept = { ...(noIndex !== undefined && { noIndex }), ...(noRobotsIndex !== undefined && { noRobotsIndex }) };
  return {
    page: {
      ...fields,
      ...kept,
      parent: source.id,
      rank: `${rank}${String(index).padStart(6, '0')}`,
      createdAt,
      updatedAt,
    },
    ...(markdown !== undefined && { markdown }),
    ...(blockMarkdown !== undefined && { blockMarkdown }),
    ...(referenceMarkdown !== undefined && { referenceMarkdown }),
  };
}

/** Finds a generated page of a content by id. */
export async function generatedPage(
  context: Context & { readonly pageTrees: Pick<PageTrees, 'get'> },
  spaceId: SpaceId,
  content: Content,
  id: Id,
): Promise<GeneratedNode | undefined> {
  const tree = await context.pageTrees.get(content);
  return findGeneratedNode(tree, await expandComputedPages(context, spaceId, tree), hasGeneratedId(id));
}

/** Matches a page by its id; a generated page also by one of an earlier version, which could begin with a digit. */
export const hasGeneratedId =
  (id: Id) =>
  ({ page }: PageNode): boolean =>
    page.id === id || page.id === withFirstLetter(id);

/** Finds the first generated page that matches; stored pages are not considered. */
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
