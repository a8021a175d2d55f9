import type { Page } from '../../../domain/content/page.ts';
import { longestIncreasingSubsequence } from '../../../domain/kernel/order/longest-increasing-subsequence.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { NavigationNode } from '../navigation.ts';
import { isRule } from '../summary-parser.ts';
import { updateEntryLine, createEntryLines, isHeading, type EntryChange, type SummaryPage } from './summary-entry.ts';
import { indentWidth, DEFAULT_STYLE, indentOf, type SummaryEntry, type SummaryLines } from './summary-lines.ts';

export interface SummaryInput {
  /** Current summary; undefined if there is none. */
  readonly lines: SummaryLines | undefined;
  /** Page of each entry, as far as known. */
  readonly pageOf: ReadonlyMap<NavigationNode, Id>;
  /** Pages to list: parents before their children, siblings in order. */
  readonly pages: readonly SummaryPage[];
  /** Compares an entry with its page. */
  readonly changeOf: (entry: SummaryEntry, page: SummaryPage) => EntryChange;
}

const HEADING = ['# Table of contents', ''];
const NO_CHANGE: EntryChange = { title: false, linkTitle: false, destination: false };

/**
 * Writes a summary that lists the pages in order. Lines of kept entries and everything between them are preserved byte
 * for byte; as few entries as possible move.
 */
export const writeSummary = (input: SummaryInput): Buffer => new SummaryWriter(input).write();

/** Entry that has been written. */
interface WrittenEntry {
  readonly parent: Id | null;
  readonly indent: string;
  readonly isHeading: boolean;
}

/** Entry that keeps its position among the others. */
interface KeptEntry {
  readonly index: number;
  readonly page: Page;
}

class SummaryWriter {
  readonly #out: Buffer[] = [];
  readonly #written = new Map<Id, WrittenEntry>();
  /** Last written entry of each parent. */
  readonly #lastChildOf = new Map<Id | null, WrittenEntry>();
  #last: WrittenEntry | undefined;
  readonly #style;
  readonly #indexOf = new Map<Id, number>();
  readonly #idAt: (Id | undefined)[];
  #inGroup = false;
  #done = 0;

  constructor(private readonly input: SummaryInput) {
    const entries = input.lines?.entries ?? [];
    this.#style = input.lines?.style ?? DEFAULT_STYLE;
    this.#idAt = entries.map(({ node }) => input.pageOf.get(node));
    this.#idAt.forEach((id, index) => id !== undefined && this.#indexOf.set(id, index));
  }

  write(): Buffer {
    const { lines, pages } = this.input;
    if (lines === undefined) this.#writeLines(HEADING);
    else if (lines.entries.length === 0) this.#writeRaw(lines.trailingLines);
    const known = pages.flatMap(({ page }) => (this.#hasSameParent(page) ? [this.#indexOf.get(page.id)!] : []));
    const kept = new Set(longestIncreasingSubsequence(known).map((place) => known[place]!));
    const next = this.#nextKept(kept);
    pages.forEach((entry, at) => {
      const index = this.#indexOf.get(entry.page.id);
      if (index !== undefined && kept.has(index)) this.#writeKept(entry, index, pages[at - 1]);
      else this.#writeMoved(entry, index, next[at]);
    });
    this.#writeRaw(this.#takeLeadingLines(lines?.entries.length ?? 0).filter((line) => line.toString().trim() !== ''));
    if (lines !== undefined && lines.entries.length > 0) this.#writeRaw(lines.trailingLines);
    return Buffer.concat(this.#out);
  }

  #hasSameParent({ id, parent }: Page): boolean {
    const index = this.#indexOf.get(id);
    return index !== undefined && this.#parentAt(index) === parent;
  }

  /** Returns the page under which an entry is listed. */
  #parentAt(index: number): Id | null {
    const { parent } = this.input.lines!.entries[index]!;
    return parent === null ? null : (this.input.pageOf.get(parent) ?? null);
  }

  /** Returns for each page the next one that keeps its position. */
  #nextKept(staying: ReadonlySet<number>): readonly (KeptEntry | undefined)[] {
    const { pages } = this.input;
    const next: (KeptEntry | undefined)[] = [];
    let found: KeptEntry | undefined;
    for (let at = pages.length - 1; at >= 0; at--) {
      next[at] = found;
      const { page } = pages[at]!;
      const index = this.#indexOf.get(page.id);
      if (index !== undefined && staying.has(index)) found = { index, page };
    }
    return next;
  }

  #writeKept(entry: SummaryPage, index: number, before: SummaryPage | undefined): void {
    const { page } = entry;
    const old = this.input.lines!.entries[index]!;
    const follows = before === undefined ? index === 0 : this.#indexOf.get(before.page.id) === index - 1;
    const lead = this.#takeLeadingLines(index + 1);
    if (isHeading(page) && !follows && !startsWithBlankLine(lead)) this.#writeBlankLine();
    this.#writeRaw(lead);
    if (!follows) this.#separate(page);
    const first = old.lines[0]!.toString();
    const parent = page.parent === null ? undefined : this.#written.get(page.parent);
    const keepsIndent =
      follows && (parent === undefined || parent.isHeading || parent.indent === this.#rawIndent(page.parent));
    const indent = isHeading(page)
      ? ''
      : keepsIndent || this.#isValidIndent(indentOf(first), page)
        ? indentOf(first)
        : this.#indentFor(page, index);
    this.#writeEntry(entry, old, indent);
  }

  #writeMoved(entry: SummaryPage, index: number | undefined, next: KeptEntry | undefined): void {
    const { page } = entry;
    const isFirst = this.#last === undefined;
    const afterHeading = this.#last?.isHeading === true;
    // Lines above the first entry stay above it, and so does the empty line below a heading.
    if (next !== undefined && (isFirst || (afterHeading && !isHeading(next.page))))
      this.#writeRaw(this.#takeLeadingLines(next.index + 1));
    if (isHeading(page)) this.#writeBlankLine();
    else this.#separate(page);
    const indent = isHeading(page)
      ? ''
      : this.#indentFor(page, next?.page.parent === page.parent ? next.index : undefined);
    this.#writeEntry(entry, index === undefined ? undefined : this.input.lines!.entries[index]!, indent);
  }

  /** Ends a group before an entry at the top level, and adds an empty line below a heading. */
  #separate(page: Page): void {
    if (isHeading(page)) return;
    if (page.parent === null && this.#inGroup) {
      this.#writeBlankLine();
      this.#writeLines(['***', '']);
      this.#inGroup = false;
    } else if (this.#last?.isHeading === true) this.#writeBlankLine();
  }

  /** Returns the unwritten lines before the entries up to one; those of removed entries only if they are not empty. */
  #takeLeadingLines(end: number): Buffer[] {
    const leads = (this.input.lines?.entries ?? []).slice(this.#done, end).map(({ leadingLines }) => leadingLines);
    this.#done = Math.max(this.#done, end);
    const own = leads.pop() ?? [];
    const passed = leads.filter((lead) => lead.some((line) => line.toString().trim() !== '')).flat();
    if (passed.length > 0 || own.length > 0) return [...passed, ...own];
    return [...(leads.find((lead) => lead.length > 0 && this.#endsWithHeading()) ?? [])];
  }

  #endsWithHeading(): boolean {
    return this.#last === undefined || this.#last.isHeading;
  }

  #writeEntry(entry: SummaryPage, old: SummaryEntry | undefined, indent: string): void {
    const { page } = entry;
    const written: WrittenEntry = { parent: page.parent, indent, isHeading: isHeading(page) };
    this.#written.set(page.id, written);
    this.#lastChildOf.set(page.parent, written);
    this.#last = written;
    if (written.isHeading) this.#inGroup = true;
    const change = old === undefined ? NO_CHANGE : this.input.changeOf(old, entry);
    if (old === undefined) return this.#writeLines(createEntryLines(entry, indent, this.#style));
    if (!change.title && !change.linkTitle && !change.destination)
      return this.#writeRaw(
        old.lines.map((line) => reindent(line, indentOf(old.lines[0]!.toString()), indent, written.isHeading)),
      );
    const line =
      old.lines.length === 1
        ? updateEntryLine(old.lines[0]!.toString().replace(/\r?\n$/, ''), entry, old.node, change)
        : undefined;
    if (line === undefined) return this.#writeLines(createEntryLines(entry, indent, this.#style));
    this.#writeLines([written.isHeading ? line : indent + line.slice(indentOf(line).length)]);
  }

  #rawIndent(id: Id | null): string | undefined {
    const index = id === null ? undefined : this.#indexOf.get(id);
    return index === undefined ? undefined : indentOf(this.input.lines!.entries[index]!.lines[0]!.toString());
  }

  #parentColumns(page: Page): number {
    const parent = page.parent === null ? undefined : this.#written.get(page.parent);
    return parent === undefined || parent.isHeading ? -1 : indentWidth(parent.indent);
  }

  /** Reports whether an entry with this indentation is read as a child of its parent. */
  #isValidIndent(indent: string, page: Page): boolean {
    const sibling = this.#lastChildOf.get(page.parent);
    const columns = indentWidth(indent);
    return (
      columns > this.#parentColumns(page) &&
      (sibling === undefined || sibling.isHeading || columns <= indentWidth(sibling.indent))
    );
  }

  /** Returns the indentation of the siblings, else one level more than that of the parent. */
  #indentFor(page: Page, next: number | undefined): string {
    const sibling = this.#lastChildOf.get(page.parent);
    if (sibling !== undefined && !sibling.isHeading) return sibling.indent;
    const following = next === undefined ? undefined : indentOf(this.input.lines!.entries[next]!.lines[0]!.toString());
    if (following !== undefined && this.#isValidIndent(following, page)) return following;
    const parent = page.parent === null ? undefined : this.#written.get(page.parent);
    return parent === undefined || parent.isHeading ? '' : parent.indent + this.#style.indent;
  }

  #writeBlankLine(): void {
    const last = this.#out.at(-1)?.toString();
    if (last !== undefined && last.trim() !== '') this.#writeLines(['']);
  }

  #writeLines(lines: readonly string[]): void {
    this.#writeRaw(lines.map((line) => Buffer.from(line + this.#style.lineEnding)));
  }

  #writeRaw(lines: readonly Buffer[]): void {
    for (const line of lines) {
      const last = this.#out.at(-1);
      if (last !== undefined && last.at(-1) !== 0x0a) this.#out.push(Buffer.from(this.#style.lineEnding));
      this.#out.push(line);
      if (isRule(line.toString().trim())) this.#inGroup = false;
    }
  }
}

const startsWithBlankLine = (lead: readonly Buffer[]): boolean => lead.length > 0 && lead[0]!.toString().trim() === '';

/** Replaces the indentation of a line of an entry. */
function reindent(line: Buffer, before: string, after: string, isHeading: boolean): Buffer {
  if (isHeading || before === after || !line.subarray(0, before.length).equals(Buffer.from(before))) return line;
  return Buffer.concat([Buffer.from(after), line.subarray(before.length)]);
}
