import { FencedCode } from '../../../domain/content/markdown/fenced-code.ts';
import { stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import { toSingleLine, toPrintableText } from '../../../domain/openapi-specs/document.ts';

/** Formats a text as one line of escaped Markdown. */
export const inlineMarkdown = (text: unknown): string => oneLine(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');

/** Formats a text as inline code in one line. */
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
 * Prepares Markdown of a document for use within a page: headings become bold text, and block tags are escaped so that
 * they are not evaluated.
 */
export function toPageMarkdown(text: unknown): string {
  if (typeof text !== 'string') return '';
  const fenced = new FencedCode();
  const lines = toPrintableText(text.slice(0, MAX_PROSE))
    .split(/\r\n?|\n/)
    .map((line) => {
      if (fenced.read(line) !== undefined) return line;
      return line.replace(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/, '**$1**').replace(/\{%/g, '\\{%');
    });
  if (fenced.mark !== undefined) lines.push(fenced.mark);
  return lines.join('\n').trim();
}

/** Reduces Markdown to its first paragraph in one line, for a table cell or a list item. */
export const toCellMarkdown = (text: unknown): string =>
  toPageMarkdown(text)
    .split(/\n\s*\n/, 1)[0]!
    .replace(/\s+/g, ' ')
    .replace(/\|/g, '\\|')
    .slice(0, MAX_LINE)
    .replace(/[\ud800-\udbff]$/, '');

const MAX_EXAMPLE = 4_000;

/**
 * Formats a value as a code block; returns an empty text for values that are too long.
 * @param language language of a text
 */
export function exampleBlock(value: unknown, language = ''): string {
  const text = typeof value === 'string' ? toPrintableText(value) : stringifyExactJson(value, 2);
  if (text === undefined || text.length > MAX_EXAMPLE) return '';
  const ticks = '`'.repeat(Math.max(3, 1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))));
  return `${ticks}${typeof value === 'string' ? language : 'json'}\n${text}\n${ticks}`;
}
