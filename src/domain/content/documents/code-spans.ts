/**
 * Returns a function that tells whether an offset of a paragraph is inside a code span: from a run of backticks to the
 * next run of the same length. Offsets must be passed in ascending order. Linear in the length of the text.
 */
export function codeSpanTester(text: string): (at: number) => boolean {
  const runs = backtickRuns(text);
  /** For each run, the index of the next run of the same length; -1 if there is none. */
  const closers = new Array<number>(runs.length);
  const nearest = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i]!;
    closers[i] = nearest.get(length) ?? -1;
    nearest.set(length, i);
  }
  const spans: { readonly from: number; readonly to: number }[] = [];
  for (let i = 0; i < runs.length; i++) {
    const closer = closers[i]!;
    if (closer < 0) continue;
    const { from } = runs[i]!;
    const { from: end, length } = runs[closer]!;
    spans.push({ from, to: end + length });
    i = closer;
  }
  let at = 0;
  return (place) => {
    while (at < spans.length && spans[at]!.to <= place) at += 1;
    return at < spans.length && spans[at]!.from <= place;
  };
}

interface Run {
  readonly from: number;
  readonly length: number;
}

/** Lists the runs of backticks; after a backslash, a run starts with its second backtick. */
function backtickRuns(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (let from = text.indexOf('`'); from !== -1;) {
    if (text[from - 1] === '\\') from += 1;
    let to = from;
    while (text[to] === '`') to += 1;
    if (to > from) runs.push({ from, length: to - from });
    from = text.indexOf('`', to);
  }
  return runs;
}
