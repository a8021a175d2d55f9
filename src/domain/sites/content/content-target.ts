import { constantQuery, runSync, type ObjectQuery } from '../../content/objects/object-query.ts';
import type { File } from '../../content/page.ts';
import { targetKey } from '../../links/link-target.ts';
import { findNothing, resolveTarget, type TargetLookup } from '../../links/resolve-target.ts';
import type { FileIndex } from './file-index.ts';
import type { OutlineEntry, SpaceOutline } from './space-outline.ts';

/** Target of a link or image in a space's content. */
export type ContentTarget =
  | { readonly kind: 'page'; readonly entry: OutlineEntry; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: File; readonly anchor?: string }
  | { readonly kind: 'url'; readonly url: string }
  /** Path within the app, such as a page of another space: `/spaces/…`. */
  | { readonly kind: 'app'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'broken' };

export interface LinkableContent {
  readonly outline: SpaceOutline;
  readonly files: FileIndex;
}

/**
 * Returns the path that relative links of a document start from: its repository path, or the file that its page path
 * would have.
 */
export const documentPath = ({ gitPath, path }: Pick<OutlineEntry, 'gitPath' | 'path'>): string =>
  gitPath ?? `${path ?? ''}.md`;

/** Resolves a target in a document at `place`. Targets that readers cannot access are broken. */
export function resolveContentTarget(written: string, place: string, content: LinkableContent): ContentTarget {
  const key = targetKey(written, { documentPath: place });
  const found =
    key === undefined
      ? { kind: 'broken' as const }
      : runSync(NO_REDIRECTS, resolveTarget(key, outlineTargetLookup(content)));
  switch (found.kind) {
    case 'page':
      return { kind: 'page', entry: found.page, ...(found.anchor !== undefined && { anchor: found.anchor }) };
    case 'content':
      return { kind: 'broken' };
    case 'url':
      return { kind: 'url', url: /^(?:https?:|\/\/)/i.test(written) ? written : found.url };
    default:
      return found;
  }
}

const NO_REDIRECTS = new Map();
const skipLinkEntry = (entry: OutlineEntry | undefined): ObjectQuery<OutlineEntry | undefined> =>
  constantQuery(entry?.type === 'link' ? undefined : entry);

const outlineTargetLookup = ({ outline, files }: LinkableContent): TargetLookup<OutlineEntry, File, never> => ({
  pageById: (id) => skipLinkEntry(outline.byId(id)),
  pageByPath: (path) => skipLinkEntry(outline.byPath(path) ?? outline.byPathIgnoringCase(path)),
  pageByGitPath: (path) => skipLinkEntry(outline.byGitPath(path)),
  fileById: (id) => constantQuery(files.byId(id)),
  fileByGitPath: (path) => constantQuery(files.byPath(path)),
  contentById: findNothing,
  contentByGitPath: findNothing,
});
