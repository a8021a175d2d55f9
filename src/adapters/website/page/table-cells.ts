import { hintStyle } from './class-names.ts';
import { codeLines } from './code-blocks.ts';
import type { PageDocument } from './dom.ts';
import type { PageElement } from './page-element.ts';
import { DATA_TABLE, isDataTable } from './tables.ts';

const HEADINGS = 'h1, h2, h3, h4, h5, h6, summary';
const CONTAINERS = 'div, aside, section, blockquote, details';

/** Marks tables with data, and rewrites blocks in their cells that one line of Markdown cannot hold. */
export function prepareTables(document: PageDocument, content: PageElement): void {
  for (const table of [...content.querySelectorAll('table')].filter(isDataTable)) {
    table.setAttribute(DATA_TABLE, '');
    for (const pre of [...table.querySelectorAll('pre')]) pre.replaceWith(inlineCode(document, pre));
    for (const heading of [...table.querySelectorAll(HEADINGS)]) {
      const words = document.createElement('strong');
      words.append(...heading.childNodes);
      heading.replaceWith(wrap(document, words));
    }
    for (const rule of [...table.querySelectorAll('hr')]) rule.remove();
    for (const container of [...table.querySelectorAll(CONTAINERS)].reverse())
      if (container.nodeName === 'BLOCKQUOTE' || container.nodeName === 'DETAILS' || hintStyle(container) !== undefined)
        container.replaceWith(wrap(document, ...container.childNodes));
  }
}

/** Puts each line of a code block into an element of its own. */
function inlineCode(document: PageDocument, pre: PageElement): PageElement {
  const lines = codeLines(pre).flatMap((line, n) => {
    if (line.trim() === '') return [document.createElement('br')];
    const code = document.createElement('code');
    code.append(line);
    return n === 0 ? [code] : [document.createElement('br'), code];
  });
  return wrap(document, ...lines);
}

function wrap(document: PageDocument, ...nodes: readonly PageElement[]): PageElement {
  const made = document.createElement('p');
  made.append(...nodes);
  return made;
}
