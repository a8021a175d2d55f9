import { Invalid } from '../../domain/kernel/errors.ts';
import type { Page } from '../../ports/kernel/repository.ts';

/** Key of a list that is ordered by an instant, then by id. */
export const instantKey = (at: string, id: string): string => `${at}|${id}`;

/** Parses a key of such a list; returns nulls for the start of the list. */
export function afterInstant(key: string | undefined): readonly [at: string, id: string] | readonly [null, null] {
  if (key === undefined) return [null, null];
  const [at, id] = key.split('|') as [string, string];
  return [at, id];
}

/** Key of a list that is ordered by a text, then by id. */
export const sortedKey = (by: string, id: string): string => JSON.stringify([by, id]);

/** Parses a key of such a list. @throws Invalid for a key of the list in another order */
export function afterSorted(key: string | undefined): readonly [by: string, id: string] | undefined {
  if (key === undefined) return undefined;
  const parts = parsed(key);
  if (!isPair(parts))
    throw Invalid.field(
      'page',
      'belongs to a sort order that this list no longer has; start again with the first page',
    );
  return parts;
}

const isPair = (parts: unknown): parts is readonly [string, string] =>
  Array.isArray(parts) && parts.length === 2 && parts.every((part) => typeof part === 'string');

function parsed(key: string): unknown {
  try {
    return JSON.parse(key);
  } catch {
    return undefined;
  }
}

/** Makes a page from items that were read with one more than the limit. A page of no items has no next one. */
export function pageOf<T>(found: readonly T[], limit: number, count: number, key: (item: T) => string): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return found.length > limit && last !== undefined ? { items, next: key(last), count } : { items, count };
}
