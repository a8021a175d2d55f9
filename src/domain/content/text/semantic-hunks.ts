import { mapInSteps, PAUSE, type Pausable } from '../../kernel/pausable.ts';
import { diffLines, type LineComparer, type Hunk } from './line-hunks.ts';
import { countLines, splitLines } from './lines.ts';
import { compareLines, lineNumbering } from './text-merge.ts';

/** Items that follow each other on one side; `at` is the place of the first, counted from 0, or where they would be. */
export interface ItemRange<T> {
  readonly at: number;
  readonly items: readonly T[];
}
/** What one stretch became. */
export interface Replacement<T> {
  readonly before: ItemRange<T>;
  readonly after: ItemRange<T>;
}

/** How a document changed: by lines, each with its ending, and by blocks of its first level. */
export interface DocumentHunks<B> {
  readonly lines: readonly Replacement<string>[];
  readonly blocks: readonly Replacement<B>[];
  /** Whether there is more than what is reported. */
  readonly truncated: boolean;
}

interface BoundedHunks<T> {
  readonly hunks: readonly Replacement<T>[];
  /** Whether `reported` holds all of them. */
  readonly complete: boolean;
}

/** In UTF-16 units, of both sides together. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024;
const MAX_BLOCK_TEXT_LENGTH = 512 * 1024;
/** Parsing takes up to 50 µs for a line. */
const MAX_BLOCK_LINES = 20_000;
/** Lines times lines that are compared with each other. */
const MAX_COMPARISONS = 10_000_000;
/** UTF-16 units of lines, and of blocks as JSON. */
const MAX_REPORTED_LENGTH = 1024 * 1024;

/**
 * Compares the documents of one answer. All that it does, and all that it tells, is within fixed bounds for the documents
 * together, whatever they hold; where a bound is met, the hunks reported are right but not all of them.
 */
export class DocumentComparison<B extends object> {
  #textBudget = MAX_TEXT_LENGTH;
  #blockTextBudget = MAX_BLOCK_TEXT_LENGTH;
  #blockLineBudget = MAX_BLOCK_LINES;
  #comparisonBudget = MAX_COMPARISONS;
  #lineReportBudget = MAX_REPORTED_LENGTH;
  #blockReportBudget = MAX_REPORTED_LENGTH;

  /** @param blocksOf the blocks of a text; their members `key` do not count as a difference */
  constructor(private readonly blocksOf: (markdown: string) => readonly B[]) {}

  /** Whether nothing can be compared any more. */
  get isExhausted(): boolean {
    return this.#textBudget <= 0;
  }

  /** Tells whether `of` will ask for the blocks of these two documents. */
  canCompareBlocks(before: string, after: string): boolean {
    const text = before.length + after.length;
    if (before === after || text >= this.#textBudget || text > this.#blockTextBudget) return false;
    return countLines(before) + countLines(after) <= this.#blockLineBudget;
  }

  *compare(before: string, after: string): Pausable<DocumentHunks<B>> {
    if (before === after) return { lines: [], blocks: [], truncated: false };
    const text = before.length + after.length;
    this.#textBudget -= text;
    if (this.isExhausted) return { lines: [], blocks: [], truncated: true };
    const was = yield* splitLines(before);
    const is = yield* splitLines(after);
    const lines = this.#limitToBudget(
      'line',
      yield* this.#hunks(was, is, (line) => line),
      was,
      is,
      (line) => line.length,
    );
    yield PAUSE;
    const blocks = yield* this.#blocks(before, after, text, was.length + is.length);
    return { lines: lines.hunks, blocks: blocks?.hunks ?? [], truncated: !lines.complete || !blocks?.complete };
  }

  *#blocks(before: string, after: string, text: number, lines: number): Pausable<BoundedHunks<B> | undefined> {
    if (text > this.#blockTextBudget || lines > this.#blockLineBudget) return undefined;
    this.#blockTextBudget -= text;
    this.#blockLineBudget -= lines;
    const [was, is] = [this.blocksOf(before), this.blocksOf(after)];
    const names = new Map([...was, ...is].map((block) => [block, blockIdentity(block)]));
    const hunks = yield* this.#hunks(was, is, (block) => names.get(block)!);
    return this.#limitToBudget('block', hunks, was, is, (block) => names.get(block)!.length);
  }

  *#hunks<T>(before: readonly T[], after: readonly T[], name: (item: T) => string): Pausable<Hunk[]> {
    const number = lineNumbering();
    const was = yield* mapInSteps(before, (item) => number(name(item)));
    const is = yield* mapInSteps(after, (item) => number(name(item)));
    return yield* diffLines(was, is, this.#compareLines);
  }

  readonly #compareLines: LineComparer = (base, other) => {
    this.#comparisonBudget -= base.length * other.length;
    return this.#comparisonBudget < 0
      ? [{ buffer1: [0, base.length], buffer2: [0, other.length] }]
      : compareLines(base, other);
  };

  /** As many hunks as there is room to tell. */
  #limitToBudget<T>(
    room: 'line' | 'block',
    hunks: readonly Hunk[],
    before: readonly T[],
    after: readonly T[],
    sizeOf: (item: T) => number,
  ): BoundedHunks<T> {
    const reported: Replacement<T>[] = [];
    for (const { start, end, from, to } of hunks) {
      const [was, is] = [before.slice(start, end), after.slice(from, to)];
      const size = [...was, ...is].reduce((sum, item) => sum + sizeOf(item), 0);
      const left = room === 'line' ? (this.#lineReportBudget -= size) : (this.#blockReportBudget -= size);
      if (left < 0) return { hunks: reported, complete: false };
      reported.push({ before: { at: start, items: was }, after: { at: from, items: is } });
    }
    return { hunks: reported, complete: true };
  }
}

/** A text that two blocks share when they differ in keys alone. */
const blockIdentity = (block: object): string =>
  JSON.stringify(block, function (this: { readonly object?: unknown }, name, value: unknown) {
    return name === 'key' && typeof this.object === 'string' ? undefined : value;
  });
