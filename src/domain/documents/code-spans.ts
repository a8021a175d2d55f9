/**
 * Says of places of one paragraph, asked for from left to right, whether they are inside a code span: from a run of
 * backticks to the next run of the same length. Linear in the length of the text.
 */
export function codeSpans(text: string): (at: number) => boolean {
  const runs = [...text.matchAll(/(?<!\\)`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  const spans: { from: number; to: number }[] = [];
  const later = new Map<number, number[]>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i]!;
    const places = later.get(length);
    if (places) places.push(i);
    else later.set(length, [i]);
  }
  for (let i = 0; i < runs.length; i++) {
    const { index, length } = runs[i]!;
    const places = later.get(length)!;
    while (places.length > 0 && places.at(-1)! <= i) places.pop();
    const closer = places.at(-1);
    if (closer === undefined) continue;
    spans.push({ from: index, to: runs[closer]!.index + length });
    i = closer;
  }
  let at = 0;
  return (place) => {
    while (at < spans.length && spans[at]!.to <= place) at += 1;
    return at < spans.length && spans[at]!.from <= place;
  };
}
