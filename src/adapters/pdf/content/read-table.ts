import type { Direction } from '../../../domain/content/text/text-direction.ts';
import { attribute, classesOf, elementsIn, textIn, type Element } from './html-tree.ts';
import type { Align, Block, TableCell } from './nodes.ts';

const MAX_COLUMNS = 60;
const MAX_ROWSPAN = 1_000;
/** Rows by which the widths of the columns are determined. */
const SAMPLE = 200;
/** A cell counts for no more characters than this, and a word for no more than this. */
const MAX_WEIGHT = 60;
const MAX_WORD = 18;
/** Rooms of a table and of its padding, in characters of about five points. */
const ROOM = 95;
const PADDING = 2;
/** Width of a page without its margins, in points. */
const PAGE_WIDTH = 475;
/** Sizes of text and horizontal padding in points, by the largest number of columns. */
const STYLES = [
  { columns: 8, size: 8.6, inset: 5 },
  { columns: 14, size: 7, inset: 5 },
  { columns: 24, size: 6, inset: 2 },
  { columns: MAX_COLUMNS, size: 5, inset: 1 },
];
/** Mean width of a letter, relative to the size of the text. */
const LETTER_WIDTH = 0.58;

/** @param readCell reads the blocks of a cell, of which words longer than a number of letters must be broken */
export function readTable(
  table: Element,
  dir: Direction,
  readCell: (cell: Element, longestWord: number) => readonly Block[],
): Block | undefined {
  const rows = rowsOf(table).filter((row, i) => cellsOf(row).length > 0 && !(i === 0 && isBlankHead(cellsOf(row))));
  const placed: (Omit<TableCell, 'of'> & { readonly element: Element })[] = [];
  const longest: number[] = [];
  const words: number[] = [];
  /** Number of rows for which each column is taken by a cell above. */
  const taken: number[] = [];
  const body = rows.findIndex((row) => cellsOf(row).some(({ tagName }) => tagName === 'td'));
  // A table of headings alone has no rows for which they would be repeated.
  const head = Math.max(0, body);
  rows.forEach((row, y) => {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while ((taken[x] ?? 0) > 0) x++;
      if (x >= MAX_COLUMNS) break;
      let colspan = 1;
      const maxColspan = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS - x);
      while (colspan < maxColspan && !((taken[x + colspan] ?? 0) > 0)) colspan++;
      const rowspan = Math.min(spanOf(cell, 'rowspan'), MAX_ROWSPAN, (y < head ? head : rows.length) - y);
      for (let i = x; i < x + colspan; i++) taken[i] = rowspan;
      placed.push({ x, y, colspan, rowspan, head: cell.tagName === 'th', element: cell });
      if (colspan === 1 && y < SAMPLE) {
        const text = textIn(cell).trim();
        longest[x] = Math.max(longest[x] ?? 1, Math.min(MAX_WEIGHT, text.length));
        words[x] = Math.max(words[x] ?? 1, ...text.split(/[\s\-/]/).map((word) => Math.min(MAX_WORD, word.length)));
      }
      x += colspan;
    }
    for (let i = 0; i < taken.length; i++) taken[i] = Math.max(0, (taken[i] ?? 0) - 1);
  });
  if (placed.length === 0) return undefined;
  const count = placed.reduce((most, { x, colspan }) => Math.max(most, x + colspan), 0);
  const widths = widthsOf(count, longest, words);
  const { size, inset } = STYLES.find(({ columns }) => count <= columns)!;
  const room = widths.reduce((sum, each) => sum + each, 0) / PAGE_WIDTH;
  const cells = placed.map(({ element, ...place }) => {
    const own = widths.slice(place.x, place.x + place.colspan).reduce((sum, each) => sum + each, 0) / room;
    return { ...place, of: readCell(element, Math.max(1, Math.floor((own - 2 * inset) / (LETTER_WIDTH * size)))) };
  });
  return { k: 'table', dir, size, inset, widths, head, cells };
}

/** Divides the room by the lengths of the cells; each column has room for its longest word, if possible. */
function widthsOf(count: number, longest: readonly number[], words: readonly number[]): readonly number[] {
  const floors = Array.from({ length: count }, (_, x) => (words[x] ?? 1) + PADDING);
  const rest = Math.max(0, ROOM - floors.reduce((sum, each) => sum + each, 0));
  const all = Array.from({ length: count }, (_, x) => longest[x] ?? 1).reduce((sum, each) => sum + each, 0);
  return floors.map((floor, x) => floor + (rest * (longest[x] ?? 1)) / all);
}

/** Recognizes an empty header: a Markdown table cannot do without. */
const isBlankHead = (cells: readonly Element[]): boolean =>
  cells.every((cell) => cell.tagName === 'th' && textIn(cell).trim() === '' && elementsIn(cell).length === 0);

const cellsOf = (row: Element): readonly Element[] =>
  elementsIn(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
const spanOf = (cell: Element, name: string): number => Math.max(1, Number(attribute(cell, name) ?? 1) || 1);

const rowsOf = (node: Element): readonly Element[] =>
  elementsIn(node).flatMap((child) =>
    child.tagName === 'tr' ? [child] : /^t(?:head|body|foot)$/.test(child.tagName) ? rowsOf(child) : [],
  );

/** Alignment that an element asks for. */
export function alignOf(node: Element): Align | undefined {
  const align =
    attribute(node, 'align') ??
    classesOf(node)
      .find((name) => name.startsWith('q-align-'))
      ?.slice('q-align-'.length);
  return align === 'center' ? 'center' : align === 'right' ? 'end' : align === 'left' ? 'start' : undefined;
}
