/** Effect of a node on tags: opens a tag, or closes the last open tag of a name. */
export interface TagMark {
  readonly opens?: string | undefined;
  readonly closes?: string | undefined;
}

/**
 * Maps the index of each opening to the index of its closing. A tag that opens within another and does not close there
 * has no closing. Runs in linear time.
 */
export function matchClosings(marks: readonly TagMark[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: { readonly name: string; readonly at: number }[] = [];
  const waiting = new Map<string, number>();
  const pop = (): { readonly name: string; readonly at: number } => {
    const last = open.pop()!;
    waiting.set(last.name, waiting.get(last.name)! - 1);
    return last;
  };
  marks.forEach(({ opens, closes }, at) => {
    if (closes !== undefined && (waiting.get(closes) ?? 0) > 0) {
      let opened = pop();
      while (opened.name !== closes) opened = pop();
      closings.set(opened.at, at);
    } else if (opens !== undefined) {
      open.push({ name: opens, at });
      waiting.set(opens, (waiting.get(opens) ?? 0) + 1);
    }
  });
  return closings;
}
