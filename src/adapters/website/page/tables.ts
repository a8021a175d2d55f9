import type { PageElement } from './page-element.ts';

/** Attribute of a table that contains data rather than a layout. */
export const DATA_TABLE = 'data-import-table';

const CELL = /\u0001([^\u0001\u0002]*)\u0002/g;
const MAX_SPAN = 50;

const isCell = ({ nodeName }: PageElement): boolean => nodeName === 'TD' || nodeName === 'TH';

/**
 * Reports whether a table contains data. One within another table, with one column without a head, or with code and no
 * head is used for layout.
 */
export function isDataTable(table: PageElement): boolean {
  if (table.parentNode?.closest?.('table') != null || table.querySelector('table') !== null) return false;
  if (table.querySelector('th') !== null) return true;
  return columnCount(rowsOf(table)) >= 2 && table.querySelector('pre') === null;
}

/** Lists the cells of each row. */
const rowsOf = (table: PageElement): PageElement[][] =>
  [...table.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === table)
    .map((row) => [...row.children].filter(isCell));

const columnCount = (rows: readonly (readonly PageElement[])[]): number =>
  Math.max(0, ...rows.map((row) => row.reduce((sum, cell) => sum + spanOf(cell, 'colspan'), 0)));

/**
 * Converts a table into Markdown: cells become one line, the first row the header. Columns and rows that a cell spans
 * are empty beside it. A table that is used for layout becomes its text.
 */
export function tableMarkdown(content: string, table: PageElement): string {
  const rows = rowsOf(table);
  const texts = [...content.matchAll(CELL)].map(([, text]) => oneLine(text!));
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  if (!table.hasAttribute(DATA_TABLE) || count !== texts.length)
    return `\n\n${content.replace(/(?:\s*[\u0001\u0002])+\s*/g, '\n\n').trim()}\n\n`;

  const lines = arrangeRows(rows, texts);
  const columns = Math.max(1, ...lines.map((line) => line.length));
  const padded = lines.map((line) => Array.from({ length: columns }, (_, n) => line[n] ?? ''));
  const first = rows.find((row) => row.length > 0) ?? [];
  const hasHead = first.every(({ nodeName }) => nodeName === 'TH') || table.querySelector('thead tr') !== null;
  const head = hasHead ? padded[0]! : Array.from({ length: columns }, () => '');
  const aligns = Array.from({ length: columns }, (_, i) => columnRule(first[i]));
  const body = hasHead ? padded.slice(1) : padded;
  const caption = content.split('\u0001', 1)[0]!.trim();
  return `\n\n${caption === '' ? '' : `${caption}\n\n`}${[head, aligns, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`;
}

/** Arranges texts in columns; a cell of several columns or rows leaves the others empty. */
function arrangeRows(rows: readonly (readonly PageElement[])[], texts: readonly string[]): string[][] {
  const lines: string[][] = [];
  /** Number of further rows that a cell above takes, by column. */
  const taken: number[] = [];
  let next = 0;
  for (const row of rows.filter(({ length }) => length > 0)) {
    const line: string[] = [];
    const skipTaken = (): void => {
      for (; (taken[line.length] ?? 0) > 0; line.push('')) taken[line.length]!--;
    };
    for (const cell of row) {
      skipTaken();
      const height = spanOf(cell, 'rowspan') - 1;
      for (let column = 0; column < spanOf(cell, 'colspan'); column++) {
        taken[line.length] = height;
        line.push(column === 0 ? texts[next++]! : '');
      }
    }
    skipTaken();
    lines.push(line);
  }
  return lines;
}

const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/\n{2,}/g, '<br><br>')
    .replace(/[ \t]*\\?\n/g, '<br>')
    .replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');

const spanOf = (cell: PageElement, name: 'colspan' | 'rowspan'): number =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1, 1), MAX_SPAN);

function columnRule(cell: PageElement | undefined): string {
  const alignment =
    cell?.getAttribute('align') ?? /text-align\s*:\s*(\w+)/.exec(cell?.getAttribute('style') ?? '')?.[1];
  return alignment === 'center' ? ':---:' : alignment === 'right' ? '---:' : alignment === 'left' ? ':---' : '---';
}
