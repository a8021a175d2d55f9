import type { SearchEntry } from './search-entry.ts';

/** Words of 4 to 32 letters in scripts with spaces between words, which can be misspelt and suggested. */
const WORD =
  /^[\p{L}--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]{4,32}$/v;

export const isVocabularyWord = (term: string): boolean => WORD.test(term);

/** Lists the words of a page that can be suggested as corrections, each once. */
export const vocabularyOf = ({ head, body }: SearchEntry): string[] =>
  [...new Set([...head.keys(), ...body.keys()])].filter(isVocabularyWord);
