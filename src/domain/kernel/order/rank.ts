/**
 * Ranks order siblings: texts of base-62 digits, compared bytewise, with room for another one between any two. A rank
 * is an integer and a fraction. The integer's first letter encodes the number of digits that follow (`a` one, `b` two,
 * … `z` 26; `Z` one, `Y` two, … for negative numbers), so that appending or prepending only counts up or down, and a
 * rank's length grows with the logarithm of the number of siblings. A fraction never ends in `0`.
 */

/** Maximum length of a rank; an insert that needs a longer one re-ranks the neighbors. */
export const MAX_RANK_LENGTH = 48;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
const digit = (value: number): string => DIGITS[value]!;
const digitValue = (text: string, at: number): number => DIGITS.indexOf(text[at]!);

/** Returns the length of the integer, including its first letter. */
function integerLength(rank: string): number {
  const head = rank.charCodeAt(0);
  return head >= 97 ? head - 97 + 2 : 90 - head + 2;
}
const integerOf = (rank: string): string => rank.slice(0, integerLength(rank));
const fractionOf = (rank: string): string => rank.slice(integerLength(rank));

function step(integer: string, by: 1 | -1): string {
  const digits = [...integer.slice(1)].map((_, i) => digitValue(integer, i + 1));
  for (let i = digits.length - 1; i >= 0; i--) {
    const next = digits[i]! + by;
    if (next >= 0 && next < BASE) {
      digits[i] = next;
      return integer[0] + digits.map(digit).join('');
    }
    digits[i] = by === 1 ? 0 : BASE - 1;
  }
  // All digits carried over: one digit more away from zero, one less towards it.
  const head = integer[0]!;
  if (by === 1 && head === 'Z') return `a${digit(0)}`;
  if (by === -1 && head === 'a') return `Z${digit(BASE - 1)}`;
  const nextHead = String.fromCharCode(head.charCodeAt(0) + by);
  const length = integerLength(nextHead) - 1;
  return nextHead + digit(by === 1 ? 0 : BASE - 1).repeat(length);
}

/**
 * Returns the rank of an item created at an instant (ISO 8601): greater than that of any item created before, to the
 * millisecond.
 */
export function rankFromInstant(at: string): string {
  let digits = '';
  for (let rest = Date.parse(at); rest > 0 || digits === ''; rest = Math.floor(rest / BASE))
    digits = digit(rest % BASE) + digits;
  return String.fromCharCode(96 + digits.length) + digits;
}

/** Returns a short fraction strictly between two, near the middle; `after` null stands for one. */
function middleFraction(before: string, after: string | null): string {
  let prefix = '';
  let low = before;
  let high = after;
  for (;;) {
    const from = low === '' ? 0 : digitValue(low, 0);
    const to = high === null ? BASE : digitValue(high, 0);
    if (to - from > 1) return prefix + digit(Math.round((from + to) / 2));
    if (to === from) {
      prefix += digit(from);
      low = low.slice(1);
      high = high!.slice(1);
    } else {
      // The digits are adjacent: `high` alone is a result if more digits follow it, otherwise continue above `low`.
      if (high !== null && high.length > 1) return prefix + high[0]!;
      prefix += digit(from);
      low = low.slice(1);
      high = null;
    }
  }
}

/** Returns a rank strictly between two, where `before` < `after`; null is no bound. */
export function rankBetween(before: string | null, after: string | null): string {
  if (before === null && after === null) return 'a0';
  if (before === null) {
    const integer = integerOf(after!);
    return fractionOf(after!) === '' ? step(integer, -1) : integer;
  }
  if (after === null) return step(integerOf(before), 1);
  const integer = integerOf(before);
  if (integer === integerOf(after)) return integer + middleFraction(fractionOf(before), fractionOf(after));
  const next = step(integer, 1);
  return next < after ? next : integer + middleFraction(fractionOf(before), null);
}

/** Returns `count` ranks strictly between two, ascending and evenly spread. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  if (count <= 0) return [];
  if (count === 1) return [rankBetween(before, after)];
  if (after === null || before === null) {
    const ranks: string[] = [];
    let last = after === null ? before : after;
    for (let i = 0; i < count; i++)
      ranks.push((last = after === null ? rankBetween(last, null) : rankBetween(null, last)));
    return after === null ? ranks : ranks.reverse();
  }
  const half = Math.floor(count / 2);
  const mid = rankBetween(before, after);
  return [...ranksBetween(before, mid, half), mid, ...ranksBetween(mid, after, count - half - 1)];
}

/** Returns a rank strictly between two of at most `length` characters; undefined if there is no room. */
export function tryRankBetween(
  before: string | null,
  after: string | null,
  length = MAX_RANK_LENGTH,
): string | undefined {
  if (before !== null && after !== null && before >= after) return undefined;
  const rank = rankBetween(before, after);
  return rank.length <= length ? rank : undefined;
}

/**
 * Assigns ranks to siblings in the given order, keeping as many previous ranks as possible, so that an import changes
 * only the ranks of siblings that really moved. Ascending, each at most 48 characters.
 */
export function assignRanks(previous: readonly (string | undefined)[]): string[] {
  const kept = longestIncreasingRanks(previous);
  const ranks = new Array<string>(previous.length);
  let last: string | null = null;
  let from = 0;
  for (let i = 0; i <= previous.length; i++) {
    if (i < previous.length && !kept.has(i)) continue;
    const next: string | null = i < previous.length ? previous[i]! : null;
    const between = ranksBetween(last, next, i - from);
    if (between.some((rank) => rank.length > MAX_RANK_LENGTH)) return ranksBetween(null, null, previous.length);
    between.forEach((rank, k) => (ranks[from + k] = rank));
    if (next !== null) ranks[i] = next;
    last = next;
    from = i + 1;
  }
  return ranks;
}

/** Returns the indexes of a longest strictly ascending subsequence, in O(n log n). */
function longestIncreasingRanks(values: readonly (string | undefined)[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, i) => {
    if (value === undefined) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (values[tails[mid]!]! < value) low = mid + 1;
      else high = mid;
    }
    previous[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  });
  const places = new Set<number>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i]!) places.add(i);
  return places;
}
