import type { File } from '../content/page.ts';
import type { FileIndex } from './file-index.ts';
import { pagePathOfFile, type OutlineEntry, type SpaceOutline } from './space-outline.ts';

/** What a link or an image in a space's content is about. */
export type ContentTarget =
  | { readonly kind: 'page'; readonly entry: OutlineEntry; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'broken' };

export interface LinkedContent {
  readonly outline: SpaceOutline;
  readonly files: FileIndex;
}

const BROKEN: ContentTarget = { kind: 'broken' };
const URL_WITH_SCHEME = /^(?:https?:|\/\/)/i;
const BROKEN_MARK = /^\/broken\/|(?:^|\/)broken-reference\/?$/;

/** Where a document lies for relative links: in its repository, or as the file that a page of its path would be. */
export const placeOf = ({ gitPath, path }: Pick<OutlineEntry, 'gitPath' | 'path'>): string => gitPath ?? `${path ?? ''}.md`;

/**
 * What a target means that was written in a document at `place`: `/pages/…` and `/files/…` by id (or path), Markdown
 * files and assets relative to the document or from the root, page paths. What readers cannot get is broken.
 */
export function contentTarget(written: string, place: string, content: LinkedContent): ContentTarget {
  if (URL_WITH_SCHEME.test(written)) return { kind: 'url', url: written };
  const [, rest = '', fragment] = /^([^#]*)(?:#(.*))?$/s.exec(written) ?? [];
  const path = rest.replace(/\?.*$/s, '');
  if (BROKEN_MARK.test(path)) return BROKEN;
  const anchor = fragment ? { anchor: fragment } : {};

  const byId = /^\/(pages|files)\/(.+)$/.exec(path);
  if (byId?.[1] === 'files') {
    const file = content.files.byId(byId[2]!);
    return file ? { kind: 'file', file } : BROKEN;
  }
  if (byId !== null) {
    const entry = content.outline.byId(byId[2]!.replace(/\/$/, '')) ?? pageAt(byId[2]!, content.outline);
    return entry && isReadable(entry) ? { kind: 'page', entry, ...anchor } : BROKEN;
  }

  const base = path.startsWith('/') ? '' : place.slice(0, place.lastIndexOf('/') + 1);
  for (const each of spellings(path)) {
    const joined = joinPath(base, each);
    if (joined === undefined) continue;
    const entry = pageAt(joined, content.outline);
    if (entry && isReadable(entry)) return { kind: 'page', entry, ...anchor };
    const file = content.files.byPath(joined);
    if (file) return { kind: 'file', file };
  }
  return BROKEN;
}

const isReadable = ({ type }: OutlineEntry): boolean => type !== 'link';

/** As written, and with everything percent-decoded. */
function spellings(path: string): readonly string[] {
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? [path] : [path, decoded];
  } catch {
    return [path];
  }
}

/** The page that a path from the root means: a Markdown file, a folder for its README, or the page's own path. */
function pageAt(written: string, outline: SpaceOutline): OutlineEntry | undefined {
  const path = written.replace(/\/+$/, '');
  const files = /\.md$/i.test(path) ? [path] : [`${path}.md`, path === '' ? 'README.md' : `${path}/README.md`];
  for (const file of files) {
    const entry = outline.byGitPath(file);
    if (entry) return entry;
  }
  const page = pagePathOfFile(path);
  return outline.byPath(page) ?? outline.byPathInAnyCase(page);
}

/** Without `.` and `..`; undefined when it leaves the root. */
function joinPath(base: string, path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of (base + path.replace(/^\/+/, '')).split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/') + (/\/$/.test(path) && segments.length > 0 ? '/' : '');
}
