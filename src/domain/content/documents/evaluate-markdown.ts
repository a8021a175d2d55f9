import { PAUSE, PauseCounter, type Pausable } from '../../kernel/pausable.ts';
import { CodeSpans } from '../markdown/code-spans.ts';
import { FencedCode } from '../markdown/fenced-code.ts';
import { linesWithEndings } from '../text/lines.ts';

/** Lookups for the evaluation of a document. */
export interface EvaluationContext {
  /** Returns the text of an expression; undefined leaves the expression unchanged. */
  readonly valueOf: (expression: string) => string | undefined;
  /** Returns the markdown of an include; undefined leaves the include unchanged. */
  readonly includeOf: (target: string) => string | undefined;
  /** Evaluates a condition; undefined leaves its tag unchanged. Without it, all conditions stay. */
  readonly conditionOf?: (condition: string) => boolean | undefined;
}

/** Limits of includes: the nesting depth, the number, and the total length of their texts in UTF-16 units. */
export const MAX_INCLUDE_DEPTH = 5;
export const MAX_INCLUDES = 200;
export const MAX_INCLUDED_LENGTH = 600_000;

const BYTE_ORDER_MARK = '\uFEFF';
/** Blank line, which ends a paragraph. */
const BLANK = /^[ \t>]*\r?\n$/;
const INCLUDE = /^([ \t>]*)\{%-?[ \t]*include[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*-?%\}[ \t]*(\r\n|\n|\r|)$/;
const CONDITION = /^([ \t>]*)\{%-?[ \t]*(if|elseif|elsif|else|endif)(?![\w-])([^\n]*?)-?%\}[ \t]*(\r\n|\n|\r|)$/;
const EVALUATED = /<(\/?)(pre|code)\b([^<>]*)>|\{\{([^{}]*)\}\}/g;
/** Quick test whether a text can match `EVALUATED`. */
const MAYBE_EVALUATED = /\{\{|<\/?(?:pre|code)\b/;

/**
 * Replaces inline expressions by their values, includes by their content, and conditions on lines of their own by the
 * text that they show. Code and everything without a value stay unchanged; a recursive include is expanded once. Linear
 * in the length of the result.
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
    const mark = markdown.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    const text = markdown.slice(mark.length);
    // Of an include, the mark would be within the document.
    const before = within.length === 0 ? mark : '';
    return before + (yield* this.#evaluateText(text, within));
  }

  *#evaluateText(markdown: string, within: readonly string[]): Pausable<string> {
    if (!markdown.includes('{') && !markdown.includes('<code')) return markdown;
    const prose = new Prose(this.context, this.#pauses);
    let result = '';
    const fenced = new FencedCode();
    const conditions = new Conditions(this.context.conditionOf);
    for (const line of linesWithEndings(markdown)) {
      if (this.#pauses.isDue()) yield PAUSE;
      if (fenced.read(line) !== undefined) {
        result += (yield* prose.end()) + (conditions.isVisible ? line : '');
        continue;
      }
      const condition = line.includes('{%') && this.context.conditionOf ? CONDITION.exec(line) : null;
      if (condition) {
        const [, before = '', word = '', expression = '', ending = ''] = condition;
        const wasVisible = conditions.isVisible;
        const tag = conditions.read(word, expression.trim());
        result += yield* prose.end();
        // A line without the tag still separates the paragraphs before and after it.
        if (tag !== undefined) result += before + tag + ending;
        else if (wasVisible || conditions.isVisible) result += before.trimEnd() + ending;
        continue;
      }
      if (!conditions.isVisible) continue;
      const include = line.includes('{%') ? INCLUDE.exec(line) : null;
      const text = include && (yield* this.#include(include[2] ?? include[3] ?? '', within));
      if (typeof text !== 'string') result += yield* prose.add(line);
      else {
        const before = include![1]!;
        const included = text
          .replace(/(?<![\r\n])[\r\n]+$/, '')
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

interface ConditionBranch {
  isVisible: boolean;
  /** A branch is visible for certain, or none may be: all later branches are hidden. */
  isClosed: boolean;
  /** The tag of a branch was kept, so that the end tag stays, too. */
  isKept: boolean;
}

/** Conditions around the current line of a document. */
class Conditions {
  readonly #open: ConditionBranch[] = [];
  #hidden = 0;

  constructor(private readonly evaluate: EvaluationContext['conditionOf']) {}

  get isVisible(): boolean {
    return this.#hidden === 0;
  }

  /** Reads a tag; returns the tag that remains of it, if any. */
  read(word: string, expression: string): string | undefined {
    if (word === 'if') {
      if (!this.isVisible) return this.#push({ isVisible: false, isClosed: true, isKept: false }, undefined);
      return this.#choose(
        { isVisible: false, isClosed: false, isKept: false },
        this.evaluate?.(expression),
        expression,
      );
    }
    const branch = this.#open.pop();
    if (branch === undefined) return `{% ${word}${expression === '' ? '' : ` ${expression}`} %}`;
    if (!branch.isVisible) this.#hidden -= 1;
    if (word === 'endif') return branch.isKept ? '{% endif %}' : undefined;
    if (branch.isClosed) return this.#push({ ...branch, isVisible: false }, undefined);
    return word === 'else'
      ? this.#choose(branch, true, expression)
      : this.#choose(branch, this.evaluate?.(expression), expression);
  }

  #choose(branch: ConditionBranch, value: boolean | undefined, expression: string): string | undefined {
    if (value === false) return this.#push({ ...branch, isVisible: false }, undefined);
    if (value === true)
      return this.#push({ ...branch, isVisible: true, isClosed: true }, branch.isKept ? '{% else %}' : undefined);
    const word = branch.isKept ? 'elseif' : 'if';
    return this.#push({ isVisible: true, isClosed: false, isKept: true }, `{% ${word} ${expression} %}`);
  }

  #push(branch: ConditionBranch, tag: string | undefined): string | undefined {
    this.#open.push(branch);
    if (!branch.isVisible) this.#hidden += 1;
    return tag;
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
    const spans = new CodeSpans(text);
    let written = '';
    let done = 0;
    let depth = this.#preformatted;
    let code = 0;
    let expressionFrom = -1;
    for (const match of text.matchAll(EVALUATED)) {
      if (this.pauses.isDue()) yield PAUSE;
      const { index } = match;
      const [whole, closing, name, rest, expression] = match;
      if (spans.contains(index) || text[index - 1] === '\\') continue;
      if (expression !== undefined) {
        const value = depth === 0 && code === 0 ? this.context.valueOf(expression.trim()) : undefined;
        if (value === undefined) continue;
        // An expression may take a millisecond.
        yield PAUSE;
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
