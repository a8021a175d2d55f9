import type { Nodes } from 'mdast';

/**
 * Moves cells beyond the columns of a table into the last column, joined by bars, because editors leave bars in HTML
 * unescaped, as in `<code>||</code>`, and extra cells would be lost.
 */
export function mergeExtraCells(parent: Nodes): void {
  if (!('children' in parent)) return;
  for (const child of parent.children) {
    if (child.type !== 'table') mergeExtraCells(child);
    else
      for (const row of child.children) {
        const columns = child.align?.length ?? 0;
        if (columns === 0 || row.children.length <= columns) continue;
        const extra = row.children.splice(columns);
        row.children[columns - 1]!.children.push(
          ...extra.flatMap((cell) => [{ type: 'text' as const, value: '|' }, ...cell.children]),
        );
      }
  }
}
