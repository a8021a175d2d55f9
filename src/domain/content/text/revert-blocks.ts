import type { Pausable } from '../../kernel/pausable.ts';
import { diffLines, type Hunk } from './line-hunks.ts';
import { compareLines, lineNumbering } from './text-merge.ts';

/** Block of a markdown document: `start` up to but not including `end`, in UTF-16 code units. Blocks may be nested. */
export interface BlockRange {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Document with its blocks, in their order. */
export interface DocumentBlocks {
  readonly text: string;
  readonly blocks: readonly BlockRange[];
}

/** Text with some of its blocks reverted, and the keys that neither document contains. */
export interface RevertResult {
  readonly text: string;
  readonly unknown: readonly string[];
}

/**
 * Reverts blocks of a document to those of a base. A key names a block of either document; everything that was changed,
 * added or removed in the same run of differing blocks is reverted, all else stays. The key of a nested block stands
 * for its outermost block; the key of a block that is equal in both has no effect.
 */
export function* revertBlocks(
  present: DocumentBlocks,
  base: DocumentBlocks,
  keys: ReadonlySet<string>,
): Pausable<RevertResult> {
  const [mine, old] = [segmentsOf(present), segmentsOf(base)];
  const number = lineNumbering();
  const hunks = yield* diffLines(old.texts.map(number), mine.texts.map(number), compareLines);
  const selectedHunks = new Set(
    hunks.filter(({ start, end, from, to }) => hasAnyKey(old, start, end, keys) || hasAnyKey(mine, from, to, keys)),
  );
  const known = new Set([...mine.keys, ...old.keys].flatMap((of) => [...of]));
  return {
    text: selectedHunks.size === 0 ? present.text : spliceText(mine, old, hunks, selectedHunks),
    unknown: [...keys].filter((key) => !known.has(key)),
  };
}

/** Outermost blocks of a document, and the text before, between and after them. */
interface Segments {
  readonly texts: readonly string[];
  /** Texts around the blocks: one more than blocks. */
  readonly gaps: readonly string[];
  /** Keys of each block and of the blocks nested in it. */
  readonly keys: readonly ReadonlySet<string>[];
}

function segmentsOf({ text, blocks }: DocumentBlocks): Segments {
  const texts: string[] = [];
  const gaps: string[] = [];
  const keys: Set<string>[] = [];
  let done = 0;
  for (const { key, start, end } of [...blocks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (keys.length > 0 && start < done) keys.at(-1)!.add(key);
    else {
      gaps.push(text.slice(done, start));
      texts.push(text.slice(start, end));
      keys.push(new Set([key]));
      done = end;
    }
  }
  gaps.push(text.slice(done));
  return { texts, gaps, keys };
}

const hasAnyKey = ({ keys: own }: Segments, from: number, to: number, keys: ReadonlySet<string>): boolean =>
  own.slice(from, to).some((of) => [...of].some((key) => keys.has(key)));

/** Block of the result with its index in each document that contains it; the ends of a document count as blocks. */
interface ResultBlock {
  readonly mine?: number;
  readonly old?: number;
}

function spliceText(mine: Segments, old: Segments, hunks: readonly Hunk[], selectedHunks: ReadonlySet<Hunk>): string {
  const pieces: ResultBlock[] = [{ mine: -1, old: -1 }];
  let [at, former] = [0, 0];
  const keepTo = (to: number): void => {
    while (at < to) pieces.push({ mine: at++, old: former++ });
  };
  for (const hunk of hunks) {
    keepTo(hunk.from);
    if (selectedHunks.has(hunk)) for (let i = hunk.start; i < hunk.end; i++) pieces.push({ old: i });
    else for (let i = hunk.from; i < hunk.to; i++) pieces.push({ mine: i });
    [at, former] = [hunk.to, hunk.end];
  }
  keepTo(mine.texts.length);
  pieces.push({ mine: mine.texts.length, old: old.texts.length });
  return pieces
    .slice(1)
    .map((piece, i) => gapBetween(mine, old, pieces[i]!, piece) + textOf(mine, old, piece))
    .join('');
}

const textOf = (mine: Segments, old: Segments, piece: ResultBlock): string =>
  (piece.mine !== undefined ? mine.texts[piece.mine] : old.texts[piece.old!]) ?? '';

/**
 * Returns the text between two adjacent blocks of the result, from a document in which they are adjacent; there is
 * always one.
 */
const gapBetween = (mine: Segments, old: Segments, before: ResultBlock, after: ResultBlock): string =>
  before.mine !== undefined && after.mine === before.mine + 1 ? mine.gaps[after.mine]! : old.gaps[after.old!]!;
