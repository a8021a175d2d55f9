import { codeSpans } from '../../domain/documents/code-spans.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Where Markdown, HTML and block tags begin to name something of the batch: `](./`, `](<./`, `]: ./`, `src="./`, `{% include "./`. */
const OPENINGS = /(?:\]\([ \t]*|\]:[ \t]*)(<?)\.\/|(?:href|src|url|srcset|poster)[ \t]*=[ \t]*(["'])\.\/|\{%-?[ \t]{0,9}include[ \t]{1,9}(["'])\.\//g;

/** The longest name of a thing in a batch, in characters. */
export const MAX_REF_LENGTH = 256;
/** Names are looked for in so many characters: up to nine for each, percent-encoded, and an anchor. */
const MAX_WRITTEN = 12 * MAX_REF_LENGTH;

/** Finds what a name of the batch stands for: `ref` is what follows `./`, up to an anchor; `included` where it is to be included. */
export type ResolveRef = (ref: string, included: boolean) => string | undefined;

/**
 * Replaces links to things of the same batch (contract: `./<ref>.md`, `./<ref>`) by what they resolve to, an anchor
 * kept. Everything else stays as written, code above all. Linear in the length of the text.
 */
export function resolveBatchLinks(markdown: string, resolve: ResolveRef): string {
  if (!markdown.includes('./')) return markdown;
  let result = '';
  let prose = '';
  let fence = '';
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    const outside = fence === '';
    if (outside && mark === '') {
      prose += line;
      continue;
    }
    result += replaceInProse(prose, resolve) + line;
    prose = '';
    if (outside) fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
  }
  return result + replaceInProse(prose, resolve);
}

/** Code spans do not reach beyond a paragraph. */
const replaceInProse = (prose: string, resolve: ResolveRef): string =>
  prose.includes('./') ? prose.split(/(\n[ \t]*\r?\n)/).map((part) => replaceInParagraph(part, resolve)).join('') : prose;

function replaceInParagraph(text: string, resolve: ResolveRef): string {
  if (!text.includes('./')) return text;
  const inCode = codeSpans(text);
  let result = '';
  let done = 0;
  for (const match of text.matchAll(OPENINGS)) {
    const start = match.index + match[0].length;
    if (start < done || inCode(match.index)) continue;
    const closing = match[2] ?? match[3] ?? (match[1] === '<' ? '>' : undefined);
    const written = writtenAt(text, start, closing);
    const hash = written.indexOf('#');
    const path = hash < 0 ? written : written.slice(0, hash);
    const ref = unescaped(path);
    const target = ref === undefined ? undefined : resolve(ref, match[3] !== undefined);
    if (target === undefined) continue;
    result += text.slice(done, start - 2) + target;
    done = start + path.length;
  }
  return result + text.slice(done);
}

const BARE = /^[^\s)\\]*(?:\\.[^\s)\\]*)*/;
function writtenAt(text: string, start: number, closing: string | undefined): string {
  const window = text.slice(start, start + MAX_WRITTEN);
  if (closing === undefined) return BARE.exec(window)![0];
  const end = window.search(closing === '>' ? /[>\n]/ : closing === '"' ? /["\n]/ : /['\n]/);
  return end < 0 ? window : window.slice(0, end);
}

/** A name as it was given, without what a destination needs to write it; undefined for what is too long to be one. */
function unescaped(path: string): string | undefined {
  if (!/[\\%]/.test(path)) return path.length > MAX_REF_LENGTH + '.md'.length ? undefined : path;
  const plain = path.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
