import { linesWithEndings } from '../text/lines.ts';

/** Line with a single tag, possibly inside quotes or at the start of a list item. */
const TAG_LINE = /^([ \t>]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?\{%[^\n]*%\}[ \t]*$/;
const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})([^\n]*)$/;
const BLANK = /^[ \t>]*$/;
const LINE_END = /[\r\n]+$/;

/** Markdown with isolated tags, and the mapping back to the original text. */
export interface IsolatedTags {
  readonly text: string;
  /** Returns the offset in the original for an offset in `text`. */
  originalOffset(offset: number): number;
}

/**
 * Inserts blank lines around each line that is a tag, so that a markdown parser sees the tag as a paragraph of its own
 * instead of the last line of a list item, a table row or part of an HTML block. Code is left unchanged; a wrong guess
 * about code only adds a blank line, because the parser decides what a line means.
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

/** Buffer of output lines that records the original offset of each run of kept lines. */
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
