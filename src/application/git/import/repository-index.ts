import { readContent } from '../../../domain/content/content.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { entries } from '../../../domain/content/objects/map-read.ts';
import { PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import { filesByPath, reusableContentsByPath } from './content-by-path.ts';

/** Items of a content by their repository paths; a path that two pages share is left out. */
export interface RepositoryIndex {
  readonly pages: ReadonlyMap<string, Page>;
  readonly reusableContents: ReadonlyMap<string, ReusableContent>;
  readonly files: ReadonlyMap<string, File>;
  readonly pathOfFile: ReadonlyMap<string, string>;
  /** Files that may be imported only because the summary links to them. */
  readonly linked: ReadonlySet<string>;
}

/** Reads the items of a content by their repository paths. */
export function* readRepositoryIndex(hash: Hash): ObjectQuery<RepositoryIndex> {
  const content = yield* readContent(hash);
  const files = yield* filesByPath(content);
  const pathOfFile = new Map([...files].map(([path, { id }]) => [id as string, path]));
  const pages = new Map<string, Page>();
  const twice = new Set<string>();
  const linked = new Set<string>();
  for (const { value } of yield* entries<Page>(content.pages)) {
    const path = value.git?.path;
    if (path !== undefined && pages.has(path)) twice.add(path);
    if (path !== undefined) pages.set(path, value);
    const target = value.type === 'link' ? referencedFile(value.target) : undefined;
    const linkedPath = target && pathOfFile.get(target);
    if (linkedPath !== undefined) linked.add(linkedPath);
    yield PAUSE;
  }
  for (const path of twice) pages.delete(path);
  return { pages, files, pathOfFile, linked, reusableContents: yield* reusableContentsByPath(content) };
}

export const isText = ({ pages, reusableContents }: RepositoryIndex, path: string): boolean =>
  pages.has(path) || reusableContents.has(path);

/** Extracts the id of the file from a reference of a page. */
export function referencedFile(reference: unknown): string | undefined {
  const { kind, file } = (reference ?? {}) as { readonly kind?: unknown; readonly file?: unknown };
  return kind === 'file' && typeof file === 'string' ? file : undefined;
}
