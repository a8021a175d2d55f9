import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u202b\u202e\u2067]|[\ud802\ud803\ud83a\ud83b]/;

/** The level of each UTF-16 unit of a paragraph (odd: from right to left), and that of the paragraph. */
export interface Directions {
  readonly base: number;
  levelAt(index: number): number;
}

const ALL_LEFT: Directions = { base: 0, levelAt: () => 0 };

/** Unicode's bidirectional algorithm on one paragraph, whose direction is its first strong letter's unless it is given. */
export function directionsOf(text: string, given?: 'ltr' | 'rtl'): Directions {
  if (given !== 'rtl' && !RIGHT_TO_LEFT.test(text)) return ALL_LEFT;
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, given);
  return { base: paragraphs[0]?.level ?? 0, levelAt: (index) => levels[index] ?? 0 };
}

/** Brackets and their like as they look from the other side. */
export const mirrored = (text: string): string =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');

/** Things of one line in the order in which they are seen, from left to right: rule L2 of the algorithm. */
export function inVisualOrder<T extends { readonly level: number }>(line: readonly T[]): readonly T[] {
  let highest = 0;
  for (const { level } of line) highest = Math.max(highest, level);
  const seen = [...line];
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < seen.length; start++) {
      if (seen[start]!.level < level) continue;
      let end = start;
      while (end + 1 < seen.length && seen[end + 1]!.level >= level) end++;
      for (let [a, b] = [start, end]; a < b; a++, b--) [seen[a], seen[b]] = [seen[b]!, seen[a]!];
      start = end;
    }
  }
  return seen;
}
