import { toSingleLine, toPrintableText } from '../../../domain/openapi-specs/document.ts';

/** A text in one line, safe wherever Markdown is. */
export const inlineMarkdown = (text: unknown): string => oneLine(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');

/** Code in one line. */
export function inlineCode(text: unknown): string {
  const line = oneLine(text);
  const ticks = '`'.repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)));
  return line === '' ? '' : ticks.length === 1 ? `\`${line}\`` : `${ticks} ${line} ${ticks}`;
}

const MAX_LINE = 500;
const oneLine = (text: unknown): string => {
  const line = toSingleLine(String(text ?? ''), Infinity);
  return line.length > MAX_LINE ? `${toSingleLine(line, MAX_LINE)}…` : line;
};

const MAX_PROSE = 20_000;

/**
 * Markdown of a document, as a part of a page: its headings are no headings of the page, and tags in it are text, as they
 * would be the page's own.
 */
export function toPageMarkdown(text: unknown): string {
  if (typeof text !== 'string') return '';
  let fence: string | undefined;
  const lines = toPrintableText(text.slice(0, MAX_PROSE))
    .split(/\r\n?|\n/)
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (
        mark !== undefined &&
        (fence === undefined || (mark.startsWith(fence[0]!) && mark.length >= fence.length && line.trim() === mark))
      )
        fence = fence === undefined ? mark : undefined;
      if (mark !== undefined || fence !== undefined) return line;
      return line.replace(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/, '**$1**').replace(/\{%/g, '\\{%');
    });
  if (fence !== undefined) lines.push(fence);
  return lines.join('\n').trim();
}

/** Prose in a cell or an item: the first paragraph, in one line. */
export const toCellMarkdown = (text: unknown): string =>
  toPageMarkdown(text)
    .split(/\n\s*\n/, 1)[0]!
    .replace(/\s+/g, ' ')
    .replace(/\|/g, '\\|')
    .slice(0, MAX_LINE)
    .replace(/[\ud800-\udbff]$/, '');

const MAX_EXAMPLE = 4_000;

/** A value as a block of code; nothing for one that is too long to help. */
export function exampleBlock(value: unknown): string {
  const text = typeof value === 'string' ? toPrintableText(value) : JSON.stringify(value, null, 2);
  if (text === undefined || text.length > MAX_EXAMPLE) return '';
  const ticks = '`'.repeat(Math.max(3, 1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))));
  return `${ticks}${typeof value === 'string' ? '' : 'json'}\n${text}\n${ticks}`;
}
