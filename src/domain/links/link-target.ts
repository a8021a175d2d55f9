import { findTextProblem } from '../kernel/storable-text.ts';
import { encodeUtf8 } from '../content/objects/json.ts';
import type { Id } from '../kernel/id.ts';
import type { LinkUse } from './written-links.ts';

/** Schemes that a reader may follow; what they lead to is not looked at. */
const EXTERNAL_SCHEME = /^(?:https?|mailto|tel):/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Written where an editor had no target any more. */
const BROKEN_MARK = /^\/broken\/|(?:^|\/)broken-reference\/?$/;
const APP_PATH = /^\/(?:app\/)?spaces\/[0-9A-Za-z]{20}(?:\/|$)/;
const ID = /^[0-9A-Za-z]{20}$/;
/** Before the target of an include: what a page includes it depends on. */
const INCLUDE_PREFIX = '{%';

/** Targets that are longer, in bytes of their key, are not followed up. */
export const MAX_TARGET_KEY_LENGTH = 1_200;

/** What a target is about, as far as it says by itself. */
export type ParsedTargetKey =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'app'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'file'; readonly id: Id }
  | { readonly kind: 'content'; readonly id?: Id; readonly path: string }
  | { readonly kind: 'page'; readonly id?: Id; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'path'; readonly path: string; readonly anchor?: string };

/** Where a target stands that is written relative to something. */
export interface LinkOrigin {
  /** Of the document: its path in the repository, or the file that a page of its path would be. */
  readonly documentPath: string;
  /** The page whose own headings `#…` names. */
  readonly page?: Id;
}

/**
 * The same target in words that mean the same wherever they stand: relative paths from the root, the page's own anchors
 * by its id. Equal keys are one target. Undefined for what is no link, such as `data:`, and for what is too long to be one.
 */
export function targetKey(written: string, place: LinkOrigin, use: LinkUse = 'link'): string | undefined {
  const key = toKey(written, place, use);
  // Paths are looked for decoded, too; addresses of the web never are.
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

/** What a key says. */
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
  if (kind === 'files') return { kind: 'file', id: rest! };
  if (kind === 'pages') {
    const bare = rest!.replace(/\/+$/, '');
    return { kind: 'page', path: bare, ...(!bare.includes('/') && { id: bare }), ...anchor };
  }
  return { kind: 'path', path: path.slice(1), ...anchor };
}

export const isIncludeKey = (key: string): boolean => key.startsWith(INCLUDE_PREFIX);
/** Whether this can be the id of anything here. */
export const isIdShaped = (text: string): boolean => ID.test(text);

/** Without `.` and `..`, a slash at the end kept; undefined when it leaves the root. */
export function joinPath(base: string, path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of (base + path.replace(/^\/+/, '')).split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/') + (/\/$/.test(path) && segments.length > 0 ? '/' : '');
}

/** As written, and with everything percent-decoded. */
export function pathSpellings(path: string): readonly string[] {
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? [path] : [path, decoded];
  } catch {
    return [path];
  }
}

/** The files that a path can mean: itself where it is Markdown, else what Markdown adds to it. */
export const candidateMarkdownFiles = (path: string): readonly string[] =>
  /\.md$/i.test(path) ? [path] : [`${path}.md`, path === '' ? 'README.md' : `${path}/README.md`];

/** The path of a page from how Markdown files name each other: `a/b.md`, `a/README.md`. */
export const pagePathOfFile = (file: string): string => file.replace(/\.md$/i, '').replace(/(?:^|\/)readme$/i, '');

/** Equal for all ways in which a path can mean the same thing, and perhaps for more: what such targets are found by. */
export const normalizePath = (path: string): string =>
  pagePathOfFile((pathSpellings(path).at(-1) ?? path).replace(/\/+$/, '')).toLowerCase();

/** What a target is found by when something comes to lie, or lies no more, where it points; null where that cannot happen. */
export function normalizedTargetPath(key: string): string | null {
  const form = parseTargetKey(key);
  if (form.kind === 'path' || (form.kind === 'content' && form.id === undefined)) return normalizePath(form.path);
  return form.kind === 'page' && !isIdShaped(form.path) ? normalizePath(form.path) : null;
}

/** The thing that a target names by its id, whether it is there or not. */
export function targetIdOf(key: string): Id | null {
  const form = parseTargetKey(key);
  return 'id' in form && form.id !== undefined && isIdShaped(form.id) ? form.id : null;
}
