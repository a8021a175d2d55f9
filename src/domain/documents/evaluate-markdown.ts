import { codeSpans } from './code-spans.ts';

/** What a document may ask for while it is evaluated. */
export interface Evaluating {
  /** What an expression says as text; undefined leaves it as it is written. */
  readonly valueOf: (expression: string) => string | undefined;
  /** The markdown that an include names; undefined leaves the include as it is written. */
  readonly included: (target: string) => string | undefined;
}

/** As deep as includes within includes are followed, how many there may be, and how long their texts may be together, in UTF-16 units. */
export const MAX_INCLUDE_DEPTH = 5;
export const MAX_INCLUDES = 200;
export const MAX_INCLUDED_LENGTH = 600_000;

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const INCLUDE = /^([ \t>]*)\{%-?[ \t]*include[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*-?%\}[ \t]*(\r\n|\n|\r|)$/;
const ASKED = /<(\/?)(pre|code)\b([^<>]*)>|\{\{([^{}]*)\}\}/g;

/**
 * Puts values in place of inline expressions and reusable contents in place of their includes. Code is left alone, and so
 * is everything that has no value; what includes itself is included once. Linear in the length of what it makes.
 */
export function evaluateMarkdown(markdown: string, evaluating: Evaluating): string {
  return new Evaluation(evaluating).of(markdown, []);
}

class Evaluation {
  #includes = 0;
  #included = 0;

  constructor(private readonly evaluating: Evaluating) {}

  of(markdown: string, within: readonly string[]): string {
    if (!markdown.includes('{') && !markdown.includes('<code')) return markdown;
    let result = '';
    let prose = '';
    let fence = '';
    const flush = (): void => {
      result += this.#prose(prose);
      prose = '';
    };
    for (const line of markdown.split(/(?<=\n|\r(?!\n))/)) {
      const mark = FENCE.exec(line)?.[1] ?? '';
      if (fence !== '' || mark !== '') {
        flush();
        result += line;
        if (fence === '') fence = mark;
        else if (mark.startsWith(fence) && line.replace(/^[ \t>]+/, '').trim() === mark) fence = '';
        continue;
      }
      const include = line.includes('{%') ? INCLUDE.exec(line) : null;
      const text = include && this.#include(include[2] ?? include[3] ?? '', within);
      if (typeof text !== 'string') prose += line;
      else {
        flush();
        const before = include![1]!;
        result += text.replace(/(?:\r\n|\n|\r)+$/, '').split('\n').map((one) => before + one).join('\n') + include![4]!;
      }
    }
    flush();
    return result;
  }

  #include(target: string, within: readonly string[]): string | undefined {
    if (within.length >= MAX_INCLUDE_DEPTH || within.includes(target) || this.#includes >= MAX_INCLUDES) return undefined;
    const text = this.evaluating.included(target);
    if (text === undefined || this.#included + text.length > MAX_INCLUDED_LENGTH) return undefined;
    this.#includes += 1;
    this.#included += text.length;
    return this.of(text, [...within, target]);
  }

  #prose(text: string): string {
    if (!text.includes('{{') && !text.includes('<code')) return text;
    let preformatted = 0;
    // Code spans do not reach beyond a paragraph; preformatted text does.
    return text
      .split(/(\n[ \t>]*\r?\n)/)
      .map((part) => {
        const { written, depth } = this.#paragraph(part, preformatted);
        preformatted = depth;
        return written;
      })
      .join('');
  }

  #paragraph(text: string, preformatted: number): { readonly written: string; readonly depth: number } {
    const inCode = codeSpans(text);
    let written = '';
    let done = 0;
    let depth = preformatted;
    let code = 0;
    let expressionFrom = -1;
    for (const match of text.matchAll(ASKED)) {
      const { index } = match;
      const [whole, closing, name, rest, expression] = match;
      if (inCode(index) || text[index - 1] === '\\') continue;
      if (expression !== undefined) {
        const value = depth === 0 && code === 0 ? this.evaluating.valueOf(expression.trim()) : undefined;
        if (value === undefined) continue;
        written += text.slice(done, index) + asText(value);
        done = index + whole.length;
      } else if (name === 'pre') depth = Math.max(0, depth + (closing ? -1 : 1));
      else if (closing) {
        code = Math.max(0, code - 1);
        if (expressionFrom < 0 || code > 0 || depth > 0) continue;
        const start = text.indexOf('>', expressionFrom) + 1;
        const value = this.evaluating.valueOf(unescaped(text.slice(start, index)).trim());
        if (value !== undefined) {
          written += text.slice(done, expressionFrom) + asText(value);
          done = index + whole.length;
        }
        expressionFrom = -1;
      } else {
        code += 1;
        expressionFrom = code === 1 && /^\s+class="expression"\s*$/.test(rest!) ? index : -1;
      }
    }
    return { written: written + text.slice(done), depth };
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
/** An expression as it stands within an element, where Markdown may have escaped signs. */
const unescaped = (text: string): string =>
  text.replace(/\\([\\`*_{}[\]<>()#+.!|~-])/g, '$1').replace(/&(?:(lt|gt|amp|quot)|#(\d{1,6})|#x([0-9a-fA-F]{1,5}));/g, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return ENTITIES[name]!;
    const point = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** A value as text that is text in Markdown and in HTML alike: signs that could mean more are written as references. */
const asText = (value: string): string => value.replace(/\s+/g, ' ').replace(/^[-+]|\.(?= |$)|[^\P{ASCII}\w .,:/@+-]|_/gu, (sign) => `&#${sign.charCodeAt(0)};`);
