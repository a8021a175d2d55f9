import type { Id } from '../../domain/kernel/id.ts';

/** Requested page of a list: up to `limit` items (0 or more) after the key `after`, by id. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/**
 * Page of a list; `next` is the key to continue after, absent on the last page. `count` is the number of all matches.
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
  readonly count: number;
}

/** Equality on fields of the state; an array means "one of these", `null` means null. */
export type StateFilter<S> = { readonly [K in keyof S]?: S[K] | readonly S[K][] };

/** Reads of stored aggregates. */
export interface Finder<A, S> {
  /**
   * Gets an aggregate by id. The filter must also name the parent, so that a child of another parent is not found.
   * @throws NotFound
   */
  get(where: StateFilter<S> & { readonly id: Id }): Promise<A>;
  find(where: StateFilter<S>): Promise<A | undefined>;
  /** Lists aggregates by id, bytewise; `count` is exact. */
  list(where: StateFilter<S>, page: PageRequest): Promise<Page<A>>;
  count(where: StateFilter<S>): Promise<number>;
}

/** Collection of aggregates inside a unit of work. */
export interface Repository<A, S> extends Finder<A, S> {
  /**
   * Stores a new aggregate, or a changed one that was read in this unit of work.
   * @throws StaleWrite, Conflict (uniqueness)
   */
  save(aggregate: A): Promise<void>;
  /**
   * Stores different aggregates that were read in this unit of work, in one round trip.
   * @throws StaleWrite, Conflict (uniqueness)
   */
  saveAll(aggregates: readonly A[]): Promise<void>;
  /**
   * Deletes an aggregate.
   * @throws StaleWrite if it was changed or deleted concurrently
   */
  delete(aggregate: A): Promise<void>;
}
