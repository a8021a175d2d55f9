import type { Pausable } from '../../kernel/pausable.ts';
import { diffLines, type Hunk } from './line-hunks.ts';
import { compareLines, lineNumbering } from './text-merge.ts';

/** A block of a markdown document: `start` up to but without `end`, in UTF-16 code units. Blocks may lie in blocks. */
export interface BlockRange {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** A document with its blocks, in their order. */
export interface DocumentBlocks {
  readonly text: string;
  readonly blocks: readonly BlockRange[];
}

/** The text with some of its blocks gone back, and those keys that neither document knows. */
export interface RevertResult {
  readonly text: string;
  readonly unknown: readonly string[];
}

/**
 * Takes blocks of a document back to what another one has. A key names a block of either document: what was changed,
 * added or removed in the same run of differing blocks goes back, everything else stays as it is. A block inside another
 * one stands for the outermost; one that both have alike stands for nothing.
 */
export function* revertBlocks(
  present: DocumentBlocks,
  base: DocumentBlocks,
  keys: ReadonlySet<string>,
): Pausable<RevertResult> {
  const [mine, old] = [segmentsOf(present), segmentsOf(base)];
  const number = lineNumbering();
  const hunks = yield* diffLines(old.texts.map(number), mine.texts.map(number), compareLines);
  const wanted = new Set(
    hunks.filter(({ start, end, from, to }) => hasAnyKey(old, start, end, keys) || hasAnyKey(mine, from, to, keys)),
  );
  const known = new Set([...mine.keys, ...old.keys].flatMap((of) => [...of]));
  return {
    text: wanted.size === 0 ? present.text : spliceText(mine, old, hunks, wanted),
    unknown: [...keys].filter((key) => !known.has(key)),
  };
}

/** The outermost blocks of a document, and what stands before, between and after them. */
interface Segments {
  readonly texts: readonly string[];
  /** One more than the blocks. */
  readonly gaps: readonly string[];
  /** The keys of each block and of those inside it. */
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

/** A block of the result: its number in each document that has it; the ends of a document count as blocks. */
interface ResultBlock {
  readonly mine?: number;
  readonly old?: number;
}

function spliceText(mine: Segments, old: Segments, hunks: readonly Hunk[], wanted: ReadonlySet<Hunk>): string {
  const pieces: ResultBlock[] = [{ mine: -1, old: -1 }];
  let [at, former] = [0, 0];
  const keepTo = (to: number): void => {
    while (at < to) pieces.push({ mine: at++, old: former++ });
  };
  for (const hunk of hunks) {
    keepTo(hunk.from);
    if (wanted.has(hunk)) for (let i = hunk.start; i < hunk.end; i++) pieces.push({ old: i });
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

/** Between two blocks of the result stands what stands between them in a document where they follow each other: there is one. */
const gapBetween = (mine: Segments, old: Segments, before: ResultBlock, after: ResultBlock): string =>
  before.mine !== undefined && after.mine === before.mine + 1 ? mine.gaps[after.mine]! : old.gaps[after.old!]!;
