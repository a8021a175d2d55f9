import { foldText } from './fold-text.ts';

/** Word of a text, folded. */
export interface Word {
  /** Whole word, including one with several parts (`get.user_id`, `getUserId`). */
  readonly whole: string;
  /** Parts of the word, each with a position of its own; a plain word is its only part. */
  readonly parts: readonly string[];
  /** Word without the Hebrew prefixes that are written together with it; absent if there are none. */
  readonly stem?: string;
  /** Set for a run of characters of a script without spaces between words. */
  readonly isUnspaced?: true;
  /** Offset in the NFKC-normalized text, in UTF-16 units. */
  readonly index: number;
}

/** Maximum length of a term, in UTF-16 units; longer ones are cut. */
export const MAX_TERM_LENGTH = 64;
const MAX_PARTS = 16;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]/u;
const LETTER = /[\p{L}\p{M}\p{N}_]/u;
const ASCII = /^[\0-\x7f]*$/;
const PLAIN = /^[a-z0-9]+$/;
/** Characters that join the parts of a word, including invisible ones: joiners, non-joiners and soft hyphens. */
const JOINERS = ".'’-\u200c\u200d\u00ad";
/** Marks in Hebrew abbreviations, which are often typed as quotes. */
const GERSHAYIM = '"״׳';
const HEBREW = /\p{Script=Hebrew}/u;
/** Boundaries between parts of an identifier, including the one after the v of a version. */
const JOINT =
  /[._'’"״׳\u200c\u200d\u00ad-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=^[vV])(?=\d)/u;
const EDGES = /^_+|(?<!_)_+$/g;
/** Characters that are ignored when whole words are compared. */
const INVISIBLE = /['’"״׳\u200c\u200d\u00ad]/g;
/** Arabic article with its prefixes, before at least three letters. */
const ARTICLE = /^(?:[وبكف]?ال|لل)(?=\p{Script=Arabic}{3})/u;

const Kind = { Unknown: 0, Other: 1, Letter: 2, Unspaced: 3 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];
/** Cache of the kinds of characters, by UTF-16 unit. */
const kinds = new Uint8Array(0x10000);
const kindOf = (character: string): Kind =>
  UNSPACED.test(character) ? Kind.Unspaced : LETTER.test(character) ? Kind.Letter : Kind.Other;

function kindAt(text: string, at: number): Kind {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xdc00) return kindOf(String.fromCodePoint(text.codePointAt(at)!));
  const known = kinds[unit]! as Kind;
  return known === Kind.Unknown ? (kinds[unit] = kindOf(text[at]!)) : known;
}
/** Tells whether the character at an offset belongs to the surrounding word. */
function isInsideWord(text: string, at: number): boolean {
  const mark = text[at]!;
  if (kindAt(text, at + 1) !== Kind.Letter) return false;
  return (
    JOINERS.includes(mark) || (GERSHAYIM.includes(mark) && HEBREW.test(text[at - 1]!) && HEBREW.test(text[at + 1]!))
  );
}

/** A line break between characters of an unspaced script does not separate words, except in Korean. */
const HANGUL = /\p{Script=Hangul}/u;
const isLineWrap = (text: string, at: number): boolean =>
  text[at] === '\n' &&
  at + 1 < text.length &&
  kindAt(text, at + 1) === Kind.Unspaced &&
  !HANGUL.test(text[at - 1]!) &&
  !HANGUL.test(text[at + 1]!);

const widthAt = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && at + 1 < text.length ? 2 : 1;

const truncateTerm = (term: string): string =>
  term.length <= MAX_TERM_LENGTH ? term : term.slice(0, MAX_TERM_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

/** Splits a text into words, lazily. Linear in its length. */
export function* tokenizeWords(input: string): Generator<Word> {
  const text = ASCII.test(input) ? input : input.normalize('NFKC');
  for (let at = 0; at < text.length;) {
    const kind = kindAt(text, at);
    if (kind === Kind.Other) {
      at += widthAt(text, at);
      continue;
    }
    const index = at;
    for (;;) {
      while (at < text.length && kindAt(text, at) === kind) at += widthAt(text, at);
      if (at + 1 >= text.length || !(kind === Kind.Unspaced ? isLineWrap(text, at) : isInsideWord(text, at))) break;
      at += 1;
    }
    const written = text.slice(index, at);
    const word = kind === Kind.Unspaced ? unspacedWord(written, index) : spacedWord(written, index);
    if (word !== undefined) yield word;
  }
}

function unspacedWord(written: string, index: number): Word {
  const run = written.includes('\n') ? written.replaceAll('\n', '') : written;
  return { whole: truncateTerm(run), parts: [...foldText(run)], isUnspaced: true, index };
}

/**
 * Hebrew prefixes (and, that, from, to, in, like, the) before at least three letters. Many words begin with these
 * letters anyway, so that the whole word is indexed too.
 */
const HEBREW_BEFORE = /^ו?(?:כש|[שמלבכ])?ה?(?=\p{Script=Hebrew}{3})/u;
function stemOf(whole: string): { stem: string } | undefined {
  const before = HEBREW.test(whole[0]!) ? HEBREW_BEFORE.exec(whole)?.[0] : undefined;
  return before ? { stem: whole.slice(before.length) } : undefined;
}

/** Folds a word and removes its Arabic article. */
const foldWord = (word: string): string => foldText(word).replace(ARTICLE, '');

function spacedWord(written: string, index: number): Word | undefined {
  if (PLAIN.test(written)) {
    const whole = truncateTerm(written);
    return { whole, parts: [whole], index };
  }
  const bare = written.replace(EDGES, '');
  const whole = truncateTerm(foldWord(bare.replace(INVISIBLE, '')));
  if (whole === '') return undefined;
  const parts = JOINT.test(bare)
    ? bare.split(JOINT, MAX_PARTS).flatMap((part) => truncateTerm(foldWord(part)) || [])
    : [];
  return { whole, parts: parts.length > 1 ? parts : [whole], index, ...stemOf(whole) };
}
