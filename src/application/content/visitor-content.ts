import type { PageNode } from '../../domain/content/content-reads.ts';
import { ConditionFilter } from '../../domain/kernel/expressions/condition-filter.ts';
import type { ExpressionScope } from '../../domain/kernel/expressions/expression.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { RevisionId, SpaceId } from '../../domain/kernel/id.ts';
import { conditionEvaluator } from '../../domain/sites/audience/visitor.ts';
import type { SiteVisitor } from '../kernel/scope.ts';
import type { Reads } from '../kernel/services.ts';
import { hasComputedPages } from './page-trees.ts';

/** Number of replaced revisions that are examined for a visitor. */
const MAX_EXAMINED_REVISIONS = 100;

/** Trees without conditions, which every visitor sees entirely. */
const unconditionalTrees = new WeakSet<readonly PageNode[]>();

/**
 * Returns the pages of a tree that a visitor sees: a page whose condition does not hold is removed with its subpages.
 * Returns the same tree when nothing is removed.
 */
export function visiblePages(tree: readonly PageNode[], { visitor }: SiteVisitor): readonly PageNode[] {
  if (unconditionalTrees.has(tree)) return tree;
  if (!hasConditions(tree)) {
    unconditionalTrees.add(tree);
    return tree;
  }
  return filterPages(tree, conditionEvaluator(visitor));
}

function hasConditions(tree: readonly PageNode[]): boolean {
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.page.condition !== undefined) return true;
    for (const child of node.pages) open.push(child);
  }
  return false;
}

function filterPages(tree: readonly PageNode[], shows: (condition: string) => boolean): readonly PageNode[] {
  return tree.flatMap((node) =>
    node.page.condition === undefined || shows(node.page.condition)
      ? [node.pages.length === 0 ? node : { ...node, pages: filterPages(node.pages, shows) }]
      : [],
  );
}

/** Returns the pages of a tree without the computed pages that could not be replaced, because their source is unknown. */
export const pagesWithSource = (tree: readonly PageNode[]): readonly PageNode[] =>
  hasComputedPages(tree)
    ? tree.flatMap((node) => (node.page.type === 'computed' ? [] : [{ ...node, pages: pagesWithSource(node.pages) }]))
    : tree;

/** Returns the pages of a tree without those that are hidden, and without their subpages. */
export const listedPages = (tree: readonly PageNode[]): readonly PageNode[] =>
  tree.flatMap((node) => (node.page.hidden === true ? [] : [{ ...node, pages: listedPages(node.pages) }]));

/** Finds the first page of a tree that fits, parents before their children. */
export function findNode(tree: readonly PageNode[], fits: (node: PageNode) => boolean): PageNode | undefined {
  const open = [...tree].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (fits(node)) return node;
    for (const child of node.pages.toReversed()) open.push(child);
  }
  return undefined;
}

/**
 * Removes the tags of conditions, also those in code, and the text that they hide from a visitor.
 * @param variables names for conditions besides the visitor's claims
 */
export const visibleText = (markdown: string, { visitor }: SiteVisitor, variables: ExpressionScope): string =>
  markdown.includes('{%') ? new ConditionFilter(conditionEvaluator(visitor, variables)).filter(markdown) : markdown;

/**
 * Requires that a visitor may read a revision: it is what the site shows now, or showed at some time since the visitor's
 * token was issued, so that a client reads one revision throughout.
 * @throws NotFound
 */
export async function requireShownRevision(
  { revisions }: Pick<Reads, 'revisions'>,
  spaceId: SpaceId,
  revisionId: RevisionId,
  head: RevisionId,
  { issuedAt }: SiteVisitor,
): Promise<void> {
  if (revisionId === head) return;
  const { items } = await revisions.list(spaceId, spaceId, { limit: MAX_EXAMINED_REVISIONS, order: 'desc' });
  for (const [index, { revision }] of items.entries()) {
    const replacedAt = items[index - 1]?.revision.createdAt;
    if (replacedAt !== undefined && replacedAt < issuedAt) break;
    if (revision.id === revisionId) return;
  }
  throw new NotFound('revision');
}
