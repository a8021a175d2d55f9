import { blockTag } from '../../../domain/content/documents/tag-markup.ts';
import { codeLanguage } from './class-names.ts';
import type { PageDocument } from './dom.ts';
import { elementText, type PageElement } from './page-element.ts';

/** Attribute of a code block with its title. */
const TITLE = 'data-import-title';
/** Elements that name the file of a code block beside it. */
const TITLES =
  '.highlight > .filename, [class*="codeBlockTitle"], .code-block-caption, .expressive-code figcaption, .code-block-title, .code-title, .codeHeader';
/** Cells with code beside line numbers. */
const CODE_CELLS = 'td.code, td.rouge-code, td.hljs-ln-code';
const LINE_NUMBERS =
  '.linenos, .lineno, .line-number, .line-numbers-rows, .gutter, .highlight-line-number, .rouge-gutter, button';
const LINES = '.ec-line, .highlight-line, .line, .token-line, .code-line, .view-line';
const MAX_LEVELS = 3;
const MAX_TITLE = 200;

/** Keeps titles of code blocks at the blocks, and removes their labels and line numbers. */
export function rewriteCodeBlocks(document: PageDocument): void {
  for (const table of [...document.querySelectorAll('table')]) {
    const codes = [...table.querySelectorAll(CODE_CELLS)].flatMap((cell) => cell.querySelector('pre') ?? []);
    if (codes.length === 1 && table.closest('pre') === null) table.replaceWith(codes[0]!);
  }
  for (const title of [...document.querySelectorAll(TITLES)]) {
    const text = elementText(title.querySelector('.title, .caption-text') ?? title);
    const pre = title.closest('pre') === null ? besides(title)?.querySelector('pre') : undefined;
    if (!pre || text.length > MAX_TITLE) continue;
    if (text !== '' && !pre.hasAttribute(TITLE)) pre.setAttribute(TITLE, text);
    title.remove();
  }
  for (const label of [...document.querySelectorAll('[class*="language-"] > .lang')]) label.remove();
}

/** Returns the nearest element around a title that contains code. */
function besides(title: PageElement): PageElement | undefined {
  let around = title.parentNode;
  for (let level = 0; around?.querySelector !== undefined && level < MAX_LEVELS; level++) {
    if (around.querySelector('pre') !== null) return around;
    around = around.parentNode;
  }
  return undefined;
}

/** Converts a code block with its language and title. */
export function codeMarkdown(pre: PageElement): string {
  const text = codeText(pre).replace(/\n$/, '');
  const longest = Math.max(2, ...[...text.matchAll(/^`+/gm)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const block = `${fence}${codeLanguage(pre)}\n${text}\n${fence}`;
  const title = pre.getAttribute(TITLE);
  return title === null ? block : blockTag('code', block, [['title', title]]);
}

/** Lists the lines of a code block below its title. */
export const codeLines = (pre: PageElement): string[] => {
  const title = pre.getAttribute(TITLE);
  return [...(title === null ? [] : [title]), ...codeText(pre).replace(/\n$/, '').split('\n')];
};

/** Returns code without line numbers; elements may separate lines. */
function codeText(element: PageElement): string {
  for (const number of [...element.querySelectorAll(LINE_NUMBERS)]) number.remove();
  for (const lineBreak of [...element.querySelectorAll('br')]) lineBreak.replaceWith('\n');
  const text = element.textContent.replace(/\r\n?/g, '\n');
  const lines = [...element.querySelectorAll(LINES)].filter((line) => line.parentNode?.closest(LINES) == null);
  const joined = lines.map((line) => line.textContent.replace(/\r\n?/g, '\n').replace(/\n$/, '')).join('\n');
  // Elements of some lines only mark these lines.
  return lines.length > 1 && withoutSpace(joined) === withoutSpace(text) ? joined : text;
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');
