import { percentDecoded } from '../kernel/percent-decoded.ts';
import { findTextProblem } from '../kernel/storable-text.ts';
import { encodeUtf8 } from '../content/objects/json.ts';
import { isId, type Id } from '../kernel/id.ts';
import type { LinkUse } from './written-links.ts';

/** URL schemes that a reader may follow; their targets are not checked. */
const EXTERNAL_SCHEME = /^(?:https?|mailto|tel):/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Placeholders that an editor wrote for links without a target. */
const BROKEN_MARK = /^\/broken\/|(?:^|\/)broken-reference\/?$/;
const APP_PATH = /^\/(?:app\/)?spaces\/[0-9A-Za-z]{20}(?:\/|$)/;
/** Prefix in the keys of includes: a page depends on the content that it includes. */
const INCLUDE_PREFIX = '{%';

/** Maximum length of a target's key in bytes; longer targets are not indexed. */
export const MAX_TARGET_KEY_LENGTH = 1_200;

/** Meaning of a target's key by itself. */
export type ParsedTargetKey =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'app'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'file'; readonly id: Id; readonly anchor?: string }
  | { readonly kind: 'content'; readonly id?: Id; readonly path: string }
  | { readonly kind: 'page'; readonly id?: Id; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'path'; readonly path: string; readonly anchor?: string };

/** Location of a link, which relative targets start from. */
export interface LinkOrigin {
  /** Path of the document in the repository, or the path of the file that its page would have. */
  readonly documentPath: string;
  /** Page whose own headings `#…` refers to. */
  readonly page?: Id;
}

/**
 * Normalizes a target so that equal keys mean the same target everywhere: relative paths become absolute, anchors of
 * the same page get its id. Undefined for text that is not a link, such as `data:`, and for overlong targets.
 */
export function targetKey(written: string, place: LinkOrigin, use: LinkUse = 'link'): string | undefined {
  const key = toKey(written, place, use);
  // Paths are also looked up percent-decoded; web URLs never are.
  const isUnstorable =
    key !== undefined && (findTextProblem(key) !== undefined || (key.includes('%00') && !/^https?:/i.test(key)));
  return key === undefined ||
    isUnstorable ||
    (key.length > MAX_TARGET_KEY_LENGTH / 3 && encodeUtf8(key).length > MAX_TARGET_KEY_LENGTH)
    ? undefined
    : key;
}

function toKey(written: string, { documentPath: place, page }: LinkOrigin, use: LinkUse): string | undefined {
  const target = written.trim();
  if (target === '' || /^data:/i.test(target)) return undefined;
  if (use === 'include') return INCLUDE_PREFIX + (toRootPath(target.replace(/#.*$/s, ''), place) || '/');
  if (target.startsWith('//')) return httpUrl(`https:${target}`);
  if (/^https?:/i.test(target)) return httpUrl(target);
  if (SCHEME.test(target)) return target;
  const [, rest = '', fragment] = /^([^#]*)(?:#(.*))?$/s.exec(target) ?? [];
  const path = rest.replace(/\?.*$/s, '');
  const anchor = fragment ? `#${fragment}` : '';
  if (path !== '') return toRootPath(path, place) + anchor;
  return page === undefined || anchor === '' ? undefined : `/pages/${page}${anchor}`;
}

function httpUrl(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}

function toRootPath(path: string, place: string): string {
  const base = path.startsWith('/') ? '' : place.slice(0, place.lastIndexOf('/') + 1);
  return `/${joinPath(base, path) ?? '../'}`;
}

/** Parses a key. */
export function parseTargetKey(key: string): ParsedTargetKey {
  if (key.startsWith(INCLUDE_PREFIX)) {
    const path = key.slice(INCLUDE_PREFIX.length);
    const id = /^\/reusable-contents?\/([0-9A-Za-z]{20})$/.exec(path)?.[1];
    return { kind: 'content', path: path.slice(1), ...(id !== undefined && { id }) };
  }
  if (EXTERNAL_SCHEME.test(key)) return { kind: 'url', url: key };
  if (!key.startsWith('/')) return { kind: 'broken' };
  const hash = key.indexOf('#');
  const path = hash < 0 ? key : key.slice(0, hash);
  const anchor = hash < 0 ? {} : { anchor: key.slice(hash + 1) };
  if (BROKEN_MARK.test(path) || path.startsWith('/../')) return { kind: 'broken' };
  if (APP_PATH.test(path)) return { kind: 'app', path: path.replace(/^\/app(?=\/)/, ''), ...anchor };
  const [, kind, rest] = /^\/(pages|files)\/(.+)$/s.exec(path) ?? [];
  // The folder of a repository may have this name, too.
  if (kind === 'files' && isId(rest!)) return { kind: 'file', id: rest!, ...anchor };
  if (kind === 'pages') {
    const bare = rest!.replace(/\/+$/, '');
    return { kind: 'page', path: bare, ...(!bare.includes('/') && { id: bare }), ...anchor };
  }
  return { kind: 'path', path: path.slice(1), ...anchor };
}

/** Returns the path that a target below `/pages/` has if the repository has a folder of this name. */
export const pathInPagesFolder = (path: string): string => `pages/${path}`;

/** Tells whether a key is that of an included content rather than of a link. */
export const isIncludeKey = (key: string): boolean => key.startsWith(INCLUDE_PREFIX);

/** Joins paths and removes `.` and `..`, keeping a trailing slash; undefined if the result leaves the root. */
export function joinPath(base: string, path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of (base + path.replace(/^\/+/, '')).split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/') + (/\/$/.test(path) && segments.length > 0 ? '/' : '');
}

/** Returns a path as written, and percent-decoded if that differs. */
export function pathSpellings(path: string): readonly string[] {
  return [...new Set([path, percentDecoded(path)])];
}

/**
 * Lists the Markdown files that a path can refer to: itself if it is one, otherwise with `.md` or `/README.md`
 * appended.
 */
export const candidateMarkdownFiles = (path: string): readonly string[] =>
  /\.md$/i.test(path) ? [path] : [`${path}.md`, path === '' ? 'README.md' : `${path}/README.md`];

/** Converts the path of a Markdown file to a page path: `a/b.md` and `a/README.md` become `a/b` and `a`. */
export const pagePathOfFile = (file: string): string => file.replace(/\.md$/i, '').replace(/(?:^|\/)readme$/i, '');

/**
 * Normalizes a path so that all spellings of one target are equal; different targets may be equal too. Used as a lookup
 * key.
 */
export const normalizePath = (path: string): string =>
  pagePathOfFile((pathSpellings(path).at(-1) ?? path).replace(/\/+$/, '')).toLowerCase();

/**
 * Returns the lookup key by which a target is found when items at its path change; null if that cannot affect the
 * target.
 */
export function normalizedTargetPath(key: string): string | null {
  const form = parseTargetKey(key);
  if (form.kind === 'path' || (form.kind === 'content' && form.id === undefined)) return normalizePath(form.path);
  return form.kind === 'page' && !isId(form.path) ? normalizePath(form.path) : null;
}

/** Returns the id that a target names, whether or not the item exists. */
export function targetIdOf(key: string): Id | null {
  const form = parseTargetKey(key);
  return 'id' in form && form.id !== undefined && isId(form.id) ? form.id : null;
}
