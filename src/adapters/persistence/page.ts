import type { Page } from '../../ports/kernel/repository.ts';

/** Makes a page from items that were read with one more than the limit. A page of no items has no next one. */
export function pageOf<T>(found: readonly T[], limit: number, count: number, key: (item: T) => string): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return found.length > limit && last !== undefined ? { items, next: key(last), count } : { items, count };
}
