/**
 * A list in a response whose items are presented only when they are written, because it may be as long as a space is
 * large; items may contain such lists.
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

/**
 * Presents a list item by item while it is written; its declared type is an ordinary array, for schemas and
 * documentation.
 */
export const lazily = <T, Shown>(items: readonly T[], present: (item: T) => Shown): Shown[] =>
  new LazyList(items, present as (item: unknown) => unknown) as unknown as Shown[];

/** Presents the items of a list, lazy or not, one by one. */
export function* presentedItems<Shown>(list: readonly Shown[]): Generator<Shown> {
  const source: unknown = list;
  if (source instanceof LazyList) for (const item of source.items) yield source.present(item) as Shown;
  else yield* list;
}

/** Tells whether a value is an object with a non-empty lazy list as a direct member. */
export function holdsLazyList(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object') return false;
  for (const key in value) {
    const member: unknown = value[key as never];
    if (member instanceof LazyList && member.items.length > 0) return true;
  }
  return false;
}
