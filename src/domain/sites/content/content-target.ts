import { constantQuery, runSync, type ObjectQuery } from '../../content/objects/object-query.ts';
import type { File } from '../../content/page.ts';
import { targetKey } from '../../links/link-target.ts';
import { findNothing, resolveTarget, type TargetLookup } from '../../links/resolve-target.ts';
import type { FileIndex } from './file-index.ts';
import type { OutlineEntry, SpaceOutline } from './space-outline.ts';

/** What a link or an image in a space's content is about. */
export type ContentTarget =
  | { readonly kind: 'page'; readonly entry: OutlineEntry; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'url'; readonly url: string }
  /** A place in the app, such as a page of another space: `/spaces/…`. */
  | { readonly kind: 'app'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'broken' };

export interface LinkableContent {
  readonly outline: SpaceOutline;
  readonly files: FileIndex;
}

/** Where a document lies for relative links: in its repository, or as the file that a page of its path would be. */
export const documentPath = ({ gitPath, path }: Pick<OutlineEntry, 'gitPath' | 'path'>): string =>
  gitPath ?? `${path ?? ''}.md`;

/** What a target means that was written in a document at `place`. What readers cannot get is broken. */
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
