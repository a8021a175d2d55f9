import { isUtf8 } from 'node:buffer';
import { parseTargetKey } from '../../../domain/links/link-target.ts';
import { relativeLink } from '../../../domain/links/relative-link.ts';
import { rewriteLinks } from '../../../domain/links/rewrite-links.ts';
import { extractLinks, type MarkdownLink } from '../../../domain/links/written-links.ts';
import { isId, type Id } from '../../../domain/kernel/id.ts';
import { runToCompletion } from '../../../domain/kernel/pausable.ts';

export interface ContentTarget {
  readonly kind: 'pages' | 'files' | 'reusableContents';
  readonly id: Id;
  readonly anchor?: string;
}

const ID_LINK = /\/(?:pages|files|reusable-contents?)\/[0-9A-Za-z]{20}/;
const REUSABLE_CONTENT_LINK = /^\/reusable-contents?\/([0-9A-Za-z]{20})$/;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Lists the content of the space that a document refers to by id. */
export function findContentTargets(document: Uint8Array): readonly ContentTarget[] {
  const text = linkedText(document);
  return text === undefined ? [] : extractLinks(text).flatMap((link) => parseContentTarget(link) ?? []);
}

/** Replaces ids in a document by paths relative to `file`; ids without a path stay. */
export function toRelativeLinks(
  document: Uint8Array,
  file: string,
  pathOf: (target: ContentTarget) => string | undefined,
): Uint8Array {
  const text = linkedText(document);
  if (text === undefined) return document;
  const rewritten = rewriteLinks(text, (link) => {
    const target = parseContentTarget(link);
    const path = target && pathOf(target);
    return path === undefined
      ? undefined
      : relativeLink(file, path) + (target?.anchor === undefined ? '' : `#${target.anchor}`);
  });
  return Buffer.from(runToCompletion(rewritten));
}

/** Returns the text of a document that contains ids; undefined if there are none or the document is not text. */
function linkedText(document: Uint8Array): string | undefined {
  const text = decoder.decode(document);
  return ID_LINK.test(text) && isUtf8(document) ? text : undefined;
}

function parseContentTarget({ target, use }: MarkdownLink): ContentTarget | undefined {
  const content = REUSABLE_CONTENT_LINK.exec(target)?.[1];
  if (content !== undefined) return use === 'include' ? { kind: 'reusableContents', id: content } : undefined;
  if (use === 'include' || !target.startsWith('/')) return undefined;
  const form = parseTargetKey(target);
  if ((form.kind !== 'file' && form.kind !== 'page') || form.id === undefined || !isId(form.id)) return undefined;
  const kind = form.kind === 'file' ? 'files' : 'pages';
  return { kind, id: form.id, ...(form.anchor !== undefined && { anchor: form.anchor }) };
}
