import { hash } from 'node:crypto';
import { Invalid } from '../../../domain/kernel/errors.ts';
import type { Page } from '../../../ports/kernel/repository.ts';

/**
 * Reads the page of a list that a request names by a cursor.
 * @param open returns the key of a cursor; undefined if it is not one of this list
 * @throws Invalid naming `page`
 */
export function pageInput(
  { page, limit }: { page?: string; limit: number },
  open: (cursor: string) => string | undefined,
): { limit: number; after?: string } {
  if (page === undefined) return { limit };
  const after = open(page);
  if (after === undefined)
    throw Invalid.field('page', 'is not a page of this list; pass the `next.page` of a response unchanged');
  return { limit, after };
}

/** Replaces the key of the next page by a cursor. */
export const sealNext = (page: Page<unknown>, seal: (key: string) => string): Page<unknown> =>
  page.next === undefined ? page : { ...page, next: seal(page.next) };

/** Returns the purpose that a cursor is signed for: the same list with the same filters and the same token. */
export function cursorPurpose(
  operation: string,
  path: object,
  query: Readonly<Record<string, unknown>>,
  secret = '',
): string {
  const { page: _page, limit: _limit, ...filters } = query;
  return JSON.stringify(['cursor', operation, path, filters, hash('sha256', secret, 'base64url')]);
}
