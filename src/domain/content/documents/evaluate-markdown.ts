import { PAUSE, PauseCounter, type Pausable } from '../../kernel/pausable.ts';
import { codeSpanTester } from './code-spans.ts';
import { linesWithEndings } from './lines.ts';

/** What a document may ask for while it is evaluated. */
export interface EvaluationContext {
  /** What an expression says as text; undefined leaves it as it is written. */
  readonly valueOf: (expression: string) => string | undefined;
  /** The markdown that an include names; undefined leaves the include as it is written. */
  readonly includeOf: (target: string) => string | undefined;
}

/** As deep as includes within includes are followed, how many there may be, and how long their texts may be together, in UTF-16 units. */
export const MAX_INCLUDE_DEPTH = 5;
export const MAX_INCLUDES = 200;
export const MAX_INCLUDED_LENGTH = 600_000;

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const MAYBE_FENCE = /```|~~~/;
/** A blank line, which ends a paragraph. */
const BLANK = /^[ \t>]*\r?\n$/;
const INCLUDE = /^([ \t>]*)\{%-?[ \t]*include[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*-?%\}[ \t]*(\r\n|\n|\r|)$/;
const EVALUATED = /<(\/?)(pre|code)\b([^<>]*)>|\{\{([^{}]*)\}\}/g;
/** What a text has that `EVALUATED` may find. */
const MAYBE_EVALUATED = /\{\{|<\/?(?:pre|code)\b/;

/**
 * Puts values in place of inline expressions and reusable contents in place of their includes. Code is left alone, and so
 * is everything that has no value; what includes itself is included once. Linear in the length of what it makes.
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

/** Puts values in place of the expressions of prose, paragraph by paragraph. */
class Prose {
  #lines: string[] = [];
  /** Elements of preformatted text that are open, which paragraphs do not end. */
  #preformatted = 0;

  constructor(
    private readonly context: EvaluationContext,
    private readonly pauses: PauseCounter,
  ) {}

  /** Adds a line. Answers the paragraph that it ends, evaluated; code spans do not reach beyond one. */
  *add(line: string): Pausable<string> {
    const isEnd = this.#lines.at(-1)?.endsWith('\n') === true && BLANK.test(line);
    this.#lines.push(line);
    return isEnd ? yield* this.#flush() : '';
  }

  /** Ends the prose. Answers what has not been answered yet. */
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
/** An expression as it stands within an element, where Markdown may have escaped signs. */
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

/** A value as text that is text in Markdown and in HTML alike: signs that could mean more are written as references. */
const escapeValue = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .replace(/^[-+]|\.(?= |$)|[^\P{ASCII}\w .,:/@+-]|_/gu, (sign) => `&#${sign.charCodeAt(0)};`);
