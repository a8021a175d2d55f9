import { CodeSpans } from '../content/markdown/code-spans.ts';
import { emojiNamed } from '../content/markdown/emoji.ts';

/** Attributes of tags with text that readers see. */
const VISIBLE_ATTRIBUTES = /\b(?:title|label|caption|alt|summary)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const OPENING = /[\\<[\]{&*_~`]|:(?=[a-z0-9_+-]{1,60}:)|https?:\/\/|\n[ \t]*\n/g;
const ADDRESS_END = /[\s<>")\]]|$/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/y;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/y;
const FOOTNOTE = /\[\^[^\]\s]{1,60}\](?!:)/y;
const UNDERSCORES = /_+/y;
const ASTERISKS = /\*+/y;
const NOT_SPACE = /\S/;
const TILDES = /~+/y;
const SHORTCODE = /:([a-z0-9_+-]{1,60}):(?![A-Za-z0-9])/y;
/** Hard break: a backslash at the end of a line. */
const LINE_END = /[ \t]*(?:\r?\n|$)/y;
const LETTER_OR_MARK = /^[\p{L}\p{N}[!]/u;

/**
 * Removes the markup from markdown in a single pass.
 *
 * @param isName formats the text as heading ids need it: with URLs and shortcodes of emoji, and without alternative texts
 *   of images
 */
export function toPlainText(markdown: string, isName = false): string {
  const closing = new ClosingFinder(markdown);
  const code = new CodeSpans(markdown);
  const openings = new OpenMarks();
  let text = '';
  let from = 0;
  let emojiEnd = -1;
  const skip = (at: number, to: number, instead = ''): void => {
    text += markdown.slice(from, at) + instead;
    from = to;
    OPENING.lastIndex = to;
  };
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(markdown); match; match = OPENING.exec(markdown)) {
    const at = match.index;
    const place = text.length + at - from;
    const next = markdown[at + 1] ?? '';
    switch (match[0]) {
      case '\\':
        LINE_END.lastIndex = at + 1;
        if (/[!-/:-@[-`{-~]/.test(next)) {
          skip(at, at + 1);
          if (next === '[') openings.hasEscapedBracket = true;
          OPENING.lastIndex = at + 2;
        } else if (LINE_END.test(markdown)) skip(at, at + 1);
        break;
      case '*': {
        ASTERISKS.lastIndex = at;
        const { length } = ASTERISKS.exec(markdown)![0];
        const [opens, closes] = [NOT_SPACE.test(markdown[at + length] ?? ''), NOT_SPACE.test(markdown[at - 1] ?? '')];
        // Two are the marker of strong text; what remains is the marker of emphasis, within words only if both are there.
        const isEnd = length % 2 === 1 && closes && openings.endAsterisk();
        const isText = length === 1 && opens && closes && !isEnd;
        if (length % 2 === 1 && opens && !isEnd) openings.open('asterisks', { at: place, length: isText ? 1 : 0 });
        if (isText) OPENING.lastIndex = at + 1;
        else skip(at, at + length);
        break;
      }
      case '~': {
        TILDES.lastIndex = at;
        const { length } = TILDES.exec(markdown)![0];
        if (length === 2) skip(at, at + 2);
        else OPENING.lastIndex = at + length;
        break;
      }
      case ':': {
        SHORTCODE.lastIndex = at;
        const isApart = at === emojiEnd || !/[A-Za-z0-9_:]/.test(markdown[at - 1] ?? '');
        const name = isApart && !isName ? SHORTCODE.exec(markdown)?.[1] : undefined;
        const emoji = name === undefined ? undefined : emojiNamed(name);
        if (emoji === undefined) break;
        emojiEnd = at + name!.length + 2;
        skip(at, emojiEnd, emoji);
        break;
      }
      case '_': {
        UNDERSCORES.lastIndex = at;
        const { length } = UNDERSCORES.exec(markdown)![0];
        const { opens, closes } = emphasisFlanking(markdown, at, at + length);
        if (closes && openings.endEmphasis(length)) skip(at, at + length);
        else {
          if (opens) openings.open('emphasis', { at: place, length });
          OPENING.lastIndex = at + length;
        }
        break;
      }
      case '`': {
        const span = code.spanAt(at);
        // The content of code spans is literal text.
        const content = span === undefined ? '' : markdown.slice(span.contentFrom, span.contentTo);
        skip(
          at,
          span?.to ?? code.endOfRun(at),
          content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '' ? content.slice(1, -1) : content,
        );
        break;
      }
      case '<': {
        AUTOLINK.lastIndex = at;
        const address = isName ? AUTOLINK.exec(markdown)?.[1] : undefined;
        const isComment = markdown.startsWith('<!--', at);
        if (address !== undefined) skip(at, at + address.length + 2, address);
        else if (isComment || /[a-zA-Z/!?]/.test(next)) {
          const end = isComment ? closing.find('-->', at) : closing.findInBlock('>', at);
          if (end !== -1) skip(at, end, isName ? '' : isComment ? ' ' : visibleTagText(markdown.slice(at, end)));
        }
        break;
      }
      case '[': {
        FOOTNOTE.lastIndex = at;
        const note = next === '^' && !isName ? FOOTNOTE.exec(markdown)?.[0] : undefined;
        if (note !== undefined) skip(at, at + note.length);
        else {
          const isImage = at > from && markdown[at - 1] === '!';
          openings.open('brackets', isImage ? { at: place - 1, length: 2 } : { at: place, length: 1 });
        }
        break;
      }
      case ']': {
        const bracket = openings.brackets.pop();
        const isText = bracket === undefined ? openings.hasEscapedBracket : bracket.isInactive === true;
        const end = next === '(' && !isText ? destinationEnd(markdown, at + 1, closing) : -1;
        if (end === -1) break;
        const isImage = bracket?.length === 2;
        if (!isImage) openings.deactivateBrackets();
        if (bracket) openings.remove(isImage && isName ? { at: bracket.at, length: place - bracket.at } : bracket);
        // A space keeps the words of adjacent links apart.
        skip(at, end, !isName && LETTER_OR_MARK.test(markdown[end] ?? '') ? ' ' : '');
        break;
      }
      case '{': {
        const end = next === '%' && !isName ? closing.findInBlock('%}', at) : -1;
        if (end !== -1) skip(at, end, visibleTagText(markdown.slice(at, end)));
        break;
      }
      case '&': {
        ENTITY.lastIndex = at;
        const entity = ENTITY.exec(markdown);
        if (entity) skip(at, at + entity[0].length, decodeEntity(entity));
        break;
      }
      default:
        if (match[0].startsWith('\n')) {
          openings.endBlock();
          OPENING.lastIndex -= 1;
        } else if (!isName) {
          ADDRESS_END.lastIndex = at;
          skip(at, ADDRESS_END.exec(markdown)!.index, ' ');
        }
    }
  }
  return openings.removeMarks(text + markdown.slice(from));
}

const INLINE = /^<\/?(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup|u)\b/;
/** Returns the visible text of a tag. */
function visibleTagText(tag: string): string {
  const shown = tag.includes('="') ? [...tag.matchAll(VISIBLE_ATTRIBUTES)].map(([, value]) => value).join(' ') : '';
  return INLINE.test(tag) && shown === '' ? '' : ` ${shown} `;
}

function decodeEntity([whole, decimal, hex, name]: RegExpExecArray): string {
  if (name !== undefined) return ENTITIES[name] ?? whole;
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

/** Limits of a link destination: nested brackets, and the length in which they are looked for. */
const MAX_NESTED = 8;
const MAX_DESTINATION = 2_000;

/** Returns the offset after the bracket that closes the one at `at`; -1 if there is none. */
function destinationEnd(text: string, at: number, closing: ClosingFinder): number {
  const first = closing.find(')', at);
  if (first === -1 || first - at > MAX_DESTINATION) return first;
  let open = 0;
  for (let to = at; to < text.length && to - at <= MAX_DESTINATION && open <= MAX_NESTED && text[to] !== '\n'; to++) {
    if (text[to] === '(') open += 1;
    else if (text[to] === ')' && --open === 0) return to + 1;
  }
  return first;
}

/** Mark in the output text. */
interface Mark {
  readonly at: number;
  readonly length: number;
  /** The bracket contains a link, so it does not open another. */
  isInactive?: true;
}

/** Maximum number of open marks that are kept, counted from the last. */
const MAX_OPEN_MARKS = 32;

/** Opening marks: markup if closed later, otherwise text. */
class OpenMarks {
  readonly brackets: Mark[] = [];
  readonly emphasis: Mark[] = [];
  readonly asterisks: Mark[] = [];
  readonly #removed: Mark[] = [];
  /** The block has an escaped bracket, which a closing bracket without another opening belongs to. */
  hasEscapedBracket = false;

  open(kind: 'brackets' | 'emphasis' | 'asterisks', mark: Mark): void {
    const marks = this[kind];
    marks.push(mark);
    if (marks.length > 2 * MAX_OPEN_MARKS) marks.splice(0, MAX_OPEN_MARKS);
  }

  /** Marks the open brackets around a link. */
  deactivateBrackets(): void {
    for (const mark of this.brackets) if (mark.length === 1) mark.isInactive = true;
  }

  remove(mark: Mark): void {
    this.#removed.push(mark);
  }

  /** Closes emphasis with this number of underscores, if it was opened. */
  endEmphasis(length: number): boolean {
    // Only the last few are examined, so that the work stays linear.
    for (let index = this.emphasis.length - 1; index >= Math.max(0, this.emphasis.length - 4); index--) {
      if (this.emphasis[index]!.length !== length) continue;
      this.remove(this.emphasis[index]!);
      this.emphasis.length = index;
      return true;
    }
    return false;
  }

  /** Closes emphasis with an asterisk, if it was opened. */
  endAsterisk(): boolean {
    const mark = this.asterisks.pop();
    if (mark !== undefined) this.remove(mark);
    return mark !== undefined;
  }

  /** Discards open marks; emphasis and links do not cross paragraphs. */
  endBlock(): void {
    this.brackets.length = 0;
    this.emphasis.length = 0;
    this.asterisks.length = 0;
    this.hasEscapedBracket = false;
  }

  /** Removes the marks that were closed from the text. */
  removeMarks(text: string): string {
    if (this.#removed.length === 0) return text;
    let rest = '';
    let from = 0;
    for (const { at, length } of this.#removed.sort((a, b) => a.at - b.at)) {
      if (at + length <= from) continue;
      rest += text.slice(from, Math.max(from, at));
      from = at + length;
    }
    return rest + text.slice(from);
  }
}

/** Finds closing delimiters; caches results so that the total work is linear. */
class ClosingFinder {
  readonly #found = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** Returns the offset after the first `end` after `at` and before a blank line; -1 if there is none. */
  findInBlock(end: string, at: number): number {
    const found = this.find(end, at);
    const blank = this.find('\n\n', at);
    return blank !== -1 && blank < found ? -1 : found;
  }

  /** Returns the offset after the first `end` after `at`; -1 if there is none. */
  find(end: string, at: number): number {
    let found = this.#found.get(end);
    if (found === undefined || (found !== -1 && found <= at)) {
      found = this.text.indexOf(end, at);
      this.#found.set(end, found);
    }
    return found === -1 ? -1 : found + end.length;
  }
}
