import { childKey, CHILDREN, ORDER, orderKey, type Content } from '../../../src/domain/content/content.ts';
import { readDocument, pageTree, readVariables, type PageNode } from '../../../src/domain/content/content-reads.ts';
import { MAX_PAGE_DEPTH } from '../../../src/domain/content/edits/page-depth.ts';
import { buildMap } from './build-map.ts';
import { entries } from '../../../src/domain/content/objects/map-read.ts';
import type { Page } from '../../../src/domain/content/page.ts';
import type { Workbench } from './workbench.ts';
import { text } from './workbench.ts';

/** Formats the tree as lines: two spaces per level, then the slug. */
export function outline(bench: Workbench, content: Content): string[] {
  const lines = (nodes: readonly PageNode[], depth: number): string[] =>
    nodes.flatMap(({ page, pages }) => [
      `${'  '.repeat(depth)}${page.slug ?? `(${page.title})`}`,
      ...lines(pages, depth + 1),
    ]);
  return lines(bench.read(pageTree(content)), 0);
}

/** Lists all defects of a content; empty for a valid one. */
export function flaws(bench: Workbench, content: Content): string[] {
  const found: string[] = [];
  const pages = new Map(bench.read(entries<Page>(content.pages)).map(({ key, value }) => [key, value]));
  const children = new Map<string, string>();
  for (const [id, page] of pages) {
    if (page.id !== id) found.push(`${id} is stored under another id`);
    const seen = new Set<string>();
    for (let at: Page | undefined = page; at && at.parent !== null; at = pages.get(at.parent)) {
      if (seen.has(at.id)) {
        found.push(`${id} is in a circle`);
        break;
      }
      seen.add(at.id);
      if (!pages.has(at.parent)) found.push(`${id} is below a missing page`);
    }
    if (seen.size >= MAX_PAGE_DEPTH) found.push(`${id} is ${seen.size + 1} deep`);
    if (page.slug === undefined) continue;
    const key = childKey(page.parent, page.slug);
    if (children.has(key)) found.push(`${key} is claimed twice`);
    children.set(key, id);
  }
  if (buildMap(CHILDREN, children).root !== content.children) found.push('children do not follow from pages');
  if (
    buildMap(ORDER, new Map([...pages.values()].map((page): [string, 1] => [orderKey(page), 1]))).root !== content.order
  ) {
    found.push('order does not follow from pages');
  }
  return found;
}

/** Returns all visible text of a content: documents, fields and variables, for tests against loss. */
export function allText(bench: Workbench, content: Content): string {
  const pages = bench.read(entries<Page>(content.pages)).map(({ value }) => value);
  const documents = pages.map((page) => text(bench.read(readDocument(page))));
  return [
    ...documents,
    ...pages.map((page) => JSON.stringify(page)),
    JSON.stringify([...bench.read(readVariables(content))]),
  ].join('\n');
}
