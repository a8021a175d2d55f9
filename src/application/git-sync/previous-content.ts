import { listFiles, listReusableContents, pageTree, type PageNode } from '../../domain/content/content-reads.ts';
import { readContent } from '../../domain/content/content.ts';
import type { Hash } from '../../domain/content/objects/objects.ts';
import type { File, ReusableContent } from '../../domain/content/page.ts';
import type { Reading } from '../../domain/content/objects/reading.ts';
import type { PreviousPage } from './match-pages.ts';

/** What an import replaces. */
export interface PreviousContent {
  /** Parents before their children. */
  readonly pages: readonly PreviousPage[];
  readonly files: readonly File[];
  readonly reusableContents: readonly ReusableContent[];
}

/** Where nothing was before. */
export const NO_CONTENT: PreviousContent = { pages: [], files: [], reusableContents: [] };

const ALL = Number.MAX_SAFE_INTEGER;

/** Everything in a content but the bytes of its documents. */
export function* previousContent(hash: Hash): Reading<PreviousContent> {
  const content = yield* readContent(hash);
  const pages: PreviousPage[] = [];
  const open: PageNode[] = [...(yield* pageTree(content))].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    pages.push({ page: node.page, path: node.path });
    for (let i = node.pages.length - 1; i >= 0; i--) open.push(node.pages[i]!);
  }
  return {
    pages,
    files: (yield* listFiles(content, undefined, ALL)).items,
    reusableContents: (yield* listReusableContents(content, undefined, ALL)).items,
  };
}
