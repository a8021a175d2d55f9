/** Returns the indexes of a longest ascending subsequence, in O(n log n). */
export function longestIncreasingSubsequence(numbers: readonly number[]): number[] {
  const tails: number[] = [];
  const previous: number[] = [];
  numbers.forEach((number, at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[tails[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? tails[low - 1]! : -1);
    tails[low] = at;
  });
  const run: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(at);
  return run.reverse();
}
