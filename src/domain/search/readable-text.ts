/** A piece of a document that people read: a heading, or what stands between two. */
export interface TextPiece {
  /** 1 to 6 for a heading, 0 for other text. */
  readonly level: number;
  /** Without markup; on one line in headings. */
  readonly text: string;
  /** The id that a heading was given by hand. */
  readonly anchor?: string;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const LIST_NUMBER = /^([ \t>]*)\d{1,9}[.)](?=[ \t])/;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,999}\]:/;
const ANCHOR = /<a\b[^<>]*\bid="([^"\s<>]{1,200})"/;
/** Lines of one piece; longer text comes in several. */
const MAX_LINES = 200;

/**
 * The text of a markdown document in its order, without markup, addresses, and names of tags. Linear in what is read of it,
 * and lazy: who stops asking pays for no more.
 */
export function* readableText(markdown: string): Generator<TextPiece> {
  let fence: string | undefined;
  let lines: string[] = [];
  const piece = (): TextPiece => {
    const text = plainText(lines.join('\n'));
    lines = [];
    return { level: 0, text };
  };
  for (const line of linesOf(markdown)) {
    const sign = signOf(line);
    const mark = sign === '`' || sign === '~' ? FENCE.exec(line)?.[1] : undefined;
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence) && line.trimEnd().endsWith(mark)) {
        yield { level: 0, text: lines.join('\n') };
        lines = [];
        fence = undefined;
      } else lines.push(line);
      if (lines.length >= MAX_LINES) yield { level: 0, text: lines.splice(0).join('\n') };
      continue;
    }
    const heading = sign === '#' ? HEADING.exec(line) : null;
    const underlined = (sign === '=' || sign === '-') && lines.length > 0 && lines.at(-1)!.trim() !== '' && !lines.at(-1)!.startsWith('|') && UNDERLINE.test(line);
    if (mark === undefined && heading === null && !underlined) {
      if (sign === '[' && DEFINITION.test(line)) continue;
      lines.push(sign >= '0' && sign <= '9' ? line.replace(LIST_NUMBER, '$1') : line);
      if (lines.length >= MAX_LINES) yield piece();
      continue;
    }
    const title = underlined ? lines.pop()! : (heading?.[2] ?? '').replace(/(?:^|[ \t])#+[ \t]*$/, '');
    if (lines.length > 0) yield piece();
    if (mark !== undefined) fence = mark;
    else yield { level: heading?.[1]!.length ?? (line.includes('=') ? 1 : 2), ...headingOf(title) };
  }
  if (lines.length > 0) yield fence === undefined ? piece() : { level: 0, text: lines.join('\n') };
}

/** What a heading says, and the id that it was given by hand, from what stands between its marks. */
export function headingOf(markdown: string): Pick<TextPiece, 'text' | 'anchor'> {
  const anchor = ANCHOR.exec(markdown)?.[1];
  return { text: plainText(markdown).replace(/\s+/g, ' ').trim(), ...(anchor !== undefined && { anchor }) };
}

/** The first character of a line behind blanks and marks of quotes; it tells what else the line may be. */
function signOf(line: string): string {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '>') at++;
  return line[at] ?? '';
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to);
    from = to + 1;
  }
}

/** Attributes of tags that hold what readers see. */
const SHOWN = /\b(?:title|label|caption|alt|summary)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const OPENING = /[\\<\]{&*~`]|https?:\/\//g;
const ADDRESS_END = /[\s<>")\]]|$/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/y;

/** Markdown without its markup. One way through the text: what closes a mark is looked for once. */
export function plainText(markdown: string): string {
  const closing = new Closing(markdown);
  let text = '';
  let from = 0;
  const skip = (at: number, to: number, instead = ''): void => {
    text += markdown.slice(from, at) + instead;
    from = to;
    OPENING.lastIndex = to;
  };
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(markdown); match; match = OPENING.exec(markdown)) {
    const at = match.index;
    const next = markdown[at + 1] ?? '';
    switch (match[0]) {
      case '\\':
        if (/[!-/:-@[-`{-~]/.test(next)) {
          skip(at, at + 1);
          OPENING.lastIndex = at + 2;
        }
        break;
      case '*':
      case '~':
      case '`':
        skip(at, at + 1);
        break;
      case '<': {
        const isComment = markdown.startsWith('<!--', at);
        if (!isComment && !/[a-zA-Z/!?]/.test(next)) break;
        const end = isComment ? closing.of('-->', at) : closing.of('>', at);
        if (end !== -1) skip(at, end, isComment ? ' ' : shownIn(markdown.slice(at, end)));
        break;
      }
      case ']': {
        const end = next === '(' ? closing.of(')', at) : -1;
        if (end !== -1) skip(at, end, ' ');
        break;
      }
      case '{': {
        const end = next === '%' ? closing.of('%}', at) : -1;
        if (end !== -1) skip(at, end, shownIn(markdown.slice(at, end)));
        break;
      }
      case '&': {
        ENTITY.lastIndex = at;
        const entity = ENTITY.exec(markdown);
        if (entity) skip(at, at + entity[0].length, meant(entity));
        break;
      }
      default:
        ADDRESS_END.lastIndex = at;
        skip(at, ADDRESS_END.exec(markdown)!.index, ' ');
    }
  }
  return text + markdown.slice(from);
}

const INLINE = /^<\/?(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup|u)\b/;
/** What a tag says by itself. */
function shownIn(tag: string): string {
  const shown = tag.includes('="') ? [...tag.matchAll(SHOWN)].map(([, value]) => value).join(' ') : '';
  return INLINE.test(tag) && shown === '' ? '' : ` ${shown} `;
}

function meant([whole, decimal, hex, name]: RegExpExecArray): string {
  if (name !== undefined) return ENTITIES[name] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
}

/** Finds what ends a mark; what was looked for once is not looked for again. */
class Closing {
  readonly #found = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** Just behind the first `end` after `at`; -1 where there is none. */
  of(end: string, at: number): number {
    let found = this.#found.get(end);
    if (found === undefined || (found !== -1 && found <= at)) {
      found = this.text.indexOf(end, at);
      this.#found.set(end, found);
    }
    return found === -1 ? -1 : found + end.length;
  }
}
