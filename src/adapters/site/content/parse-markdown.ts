import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { isolateTags } from '../../../domain/content/documents/isolate-tags.ts';
import { isTooComplex } from './complexity.ts';
import { childrenOf, type Nodes, type Root } from './nodes.ts';
import { mergeExtraCells } from './whole-rows.ts';

/** Deepest tree that is laid out: far beyond what can be read, far from what would overflow the stack. */
export const MAX_DEPTH = 120;
/** Cells of all tables, empty ones that a short row implies included. */
export const MAX_CELLS = 60_000;
/** Characters that references to link definitions may add up to when each is spelled out. */
export const MAX_REFERENCED_LENGTH = 1_000_000;
/** References to footnotes: each becomes two links. */
export const MAX_FOOTNOTE_REFERENCES = 2_000;

export interface ParsedMarkdown {
  readonly root: Root;
  /** What positions in the tree refer to. */
  readonly source: string;
}

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath, { singleDollarTextMath: false }).freeze();

/** The tree of a page, or undefined when laying it out would cost too much. */
export function parseMarkdown(markdown: string): ParsedMarkdown | undefined {
  if (isTooComplex(markdown)) return undefined;
  const { text: source } = isolateTags(markdown);
  const root = parser.parse(source) as Root;
  if (isTooLarge(root)) return undefined;
  mergeExtraCells(root);
  return { root, source };
}

/** Whether the tree is deeper, or would become larger as HTML, than is reasonable. Uses no stack: the tree may be deep. */
function isTooLarge(root: Root): boolean {
  const definitions = new Map<string, number>();
  const references: string[] = [];
  let cells = 0;
  let footnotes = 0;
  const pending: { readonly node: Nodes; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next;
    if (depth > MAX_DEPTH) return true;
    if (node.type === 'table')
      cells += node.children.length * (node.align?.length ?? node.children[0]?.children.length ?? 1);
    else if (node.type === 'footnoteReference') footnotes++;
    else if (node.type === 'definition') definitions.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    else if (node.type === 'linkReference' || node.type === 'imageReference') references.push(node.identifier);
    for (const child of childrenOf(node) ?? []) pending.push({ node: child, depth: depth + 1 });
  }
  const referenced = references.reduce((sum, identifier) => sum + (definitions.get(identifier) ?? 0), 0);
  return cells > MAX_CELLS || footnotes > MAX_FOOTNOTE_REFERENCES || referenced > MAX_REFERENCED_LENGTH;
}
