/**
 * A list in an answer whose items are presented only when they are written: it may be as long as a space is large, and
 * an item may hold such lists in turn.
 */
export class LazyList<T = unknown> {
  constructor(
    readonly items: readonly T[],
    readonly present: (item: T) => unknown,
  ) {}

  toJSON(): unknown[] {
    return this.items.map((item) => this.present(item));
  }
}

/** Presents a list item by item as it is written; to those who only describe the answer it is an array like any other. */
export const lazily = <T, Shown>(items: readonly T[], present: (item: T) => Shown): Shown[] =>
  new LazyList(items, present as (item: unknown) => unknown) as unknown as Shown[];

/** Whether a value is an object that holds a lazy list with something in it, directly. */
export function holdsLazyList(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object') return false;
  for (const key in value) {
    const member: unknown = value[key as never];
    if (member instanceof LazyList && member.items.length > 0) return true;
  }
  return false;
}
