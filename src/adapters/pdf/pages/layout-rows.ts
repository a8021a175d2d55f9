import { moved, type Mark, type LayoutBox } from './layout-box.ts';

/** A row taller than this is divided, so that it never outgrows a page. */
const MAX_ROW = 260;

/**
 * Columns beside each other as strips as wide as all of them. A row that is short enough stays whole; a taller one is
 * divided where a strip of its tallest part ends.
 */
export function sideBySide(columns: readonly (readonly LayoutBox[])[]): readonly LayoutBox[] {
  const places = columns.map(() => 0);
  const out: LayoutBox[] = [];
  while (columns.some((column, i) => places[i]! < column.length)) {
    const marks: Mark[] = [];
    let height = 0;
    let whole = 0;
    columns.forEach((column, i) => {
      let y = 0;
      while (places[i]! < column.length) {
        const slab = column[places[i]!]!;
        if (y > 0 && y + slab.height > MAX_ROW) break;
        for (const mark of slab.marks) marks.push(moved(mark, 0, y));
        y += slab.height;
        places[i]!++;
      }
      height = Math.max(height, y);
      whole++;
    });
    if (whole > 0) out.push({ height, marks });
  }
  return out;
}
