import { CodeSpans } from '../content/markdown/code-spans.ts';
import { proseParagraphs } from '../content/markdown/prose.ts';
import { runToCompletion, PAUSE, PauseCounter, type Pausable } from '../kernel/pausable.ts';

/**
 * Syntax of a link: `link` and `image` are Markdown syntax, `definition` defines a reference, `include` includes a
 * reusable content, `tag` is an attribute of a tag, `url` a bare URL.
 */
export type LinkUse = 'link' | 'image' | 'definition' | 'include' | 'tag' | 'url';

/** Link in a document, with its position. */
export interface MarkdownLink {
  readonly use: LinkUse;
  /** Target, unescaped from Markdown or HTML. */
  readonly target: string;
  /** Range of the target, by offsets in the document. */
  readonly from: number;
  readonly to: number;
  /** For links and images: the whole range, and the range of the text in brackets. */
  readonly whole?: { readonly from: number; readonly to: number; readonly textFrom: number; readonly textTo: number };
}

/** Maximum length of a target; longer ones are not links. */
export const MAX_TARGET_LENGTH = 8_000;
/** Maximum number of links read per document; later ones stay as written and are not indexed. */
export const MAX_LINKS = 20_000;
const MAX_NESTED_BRACKETS = 32;
const MAX_TAG_LENGTH = 20_000;
/** Length of a paragraph whose code spans alone may take a millisecond, in UTF-16 units. */
const LONG_PARAGRAPH = 20_000;

const TOKEN = /\\[!-/:-@[-`{-~]|!?\[|\]|<|\{%|`|\$\$+|https?:\/\//g;
const BARE_URL = /https?:\/\/[^\s<>"'`{}|\\^]{1,8000}/y;
const LINE_START = /(?:^|\n)(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]){0,20}$/;
const ADDRESS =
  /(?:^|[\s"'])(?:href|src|srcset|poster|url)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)'|([^\s"'<>%]+))/gi;
const INCLUDED = /^\{%-?[ \t\r\n]*include[ \t\r\n]+(?:"([^"\n]*)"|'([^'\n]*)')/;
const SKIPPED = /^<(pre|code|script|style|textarea)\b/i;
const AUTOLINK = /^<((?:https?|mailto|tel):[^\s<>]*)>$/i;

/** Tells whether only marks of quotes and list items are before an offset in its line. */
export const isAtLineStart = (text: string, at: number): boolean =>
  LINE_START.test(text.slice(Math.max(0, at - 24), at));

/** Runs `findLinks` without pauses. */
export const extractLinks = (markdown: string): MarkdownLink[] => runToCompletion(findLinks(markdown));

/** Finds the first `MAX_LINKS` links of a markdown document in its order, except inside code and formulas. Linear in its length. */
export function* findLinks(markdown: string): Pausable<MarkdownLink[]> {
  const links: MarkdownLink[] = [];
  if (!/[\]<]|\{%|https?:\/\//.test(markdown)) return links;
  /** Closing delimiter of an element or comment that continues in the next paragraph. */
  let until = '';
  const pauses = new PauseCounter();
  for (const { from, to } of proseParagraphs(markdown)) {
    if (from === to || pauses.isDue()) yield PAUSE;
    const text = markdown.slice(from, to);
    let start = 0;
    if (until !== '') {
      const end = text.toLowerCase().indexOf(until);
      if (end < 0) continue;
      start = end + until.length;
    }
    until = yield* new Paragraph(text, from, links, pauses).read(start);
    if (links.length >= MAX_LINKS) break;
  }
  return links.sort((a, b) => a.from - b.from);
}

interface OpenBracket {
  readonly at: number;
  readonly image: boolean;
}

class Paragraph {
  readonly #next = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly offset: number,
    private readonly links: MarkdownLink[],
    private readonly pauses: PauseCounter,
  ) {}

  /**
   * Reads the paragraph. Returns the closing delimiter of an element that continues after it; empty if there is none.
   */
  *read(start: number): Pausable<string> {
    const { text } = this;
    const code = new CodeSpans(text);
    const formulas = new CodeSpans(text, '$');
    if (text.length > LONG_PARAGRAPH) yield PAUSE;
    const open: OpenBracket[] = [];
    /** Number of open brackets around a link, which contains no other links. */
    let enclosing = 0;
    TOKEN.lastIndex = start;
    for (let match = TOKEN.exec(text); match && this.links.length < MAX_LINKS; match = TOKEN.exec(text)) {
      if (this.pauses.isDue()) yield PAUSE;
      const [token] = match;
      const at = match.index;
      if (token.length === 2 && token[0] === '\\') continue;
      if (token === '`') TOKEN.lastIndex = code.spanAt(at)?.to ?? code.endOfRun(at);
      else if (token.startsWith('$')) TOKEN.lastIndex = formulas.spanAt(at)?.to ?? formulas.endOfRun(at);
      else if (token === '[' || token === '![') open.push({ at, image: token === '![' });
      else if (token === ']') {
        const opening = open.pop();
        const end = opening && (opening.image || open.length >= enclosing) ? this.#bracket(opening, at) : undefined;
        enclosing = Math.min(enclosing, open.length);
        if (end === undefined) continue;
        TOKEN.lastIndex = end;
        if (!opening!.image) enclosing = open.length;
      } else if (token === '<') {
        const end = this.#element(at);
        if (typeof end === 'string') return end;
        TOKEN.lastIndex = end;
      } else if (token === '{%') TOKEN.lastIndex = this.#tag(at);
      else {
        // Within brackets a URL may be the text of a link, and reading it at each position would not be linear.
        if (open.length > 0) continue;
        BARE_URL.lastIndex = at;
        const url = trimClosingPunctuation(BARE_URL.exec(text)?.[0] ?? '');
        if (url.length > token.length) this.#add('url', url, at, at + url.length);
        TOKEN.lastIndex = at + Math.max(token.length, url.length);
      }
    }
    return '';
  }

  /** Reads what follows a closing bracket. Returns its end if it completes a link. */
  #bracket({ at, image }: OpenBracket, close: number): number | undefined {
    const { text } = this;
    const textFrom = at + (image ? 2 : 1);
    if (text[close + 1] === ':' && !image && text[textFrom] !== '^' && close > textFrom && isAtLineStart(text, at)) {
      const found = this.#destination(close + 2, true);
      if (found === undefined) return undefined;
      this.#add('definition', unescapeMarkdown(text.slice(found.from, found.to)), found.from, found.to);
      return found.end;
    }
    if (text[close + 1] !== '(') return undefined;
    const found = this.#destination(close + 2, false);
    if (found === undefined) return undefined;
    const end = this.#afterTitle(found.end);
    if (end === undefined) return undefined;
    const whole = {
      from: this.offset + at,
      to: this.offset + end,
      textFrom: this.offset + textFrom,
      textTo: this.offset + close,
    };
    this.#add(
      image ? 'image' : 'link',
      unescapeMarkdown(text.slice(found.from, found.to)),
      found.from,
      found.to,
      whole,
    );
    return end;
  }

  #destination(
    start: number,
    definition: boolean,
  ): { readonly from: number; readonly to: number; readonly end: number } | undefined {
    const { text } = this;
    let from = start;
    while (isSpace(text[from])) from += 1;
    if (text[from] === '<') {
      let to = from + 1;
      for (; to < text.length && to - from < MAX_TARGET_LENGTH; to++) {
        const sign = text[to];
        if (sign === '>') return { from: from + 1, to, end: to + 1 };
        if (sign === '<' || sign === '\n') return undefined;
        if (sign === '\\') to += 1;
      }
      return undefined;
    }
    let depth = 0;
    let to = from;
    for (; to < text.length && to - from < MAX_TARGET_LENGTH; to++) {
      const sign = text[to];
      if (isSpace(sign)) break;
      if (sign === '\\') to += 1;
      else if (definition) continue;
      else if (sign === '(' && ++depth > MAX_NESTED_BRACKETS) return undefined;
      else if (sign === ')' && --depth < 0) break;
    }
    to = Math.min(to, text.length);
    return depth > 0 || (definition && to === from) ? undefined : { from, to, end: to };
  }

  /** Skips the title of a link. Returns the offset after the closing parenthesis. */
  #afterTitle(start: number): number | undefined {
    const { text } = this;
    let at = start;
    while (isSpace(text[at])) at += 1;
    if (text[at] === ')') return at + 1;
    const closing =
      at === start ? undefined : ({ '"': '"', "'": "'", '(': ')' } as Readonly<Record<string, string>>)[text[at] ?? ''];
    if (closing === undefined) return undefined;
    let end = this.#find(closing, at + 1);
    while (end > 0 && text[end - 1] === '\\') end = this.#find(closing, end + 1);
    if (end < 0) return undefined;
    for (at = end + 1; isSpace(text[at]); at++);
    return text[at] === ')' ? at + 1 : undefined;
  }

  /**
   * Skips an element, a comment or a URL in angle brackets. Returns its end, or the closing delimiter if it is not in
   * this paragraph.
   */
  #element(at: number): number | string {
    const { text } = this;
    if (text.startsWith('<!--', at)) {
      const end = this.#find('-->', at + 2);
      return end < 0 ? '-->' : end + 3;
    }
    const end = /[a-z/]/i.test(text[at + 1] ?? '') ? this.#find('>', at) : -1;
    if (end < 0 || end - at > MAX_TAG_LENGTH) return at + 1;
    const element = text.slice(at, end + 1);
    const address = AUTOLINK.exec(element)?.[1];
    if (address !== undefined) {
      this.#add('url', address, at + 1, end);
      return end + 1;
    }
    const skipped = SKIPPED.exec(element)?.[1]?.toLowerCase();
    if (skipped !== undefined) {
      const closing = `</${skipped}>`;
      const close = this.#find(closing, end);
      if (close >= 0) return close + closing.length;
      return skipped === 'code' ? end + 1 : closing;
    }
    this.#attributes(element, at);
    return end + 1;
  }

  #tag(at: number): number {
    const end = this.#find('%}', at);
    if (end < 0 || end - at > MAX_TAG_LENGTH) return at + 2;
    const tag = this.text.slice(at, end + 2);
    const include = INCLUDED.exec(tag);
    if (include) {
      const target = include[1] ?? include[2]!;
      const from = at + include[0].length - 1 - target.length;
      this.#add('include', target, from, from + target.length);
    } else this.#attributes(tag, at);
    return end + 2;
  }

  #attributes(element: string, at: number): void {
    if (!element.includes('=')) return;
    for (const match of element.matchAll(ADDRESS)) {
      const written = match[1] ?? match[2] ?? match[3] ?? '';
      const quotes = match[3] === undefined ? 1 : 0;
      const to = at + match.index + match[0].length - quotes;
      this.#add('tag', unescapeMarkdown(written), to - written.length, to);
    }
  }

  #add(use: LinkUse, target: string, from: number, to: number, whole?: MarkdownLink['whole']): void {
    const trimmed = target.trim();
    if (trimmed === '' || trimmed.length > MAX_TARGET_LENGTH) return;
    this.links.push({ use, target: trimmed, from: this.offset + from, to: this.offset + to, ...(whole && { whole }) });
  }

  /** Finds the first occurrence from `from` on; caches results so that the total work is linear. */
  #find(substring: string, from: number): number {
    let found = this.#next.get(substring);
    if (found === undefined || (found !== -1 && found < from)) {
      found = this.text.indexOf(substring, from);
      this.#next.set(substring, found);
    }
    return found;
  }
}

/** Removes the closing punctuation of a sentence from a URL; linear, unlike the equivalent regular expression. */
function trimClosingPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && '.,:;!?*_~])'.includes(url[end - 1]!)) end -= 1;
  return url.slice(0, end);
}

const isSpace = (sign: string | undefined): boolean => sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeMarkdown = (written: string): string =>
  /[\\&]/.test(written)
    ? written.replace(
        /\\([!-/:-@[-`{-~])|&(amp|lt|gt|quot|apos);/g,
        (_, sign?: string, entity?: string) => sign ?? ENTITIES[entity!]!,
      )
    : written;
