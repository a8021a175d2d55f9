/** What a node among its siblings does to tags: begins one, or ends the last of a name that is open. */
export interface TagMark {
  readonly opens?: string | undefined;
  readonly closes?: string | undefined;
}

/** Where each tag among siblings ends, by where it begins. What begins within another and does not end there has no end; linear. */
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
