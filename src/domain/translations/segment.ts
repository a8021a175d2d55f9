/** Token of a text to be translated: words, or a numbered tag for content that is never translated. */
export type Token =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'open' | 'close' | 'void'; readonly tag: number };

/** Syntax in which the words of a segment are written. */
export type SegmentKind = 'markdown' | 'cell' | 'html' | 'html-attribute' | 'attribute' | 'plain';

/** Token with its source text. */
export interface Part {
  readonly token: Token;
  readonly raw: readonly Piece[];
  /** Source text that replaces `raw` in a translated segment, such as the end of a link that was found by its words. */
  readonly rawIfTranslated?: string;
}

/** Part of a document that is translated as a unit, such as a paragraph; its tags may contain further segments. */
export interface Segment {
  readonly kind: SegmentKind;
  readonly parts: readonly Part[];
  /** Anchor of a heading without an explicit id, which stays the same in every language. */
  readonly anchor?: string;
  /** Further ids of such a heading, which old links use. */
  readonly aliases?: readonly string[];
}

/** Piece of a document: text that is never translated, or a segment. */
export type Piece = string | Segment;

/** Tells whether the parts contain words. */
export const hasWords = (parts: readonly Part[]): boolean =>
  parts.some(({ token }) => token.kind === 'text' && /\p{L}/u.test(token.text));

/** Returns the tokens of a segment in order. */
export const tokensOf = ({ parts }: Segment): Token[] => parts.map(({ token }) => token);

/** Returns the text of tokens, without tags. */
export const plainText = (tokens: readonly Token[]): string =>
  tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');

export const haveSameTokens = (a: readonly Token[], b: readonly Token[]): boolean =>
  a.length === b.length &&
  a.every((one, i) => {
    const other = b[i]!;
    return one.kind === 'text'
      ? other.kind === 'text' && one.text === other.text
      : other.kind === one.kind && other.tag === one.tag;
  });

/** Lists all segments; nested ones come after their enclosing segment. */
export function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const found: Segment[] = [];
  for (const piece of pieces)
    if (typeof piece !== 'string') found.push(piece, ...segmentsOf(piece.parts.flatMap(({ raw }) => raw)));
  return found;
}

/** Lists the segments that are not nested in others. */
export const topLevelSegments = (pieces: readonly Piece[]): Segment[] =>
  pieces.filter((piece) => typeof piece !== 'string');

/** Creates a segment from one line without markup, such as a title. */
export const plainSegment = (text: string): Segment => ({ kind: 'plain', parts: parsePlainParts(text)! });

/** Web or e-mail address, without trailing punctuation. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'`]*[^\s<>"'`.,;:!?()[\]{}]|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/**
 * Splits text that is not Markdown into words, and tags for the addresses in it.
 * @param said returns the meaning of written text
 * @returns undefined if the meaning of some part is unknown
 */
export function parsePlainParts(
  written: string,
  said: (written: string) => string | undefined = (text) => text,
): Part[] | undefined {
  const parts: Part[] = [];
  let done = 0;
  const addWords = (to: number): boolean => {
    const raw = written.slice(done, to);
    const text = raw === '' ? '' : said(raw);
    if (text !== undefined && text !== '') parts.push({ token: { kind: 'text', text }, raw: [raw] });
    return text !== undefined;
  };
  for (const [i, { 0: address, index }] of [...written.matchAll(ADDRESS)].entries()) {
    if (!addWords(index)) return undefined;
    parts.push({ token: { kind: 'void', tag: i + 1 }, raw: [address] });
    done = index + address.length;
  }
  return addWords(written.length) ? parts : undefined;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;
/** Characters of scripts without spaces, each of which counts as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u30fc]/gu;
/** Tells whether a character belongs to such a script. */
export const isUnspaced = (sign: string): boolean => sign.search(UNSPACED) >= 0;

/** Counts words; each character of a script without spaces between words counts as one. */
export function countWords(tokens: readonly Token[]): number {
  const text = plainText(tokens.map((token) => (token.kind === 'text' ? token : { kind: 'text', text: ' ' })));
  return (text.match(UNSPACED)?.length ?? 0) + (text.replace(UNSPACED, ' ').match(WORD)?.length ?? 0);
}
