import { done, readSync, type Reading } from '../../content/objects/reading.ts';
import type { File } from '../../content/page.ts';
import { targetKey } from '../../links/link-target.ts';
import { nothing, resolveTarget, type TargetLookup } from '../../links/resolve-target.ts';
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

export interface LinkedContent {
  readonly outline: SpaceOutline;
  readonly files: FileIndex;
}

/** Where a document lies for relative links: in its repository, or as the file that a page of its path would be. */
export const placeOf = ({ gitPath, path }: Pick<OutlineEntry, 'gitPath' | 'path'>): string =>
  gitPath ?? `${path ?? ''}.md`;

/** What a target means that was written in a document at `place`. What readers cannot get is broken. */
export function contentTarget(written: string, place: string, content: LinkedContent): ContentTarget {
  const key = targetKey(written, { place });
  const found =
    key === undefined ? { kind: 'broken' as const } : readSync(NOTHING_STORED, resolveTarget(key, lookupIn(content)));
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

const NOTHING_STORED = new Map();
const readable = (entry: OutlineEntry | undefined): Reading<OutlineEntry | undefined> =>
  done(entry?.type === 'link' ? undefined : entry);

const lookupIn = ({ outline, files }: LinkedContent): TargetLookup<OutlineEntry, File, never> => ({
  page: (id) => readable(outline.byId(id)),
  pageAt: (path) => readable(outline.byPath(path) ?? outline.byPathInAnyCase(path)),
  pageInGit: (path) => readable(outline.byGitPath(path)),
  file: (id) => done(files.byId(id)),
  fileInGit: (path) => done(files.byPath(path)),
  content: nothing,
  contentInGit: nothing,
});
