import type { Page } from '../../../domain/content/page.ts';
import { longestIncreasingSubsequence } from '../../../domain/kernel/order/longest-increasing-subsequence.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { NavigationNode } from '../navigation.ts';
import { isRule } from '../summary-parser.ts';
import { changedLine, newEntry, type EntryChange, type SummaryPage } from './summary-entry.ts';
import { columnsOf, DEFAULT_STYLE, indentOf, type SummaryEntry, type SummaryLines } from './summary-lines.ts';

export interface SummaryWish {
  /** The summary as it is; undefined for none. */
  readonly lines: SummaryLines | undefined;
  /** Which page an entry is, as far as that is known. */
  readonly pageOf: ReadonlyMap<NavigationNode, Id>;
  /** What it shall name: parents before their children, siblings in order. */
  readonly pages: readonly SummaryPage[];
  /** What is another one than an entry says. */
  readonly changeOf: (entry: SummaryEntry, page: SummaryPage) => EntryChange;
}

const HEADING = ['# Table of contents', ''];
const NO_CHANGE: EntryChange = { title: false, linkTitle: false, destination: false };

/**
 * A summary that names these pages in this order. Lines of entries that stay, and all that stands between them, are kept byte
 * for byte; as few entries as possible move.
 */
export const writeSummary = (wish: SummaryWish): Buffer => new SummaryWriter(wish).write();

/** An entry as it was written. */
interface Emitted {
  readonly parent: Id | null;
  readonly indent: string;
  readonly isGroup: boolean;
}

/** An entry that stays where it is among the others. */
interface Staying {
  readonly index: number;
  readonly page: Page;
}

class SummaryWriter {
  readonly #out: Buffer[] = [];
  readonly #emitted = new Map<Id, Emitted>();
  /** The last entry of each family that was written. */
  readonly #lastOf = new Map<Id | null, Emitted>();
  #last: Emitted | undefined;
  readonly #style;
  readonly #indexOf = new Map<Id, number>();
  readonly #idAt: (Id | undefined)[];
  #inGroup = false;
  #done = 0;

  constructor(private readonly wish: SummaryWish) {
    const entries = wish.lines?.entries ?? [];
    this.#style = wish.lines?.style ?? DEFAULT_STYLE;
    this.#idAt = entries.map(({ node }) => wish.pageOf.get(node));
    this.#idAt.forEach((id, index) => id !== undefined && this.#indexOf.set(id, index));
  }

  write(): Buffer {
    const { lines, pages } = this.wish;
    if (lines === undefined) this.#lines(HEADING);
    else if (lines.entries.length === 0) this.#raw(lines.rest);
    const known = pages.flatMap(({ page }) => (this.#hasSameParent(page) ? [this.#indexOf.get(page.id)!] : []));
    const staying = new Set(longestIncreasingSubsequence(known).map((place) => known[place]!));
    const next = this.#nextStaying(staying);
    pages.forEach((entry, at) => {
      const index = this.#indexOf.get(entry.page.id);
      if (index !== undefined && staying.has(index)) this.#keep(entry, index, pages[at - 1]);
      else this.#insert(entry, index, next[at]);
    });
    this.#raw(this.#leads(lines?.entries.length ?? 0).filter((line) => line.toString().trim() !== ''));
    if (lines !== undefined && lines.entries.length > 0) this.#raw(lines.rest);
    return Buffer.concat(this.#out);
  }

  #hasSameParent({ id, parent }: Page): boolean {
    const index = this.#indexOf.get(id);
    return index !== undefined && this.#parentAt(index) === parent;
  }

  /** Below which page an entry stands. */
  #parentAt(index: number): Id | null {
    const { parent } = this.wish.lines!.entries[index]!;
    return parent === null ? null : (this.wish.pageOf.get(parent) ?? null);
  }

  /** For each page the next one behind it that stays. */
  #nextStaying(staying: ReadonlySet<number>): readonly (Staying | undefined)[] {
    const { pages } = this.wish;
    const next: (Staying | undefined)[] = [];
    let found: Staying | undefined;
    for (let at = pages.length - 1; at >= 0; at--) {
      next[at] = found;
      const { page } = pages[at]!;
      const index = this.#indexOf.get(page.id);
      if (index !== undefined && staying.has(index)) found = { index, page };
    }
    return next;
  }

  #keep(entry: SummaryPage, index: number, before: SummaryPage | undefined): void {
    const { page } = entry;
    const old = this.wish.lines!.entries[index]!;
    const follows = before === undefined ? index === 0 : this.#indexOf.get(before.page.id) === index - 1;
    const lead = this.#leads(index + 1);
    if (page.type === 'group' && !follows && !startsBlank(lead)) this.#blank();
    this.#raw(lead);
    if (!follows) this.#prepare(page);
    const first = old.lines[0]!.toString();
    const parent = page.parent === null ? undefined : this.#emitted.get(page.parent);
    const isAtHome =
      follows && (parent === undefined || parent.isGroup || parent.indent === this.#rawIndent(page.parent));
    const indent =
      page.type === 'group'
        ? ''
        : isAtHome || this.#fits(indentOf(first), page)
          ? indentOf(first)
          : this.#indentFor(page, index);
    this.#emit(entry, old, indent);
  }

  #insert(entry: SummaryPage, index: number | undefined, next: Staying | undefined): void {
    const { page } = entry;
    const isFirst = this.#last === undefined;
    const afterHeading = this.#last?.isGroup === true;
    // What stands above the first entry stays above it, and so does the empty line below a heading.
    if (next !== undefined && (isFirst || (afterHeading && next.page.type !== 'group')))
      this.#raw(this.#leads(next.index + 1));
    if (page.type === 'group') this.#blank();
    else this.#prepare(page);
    const indent =
      page.type === 'group' ? '' : this.#indentFor(page, next?.page.parent === page.parent ? next.index : undefined);
    this.#emit(entry, index === undefined ? undefined : this.wish.lines!.entries[index]!, indent);
  }

  /** Ends a group before what stands at the top again, and puts an empty line below a heading. */
  #prepare(page: Page): void {
    if (page.type === 'group') return;
    if (page.parent === null && this.#inGroup) {
      this.#blank();
      this.#lines(['***', '']);
      this.#inGroup = false;
    } else if (this.#last?.isGroup === true) this.#blank();
  }

  /** What stands before the entries up to one, as far as it was not written; of entries that go, only what is more than empty lines. */
  #leads(end: number): Buffer[] {
    const leads = (this.wish.lines?.entries ?? []).slice(this.#done, end).map(({ lead }) => lead);
    this.#done = Math.max(this.#done, end);
    const own = leads.pop() ?? [];
    const passed = leads.filter((lead) => lead.some((line) => line.toString().trim() !== '')).flat();
    if (passed.length > 0 || own.length > 0) return [...passed, ...own];
    return [...(leads.find((lead) => lead.length > 0 && this.#endsWithHeading()) ?? [])];
  }

  #endsWithHeading(): boolean {
    return this.#last === undefined || this.#last.isGroup;
  }

  #emit(entry: SummaryPage, old: SummaryEntry | undefined, indent: string): void {
    const { page } = entry;
    const emitted: Emitted = { parent: page.parent, indent, isGroup: page.type === 'group' };
    this.#emitted.set(page.id, emitted);
    this.#lastOf.set(page.parent, emitted);
    this.#last = emitted;
    if (emitted.isGroup) this.#inGroup = true;
    const change = old === undefined ? NO_CHANGE : this.wish.changeOf(old, entry);
    if (old === undefined) return this.#lines(newEntry(entry, indent, this.#style));
    if (!change.title && !change.linkTitle && !change.destination)
      return this.#raw(
        old.lines.map((line) => reindented(line, indentOf(old.lines[0]!.toString()), indent, emitted.isGroup)),
      );
    const line =
      old.lines.length === 1
        ? changedLine(old.lines[0]!.toString().replace(/\r?\n$/, ''), entry, old.node, change)
        : undefined;
    if (line === undefined) return this.#lines(newEntry(entry, indent, this.#style));
    this.#lines([emitted.isGroup ? line : indent + line.slice(indentOf(line).length)]);
  }

  #rawIndent(id: Id | null): string | undefined {
    const index = id === null ? undefined : this.#indexOf.get(id);
    return index === undefined ? undefined : indentOf(this.wish.lines!.entries[index]!.lines[0]!.toString());
  }

  #parentColumns(page: Page): number {
    const parent = page.parent === null ? undefined : this.#emitted.get(page.parent);
    return parent === undefined || parent.isGroup ? -1 : columnsOf(parent.indent);
  }

  /** Whether an entry with this indent is read as a child of its parent. */
  #fits(indent: string, page: Page): boolean {
    const sibling = this.#lastOf.get(page.parent);
    const columns = columnsOf(indent);
    return (
      columns > this.#parentColumns(page) &&
      (sibling === undefined || sibling.isGroup || columns <= columnsOf(sibling.indent))
    );
  }

  /** As the siblings are indented, else one step more than the parent. */
  #indentFor(page: Page, next: number | undefined): string {
    const sibling = this.#lastOf.get(page.parent);
    if (sibling !== undefined && !sibling.isGroup) return sibling.indent;
    const following = next === undefined ? undefined : indentOf(this.wish.lines!.entries[next]!.lines[0]!.toString());
    if (following !== undefined && this.#fits(following, page)) return following;
    const parent = page.parent === null ? undefined : this.#emitted.get(page.parent);
    return parent === undefined || parent.isGroup ? '' : parent.indent + this.#style.indent;
  }

  #blank(): void {
    const last = this.#out.at(-1)?.toString();
    if (last !== undefined && last.trim() !== '') this.#lines(['']);
  }

  #lines(lines: readonly string[]): void {
    this.#raw(lines.map((line) => Buffer.from(line + this.#style.eol)));
  }

  #raw(lines: readonly Buffer[]): void {
    for (const line of lines) {
      const last = this.#out.at(-1);
      if (last !== undefined && last.at(-1) !== 0x0a) this.#out.push(Buffer.from(this.#style.eol));
      this.#out.push(line);
      if (isRule(line.toString().trim())) this.#inGroup = false;
    }
  }
}

const startsBlank = (lead: readonly Buffer[]): boolean => lead.length > 0 && lead[0]!.toString().trim() === '';

/** A line with another indent in place of the one that its entry had. */
function reindented(line: Buffer, before: string, after: string, isGroup: boolean): Buffer {
  if (isGroup || before === after || !line.subarray(0, before.length).equals(Buffer.from(before))) return line;
  return Buffer.concat([Buffer.from(after), line.subarray(before.length)]);
}
