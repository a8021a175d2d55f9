import { fetchObject, PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import { decodeUtf8 } from '../../../domain/content/objects/json.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';

/** Limit on added and on removed pages; beyond it texts are not compared. */
const MAX_PAGES = 1_000;
/** Number of characters of a text that are compared. */
const MAX_TEXT_LENGTH = 100_000;
/** Number of texts that may contain a line for the line to count in the comparison. */
const MAX_LINE_OWNERS = 20;
/** Share of lines that two texts must have in common to match. */
const MIN_SHARED = 0.5;

/**
 * Matches new texts to removed texts that were moved and edited: the pairs with the largest share of common lines
 * first, at least `MIN_SHARED`, each text once. Reads the removed texts.
 */
export function* matchSimilarTexts<New, Old>(
  fresh: ReadonlyMap<New, Uint8Array>,
  gone: ReadonlyMap<Old, Hash>,
): ObjectQuery<ReadonlyMap<New, Old>> {
  if (fresh.size === 0 || gone.size === 0 || fresh.size > MAX_PAGES || gone.size > MAX_PAGES) return new Map();
  const owners = new Map<string, Set<Old>>();
  const sizes = new Map<Old, number>();
  for (const [old, hash] of gone) {
    const lines = linesOf(yield* fetchObject(hash));
    sizes.set(old, lines.size);
    for (const line of lines) owners.set(line, (owners.get(line) ?? new Set()).add(old));
    yield PAUSE;
  }
  const pairs: { readonly one: New; readonly old: Old; readonly share: number }[] = [];
  for (const [one, bytes] of fresh) {
    const lines = linesOf(bytes);
    const shared = new Map<Old, number>();
    for (const line of lines) {
      const having = owners.get(line);
      if (having !== undefined && having.size <= MAX_LINE_OWNERS)
        for (const old of having) shared.set(old, (shared.get(old) ?? 0) + 1);
    }
    for (const [old, count] of shared) {
      const share = (2 * count) / (lines.size + sizes.get(old)!);
      if (share >= MIN_SHARED) pairs.push({ one, old, share });
    }
    yield PAUSE;
  }
  const matches = new Map<New, Old>();
  const taken = new Set<Old>();
  for (const { one, old } of pairs.sort((a, b) => b.share - a.share)) {
    if (matches.has(one) || taken.has(old)) continue;
    matches.set(one, old);
    taken.add(old);
  }
  return matches;
}

const linesOf = (bytes: Uint8Array): ReadonlySet<string> =>
  new Set(
    (decodeUtf8(bytes) ?? '')
      .slice(0, MAX_TEXT_LENGTH)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
