import type { PageElement } from './page-element.ts';

const CELL = /\u0001([^\u0001\u0002]*)\u0002/g;
const MAX_SPAN = 50;

/**
 * Converts a table into Markdown: cells become one line, the first row the header. A table with one column or within
 * another table is used for layout and becomes its text.
 */
export function tableMarkdown(content: string, table: PageElement): string {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  const texts = [...content.matchAll(CELL)].map(([, text]) => text!);
  const cells = rows.map((row) => [...row.children].filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH'));
  const isNested = table.parentNode?.closest?.('table') != null;
  const columns = Math.max(0, ...cells.map((row) => row.reduce((sum, cell) => sum + columnSpan(cell), 0)));
  const count = cells.reduce((sum, row) => sum + row.length, 0);
  const plain = (): string => `\n\n${content.replace(/(?:\s*[\u0001\u0002])+\s*/g, '\n\n').trim()}\n\n`;
  if (isNested || columns < 2 || count !== texts.length || table.querySelector('pre, table') !== null) return plain();

  let next = 0;
  const lines = cells
    .filter((row) => row.length > 0)
    .map((row) => {
      const written = row.flatMap((cell) => [
        oneLine(texts[next++]!),
        ...Array.from({ length: columnSpan(cell) - 1 }, () => ''),
      ]);
      return [...written, ...Array.from({ length: columns - written.length }, () => '')];
    });
  const hasHead = cells[0]!.every(({ nodeName }) => nodeName === 'TH') || table.querySelector('thead tr') !== null;
  const head = hasHead ? lines[0]! : Array.from({ length: columns }, () => '');
  const aligns = Array.from({ length: columns }, (_, i) => columnRule(cells[0]![i]));
  const body = hasHead ? lines.slice(1) : lines;
  const caption = content.split('\u0001', 1)[0]!.trim();
  return `\n\n${caption === '' ? '' : `${caption}\n\n`}${[head, aligns, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`;
}

const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/\n{2,}/g, '<br><br>')
    .replace(/[ \t]*\\?\n/g, '<br>')
    .replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');

const columnSpan = (cell: PageElement): number =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute('colspan') ?? '1', 10) || 1, 1), MAX_SPAN);

function columnRule(cell: PageElement | undefined): string {
  const alignment =
    cell?.getAttribute('align') ?? /text-align\s*:\s*(\w+)/.exec(cell?.getAttribute('style') ?? '')?.[1];
  return alignment === 'center' ? ':---:' : alignment === 'right' ? '---:' : alignment === 'left' ? ':---' : '---';
}
