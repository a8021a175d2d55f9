import { listFiles, listReusableContents, findPageByPath } from '../../../domain/content/content-reads.ts';
import type { Content } from '../../../domain/content/content.ts';
import { entries } from '../../../domain/content/objects/map-read.ts';
import { all, allInBatches, PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Finds the pages that come from files, by the paths of the files. A page whose path resembles that of its file is read
 * directly; the other pages are found by reading all pages.
 */
export function* findPagesByFile(
  content: Content,
  paths: readonly string[],
  root: string,
): ObjectQuery<ReadonlyMap<string, Page>> {
  const found = new Map(
    (yield* allInBatches(paths, (path) => findLikelyPage(content, path, root))).flatMap((page) =>
      page === undefined ? [] : [[page.git!.path, page]],
    ),
  );
  const left = new Set(paths.filter((path) => !found.has(path)));
  if (left.size === 0) return found;
  for (const { value } of yield* entries<Page>(content.pages)) {
    if (value.git !== undefined && left.has(value.git.path)) found.set(value.git.path, value);
    yield PAUSE;
  }
  return found;
}

function* findLikelyPage(content: Content, path: string, root: string): ObjectQuery<Page | undefined> {
  const likely = yield* all(likelyPagePaths(path, root).map((each) => findPageByPath(content, each)));
  return likely.find((page) => page?.git?.path === path);
}

/**
 * Lists the page paths to try for a file: for `docs/guide/use/README.md` below the root `docs`, first `guide/use`, then
 * `use`.
 */
function likelyPagePaths(path: string, root: string): readonly string[] {
  const below = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const segments = below
    .replace(/\.(?:md|markdown)$/i, '')
    .replace(/\/readme$/i, '')
    .toLowerCase()
    .split('/');
  return segments.map((_, from) => segments.slice(from).join('/'));
}

export function* filesByPath(content: Content): ObjectQuery<ReadonlyMap<string, File>> {
  const { items } = yield* listFiles(content, undefined, NO_LIMIT);
  return new Map(items.flatMap((file) => (file.git === undefined ? [] : [[file.git.path, file]])));
}

export function* reusableContentsByPath(content: Content): ObjectQuery<ReadonlyMap<string, ReusableContent>> {
  const { items } = yield* listReusableContents(content, undefined, NO_LIMIT);
  return new Map(items.flatMap((one) => (one.git === undefined ? [] : [[one.git.path, one]])));
}
