import { foldText } from './fold-text.ts';

/** What stands at one place of a text, folded. */
export interface Word {
  /** As it is written; of several parts (`get.user_id`, `getUserId`) where it has some. */
  readonly whole: string;
  /** The parts it is made of, each at a place of its own; a plain word is its only part. */
  readonly parts: readonly string[];
  /** Characters of a script without spaces between words, one after the other. */
  readonly run?: true;
  /** Where it begins in the text, as NFKC has it, in UTF-16 units. */
  readonly index: number;
}

/** Longest term, in UTF-16 units; of a longer one the beginning counts. */
export const MAX_TERM = 64;
const MAX_PARTS = 16;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]/u;
const LETTER = /[\p{L}\p{M}\p{N}_]/u;
const ASCII = /^[\0-\x7f]*$/;
const PLAIN = /^[a-z0-9]+$/;
/** What holds the parts of a word together. */
const JOINERS = ".'’-";
/** Where the next part of an identifier begins. */
const JOINT = /[._'’-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const EDGES = /^_+|_+$/g;
const APOSTROPHES = /['’]/g;

const Kind = { Unknown: 0, Other: 1, Letter: 2, Unspaced: 3 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];
/** Kinds of the characters that were seen, by their UTF-16 unit. */
const kinds = new Uint8Array(0x10000);
const kindOf = (character: string): Kind => (UNSPACED.test(character) ? Kind.Unspaced : LETTER.test(character) ? Kind.Letter : Kind.Other);

function kindAt(text: string, at: number): Kind {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xdc00) return kindOf(String.fromCodePoint(text.codePointAt(at)!));
  const known = kinds[unit]! as Kind;
  return known === Kind.Unknown ? (kinds[unit] = kindOf(text[at]!)) : known;
}
const widthAt = (text: string, at: number): number => ((text.charCodeAt(at) & 0xfc00) === 0xd800 && at + 1 < text.length ? 2 : 1);

const cut = (term: string): string => (term.length <= MAX_TERM ? term : term.slice(0, MAX_TERM).replace(/[\uD800-\uDBFF]$/, ''));

/** The words of a text in their order. Linear in its length; stops when nobody asks on. */
export function* wordsOf(given: string): Generator<Word> {
  const text = ASCII.test(given) ? given : given.normalize('NFKC');
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind === Kind.Other) {
      at += widthAt(text, at);
      continue;
    }
    const index = at;
    for (;;) {
      while (at < text.length && kindAt(text, at) === kind) at += widthAt(text, at);
      if (kind === Kind.Unspaced || at + 1 >= text.length || !JOINERS.includes(text[at]!) || kindAt(text, at + 1) !== Kind.Letter) break;
      at += 1;
    }
    const written = text.slice(index, at);
    const word = kind === Kind.Unspaced ? { whole: cut(written), parts: [...foldText(written)], run: true as const, index } : wordFrom(written, index);
    if (word !== undefined) yield word;
  }
}

function wordFrom(written: string, index: number): Word | undefined {
  if (PLAIN.test(written)) {
    const whole = cut(written);
    return { whole, parts: [whole], index };
  }
  const bare = written.replace(EDGES, '');
  const whole = cut(foldText(bare).replace(APOSTROPHES, ''));
  if (whole === '') return undefined;
  const parts = JOINT.test(bare) ? bare.split(JOINT, MAX_PARTS).flatMap((part) => cut(foldText(part)) || []) : [];
  return { whole, parts: parts.length > 1 ? parts : [whole], index };
}
