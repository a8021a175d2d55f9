import { linesWithEndings } from './lines.ts';

/** A line that holds one tag and nothing else, perhaps within quotes or as the start of a list item. */
const TAG_LINE = /^([ \t>]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?\{%[^\n]*%\}[ \t]*$/;
const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})([^\n]*)$/;
const BLANK = /^[ \t>]*$/;
const LINE_END = /[\r\n]+$/;

/** Markdown whose tags stand alone, and the way back to the text that it was made from. */
export interface IsolatedTags {
  readonly text: string;
  /** The offset in the original of an offset in `text`. */
  originalOffset(offset: number): number;
}

/**
 * Puts blank lines around each line that is a tag, so that a markdown parser sees it as a paragraph of its own: not as
 * the last line of a list item, a row of a table or a part of a block of HTML. Code is left alone; where this guess at what
 * is code is wrong, the only effect is an extra blank line, for what a line means is decided by the parser.
 */
export function isolateTags(markdown: string): IsolatedTags {
  if (!markdown.includes('{%')) return { text: markdown, originalOffset: (offset) => offset };
  const made = new LineBuffer();
  let fence: string | undefined;
  let preformatted = false;
  let afterTag: string | undefined;
  for (const written of linesWithEndings(markdown)) {
    const line = written.replace(LINE_END, '');
    if (afterTag !== undefined && !BLANK.test(line)) made.insert(afterTag);
    afterTag = undefined;
    const mark = FENCE.exec(line);
    if (mark) fence = nextFence(fence, mark[1] as string, mark[2] as string);
    else if (fence === undefined) {
      preformatted = insidePre(line, preformatted);
      const tag = preformatted ? null : TAG_LINE.exec(line);
      if (tag) {
        const blank = (tag[1] as string).trimEnd();
        if (tag[2] === undefined && made.last !== undefined && !BLANK.test(made.last)) made.insert(blank);
        afterTag = blank;
      }
    }
    made.keep(written, line);
  }
  return made.finish();
}

/** Lines as they are written one after the other, and where each run of kept ones came from. */
class LineBuffer {
  #text: string[] = [];
  #length = 0;
  #kept = 0;
  #runs: { readonly at: number; readonly original: number }[] = [{ at: 0, original: 0 }];
  last: string | undefined;

  insert(line: string): void {
    this.#text.push(line, '\n');
    this.#length += line.length + 1;
    this.last = line;
    this.#runs.push({ at: this.#length, original: this.#kept });
  }
  keep(written: string, line: string): void {
    this.#text.push(written);
    this.#length += written.length;
    this.#kept += written.length;
    this.last = line;
  }
  finish(): IsolatedTags {
    const runs = this.#runs;
    return {
      text: this.#text.join(''),
      originalOffset(offset) {
        let [low, high] = [0, runs.length - 1];
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (runs[middle]!.at <= offset) low = middle;
          else high = middle - 1;
        }
        const { at, original } = runs[low]!;
        return Math.min(original + offset - at, runs[low + 1]?.original ?? Infinity);
      },
    };
  }
}

function nextFence(open: string | undefined, mark: string, info: string): string | undefined {
  if (open === undefined) return mark.startsWith('`') && info.includes('`') ? undefined : mark;
  return mark[0] === open[0] && mark.length >= open.length && info.trim() === '' ? undefined : open;
}

function insidePre(line: string, inside: boolean): boolean {
  const lower = line.toLowerCase();
  return inside ? !lower.includes('</pre') : lower.lastIndexOf('<pre') > lower.lastIndexOf('</pre');
}
