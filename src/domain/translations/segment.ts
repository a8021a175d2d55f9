/** What a text to be translated is made of: words, and numbered tags for what is never translated. */
export type Token =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'open' | 'close' | 'void'; readonly tag: number };

/** How the words of a segment are written down where it stands. */
export type SegmentKind = 'markdown' | 'cell' | 'html' | 'html-attribute' | 'attribute' | 'plain';

/** A token, and what stands for it in the source. */
export interface Part {
  readonly token: Token;
  readonly raw: readonly Piece[];
}

/** A part of a document that is translated as a whole, such as a paragraph; there may be others inside of its tags. */
export interface Segment {
  readonly kind: SegmentKind;
  readonly parts: readonly Part[];
  /** Of a heading without an id of its own: what links find it by, which stays the same in every language. */
  readonly anchor?: string;
}

/** A document is its pieces, one after the other: text says the same in every language, segments do not. */
export type Piece = string | Segment;

/** Whether there are words in it. */
export const hasWords = (parts: readonly Part[]): boolean =>
  parts.some(({ token }) => token.kind === 'text' && /\p{L}/u.test(token.text));

export const tokensOf = ({ parts }: Segment): Token[] => parts.map(({ token }) => token);

/** What the tokens say, without tags. */
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

/** Every segment, those inside of others after them. */
export function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const found: Segment[] = [];
  for (const piece of pieces)
    if (typeof piece !== 'string') found.push(piece, ...segmentsOf(piece.parts.flatMap(({ raw }) => raw)));
  return found;
}

/** The segments that are in no other one. */
export const topLevelSegments = (pieces: readonly Piece[]): Segment[] =>
  pieces.filter((piece) => typeof piece !== 'string');

/** A text of one line without any markup, such as a title. */
export const plainSegment = (text: string): Segment => ({ kind: 'plain', parts: parsePlainParts(text)! });

/** An address of the web or of mail, without the punctuation behind it. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'`]*[^\s<>"'`.,;:!?()[\]{}]|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/**
 * The parts of a text that is not Markdown: its words, and tags for the addresses among them.
 * @param said what something written says @returns undefined where that is not known of some of it
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
/** Words of scripts that put no space between them count by their characters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u30fc]/gu;
/** Whether a sign is of such a script. */
export const isUnspaced = (sign: string): boolean => sign.search(UNSPACED) >= 0;

export function countWords(tokens: readonly Token[]): number {
  const text = plainText(tokens.map((token) => (token.kind === 'text' ? token : { kind: 'text', text: ' ' })));
  return (text.match(UNSPACED)?.length ?? 0) + (text.replace(UNSPACED, ' ').match(WORD)?.length ?? 0);
}
