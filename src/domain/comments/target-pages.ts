import { readContent } from '../content/content.ts';
import { getPages, pathOf } from '../content/content-reads.ts';
import type { Hash } from '../content/objects/content-object.ts';
import type { Page } from '../content/page.ts';
import { all, type ObjectQuery } from '../content/objects/object-query.ts';
import type { Id } from '../kernel/id.ts';

export interface TargetPage {
  readonly page: Page;
  /** Path of the page; empty for a page without one. */
  readonly path: string;
}

/**
 * Finds the pages with these ids in a content, with their paths. The lookups run in parallel; their cost does not
 * depend on the size of the content.
 */
export function* findTargetPages(contentHash: Hash, ids: Iterable<Id>): ObjectQuery<ReadonlyMap<Id, TargetPage>> {
  const content = yield* readContent(contentHash);
  const pages = [...(yield* getPages(content, new Set(ids))).values()];
  const paths = yield* all(pages.map((page) => pathOf(content, page)));
  return new Map(pages.map((page, n): [Id, TargetPage] => [page.id, { page, path: paths[n] ?? '' }]));
}
