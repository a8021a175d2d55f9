import { Invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';

/** Part with a rank among others. */
export interface RankedPart {
  readonly id: Id;
  snapshot(): { readonly rank: number };
  rerank(rank: number): void;
}

/** Sorts parts by rank; of equal ranks, the older one comes first. */
export const sortByRank = <P extends RankedPart>(parts: Iterable<P>): P[] =>
  [...parts].sort((a, b) => a.snapshot().rank - b.snapshot().rank || (a.id < b.id ? -1 : 1));

/** Returns a rank after all others, which must be in order. */
export const rankAfter = (others: readonly RankedPart[]): number => (others.at(-1)?.snapshot().rank ?? -1) + 1;

/** Parts of one kind that must be stored, and that must be deleted. */
export interface PartChanges<P> {
  readonly changed: readonly P[];
  readonly removed: readonly P[];
}

/** Parts of one kind, with their changes. */
export class PartSet<P extends RankedPart> {
  readonly all: P[];
  readonly #changed = new Set<P>();
  readonly #removed = new Set<P>();

  constructor(all: Iterable<P>) {
    this.all = [...all];
    if (new Set(this.all.map(({ id }) => id)).size !== this.all.length)
      throw new Error('a part of a site is included more than once');
  }

  find(id: Id): P | undefined {
    return this.all.find((one) => one.id === id);
  }
  add(one: P): void {
    this.all.push(one);
    this.#changed.add(one);
  }
  touch(one: P): void {
    this.#changed.add(one);
  }
  remove(one: P): void {
    this.all.splice(this.all.indexOf(one), 1);
    this.#changed.delete(one);
    this.#removed.add(one);
  }
  changes(): PartChanges<P> {
    return { changed: [...this.#changed], removed: [...this.#removed] };
  }
}

/**
 * Returns an index (counted from 0) among others, which are in order: before one of them, after one, or between two
 * neighbors; the end without either.
 * @throws Invalid for two that are not neighbors
 */
export function resolveIndex(
  others: readonly RankedPart[],
  before: RankedPart | undefined,
  after: RankedPart | undefined,
  counts: (one: RankedPart) => boolean,
): number {
  const next = before && others.indexOf(before);
  const previous = after && others.indexOf(after);
  if (next === undefined) return previous === undefined ? others.length : previous + 1;
  if (previous !== undefined && (previous >= next || others.slice(previous + 1, next).some(counts)))
    throw Invalid.field('position', 'before and after must name adjacent items');
  return next;
}
