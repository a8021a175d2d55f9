import type { Align, Block, Cell } from './blocks.ts';
import { attribute, classesOf, elementsIn, type Element, type Node } from './html-tree.ts';

const MAX_COLUMNS = 60;

/** @param readCell reads what a cell holds */
export function readTable(
  table: Element,
  readCell: (nodes: readonly Node[], align: Align | undefined) => readonly Block[],
): Block {
  const rows = rowsOf(table).map((row) =>
    elementsIn(row)
      .filter(isCell)
      .slice(0, MAX_COLUMNS)
      .map((cell): Cell => ({
        blocks: readCell(cell.childNodes, alignOf(cell, classesOf(cell))),
        head: cell.tagName === 'th',
        columns: span(cell, 'colspan', MAX_COLUMNS),
        rows: span(cell, 'rowspan', 1_000),
      })),
  );
  return { kind: 'table', rows: rows.filter((row, i) => row.length > 0 && !(i === 0 && isBlankHead(row))) };
}

/** A head in which nothing stands: Markdown knows no table without one. */
const isBlankHead = (row: readonly Cell[]): boolean =>
  row.every(({ blocks, head, rows }) => head && rows === 1 && blocks.length === 0);

const isCell = ({ tagName }: Element): boolean => tagName === 'td' || tagName === 'th';
const span = (cell: Element, name: string, most: number): number =>
  Math.min(most, Math.max(1, Number(attribute(cell, name) ?? 1) || 1));

const rowsOf = (node: Element): readonly Element[] =>
  elementsIn(node).flatMap((child) =>
    child.tagName === 'tr' ? [child] : /^t(?:head|body|foot)$/.test(child.tagName) ? rowsOf(child) : [],
  );

/** How an element says that its text stands. */
export function alignOf(node: Element, classes: readonly string[]): Align | undefined {
  const align =
    attribute(node, 'align') ?? classes.find((name) => name.startsWith('q-align-'))?.slice('q-align-'.length);
  return align === 'center' ? 'center' : align === 'right' ? 'end' : align === 'left' ? 'start' : undefined;
}
