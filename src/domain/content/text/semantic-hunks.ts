import { mapInSteps, PAUSE, type Pausable } from '../../kernel/pausable.ts';
import { diffLines, type LineComparer, type Hunk } from './line-hunks.ts';
import { countLines, splitLines } from './lines.ts';
import { compareLines, lineNumbering } from './text-merge.ts';

/**
 * Adjacent items on one side; `at` is the position of the first, counted from 0, or the position at which they would be
 * inserted.
 */
export interface ItemRange<T> {
  readonly at: number;
  readonly items: readonly T[];
}
/** Replaced range of items. */
export interface Replacement<T> {
  readonly before: ItemRange<T>;
  readonly after: ItemRange<T>;
}

/** Differences of a document: by lines, each with its ending, and by top-level blocks. */
export interface DocumentHunks<B> {
  readonly lines: readonly Replacement<string>[];
  readonly blocks: readonly Replacement<B>[];
  /** Tells whether differences are missing. */
  readonly truncated: boolean;
}

interface BoundedHunks<T> {
  readonly hunks: readonly Replacement<T>[];
  /** Tells whether `hunks` is complete. */
  readonly complete: boolean;
}

/** Maximum lengths of both sides together, in UTF-16 units. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024;
const MAX_BLOCK_TEXT_LENGTH = 512 * 1024;
/** Maximum number of lines to parse; parsing takes up to 50 µs per line. */
const MAX_BLOCK_LINES = 20_000;
/** Maximum product of line counts that are compared with each other. */
const MAX_COMPARISONS = 10_000_000;
/** Maximum length of reported lines in UTF-16 units, and of reported blocks as JSON. */
const MAX_REPORTED_LENGTH = 1024 * 1024;

/**
 * Compares the documents of one response. The total work and output are bounded for all documents together, whatever
 * they contain; if a bound is reached, the reported hunks are correct but incomplete.
 */
export class DocumentComparison<B extends object> {
  #textBudget = MAX_TEXT_LENGTH;
  #blockTextBudget = MAX_BLOCK_TEXT_LENGTH;
  #blockLineBudget = MAX_BLOCK_LINES;
  #comparisonBudget = MAX_COMPARISONS;
  #lineReportBudget = MAX_REPORTED_LENGTH;
  #blockReportBudget = MAX_REPORTED_LENGTH;

  /**
   * Sets the parser.
   * @param blocksOf returns the blocks of a text; their members `key` do not count as a difference
   */
  constructor(private readonly blocksOf: (markdown: string) => readonly B[]) {}

  /** Tells whether no further document can be compared. */
  get isExhausted(): boolean {
    return this.#textBudget <= 0;
  }

  /** Tells whether `compare` will request the blocks of these two documents. */
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

  /** Keeps as many hunks as the report budget allows. */
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

/** Returns a text that is equal for blocks that differ only in keys. */
const blockIdentity = (block: object): string =>
  JSON.stringify(block, function (this: { readonly object?: unknown }, name, value: unknown) {
    return name === 'key' && typeof this.object === 'string' ? undefined : value;
  });
