import type { Pausable } from '../kernel/pausable.ts';
import { escapeLineStart } from '../content/documents/markdown-of-inlines.ts';
import { findLinks, isAtLineStart, type MarkdownLink } from './written-links.ts';

/** New target of a link, with a new text in Markdown. */
interface RenamedLink {
  readonly target: string;
  readonly text: string;
}

/**
 * Decides the replacement of a link: a new target, also with a new text, its text only (null), or no change (undefined).
 */
export type LinkRewriter = (link: MarkdownLink) => string | RenamedLink | null | undefined;

/** Length of the text after a link that may decide whether its line begins a block, in UTF-16 units. */
const MAX_LINE_REST = 100;
/** Starts of blocks that `escapeLineStart` leaves, because text has no such characters unescaped. */
const BLOCK_START = /^[ \t]*(?=\*(?:[ \t]|$)|(?:\*[ \t]*){3,}$|>|~{3}|\{%)/;

/** Returns the offset at which a line needs a backslash so that it begins no block; undefined if it begins none. */
function escapeOffset(line: string): number | undefined {
  const start = BLOCK_START.exec(line);
  if (start !== null) return start[0].length;
  const escaped = escapeLineStart(line);
  return escaped === line ? undefined : [...escaped].findIndex((_, at) => escaped[at] !== line[at]);
}

/**
 * Rewrites the targets of a document; every other byte stays. Only Markdown links can have another text, or be replaced
 * by their text, which begins no block.
 * Linear.
 */
export function* rewriteLinks(markdown: string, rewrite: LinkRewriter): Pausable<string> {
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  for (const link of yield* findLinks(markdown)) {
    const found = rewrite(link);
    const isRenamed = typeof found === 'object' && found !== null;
    if (isRenamed && link.whole !== undefined)
      edits.push({ from: link.whole.textFrom, to: link.whole.textTo, text: found.text });
    const target = isRenamed ? found.target : found;
    if (typeof target === 'string') edits.push({ from: link.from, to: link.to, text: target });
    else if (target === null && link.use === 'link' && link.whole !== undefined) {
      const { from, to, textFrom, textTo } = link.whole;
      edits.push({ from, to: textFrom, text: '' }, { from: textTo, to, text: '' });
      const line = /^.*/.exec(markdown.slice(textFrom, textTo) + markdown.slice(to, to + MAX_LINE_REST))![0];
      const at = isAtLineStart(markdown, from) ? escapeOffset(line) : undefined;
      if (at === undefined) continue;
      const place = textFrom + at < textTo ? textFrom + at : to + at - (textTo - textFrom);
      edits.push({ from: place, to: place, text: '\\' });
    }
  }
  edits.sort((a, b) => a.from - b.from);
  let result = '';
  let done = 0;
  for (const { from, to, text } of edits) {
    if (from < done) continue;
    result += markdown.slice(done, from) + text;
    done = to;
  }
  return result + markdown.slice(done);
}
