import { foldText } from '../../domain/search/fold-text.ts';

const MAX_WORDS = 12;
/** Shorter words are marked as whole words alone, except the last one, which the reader may still be typing. */
const MIN_PREFIX_LENGTH = 3;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const PART_OF_WORD = /^[\p{L}\p{M}\p{N}]/u;
/** Scripts whose words a search finds from their beginning. */
const SPACED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

interface QueryWord {
  /** Folded text of the word. */
  readonly text: string;
  readonly isSpaced: boolean;
  readonly isWhole: boolean;
}

/** Character of a text, folded. */
interface FoldedCharacter {
  readonly written: string;
  readonly index: number;
}

/**
 * Splits a text at the words of a query, whatever their case and accents are: every second part is a word or the
 * beginning of one, as a search finds it.
 */
export function splitMatches(text: string, query: string): readonly string[] {
  const words = queryWords(query);
  if (words.length === 0) return [text];
  const { folded, characters } = foldCharacters(text);
  const indexAt = (at: number): number => characters[at]?.index ?? text.length;
  const parts: string[] = [];
  let rest = 0;
  for (let at = 0; at < folded.length;) {
    const word = words.find((one) => folded.startsWith(one.text, at) && isMatch(one, characters, at));
    if (word === undefined) {
      at++;
      continue;
    }
    parts.push(text.slice(rest, indexAt(at)), text.slice(indexAt(at), indexAt(at + word.text.length)));
    at += word.text.length;
    rest = indexAt(at);
  }
  return [...parts, text.slice(rest)];
}

/** Returns the words of a query, the longest first. */
function queryWords(query: string): readonly QueryWord[] {
  const texts = (query.match(WORD) ?? []).slice(0, MAX_WORDS).map(foldText);
  return texts
    .map((text, index) => {
      const isSpaced = SPACED.test(text);
      return { text, isSpaced, isWhole: isSpaced && text.length < MIN_PREFIX_LENGTH && index < texts.length - 1 };
    })
    .filter(({ text }) => text !== '')
    .sort((a, b) => b.text.length - a.text.length);
}

/** Folds a text; each UTF-16 unit of the result names the character that it comes from. */
function foldCharacters(text: string): { readonly folded: string; readonly characters: readonly FoldedCharacter[] } {
  const characters: FoldedCharacter[] = [];
  let folded = '';
  let index = 0;
  for (const written of text) {
    const one = { written, index };
    const form = foldText(written);
    folded += form;
    for (let unit = 0; unit < form.length; unit++) characters.push(one);
    index += written.length;
  }
  return { folded, characters };
}

const isMatch = ({ text, isSpaced, isWhole }: QueryWord, characters: readonly FoldedCharacter[], at: number): boolean =>
  !isSpaced || (isBoundary(characters, at) && (!isWhole || isBoundary(characters, at + text.length)));

/** Tells whether a word begins or ends at a character, or a part of a word such as `getUserId`. */
function isBoundary(characters: readonly FoldedCharacter[], at: number): boolean {
  const [before, after] = [characters[at - 1], characters[at]];
  if (before === undefined || after === undefined) return true;
  if (before === after) return false;
  if (!PART_OF_WORD.test(before.written) || !PART_OF_WORD.test(after.written)) return true;
  return /\p{Lu}/u.test(after.written) && !/\p{Lu}/u.test(before.written);
}
