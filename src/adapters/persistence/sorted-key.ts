import { Invalid } from '../../domain/kernel/errors.ts';

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
