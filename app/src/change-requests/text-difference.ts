export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Number of comparisons beyond which texts are taken as entirely different. */
const MAX_COMPARISONS = 4_000_000;

/** Splits a text into words, spaces and punctuation; languages without spaces are split by character. */
export const words = (text: string): readonly string[] =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+|\s+|[^\s]/gu) ??
  [];

/**
 * Compares two lists and returns the longest common subsequence as pairs of indices. Equal ends are skipped first;
 * lists that are too long to compare have no more in common than these.
 */
export function commonItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  equals: (one: Item, other: Item) => boolean = Object.is,
): readonly (readonly [number, number])[] {
  let start = 0;
  while (start < before.length && start < after.length && equals(before[start]!, after[start]!)) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    equals(before[before.length - 1 - end]!, after[after.length - 1 - end]!)
  )
    end++;
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i < start; i++) pairs.push([i, i]);
  const [rows, columns] = [before.length - start - end, after.length - start - end];
  if (rows * columns > 0 && rows * columns <= MAX_COMPARISONS) {
    const lengths = new Uint16Array((rows + 1) * (columns + 1));
    const at = (row: number, column: number): number => row * (columns + 1) + column;
    for (let i = rows - 1; i >= 0; i--)
      for (let j = columns - 1; j >= 0; j--)
        lengths[at(i, j)] = equals(before[start + i]!, after[start + j]!)
          ? lengths[at(i + 1, j + 1)]! + 1
          : Math.max(lengths[at(i + 1, j)]!, lengths[at(i, j + 1)]!);
    for (let i = 0, j = 0; i < rows && j < columns;)
      if (equals(before[start + i]!, after[start + j]!)) pairs.push([start + i++, start + j++]);
      else if (lengths[at(i + 1, j)]! >= lengths[at(i, j + 1)]!) i++;
      else j++;
  }
  for (let i = end; i > 0; i--) pairs.push([before.length - i, after.length - i]);
  return pairs;
}

/** Compares two texts by words. */
export function wordDifference(before: string, after: string): readonly TextPart[] {
  const [old, now] = [words(before), words(after)];
  const parts: { kind: TextPart['kind']; text: string }[] = [];
  const push = (kind: TextPart['kind'], text: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  for (const [left, right] of [...commonItems(old, now), [old.length, now.length] as const]) {
    while (i < left) push('removed', old[i++]!);
    while (j < right) push('added', now[j++]!);
    if (left < old.length) push('same', old[i]!);
    i = left + 1;
    j = right + 1;
  }
  return parts;
}
