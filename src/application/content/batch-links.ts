import { CodeSpans } from '../../domain/content/markdown/code-spans.ts';
import { proseParagraphs } from '../../domain/content/markdown/prose.ts';
import { PAUSE, type Pausable } from '../../domain/kernel/pausable.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';

/**
 * Openings of links, images and includes that refer to an item of the batch: `](./`, `](<./`, `]: ./`, `src="./`, `{%
 * include "./`.
 */
const OPENINGS =
  /(?:\]\([ \t]*|\]:[ \t]*)(<?)\.\/|(?:href|src|url|srcset|poster)[ \t]*=[ \t]*(["'])\.\/|\{%-?[ \t]{0,9}include[ \t]{1,9}(["'])\.\//g;

/** Maximum length of a `ref`, in characters. */
export const MAX_REF_LENGTH = 256;
/**
 * Length of text in which a `ref` is searched: up to nine characters for each of its characters when percent-encoded,
 * and an anchor.
 */
const MAX_TARGET_LENGTH = 12 * MAX_REF_LENGTH;

/** Limit on how often a character is examined on average, because candidates behind unclosed openings overlap. */
const MAX_PASSES = 8;

/**
 * Resolves a reference of the batch.
 * @param ref the text after `./`, up to an anchor
 * @param included whether the reference is the target of an include
 */
export type ResolveRef = (ref: string, included: boolean) => string | undefined;

/**
 * Replaces links to items of the same batch (`./<ref>.md`, `./<ref>`) by their resolved targets and keeps anchors. All
 * other text stays as written, above all code. Runs in time linear in the length of the text: the rest of a paragraph
 * with too many unclosed openings is left unresolved.
 */
export function* resolveBatchLinks(markdown: string, resolve: ResolveRef): Pausable<string> {
  if (!markdown.includes('./')) return markdown;
  let result = '';
  let done = 0;
  for (const { from, to } of proseParagraphs(markdown)) {
    yield PAUSE;
    result += markdown.slice(done, from) + (yield* replaceInParagraph(markdown.slice(from, to), resolve));
    done = to;
  }
  return result + markdown.slice(done);
}

function* replaceInParagraph(text: string, resolve: ResolveRef): Pausable<string> {
  if (!text.includes('./')) return text;
  const code = new CodeSpans(text);
  let result = '';
  let done = 0;
  let allowance = MAX_PASSES * text.length + MAX_TARGET_LENGTH;
  for (const match of text.matchAll(OPENINGS)) {
    yield PAUSE;
    const start = match.index + match[0].length;
    if (start < done || code.contains(match.index)) continue;
    const closing = match[2] ?? match[3] ?? (match[1] === '<' ? '>' : undefined);
    const written = targetAt(text, start, closing);
    allowance -= written.length;
    if (allowance < 0) break;
    const hash = written.indexOf('#');
    const path = hash < 0 ? written : written.slice(0, hash);
    const ref = unescapeName(path);
    const target = ref === undefined ? undefined : resolve(ref, match[3] !== undefined);
    if (target === undefined) continue;
    result += text.slice(done, start - 2) + target;
    done = start + path.length;
  }
  return result + text.slice(done);
}

const BARE_DESTINATION = /^[^\s)\\]*(?:\\.[^\s)\\]*)*/;
function targetAt(text: string, start: number, closing: string | undefined): string {
  const window = text.slice(start, start + MAX_TARGET_LENGTH);
  if (closing === undefined) return BARE_DESTINATION.exec(window)![0];
  const end = window.search(closing === '>' ? /[>\n]/ : closing === '"' ? /["\n]/ : /['\n]/);
  return end < 0 ? window : window.slice(0, end);
}

/** Decodes the escapes of a link destination; undefined for a text that is too long for a `ref`. */
function unescapeName(path: string): string | undefined {
  if (!/[\\%]/.test(path)) return path.length > MAX_REF_LENGTH + '.md'.length ? undefined : path;
  return percentDecoded(path.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
