import { CodeSpans } from '../content/markdown/code-spans.ts';
import { decodeEntities } from '../content/markdown/decode-entities.ts';
import { emojiNamed, emojiOfCodePoints } from '../content/markdown/emoji.ts';
import { isIconTag } from '../content/markdown/icon-tag.ts';
import { isUnknownElement } from '../content/markdown/raw-html.ts';
import { ClosingFinder, destinationEnd } from './closing-finder.ts';
import { OpenMarks } from './open-marks.ts';

/** Attributes of tags with text that readers see. */
const VISIBLE_ATTRIBUTES = /\b(?:title|label|caption|alt|summary)="([^"]*)"/g;
const OPENING = /[\\<[\]{&*_~`]|:(?=[a-z0-9_+-]{1,60}:)|https?:\/\/|\n[ \t]*\n/g;
const ADDRESS_END = /[\s<>")\]]|$/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]{1,30});/y;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/y;
/** Code points of an emoji that is written as an element; the text within its tags depends on the editor. */
const EMOJI_CODE = /^<span\b(?=[^<>]*\sdata-tag="emoji")[^<>]*\sdata-code="([\da-fA-F-]{1,100})"/;
/** Text within the tags of an icon or an emoji, and the end tag. */
const ELEMENT_END = /[^<\n]{0,100}<\/(?:i|span)>/y;
/** Maximum length of the tag of an icon or an emoji. */
const MAX_TAG = 500;
const TAG_NAME = /<\/?([a-zA-Z][^\s/>]{0,40})/y;
const FOOTNOTE = /\[\^[^\]\s]{1,60}\](?!:)/y;
const UNDERSCORES = /_+/y;
const ASTERISKS = /\*+/y;
const NOT_SPACE = /\S/;
const TILDES = /~+/y;
const SHORTCODE = /:([a-z0-9_+-]{1,60}):(?![A-Za-z0-9])/y;
/** Hard break: a backslash at the end of a line. */
const LINE_END = /[ \t]*(?:\r?\n|$)/y;
/** Label of a reference behind its text; empty if the text is the label. */
const LABEL = /\[([^[\]]{0,999})\]/y;
const MAX_LABEL = 1_000;
const LETTER_OR_MARK = /^[\p{L}\p{N}[!]/u;

/**
 * Removes the markup from markdown in a single pass.
 *
 * @param isName formats the text as heading ids need it: with URLs and shortcodes of emoji, and without alternative texts
 *   of images
 * @param labels labels of the definitions of the document, as `referenceLabels` lists them; other brackets are text
 */
export const toPlainText = (markdown: string, isName = false, labels: ReadonlySet<string> = NO_LABELS): string =>
  new PlainText(markdown, isName, labels).read();

const NO_LABELS: ReadonlySet<string> = new Set();
const DEFINITION = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?\[(?!\^)([^[\]\n]{1,999})\]:/gm;

/** Lists the labels by which links refer to the definitions of a document. */
export const referenceLabels = (markdown: string): ReadonlySet<string> =>
  markdown.includes(']:')
    ? new Set(Array.from(markdown.matchAll(DEFINITION), ([, label = '']) => normalizeLabel(label)))
    : NO_LABELS;

/** Returns the form of a label in which labels are compared. */
export const normalizeLabel = (label: string): string => label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();

class PlainText {
  readonly #closing: ClosingFinder;
  readonly #code: CodeSpans;
  readonly #openings = new OpenMarks();
  #text = '';
  /** Offset after the markdown that `#text` contains. */
  #from = 0;
  /** Offset after the last shortcode. */
  #emojiEnd = -1;

  constructor(
    private readonly markdown: string,
    private readonly isName: boolean,
    private readonly labels: ReadonlySet<string>,
  ) {
    this.#closing = new ClosingFinder(markdown);
    this.#code = new CodeSpans(markdown);
  }

  read(): string {
    OPENING.lastIndex = 0;
    for (let match = OPENING.exec(this.markdown); match; match = OPENING.exec(this.markdown))
      this.#readAt(match.index, match[0]);
    return this.#openings.removeMarks(this.#text + this.markdown.slice(this.#from));
  }

  #readAt(at: number, opening: string): void {
    switch (opening) {
      case '\\':
        return this.#backslash(at);
      case '*':
        return this.#asterisks(at);
      case '~':
        return this.#tildes(at);
      case ':':
        return this.#shortcode(at);
      case '_':
        return this.#underscores(at);
      case '`':
        return this.#backticks(at);
      case '<':
        return this.#tag(at);
      case '[':
        return this.#openBracket(at);
      case ']':
        return this.#closeBracket(at);
      case '{':
        return this.#blockTag(at);
      case '&':
        return this.#entity(at);
    }
    if (opening.startsWith('\n')) {
      this.#openings.endBlock();
      OPENING.lastIndex -= 1;
    } else if (!this.isName) {
      ADDRESS_END.lastIndex = at;
      this.#skip(at, ADDRESS_END.exec(this.markdown)!.index, ' ');
    }
  }

  /** Replaces a part of the markdown, and goes on behind it. */
  #skip(at: number, to: number, instead = ''): void {
    this.#text += this.markdown.slice(this.#from, at) + instead;
    this.#from = to;
    OPENING.lastIndex = to;
  }

  /** Returns the offset in the text of a part of the markdown that is not skipped. */
  #placeOf(at: number): number {
    return this.#text.length + at - this.#from;
  }

  #backslash(at: number): void {
    const next = this.markdown[at + 1] ?? '';
    LINE_END.lastIndex = at + 1;
    if (/[!-/:-@[-`{-~]/.test(next)) {
      this.#skip(at, at + 1);
      if (next === '[') this.#openings.hasEscapedBracket = true;
      OPENING.lastIndex = at + 2;
    } else if (LINE_END.test(this.markdown)) this.#skip(at, at + 1);
  }

  #asterisks(at: number): void {
    const { markdown } = this;
    const { length } = matchAt(ASTERISKS, markdown, at)![0];
    const [opens, closes] = [NOT_SPACE.test(markdown[at + length] ?? ''), NOT_SPACE.test(markdown[at - 1] ?? '')];
    // Two are the marker of strong text; what remains is the marker of emphasis, within words only if both are there.
    const isEnd = length % 2 === 1 && closes && this.#openings.endAsterisk();
    const isText = length === 1 && opens && closes && !isEnd;
    if (length % 2 === 1 && opens && !isEnd)
      this.#openings.open('asterisks', { at: this.#placeOf(at), length: isText ? 1 : 0 });
    if (isText) OPENING.lastIndex = at + 1;
    else this.#skip(at, at + length);
  }

  #tildes(at: number): void {
    const { length } = matchAt(TILDES, this.markdown, at)![0];
    if (length === 2) this.#skip(at, at + 2);
    else OPENING.lastIndex = at + length;
  }

  #shortcode(at: number): void {
    const isApart = at === this.#emojiEnd || !/[A-Za-z0-9_:]/.test(this.markdown[at - 1] ?? '');
    const name = isApart && !this.isName ? matchAt(SHORTCODE, this.markdown, at)?.[1] : undefined;
    const emoji = name === undefined ? undefined : emojiNamed(name);
    if (emoji === undefined) return;
    this.#emojiEnd = at + name!.length + 2;
    this.#skip(at, this.#emojiEnd, emoji);
  }

  #underscores(at: number): void {
    const { length } = matchAt(UNDERSCORES, this.markdown, at)![0];
    const { opens, closes } = emphasisFlanking(this.markdown, at, at + length);
    if (closes && this.#openings.endEmphasis(length)) this.#skip(at, at + length);
    else {
      if (opens) this.#openings.open('emphasis', { at: this.#placeOf(at), length });
      OPENING.lastIndex = at + length;
    }
  }

  /** The content of code spans is literal text. */
  #backticks(at: number): void {
    const span = this.#code.spanAt(at);
    const content = span === undefined ? '' : this.markdown.slice(span.contentFrom, span.contentTo);
    const isPadded = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '';
    this.#skip(at, span?.to ?? this.#code.endOfRun(at), isPadded ? content.slice(1, -1) : content);
  }

  #tag(at: number): void {
    const { markdown, isName } = this;
    const address = isName ? matchAt(AUTOLINK, markdown, at)?.[1] : undefined;
    if (address !== undefined) return this.#skip(at, at + address.length + 2, address);
    const isComment = markdown.startsWith('<!--', at);
    if (!isComment && !/[a-zA-Z/!?]/.test(markdown[at + 1] ?? '')) return;
    if (isTextOfName(matchAt(TAG_NAME, markdown, at)?.[1])) return;
    const end = isComment ? this.#closing.find('-->', at) : this.#closing.findInBlock('>', at);
    if (end === -1) return;
    const tag = markdown.slice(at, end);
    const symbol = symbolOf(tag);
    const behind = symbol === undefined ? undefined : matchAt(ELEMENT_END, markdown, end)?.[0];
    if (behind !== undefined) this.#skip(at, end + behind.length, symbol);
    else this.#skip(at, end, isName ? '' : isComment ? ' ' : visibleTagText(tag));
  }

  #openBracket(at: number): void {
    const note = matchAt(FOOTNOTE, this.markdown, at)?.[0];
    if (note !== undefined) return this.#skip(at, at + note.length);
    const isImage = at > this.#from && this.markdown[at - 1] === '!';
    const place = this.#placeOf(at);
    this.#openings.open('brackets', isImage ? { at: place - 1, length: 2 } : { at: place, length: 1 });
  }

  #closeBracket(at: number): void {
    const { markdown, isName } = this;
    const bracket = this.#openings.brackets.pop();
    const isText = bracket === undefined ? this.#openings.hasEscapedBracket : bracket.isInactive === true;
    const end = isText ? -1 : this.#linkEnd(at, bracket !== undefined);
    if (end === -1) return;
    const isImage = bracket?.length === 2;
    if (!isImage) this.#openings.deactivateBrackets();
    if (bracket)
      this.#openings.remove(isImage && isName ? { at: bracket.at, length: this.#placeOf(at) - bracket.at } : bracket);
    // A space keeps the words of adjacent links apart.
    this.#skip(at, end, !isName && LETTER_OR_MARK.test(markdown[end] ?? '') ? ' ' : '');
  }

  /** Returns the offset after a link whose text ends at a bracket; -1 if it is none. */
  #linkEnd(at: number, isOpened: boolean): number {
    if (this.markdown[at + 1] === '(') return destinationEnd(this.markdown, at + 1, this.#closing);
    return isOpened ? this.#referenceEnd(at) : -1;
  }

  /** Returns the offset after a reference whose text ends at a bracket; -1 if nothing has its label. */
  #referenceEnd(at: number): number {
    if (this.labels.size === 0) return -1;
    const { markdown } = this;
    const label = matchAt(LABEL, markdown, at + 1);
    if (label?.[1] !== undefined && label[1].trim() !== '')
      return this.labels.has(normalizeLabel(label[1])) ? at + 1 + label[0].length : -1;
    const before = markdown.slice(Math.max(0, at - MAX_LABEL), at);
    const own = before.slice(before.lastIndexOf('[') + 1);
    return !own.includes(']') && this.labels.has(normalizeLabel(own)) ? at + 1 + (label?.[0].length ?? 0) : -1;
  }

  #blockTag(at: number): void {
    const end = this.markdown[at + 1] === '%' && !this.isName ? this.#closing.findInBlock('%}', at) : -1;
    if (end !== -1) this.#skip(at, end, visibleTagText(this.markdown.slice(at, end)));
  }

  #entity(at: number): void {
    const entity = matchAt(ENTITY, this.markdown, at);
    if (entity) this.#skip(at, at + entity[0].length, decodeEntity(entity));
  }
}

/** Applies a sticky expression at an offset. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/** Tells whether sites show a tag of this name as text: it is no element, nor the scheme of an address. */
const isTextOfName = (name: string | undefined): boolean =>
  name !== undefined && !/^(?:https?|mailto):/i.test(name) && isUnknownElement(name.toLowerCase());

/** Returns the text of an element whose start tag is that of an icon or an emoji; undefined for other tags. */
function symbolOf(tag: string): string | undefined {
  if (!/^<(?:i|span)\s/.test(tag) || tag.length > MAX_TAG) return undefined;
  if (isIconTag(tag)) return '';
  const code = EMOJI_CODE.exec(tag)?.[1];
  return code === undefined ? undefined : emojiOfCodePoints(code);
}

const INLINE = /^<\/?(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup|u)\b/;
/** Returns the visible text of a tag. */
function visibleTagText(tag: string): string {
  const shown = tag.includes('="') ? [...tag.matchAll(VISIBLE_ATTRIBUTES)].map(([, value]) => value).join(' ') : '';
  return INLINE.test(tag) && shown === '' ? '' : ` ${shown} `;
}

function decodeEntity([whole, decimal, hex]: RegExpExecArray): string {
  if (decimal === undefined && hex === undefined) return decodeEntities(whole)?.replaceAll('\u00a0', ' ') ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
}

const SPACE = /^$|\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Tells whether underscores may open or close emphasis: never within a word. */
function emphasisFlanking(
  text: string,
  from: number,
  to: number,
): { readonly opens: boolean; readonly closes: boolean } {
  const before = text.slice(Math.max(0, /[\uDC00-\uDFFF]/.test(text[from - 1] ?? '') ? from - 2 : from - 1), from);
  const behind = to < text.length ? String.fromCodePoint(text.codePointAt(to)!) : '';
  const [afterSpace, afterMark] = [SPACE.test(before), PUNCTUATION.test(before)];
  const [beforeSpace, beforeMark] = [SPACE.test(behind), PUNCTUATION.test(behind)];
  const left = !beforeSpace && (!beforeMark || afterSpace || afterMark);
  const right = !afterSpace && (!afterMark || beforeSpace || beforeMark);
  return { opens: left && (!right || afterMark), closes: right && (!left || beforeMark) };
}
