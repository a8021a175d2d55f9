export type Alignment = 'none' | 'left' | 'center' | 'right';

/** Table of Markdown. Each row has as many cells as there are alignments; the first row is the head. */
export interface MarkdownTable {
  readonly alignments: readonly Alignment[];
  readonly rows: readonly (readonly string[])[];
}

/** Table with its range in a text. */
export interface FoundTable {
  readonly from: number;
  readonly to: number;
  /** White space before its rows, which keeps it in the item of a list. */
  readonly indent: string;
  readonly table: MarkdownTable;
}

const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const isRow = (line: string): boolean => line.includes('|') && line.trim() !== '';

/** Splits a line at its pipes; escaped pipes belong to the cell. */
function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

const alignmentOf = (cell: string): Alignment =>
  cell.startsWith(':') && cell.endsWith(':') && cell.length > 1
    ? 'center'
    : cell.startsWith(':')
      ? 'left'
      : cell.endsWith(':')
        ? 'right'
        : 'none';

/** Finds the table that an offset of a text is in. */
export function findTable(text: string, offset: number): FoundTable | undefined {
  const lines = text.split('\n');
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length + 1;
  }
  const at = starts.findLastIndex((start) => start <= offset);
  let first = at;
  while (first > 0 && isRow(lines[first]!) && isRow(lines[first - 1]!)) first--;
  let last = at;
  while (last + 1 < lines.length && isRow(lines[last]!) && isRow(lines[last + 1]!)) last++;
  const delimiter = lines[first + 1];
  if (!isRow(lines[at]!) || delimiter === undefined || first + 1 > last || !DELIMITER.test(delimiter)) return undefined;
  const alignments = cellsOf(delimiter).map(alignmentOf);
  const rows = [lines[first]!, ...lines.slice(first + 2, last + 1)].map((line) => {
    const cells = cellsOf(line);
    return alignments.map((_, index) => cells[index] ?? '');
  });
  return {
    from: starts[first]!,
    to: starts[last]! + lines[last]!.length,
    indent: /^\s*/.exec(lines[first]!)![0],
    table: { alignments, rows },
  };
}

const RULES = { none: '---', left: ':---', center: ':---:', right: '---:' } as const;

/** Writes a table as Markdown, with white space before its rows. */
export function formatTable({ alignments, rows }: MarkdownTable, indent = ''): string {
  const line = (cells: readonly string[]): string => `${indent}| ${cells.join(' | ')} |`;
  const texts = rows.map((row) => line(row.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|'))));
  return [texts[0], line(alignments.map((alignment) => RULES[alignment])), ...texts.slice(1)].join('\n');
}

/** Returns a table without text. */
export const emptyTable = (columns: number, rows: number): MarkdownTable => ({
  alignments: Array.from({ length: columns }, () => 'none'),
  rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => '')),
});
