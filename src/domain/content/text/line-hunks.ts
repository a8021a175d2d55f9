import { PAUSE, PauseCounter, type Pausable } from '../../kernel/pausable.ts';

/**
 * Difference of two texts: lines `start` up to but not including `end` of the base became lines `from` up to but not
 * including `to` of the other.
 */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** Compares two short ranges of lines; buffers are `[start, length]` in each. */
export type LineComparer = (
  base: number[],
  other: number[],
) => readonly { readonly buffer1: readonly [number, number]; readonly buffer2: readonly [number, number] }[];

/**
 * Maximum product of the lengths of two compared ranges; larger ranges count as replaced. The comparison is quadratic
 * and does not pause, so that it must take less than 100 ms.
 */
const MAX_COMPARISONS = 250_000;

/**
 * Computes the differences between two texts given as numbered lines. Lines that occur exactly once in both are
 * anchors; only the ranges between them are compared line by line, so that the work is bounded for any text.
 *
 * @param isAnchor tells whether a line of the base may be an anchor
 */
export function* diffLines(
  base: readonly number[],
  other: readonly number[],
  compareLines: LineComparer,
  isAnchor: (line: number) => boolean = () => true,
): Pausable<Hunk[]> {
  const hunks: Hunk[] = [];
  const open: Hunk[] = [{ start: 0, end: base.length, from: 0, to: other.length }];
  for (let part = open.pop(); part; part = open.pop()) {
    yield PAUSE;
    const { start, end, from, to } = trimHunk(base, other, part);
    if (start === end && from === to) continue;
    if (start === end || from === to) {
      hunks.push({ start, end, from, to });
      continue;
    }
    const anchors = yield* commonUnique(base, other, { start, end, from, to }, isAnchor);
    if (anchors.length > 0) {
      let [a, b] = [start, from];
      for (const [i, j] of anchors) {
        open.push({ start: a, end: i, from: b, to: j });
        [a, b] = [i + 1, j + 1];
      }
      open.push({ start: a, end, from: b, to });
    } else if ((end - start) * (to - from) > MAX_COMPARISONS) {
      hunks.push({ start, end, from, to });
    } else {
      for (const { buffer1, buffer2 } of compareLines(base.slice(start, end), other.slice(from, to))) {
        hunks.push({
          start: start + buffer1[0],
          end: start + buffer1[0] + buffer1[1],
          from: from + buffer2[0],
          to: from + buffer2[0] + buffer2[1],
        });
      }
    }
  }
  return joinHunks(hunks.sort((x, y) => x.start - y.start || x.from - y.from));
}

/** Removes the common lines at both ends of a range. */
function trimHunk(base: readonly number[], other: readonly number[], part: Hunk): Hunk {
  let { start, end, from, to } = part;
  while (start < end && from < to && base[start] === other[from]) [start, from] = [start + 1, from + 1];
  while (start < end && from < to && base[end - 1] === other[to - 1]) [end, to] = [end - 1, to - 1];
  return { start, end, from, to };
}

/** Finds anchors: a longest ascending sequence of pairs of lines that are unique in both ranges. */
function* commonUnique(
  base: readonly number[],
  other: readonly number[],
  { start, end, from, to }: Hunk,
  isAnchor: (line: number) => boolean,
): Pausable<[number, number][]> {
  const places = new Map<number, number>();
  for (let j = from; j < to; j++) places.set(other[j]!, places.has(other[j]!) ? -1 : j);
  const seen = new Map<number, number>();
  yield PAUSE;
  for (let i = start; i < end; i++) seen.set(base[i]!, (seen.get(base[i]!) ?? 0) + 1);
  const tails: number[] = [];
  const pauses = new PauseCounter();
  const pairs: { readonly i: number; readonly j: number; readonly previous: number }[] = [];
  for (let i = start; i < end; i++) {
    if (pauses.isDue()) yield PAUSE;
    const j = places.get(base[i]!) ?? -1;
    if (j < 0 || seen.get(base[i]!) !== 1 || !isAnchor(i)) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]!.j < j) low = middle + 1;
      else high = middle;
    }
    tails[low] = pairs.push({ i, j, previous: low > 0 ? tails[low - 1]! : -1 }) - 1;
  }
  const run: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = pairs[at]!.previous) run.push([pairs[at]!.i, pairs[at]!.j]);
  return run.reverse();
}

/** Joins hunks that are adjacent in both texts. */
function joinHunks(hunks: readonly Hunk[]): Hunk[] {
  const result: Hunk[] = [];
  for (const hunk of hunks) {
    const last = result.at(-1);
    if (last && last.end === hunk.start && last.to === hunk.from)
      result[result.length - 1] = { ...last, end: hunk.end, to: hunk.to };
    else result.push(hunk);
  }
  return result;
}
