import { TimeSlices } from '../../application/kernel/time-slices.ts';
import { headingText, inlineText, splitAnchor } from './inline-text.ts';
import { findLink } from './summary-link.ts';
import { SummaryReferences } from './summary-references.ts';
import type { ImportReportCode } from '../../ports/git/repository-format.ts';

export interface SummaryItem {
  /** Line number, counted from 1. */
  readonly line: number;
  /** Last line of the item itself. */
  readonly lastLine: number;
  readonly content:
    | { readonly kind: 'link'; readonly title: string; readonly destination: string; readonly linkTitle?: string }
    | { readonly kind: 'computed'; readonly yaml: string }
    | { readonly kind: 'text'; readonly title: string };
  readonly children: SummaryItem[];
}

export interface SummaryGroup {
  readonly line: number;
  readonly lastLine: number;
  readonly title: string;
  readonly slug?: string;
  readonly items: SummaryItem[];
}

export interface SummaryProblem {
  readonly line: number;
  readonly code: ImportReportCode;
  readonly message: string;
}

export interface Summary {
  /** Top-level items and groups in order. */
  readonly entries: readonly (SummaryItem | SummaryGroup)[];
  readonly problems: readonly SummaryProblem[];
}

interface Bullet {
  /** Columns before the bullet; a tab advances to the next multiple of 4. */
  readonly indent: number;
  readonly text: string;
}

/** Marker of a list item with the space after it. */
export const BULLET = /^(?:[*+-]|\d{1,9}[.)])(?:[ \t]+|$)/;
const HEADING = /^(#{1,6})(?:[ \t]+|$)/;
const MAX_RULE = 1_000;
const SETEXT = /^(?:=+|-+)$/;
const FENCE = /^(`{3,}|~{3,})[ \t]*([A-Za-z]*)/;

/**
 * Parses a table of contents line by line; unreadable lines become problems, never exceptions. Each entry is a small
 * Markdown document, so a long summary yields to the event loop.
 */
export function parseSummary(text: string): Promise<Summary> {
  return new SummaryReader(text).read();
}

class SummaryReader {
  readonly #lines: readonly string[];
  readonly #references: SummaryReferences;
  readonly #entries: (SummaryItem | SummaryGroup)[] = [];
  readonly #problems: SummaryProblem[] = [];
  /** Open items, outermost first: a deeper indentation is a child, whatever its width. */
  #open: { readonly indent: number; readonly item: SummaryItem }[] = [];
  #group: SummaryGroup | null = null;
  #hasTitle = false;
  readonly #failedSearches = new Set<string>();
  #lineIndex = 0;

  constructor(text: string) {
    this.#lines = text.split('\n').map((line) => line.trimEnd());
    this.#references = new SummaryReferences(this.#lines);
  }

  async read(): Promise<Summary> {
    const slices = new TimeSlices();
    for (; this.#lineIndex < this.#lines.length; this.#lineIndex++) {
      if (slices.isOver) await slices.next();
      this.#readLine(this.#lines[this.#lineIndex] ?? '');
    }
    return { entries: this.#entries, problems: this.#problems };
  }

  #readLine(line: string): void {
    const trimmed = line.trimStart();
    if (trimmed === '') return;
    if (trimmed.startsWith('<!--')) return this.#skipComment();
    if (this.#references.isDefinition(line)) return;
    if (isRule(trimmed)) return this.#endGroup();
    const heading = HEADING.exec(trimmed);
    if (heading) return this.#readHeading(heading[1]?.length ?? 1, headingText(trimmed.slice(heading[0].length)));
    const bullet = parseBullet(line);
    if (bullet) return this.#readItem(bullet);
    if (FENCE.test(trimmed)) return this.#skipFence(trimmed);
    const underline = this.#lines[this.#lineIndex + 1]?.trim() ?? '';
    if (SETEXT.test(underline)) {
      this.#readHeading(underline.startsWith('=') ? 1 : 2, trimmed, 2);
      this.#lineIndex++;
      return;
    }
    this.#addProblem('summary-line-ignored', `not an entry, a group or a rule: ${excerpt(trimmed)}`);
  }

  /** Reads a heading: the first level-1 heading titles the file, every other one starts a group. */
  #readHeading(level: number, source: string, lines = 1): void {
    if (level === 1 && !this.#hasTitle && this.#entries.length === 0) {
      this.#hasTitle = true;
      return;
    }
    this.#endGroup();
    const { text, id } = splitAnchor(source);
    const title = inlineText(text);
    if (title === '') return this.#addProblem('title-missing', 'a group without a title ends the group before it');
    this.#group = {
      line: this.#lineIndex + 1,
      lastLine: this.#lineIndex + lines,
      title,
      ...(id === undefined ? {} : { slug: id }),
      items: [],
    };
    this.#entries.push(this.#group);
  }

  #endGroup(): void {
    this.#group = null;
    this.#open = [];
  }

  #readItem({ indent, text }: Bullet): void {
    const line = this.#lineIndex + 1;
    const content = this.#readContent(text);
    if (!content) return;
    const item: SummaryItem = { line, lastLine: this.#lineIndex + 1, content, children: [] };
    while ((this.#open.at(-1)?.indent ?? -1) >= indent) this.#open.pop();
    (this.#open.at(-1)?.item.children ?? this.#group?.items ?? this.#entries).push(item);
    this.#open.push({ indent, item });
  }

  #readContent(text: string): SummaryItem['content'] | null {
    const fence = FENCE.exec(text);
    if (fence) return this.#readComputed(fence[1] ?? '', fence[2] ?? '');
    const link = findLink(text) ?? this.#references.findLink(text) ?? this.#wrappedLink(text);
    if (!link) {
      const title = inlineText(text.replace(/^\[[ xX]\][ \t]+/, ''));
      if (title === '') this.#addProblem('summary-line-ignored', 'an empty list item');
      return title === '' ? null : { kind: 'text', title };
    }
    const { rest, title, destination, linkTitle } = link;
    if (rest !== '') this.#addProblem('summary-text-ignored', `text beside the link is not imported: ${excerpt(rest)}`);
    return { kind: 'link', title, destination, ...(linkTitle !== undefined && { linkTitle }) };
  }

  /** Reads a link whose text or destination continues on the next line. */
  #wrappedLink(text: string): ReturnType<typeof findLink> {
    const next = this.#lines[this.#lineIndex + 1] ?? '';
    if (!text.includes('[') || next.trim() === '' || parseBullet(next) || HEADING.test(next.trim())) return null;
    const link = findLink(`${text} ${next.trim()}`);
    if (link) this.#lineIndex++;
    return link;
  }

  #readComputed(fence: string, language: string): SummaryItem['content'] | null {
    const opening = this.#lineIndex + 1;
    const body: string[] = [];
    const closed = this.#readFence(fence, body);
    if (!closed || !/^ya?ml$/i.test(language)) {
      const message = closed ? 'only a yaml fence describes a computed page' : 'the fence is never closed';
      this.#problems.push({ line: opening, code: 'summary-computed-unreadable', message });
      return null;
    }
    return { kind: 'computed', yaml: dedent(body) };
  }

  #skipFence(line: string): void {
    this.#addProblem('summary-line-ignored', 'a fence outside a list item');
    this.#readFence(FENCE.exec(line)?.[1] ?? '', []);
  }

  /** Moves to the closing fence and collects the lines before it; stays if there is none. */
  #readFence(fence: string, body: string[]): boolean {
    const closes = (line: string): boolean =>
      line.trim().startsWith(fence) && line.trim().replaceAll(fence.charAt(0), '') === '';
    const end = this.#find(fence, this.#lineIndex + 1, closes);
    if (end === null) return false;
    for (let at = this.#lineIndex + 1; at < end; at++) body.push(this.#lines[at] ?? '');
    this.#lineIndex = end;
    return true;
  }

  #skipComment(): void {
    const end = this.#find('-->', this.#lineIndex, (line) => line.includes('-->'));
    if (end === null) this.#addProblem('summary-line-ignored', 'a comment that is never closed');
    else this.#lineIndex = end;
  }

  /** Finds the first matching line from `start` on; a failed search is remembered by its name and not repeated. */
  #find(name: string, start: number, matches: (line: string) => boolean): number | null {
    if (this.#failedSearches.has(name)) return null;
    for (let at = start; at < this.#lines.length; at++) if (matches(this.#lines[at] ?? '')) return at;
    this.#failedSearches.add(name);
    return null;
  }

  #addProblem(code: ImportReportCode, message: string): void {
    this.#problems.push({ line: this.#lineIndex + 1, code, message });
  }
}

function parseBullet(line: string): Bullet | null {
  let indent = 0;
  let start = 0;
  for (; line[start] === ' ' || line[start] === '\t'; start++) indent += line[start] === '\t' ? 4 - (indent % 4) : 1;
  const text = line.slice(start);
  const bullet = BULLET.exec(text);
  return bullet ? { indent, text: text.slice(bullet[0].length) } : null;
}

/** Removes the common indentation of all lines. */
function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  return lines.map((line) => line.slice(Math.min(shared, line.length))).join('\n');
}

/** Reports whether a line consists of three or more of one of `*-_`, optionally with spaces. */
export function isRule(line: string): boolean {
  const marks = line.length > MAX_RULE ? '' : line.replace(/[ \t]/g, '');
  return marks.length >= 3 && '*-_'.includes(marks.charAt(0)) && marks.replaceAll(marks.charAt(0), '') === '';
}

const excerpt = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
