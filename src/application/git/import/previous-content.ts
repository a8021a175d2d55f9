import { listFiles, listReusableContents, pagesInOrder } from '../../../domain/content/content-reads.ts';
import { readContent } from '../../../domain/content/content.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { File, ReusableContent } from '../../../domain/content/page.ts';
import type { ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { PreviousPage } from './match-pages.ts';

/** Content that an import replaces. */
export interface PreviousContent {
  /** Pages, parents before their children. */
  readonly pages: readonly PreviousPage[];
  readonly files: readonly File[];
  readonly reusableContents: readonly ReusableContent[];
}

/** Empty content. */
export const NO_CONTENT: PreviousContent = { pages: [], files: [], reusableContents: [] };

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Reads everything of a content except the bytes of its documents. */
export function* readPreviousContent(hash: Hash): ObjectQuery<PreviousContent> {
  const content = yield* readContent(hash);
  return {
    pages: (yield* pagesInOrder(content)).map(({ page, path }) => ({ page, path })),
    files: (yield* listFiles(content, undefined, NO_LIMIT)).items,
    reusableContents: (yield* listReusableContents(content, undefined, NO_LIMIT)).items,
  };
}
