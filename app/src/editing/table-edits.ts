import type { Alignment, MarkdownTable } from './markdown-table.ts';

/** Place of a cell; row 0 is the head of the table. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Returns the table with another text in a cell. */
export const setCell = (table: MarkdownTable, { row, column }: CellPlace, text: string): MarkdownTable => ({
  ...table,
  rows: replaceAt(table.rows, row, (cells) => replaceAt(cells, column, () => text)),
});

/** Returns the table with another alignment of a column. */
export const alignColumn = (table: MarkdownTable, column: number, alignment: Alignment): MarkdownTable => ({
  ...table,
  alignments: replaceAt(table.alignments, column, () => alignment),
});

/** Returns the table with an empty row at its end. */
export const addRow = ({ alignments, rows }: MarkdownTable): MarkdownTable => ({
  alignments,
  rows: [...rows, alignments.map(() => '')],
});

/** Returns the table with an empty column at its end. */
export const addColumn = ({ alignments, rows }: MarkdownTable): MarkdownTable => ({
  alignments: [...alignments, 'none'],
  rows: rows.map((cells) => [...cells, '']),
});

/** Returns the table without a row. */
export const removeRow = ({ alignments, rows }: MarkdownTable, row: number): MarkdownTable => ({
  alignments,
  rows: withoutAt(rows, row),
});

/** Returns the table without a column. */
export const removeColumn = ({ alignments, rows }: MarkdownTable, column: number): MarkdownTable => ({
  alignments: withoutAt(alignments, column),
  rows: rows.map((cells) => withoutAt(cells, column)),
});

const replaceAt = <Item>(items: readonly Item[], index: number, next: (item: Item) => Item): readonly Item[] =>
  items.map((item, at) => (at === index ? next(item) : item));
const withoutAt = <Item>(items: readonly Item[], index: number): readonly Item[] =>
  items.filter((_, at) => at !== index);
