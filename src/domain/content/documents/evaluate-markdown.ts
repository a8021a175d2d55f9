import { PAUSE, PauseCounter, type Pausable } from '../../kernel/pausable.ts';
import { codeSpanTester } from './code-spans.ts';
import { linesWithEndings } from '../text/lines.ts';

/** Lookups for the evaluation of a document. */
export interface EvaluationContext {
  /** Returns the text of an expression; undefined leaves the expression unchanged. */
  readonly valueOf: (expression: string) => string | undefined;
  /** Returns the markdown of an include; undefined leaves the include unchanged. */
  readonly includeOf: (target: string) => string | undefined;
}

/** Limits of includes: the nesting depth, the number, and the total length of their texts in UTF-16 units. */
export const MAX_INCLUDE_DEPTH = 5;
export const MAX_INCLUDES = 200;
export const MAX_INCLUDED_LENGTH = 600_000;

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const MAYBE_FENCE = /```|~~~/;
/** Blank line, which ends a paragraph. */
const BLANK = /^[ \t>]*\r?\n$/;
const INCLUDE = /^([ \t>]*)\{%-?[ \t]*include[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*-?%\}[ \t]*(\r\n|\n|\r|)$/;
const EVALUATED = /<(\/?)(pre|code)\b([^<>]*)>|\{\{([^{}]*)\}\}/g;
/** Quick test whether a text can match `EVALUATED`. */
const MAYBE_EVALUATED = /\{\{|<\/?(?:pre|code)\b/;

/**
 * Replaces inline expressions by their values and includes by their content. Code and everything without a value stay
 * unchanged; a recursive include is expanded once. Linear in the length of the result.
 */
export function* evaluateMarkdown(markdown: string, context: EvaluationContext): Pausable<string> {
  return yield* new MarkdownEvaluation(context).evaluate(markdown, []);
}

class MarkdownEvaluation {
  #includes = 0;
  #includedLength = 0;
  readonly #pauses = new PauseCounter();

  constructor(private readonly context: EvaluationContext) {}

  *evaluate(markdown: string, within: readonly string[]): Pausable<string> {
    if (!markdown.includes('{') && !markdown.includes('<code')) return markdown;
    const prose = new Prose(this.context, this.#pauses);
    let result = '';
    let fence = '';
    for (const line of linesWithEndings(markdown)) {
      if (this.#pauses.isDue()) yield PAUSE;
      const mark = MAYBE_FENCE.test(line) ? (FENCE.exec(line)?.[1] ?? '') : '';
      if (fence !== '' || mark !== '') {
        result += (yield* prose.end()) + line;
        if (fence === '') fence = mark;
        else if (mark.startsWith(fence) && line.replace(/^[ \t>]+/, '').trim() === mark) fence = '';
        continue;
      }
      const include = line.includes('{%') ? INCLUDE.exec(line) : null;
      const text = include && (yield* this.#include(include[2] ?? include[3] ?? '', within));
      if (typeof text !== 'string') result += yield* prose.add(line);
      else {
        const before = include![1]!;
        const included = text
          .replace(/(?:\r\n|\n|\r)+$/, '')
          .split('\n')
          .map((one) => before + one)
          .join('\n');
        result += (yield* prose.end()) + included + include![4]!;
      }
    }
    return result + (yield* prose.end());
  }

  *#include(target: string, within: readonly string[]): Pausable<string | undefined> {
    if (within.length >= MAX_INCLUDE_DEPTH || within.includes(target) || this.#includes >= MAX_INCLUDES)
      return undefined;
    const text = this.context.includeOf(target);
    if (text === undefined || this.#includedLength + text.length > MAX_INCLUDED_LENGTH) return undefined;
    this.#includes += 1;
    this.#includedLength += text.length;
    return yield* this.evaluate(text, [...within, target]);
  }
}

/** Replaces the expressions of prose, paragraph by paragraph. */
class Prose {
  #lines: string[] = [];
  /** Number of open preformatted elements, which paragraphs do not end. */
  #preformatted = 0;

  constructor(
    private readonly context: EvaluationContext,
    private readonly pauses: PauseCounter,
  ) {}

  /** Adds a line. Returns the evaluated paragraph that the line ends; code spans do not cross paragraphs. */
  *add(line: string): Pausable<string> {
    const isEnd = this.#lines.at(-1)?.endsWith('\n') === true && BLANK.test(line);
    this.#lines.push(line);
    return isEnd ? yield* this.#flush() : '';
  }

  /** Ends the prose. Returns the remaining text. */
  *end(): Pausable<string> {
    const rest = yield* this.#flush();
    this.#preformatted = 0;
    return rest;
  }

  *#flush(): Pausable<string> {
    const text = this.#lines.join('');
    this.#lines = [];
    return MAYBE_EVALUATED.test(text) ? yield* this.#evaluated(text) : text;
  }

  *#evaluated(text: string): Pausable<string> {
    const inCode = codeSpanTester(text);
    let written = '';
    let done = 0;
    let depth = this.#preformatted;
    let code = 0;
    let expressionFrom = -1;
    for (const match of text.matchAll(EVALUATED)) {
      if (this.pauses.isDue()) yield PAUSE;
      const { index } = match;
      const [whole, closing, name, rest, expression] = match;
      if (inCode(index) || text[index - 1] === '\\') continue;
      if (expression !== undefined) {
        const value = depth === 0 && code === 0 ? this.context.valueOf(expression.trim()) : undefined;
        if (value === undefined) continue;
        written += text.slice(done, index) + escapeValue(value);
        done = index + whole.length;
      } else if (name === 'pre') depth = Math.max(0, depth + (closing ? -1 : 1));
      else if (closing) {
        code = Math.max(0, code - 1);
        if (expressionFrom < 0 || code > 0 || depth > 0) continue;
        const start = text.indexOf('>', expressionFrom) + 1;
        const value = this.context.valueOf(unescapeExpression(text.slice(start, index)).trim());
        if (value !== undefined) {
          written += text.slice(done, expressionFrom) + escapeValue(value);
          done = index + whole.length;
        }
        expressionFrom = -1;
      } else {
        code += 1;
        expressionFrom = code === 1 && /^\s+class="expression"\s*$/.test(rest!) ? index : -1;
      }
    }
    this.#preformatted = depth;
    return written + text.slice(done);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
/** Reads an expression inside an element, in which Markdown may have escaped characters. */
const unescapeExpression = (text: string): string =>
  text
    .replace(/\\([\\`*_{}[\]<>()#+.!|~-])/g, '$1')
    .replace(
      /&(?:(lt|gt|amp|quot)|#(\d{1,6})|#x([0-9a-fA-F]{1,5}));/g,
      (whole, name?: string, decimal?: string, hex?: string) => {
        if (name !== undefined) return ENTITIES[name]!;
        const point = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      },
    );

/** Escapes a value so that it is plain text in Markdown and in HTML; special characters become character references. */
const escapeValue = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .replace(/^[-+]|\.(?= |$)|[^\P{ASCII}\w .,:/@+-]|_/gu, (sign) => `&#${sign.charCodeAt(0)};`);
