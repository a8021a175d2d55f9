/** A line that holds one tag and nothing else, perhaps within quotes or as the start of a list item. */
const TAG_LINE = /^([ \t>]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?\{%[^\n]*%\}[ \t]*$/;
const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})([^\n]*)$/;
const BLANK = /^[ \t>]*$/;

/**
 * Puts blank lines around each line that is a tag, so that the markdown parser sees it as a paragraph of its own: not as
 * the last line of a list item, a row of a table or a part of a block of HTML. Code is left alone; where this guess at what
 * is code is wrong, the only effect is an extra blank line, for what a line means is decided by the parser.
 */
export function isolateTags(markdown: string): string {
  if (!markdown.includes('{%')) return markdown;
  const out: string[] = [];
  let fence: string | undefined;
  let preformatted = false;
  let afterTag: string | undefined;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    if (afterTag !== undefined && !BLANK.test(line)) out.push(afterTag);
    afterTag = undefined;
    const mark = FENCE.exec(line);
    if (mark) fence = nextFence(fence, mark[1] as string, mark[2] as string);
    else if (fence === undefined) {
      preformatted = insidePre(line, preformatted);
      const tag = preformatted ? null : TAG_LINE.exec(line);
      if (tag) {
        const blank = (tag[1] as string).trimEnd();
        const previous = out.at(-1);
        if (tag[2] === undefined && previous !== undefined && !BLANK.test(previous)) out.push(blank);
        afterTag = blank;
      }
    }
    out.push(line);
  }
  return out.join('\n');
}

function nextFence(open: string | undefined, mark: string, info: string): string | undefined {
  if (open === undefined) return mark.startsWith('`') && info.includes('`') ? undefined : mark;
  return mark[0] === open[0] && mark.length >= open.length && info.trim() === '' ? undefined : open;
}

function insidePre(line: string, inside: boolean): boolean {
  const lower = line.toLowerCase();
  return inside ? !lower.includes('</pre') : lower.lastIndexOf('<pre') > lower.lastIndexOf('</pre');
}
