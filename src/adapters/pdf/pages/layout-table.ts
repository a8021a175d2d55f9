import type { Block, Cell } from '../content/blocks.ts';
import { COLORS } from './colors.ts';
import type { Frame } from './measures.ts';
import { sideBySide } from './layout-rows.ts';
import { TEXT } from './measures.ts';
import { before, gap, type LayoutBox } from './layout-box.ts';

const PADDING = { x: 5, y: 4 };
/** A cell counts for no more characters than this when columns share the width. */
const MAX_WEIGHT = 60;
const LEAST_COLUMN = 26;
/** Rows that are looked at to share the width. */
const SAMPLE = 200;
/** A head taller than this is not shown again on each page. */
const MAX_HEAD = 200;

/** A table in rows that wrap; columns share the width by what they hold, and the head is shown again on each page. */
export function layTable(
  rows: readonly (readonly Cell[])[],
  frame: Frame,
  layCell: (blocks: readonly Block[], frame: Frame) => readonly LayoutBox[],
): readonly LayoutBox[] {
  const grid = placed(rows);
  const count = Math.max(
    0,
    ...grid.map((row) => row.reduce((most, { column, cell }) => Math.max(most, column + cell.columns), 0)),
  );
  if (count === 0) return [];
  const widths = widthsOf(grid, count, frame.width);
  const lefts = widths.map((_, i) => frame.x + widths.slice(0, i).reduce((sum, width) => sum + width, 0));
  const size = Math.min(frame.size, count > 8 ? TEXT.table * 0.8 : TEXT.table);

  const slabs: LayoutBox[] = [];
  let head: LayoutBox | undefined;
  grid.forEach((row, index) => {
    const columns = row.map(({ column, cell }) => {
      const width = widths.slice(column, column + cell.columns).reduce((sum, each) => sum + each, 0) - 2 * PADDING.x;
      return [
        gap(PADDING.y),
        ...layCell(cell.head ? cell.blocks.map(bold) : cell.blocks, {
          x: lefts[column]! + PADDING.x,
          width: Math.max(8, width),
          size,
          ...(frame.color !== undefined && { color: frame.color }),
        }),
        gap(PADDING.y),
      ];
    });
    const isHead = index === 0 && row.every(({ cell }) => cell.head) && row.length > 0;
    const strips = before(sideBySide(columns), (height) => [
      ...(isHead
        ? [{ kind: 'area', x: frame.x, y: 0, width: frame.width, height, color: COLORS.raised } as const]
        : []),
    ]);
    const last = strips.at(-1);
    if (last === undefined) return;
    const ruled: LayoutBox = {
      ...last,
      marks: [
        ...last.marks,
        {
          kind: 'area',
          x: frame.x,
          y: last.height - (isHead ? 1 : 0.5),
          width: frame.width,
          height: isHead ? 1 : 0.5,
          color: COLORS.line,
        },
      ],
    };
    const all = [...strips.slice(0, -1), ruled].map((strip): LayoutBox =>
      isHead ? { ...strip, joined: true } : head === undefined ? strip : { ...strip, head },
    );
    if (isHead && all.length === 1 && ruled.height <= MAX_HEAD && grid.length > 1)
      head = { ...ruled, marks: ruled.marks.filter(({ kind }) => kind !== 'name') };
    slabs.push(...all);
  });
  return slabs;
}

const bold = (block: Block): Block =>
  block.kind === 'paragraph'
    ? {
        ...block,
        inlines: block.inlines.map((inline) =>
          inline.kind === 'text' ? { ...inline, style: { ...inline.style, bold: true } } : inline,
        ),
      }
    : block;

interface Placed {
  readonly column: number;
  readonly cell: Cell;
}

/** Cells in their columns: those that reach down from rows above keep theirs free. */
function placed(rows: readonly (readonly Cell[])[]): readonly (readonly Placed[])[] {
  const taken: number[] = [];
  return rows.map((row) => {
    const out: Placed[] = [];
    let column = 0;
    for (const cell of row) {
      while ((taken[column] ?? 0) > 0) column++;
      out.push({ column, cell });
      for (let i = 0; i < cell.columns; i++) taken[column + i] = cell.rows;
      column += cell.columns;
    }
    for (let i = 0; i < taken.length; i++) taken[i] = Math.max(0, (taken[i] ?? 0) - 1);
    return out;
  });
}

function widthsOf(grid: readonly (readonly Placed[])[], count: number, room: number): readonly number[] {
  const most = new Array<number>(count).fill(1);
  const longest = new Array<number>(count).fill(1);
  for (const row of grid.slice(0, SAMPLE))
    for (const { column, cell } of row) {
      if (cell.columns > 1) continue;
      const text = lengthOf(cell.blocks);
      most[column] = Math.max(most[column]!, Math.min(MAX_WEIGHT, text.all));
      longest[column] = Math.max(longest[column]!, Math.min(18, text.word));
    }
  const least = Math.min(LEAST_COLUMN, room / count);
  const floors = longest.map((letters) => Math.max(least, letters * 5.2 + 2 * PADDING.x));
  const floor = floors.reduce((sum, each) => sum + each, 0);
  if (floor >= room) return floors.map((each) => (each * room) / floor);
  const weights = most.reduce((sum, each) => sum + each, 0);
  return floors.map((each, i) => each + ((room - floor) * most[i]!) / weights);
}

function lengthOf(blocks: readonly Block[]): { readonly all: number; readonly word: number } {
  let all = 0;
  let word = 0;
  for (const block of blocks) {
    if (block.kind === 'image') all += 12;
    else if (block.kind === 'list') {
      const inner = lengthOf(block.items.flatMap((item) => item.blocks));
      all = Math.max(all, inner.all);
      word = Math.max(word, inner.word);
    } else if (block.kind === 'paragraph' || block.kind === 'heading') {
      for (const inline of block.inlines) {
        if (inline.kind === 'image') all += 6;
        if (inline.kind === 'formula') all += inline.tex.length / 2;
        if (inline.kind !== 'text') continue;
        all += inline.text.length;
        for (const each of inline.text.split(/[\s\-/]/)) word = Math.max(word, each.length);
      }
    }
  }
  return { all, word };
}
