import { childrenOf, text, type Nodes } from './nodes.ts';

/**
 * Moves cells beyond the columns of a table into the last column, joined by bars, because editors leave bars in HTML
 * unescaped, as in `<code>||</code>`, and extra cells would not be shown.
 */
export function mergeExtraCells(parent: Nodes): void {
  for (const child of childrenOf(parent) ?? []) {
    if (child.type !== 'table') mergeExtraCells(child);
    else
      for (const row of child.children) {
        const columns = child.align?.length ?? 0;
        if (columns === 0 || row.children.length <= columns) continue;
        const extra = row.children.splice(columns);
        row.children[columns - 1]!.children.push(...extra.flatMap((cell) => [text('|'), ...cell.children]));
      }
  }
}
