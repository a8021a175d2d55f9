import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { pageOf } from '../../list-keys.ts';

/** Makes a page of `all`, ordered by the id that `key` returns. */
export function paged<T>(
  all: readonly T[],
  key: (item: T) => string,
  { limit, after, order = 'asc' }: PageRequest,
): Page<T> {
  const direction = order === 'desc' ? -1 : 1;
  const sorted = [...all].sort((a, b) => (key(a) < key(b) ? -direction : direction));
  const rest = sorted.filter(
    (item) => after === undefined || (order === 'desc' ? key(item) < after : key(item) > after),
  );
  return structuredClone(pageOf(rest, limit, all.length, key));
}

/** Makes a page of items that are in the order in which they were stored; its key is an id. */
export function pagedAsStored<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  { limit, after, order = 'asc' }: PageRequest,
): Page<T> {
  const sorted = order === 'desc' ? [...all].reverse() : all;
  const last = sorted.findIndex((item) => idOf(item) === after);
  const rest = after === undefined ? sorted : last < 0 ? [] : sorted.slice(last + 1);
  return structuredClone(pageOf(rest, limit, all.length, idOf));
}

/** Tells whether one of the texts contains `part`, whatever the case. */
export const containsText = (texts: readonly string[], part: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(part.toLowerCase()));
