import { mapInSteps, type Pausable } from '../../kernel/pausable.ts';
import { diffLines } from './line-hunks.ts';
import { compareLines, lineNumbering } from './text-merge.ts';

/**
 * Adjacent blocks of a new document: `from` up to but not including `to`. Blocks that the former document has too, and
 * adjacent, begin there at `former`.
 */
export interface BlockRun {
  readonly from: number;
  readonly to: number;
  readonly former?: number;
}

/** Divides the blocks of a new document, named by their content, into those of the former one and others, in order. */
export function* matchBlocks(former: readonly string[], blocks: readonly string[]): Pausable<readonly BlockRun[]> {
  const number = lineNumbering();
  const [was, is] = [yield* mapInSteps(former, number), yield* mapInSteps(blocks, number)];
  const runs: BlockRun[] = [];
  let at = 0;
  let old = 0;
  for (const { end, from, to } of yield* diffLines(was, is, compareLines)) {
    if (at < from) runs.push({ from: at, to: from, former: old });
    if (from < to) runs.push({ from, to });
    [at, old] = [to, end];
  }
  if (at < blocks.length) runs.push({ from: at, to: blocks.length, former: old });
  return runs;
}
