import type { SearchEntry } from './search-entry.ts';

/** Minimum trigram similarity of words to be compared. */
const MIN_SIMILARITY = 0.3;
/** Maximum number of similar words to be compared. */
export const MAX_SIMILAR_WORDS = 50;
const MAX_CORRECTIONS = 5;

function trigramsOf(word: string): Set<string> {
  const characters = [' ', ' ', ...word, ' '];
  return new Set(characters.slice(2).map((_, i) => characters.slice(i, i + 3).join('')));
}

/** Returns the share of trigrams that two words have in common: 0 to 1, computed like in the database. */
export function trigramSimilarity(a: string, b: string): number {
  const [left, right] = [trigramsOf(a), trigramsOf(b)];
  let common = 0;
  for (const trigram of left) if (right.has(trigram)) common++;
  return common / (left.size + right.size - common);
}

/** Returns the words most similar to one, most similar first. */
export function similarWords(word: string, vocabulary: Iterable<string>): string[] {
  const similar = [...vocabulary]
    .map((other) => ({ other, similarity: trigramSimilarity(word, other) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY);
  return similar
    .sort((a, b) => b.similarity - a.similarity || (a.other < b.other ? -1 : 1))
    .slice(0, MAX_SIMILAR_WORDS)
    .map(({ other }) => other);
}

/**
 * Returns likely spelling corrections, most likely first: words with an edit distance of one, or two for long words.
 */
export function spellingCorrections(word: string, similar: readonly string[]): string[] {
  const limit = word.length < 8 ? 1 : 2;
  return similar
    .map((other) => ({ other, distance: boundedEditDistance(word, other, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_CORRECTIONS)
    .map(({ other }) => other);
}

/**
 * Computes the edit distance with insertions, deletions, substitutions and transpositions; `limit + 1` for any larger
 * distance.
 */
function boundedEditDistance(a: string, b: string, limit: number): number {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [before, above] = [above, row];
  }
  return above[to.length]!;
}

/** Words of 4 to 32 letters in scripts with spaces between words, which can be misspelt and suggested. */
const WORD =
  /^[\p{L}--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]{4,32}$/v;

export const isVocabularyWord = (term: string): boolean => WORD.test(term);

/** Lists the words of a page that can be suggested as corrections, each once. */
export const vocabularyOf = ({ head, body }: SearchEntry): string[] =>
  [...new Set([...head.keys(), ...body.keys()])].filter(isVocabularyWord);
