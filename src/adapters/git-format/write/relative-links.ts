import { isUtf8 } from 'node:buffer';
import { parseTargetKey, isIdShaped } from '../../../domain/links/link-target.ts';
import { rewriteLinks } from '../../../domain/links/rewrite-links.ts';
import { extractLinks, type MarkdownLink } from '../../../domain/links/written-links.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { complete } from '../../../domain/kernel/pausable.ts';
import { directoryOf } from '../paths.ts';

export interface ContentTarget {
  readonly kind: 'pages' | 'files' | 'reusableContents';
  readonly id: Id;
  readonly anchor?: string;
}

const ID_LINK = /\/(?:pages|files|reusable-contents?)\/[0-9A-Za-z]{20}/;
const REUSABLE_CONTENT_LINK = /^\/reusable-contents?\/([0-9A-Za-z]{20})$/;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Everything in the space that a document names by id. */
export function findContentTargets(document: Uint8Array): readonly ContentTarget[] {
  const text = linkedText(document);
  return text === undefined ? [] : extractLinks(text).flatMap((link) => parseContentTarget(link) ?? []);
}

/** The document with paths instead of ids, relative to the file it lies in; what has no path keeps its id. */
export function toRelativeLinks(
  document: Uint8Array,
  file: string,
  pathOf: (target: ContentTarget) => string | undefined,
): Uint8Array {
  const text = linkedText(document);
  if (text === undefined) return document;
  const rewritten = rewriteLinks(text, (link) => {
    const thing = parseContentTarget(link);
    const path = thing && pathOf(thing);
    return path === undefined
      ? undefined
      : relativeLink(file, path) + (thing?.anchor === undefined ? '' : `#${thing.anchor}`);
  });
  return Buffer.from(complete(rewritten));
}

/** The text of a document that names something by id; undefined where there is nothing to be done, or no text. */
function linkedText(document: Uint8Array): string | undefined {
  const text = decoder.decode(document);
  return ID_LINK.test(text) && isUtf8(document) ? text : undefined;
}

function parseContentTarget({ target, use }: MarkdownLink): ContentTarget | undefined {
  const content = REUSABLE_CONTENT_LINK.exec(target)?.[1];
  if (content !== undefined) return use === 'include' ? { kind: 'reusableContents', id: content } : undefined;
  if (use === 'include' || !target.startsWith('/')) return undefined;
  const form = parseTargetKey(target);
  if (form.kind === 'file') return isIdShaped(form.id) ? { kind: 'files', id: form.id } : undefined;
  if (form.kind !== 'page' || form.id === undefined || !isIdShaped(form.id)) return undefined;
  return { kind: 'pages', id: form.id, ...(form.anchor !== undefined && { anchor: form.anchor }) };
}

/** How a file names another one in Markdown. */
export const relativeLink = (from: string, to: string): string => encodePath(relativePath(from, to));

/** The way from one file to another one. */
export function relativePath(from: string, to: string): string {
  const start = directoryOf(from).split('/').filter(Boolean);
  const target = to.split('/');
  let shared = 0;
  while (shared < start.length && shared < target.length - 1 && start[shared] === target[shared]) shared++;
  return [...start.slice(shared).map(() => '..'), ...target.slice(shared)].join('/');
}

/** Percent-encodes what Markdown or HTML would read as something else; letters of any script stay. */
const encodePath = (path: string): string =>
  path.replace(/[\s"'<>()[\]\\`%#?&*_{}|^~:]/g, (sign) =>
    sign === '_' || sign === '~' ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
