import { childrenOf, text, type Nodes } from './nodes.ts';

/**
 * Cells that a row has beyond the columns of its table join its last one, with the bars between them: editors leave bars
 * in HTML unescaped, as in `<code>||</code>`, and what is beyond the columns is shown nowhere.
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
