import { Invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';

/** What has a place among others. */
export interface RankedPart {
  readonly id: Id;
  snapshot(): { readonly rank: number };
  rerank(rank: number): void;
}

/** In their order; of two with the same rank, the older comes first. */
export const sortByRank = <P extends RankedPart>(parts: Iterable<P>): P[] =>
  [...parts].sort((a, b) => a.snapshot().rank - b.snapshot().rank || (a.id < b.id ? -1 : 1));

/** The rank of what comes last, behind others that are in their order. */
export const rankAfter = (others: readonly RankedPart[]): number => (others.at(-1)?.snapshot().rank ?? -1) + 1;

/** What has to be stored of one kind, and what deleted. */
export interface PartChanges<P> {
  readonly changed: readonly P[];
  readonly removed: readonly P[];
}

/** A site's parts of one kind, and what became of them. */
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
 * Which place (counted from 0) among others, which are in their order, is before one of them, after one, or between two
 * neighbours; the last without either. @throws Invalid for two that are no neighbours
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
  if (previous !== undefined && (previous > next || others.slice(previous + 1, next).some(counts)))
    throw Invalid.field('position', 'before and after must name adjacent items');
  return next;
}
