import { mergeExtraCells } from '../../../domain/content/markdown/extra-cells.ts';
import { replaceGitHubAlerts } from '../../../domain/content/markdown/github-alert.ts';
import { parseMarkdown } from '../../../domain/content/markdown/parse-markdown.ts';
import { hintBlock, type HintLabels } from './block-views.ts';
import { isTooComplex } from './complexity.ts';
import { childrenOf, type Nodes, type Root } from './nodes.ts';

/** Maximum depth of a tree: more than readable content has, less than would overflow the stack. */
export const MAX_DEPTH = 120;
/** Maximum number of table cells, including the missing cells of short rows. */
export const MAX_CELLS = 60_000;
/** Maximum total length of link definitions, counted for each reference. */
const MAX_REFERENCED_LENGTH = 1_000_000;
/** Maximum number of footnote references; each becomes two links. */
const MAX_FOOTNOTE_REFERENCES = 2_000;

/** Parses a page, with alerts of GitHub as hints; undefined if rendering it would be too expensive. */
export function parsePage(markdown: string, labels: HintLabels): Root | undefined {
  if (isTooComplex(markdown)) return undefined;
  const root = parseMarkdown(markdown);
  if (isTooLarge(root)) return undefined;
  mergeExtraCells(root);
  replaceGitHubAlerts(root, markdown, ({ style, children }) => hintBlock(style, children, labels));
  return root;
}

/** Reports whether the tree is too deep or its HTML would be too large, without recursion. */
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
