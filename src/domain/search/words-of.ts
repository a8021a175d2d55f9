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

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー`;
const LETTERS = String.raw`[[\p{L}\p{M}\p{N}_]--[${UNSPACED}]]`;
/** A run of a script without spaces, or a word with the marks that hold its parts together. */
const WORD = new RegExp(String.raw`(?<run>[${UNSPACED}]+)|${LETTERS}+(?:[.'’\-]${LETTERS}+)*`, 'gv');
/** Where the next part of an identifier begins. */
const JOINT = /[._'’-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const EDGES = /^_+|_+$/g;
const APOSTROPHES = /['’]/g;

const cut = (term: string): string => (term.length <= MAX_TERM ? term : term.slice(0, MAX_TERM).replace(/[\uD800-\uDBFF]$/, ''));

/** The words of a text in their order. Linear in its length; stops when nobody asks on. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.normalize('NFKC').matchAll(WORD)) {
    if (match.groups!['run'] !== undefined) {
      yield { whole: cut(match[0]), parts: [...foldText(match[0])], run: true, index: match.index };
      continue;
    }
    const written = match[0].replace(EDGES, '');
    const whole = cut(foldText(written).replace(APOSTROPHES, ''));
    if (whole === '') continue;
    const parts = JOINT.test(written) ? written.split(JOINT, MAX_PARTS).flatMap((part) => cut(foldText(part)) || []) : [];
    yield { whole, parts: parts.length > 1 ? parts : [whole], index: match.index };
  }
}
