import type { Id } from '../kernel/id.ts';
import { ORDER, orderKey, orderPrefix } from './content.ts';
import { compareCodeUnits } from './objects/map-node.ts';
import { countBefore, slice } from './objects/map-read.ts';
import type { Hash } from './objects/content-object.ts';
import type { Page } from './page.ts';
import { both, type ObjectQuery } from './objects/object-query.ts';

/** Position of a page among its siblings. */
export interface SiblingRank {
  readonly id: Id;
  readonly rank: string;
}

/** Orders siblings by rank, then by id, bytewise. */
export const compareSiblings = (a: SiblingRank, b: SiblingRank): number =>
  compareCodeUnits(a.rank, b.rank) || compareCodeUnits(a.id, b.id);

/** Range of one parent's children in the order map. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function* spanOf(order: Hash | null, parent: Id | null): ObjectQuery<Span> {
  const prefix = orderPrefix(parent);
  const [from, to] = yield* both(countBefore(ORDER, order, prefix), countBefore(ORDER, order, `${prefix}g`));
  return { from, to };
}

function* sliceSpan(order: Hash | null, span: Span, from: number, to: number): ObjectQuery<SiblingRank[]> {
  const found = yield* slice(order, span.from + Math.max(0, from), Math.min(span.from + to, span.to));
  return found.map(({ key }) => {
    const [, rank = '', id = ''] = key.split('/');
    return { id, rank };
  });
}

/** Lists the children of a parent in order, at positions `from` up to but not including `to`. */
export function* childRanks(
  order: Hash | null,
  parent: Id | null,
  from = 0,
  to = Infinity,
): ObjectQuery<SiblingRank[]> {
  return yield* sliceSpan(order, yield* spanOf(order, parent), from, to);
}

/** Returns the position of a page among its siblings, counted from 0; reads a few objects, whatever their number. */
export function* siblingIndex(order: Hash | null, page: Pick<Page, 'parent' | 'rank' | 'id'>): ObjectQuery<number> {
  const key = orderKey(page);
  const [start, at] = yield* both(
    countBefore(ORDER, order, orderPrefix(page.parent)),
    countBefore(ORDER, order, ORDER.path(key), key),
  );
  return at - start;
}

/** Children of one parent under modification: the stored ones, less the removed ones, plus the added ones. */
export class SiblingList {
  readonly #removed = new Map<Id, SiblingRank>();
  readonly #added = new Map<Id, SiblingRank>();
  #span: Span | undefined;

  constructor(
    private readonly order: Hash | null,
    private readonly parent: Id | null,
  ) {}

  add(place: SiblingRank): void {
    const removed = this.#removed.get(place.id);
    if (removed?.rank === place.rank) this.#removed.delete(place.id);
    else this.#added.set(place.id, place);
  }

  remove(place: SiblingRank): void {
    if (!this.#added.delete(place.id)) this.#removed.set(place.id, place);
  }

  *count(): ObjectQuery<number> {
    const { from, to } = yield* this.#storedSpan();
    return to - from - this.#removed.size + this.#added.size;
  }

  /** Counts the children before a place, whether or not a child is there. */
  *countBefore(place: SiblingRank): ObjectQuery<number> {
    const stored = yield* siblingIndex(this.order, { ...place, parent: this.parent });
    const countIn = (places: ReadonlyMap<Id, SiblingRank>): number =>
      [...places.values()].filter((other) => compareSiblings(other, place) < 0).length;
    return stored - countIn(this.#removed) + countIn(this.#added);
  }

  /** Lists the children at positions `from` up to but not including `to`. Reads only entries near the range. */
  *slice(from: number, to: number): ObjectQuery<SiblingRank[]> {
    const span = yield* this.#storedSpan();
    const stored = span.to - span.from;
    if (this.#added.size === 0 && this.#removed.size === 0)
      return yield* sliceSpan(this.order, span, Math.max(0, from), to);
    // Each addition may move a stored child back by one position, each removal forward by one.
    const low = Math.max(0, Math.min(from - this.#added.size, stored));
    const high = Math.min(stored, to + this.#removed.size);
    const near = yield* sliceSpan(this.order, span, low, high);
    const start = near[0];
    const before = (place: SiblingRank): boolean => low > 0 && start !== undefined && compareSiblings(place, start) < 0;
    const added = [...this.#added.values()];
    const merged = near
      .filter(({ id }) => !this.#removed.has(id))
      .concat(added.filter((place) => !before(place)))
      .sort(compareSiblings);
    const first = low === 0 ? 0 : low - [...this.#removed.values()].filter(before).length + added.filter(before).length;
    return merged.slice(Math.max(0, from - first), Math.max(0, to - first));
  }

  *all(): ObjectQuery<SiblingRank[]> {
    return yield* this.slice(0, Infinity);
  }

  *#storedSpan(): ObjectQuery<Span> {
    return (this.#span ??= yield* spanOf(this.order, this.parent));
  }
}
