import type { Id } from '../../domain/kernel/id.ts';

/** Which part of a list is wanted: `limit` items (0 and up) behind the key `after`, by id. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** A part of a list; `next` is the key to go on after, absent on the last page. `count` is of all that match. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
  readonly count: number;
}

/** Plain equality on fields of the state; an array means "one of these", `null` means null. */
export type StateFilter<S> = { readonly [K in keyof S]?: S[K] | readonly S[K][] };

/** Reads of stored aggregates. */
export interface Finder<A, S> {
  /** @throws NotFound. Always name the parent too, so that a child of another parent is not found. */
  get(where: StateFilter<S> & { readonly id: Id }): Promise<A>;
  find(where: StateFilter<S>): Promise<A | undefined>;
  /** By id, bytewise; `count` is exact. */
  list(where: StateFilter<S>, page: PageRequest): Promise<Page<A>>;
  count(where: StateFilter<S>): Promise<number>;
}

/** A collection of aggregates inside a unit of work. */
export interface Repository<A, S> extends Finder<A, S> {
  /** Stores a new aggregate, or a changed one that was read in this unit of work. @throws StaleWrite, Conflict (uniqueness) */
  save(aggregate: A): Promise<void>;
  /** @throws StaleWrite when it was changed or deleted meanwhile. */
  delete(aggregate: A): Promise<void>;
}
