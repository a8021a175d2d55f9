import type { Pausable } from '../kernel/pausable.ts';
import { findLinks, type MarkdownLink } from './written-links.ts';

/** Decides the replacement of a link: a new target, its text only (null), or no change (undefined). */
export type LinkRewriter = (link: MarkdownLink) => string | null | undefined;

/**
 * Rewrites the targets of a document; every other byte stays. Only Markdown links can be replaced by their text.
 * Linear.
 */
export function* rewriteLinks(markdown: string, rewrite: LinkRewriter): Pausable<string> {
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  for (const link of yield* findLinks(markdown)) {
    const target = rewrite(link);
    if (typeof target === 'string') edits.push({ from: link.from, to: link.to, text: target });
    else if (target === null && link.use === 'link' && link.whole !== undefined) {
      const { from, to, textFrom, textTo } = link.whole;
      edits.push({ from, to: textFrom, text: '' }, { from: textTo, to, text: '' });
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
