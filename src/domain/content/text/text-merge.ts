import { diffIndices } from 'node-diff3';
import { mapInSteps, PAUSE, PauseCounter, type Pausable } from '../../kernel/pausable.ts';
import { diffLines, type LineComparer, type Hunk } from './line-hunks.ts';
import { splitLines } from './lines.ts';
import { freeMarkerLength, MARKER_LABELS } from './markers.ts';
import { blockBoundaries } from './block-boundaries.ts';

/** Merged text; `markers` is the length of its conflict markers, 0 if there are none. */
export interface MergedText {
  readonly text: string;
  readonly markers: number;
}

/** Number of hunks in a region that take about a millisecond to decide. */
const LONG_REGION = 100;

interface SidedHunk extends Hunk {
  readonly side: 'ours' | 'theirs';
}

/**
 * Merges markdown by lines: a change of one side is taken, equal changes are taken once. Changes of neighboring lines
 * are both taken if the lines belong to different blocks of the base; otherwise, and if both sides changed the same
 * lines, both sides are kept between markers together with the base. No line of either side is lost; line endings stay
 * unchanged.
 */
export function* mergeText(base: string, ours: string, theirs: string): Pausable<MergedText> {
  if (ours === theirs || theirs === base) return { text: ours, markers: 0 };
  if (ours === base) return { text: theirs, markers: 0 };

  const ending = /\r?\n/.exec(ours + theirs)?.[0] ?? '\n';
  const number = lineNumbering();
  const [o, no] = yield* numberLines(base, ending, number);
  const [a, na] = yield* numberLines(ours, ending, number);
  const [b, nb] = yield* numberLines(theirs, ending, number);
  const hunks: SidedHunk[] = [];
  // A blank line is no sign that the lines around it are the same.
  const isAnchor = (line: number): boolean => o[line]!.trim() !== '';
  for (const hunk of yield* diffLines(no, na, diffIndices, isAnchor)) hunks.push({ ...hunk, side: 'ours' });
  for (const hunk of yield* diffLines(no, nb, diffIndices, isAnchor)) hunks.push({ ...hunk, side: 'theirs' });
  yield PAUSE;
  // At the same line, insertions come before replacements.
  hunks.sort((x, y) => x.start - y.start || x.end - y.end);

  const length = freeMarkerLength([base, ours, theirs]);
  const marker = (character: string, label: string): string =>
    `${character.repeat(length)}${label && ` ${label}`}${ending}`;
  let conflicts = 0;
  const merged: string[] = [];
  const push = (lines: readonly string[]): void => lines.forEach((line) => merged.push(line));
  let done = 0;
  yield PAUSE;
  const boundary = blockBoundaries(o);
  const pauses = new PauseCounter();
  yield PAUSE;
  const isSeparate: SeparationTest = (region, hunk) =>
    boundary(hunk.start) && !haveCommonLine(region, hunk, { ours: a, theirs: b });
  for (const region of regionsOf(hunks, isSeparate)) {
    if (region.hunks.length > LONG_REGION || pauses.isDue()) yield PAUSE;
    push(o.slice(done, region.start));
    done = region.end;
    const mine = regionLines(region, 'ours', o, a);
    const yours = regionLines(region, 'theirs', o, b);
    if (region.hunks.every(({ side }) => side === 'ours') || sameLines(mine, yours)) push(mine);
    else if (region.hunks.every(({ side }) => side === 'theirs')) push(yours);
    else if (hasSameChanges(o.slice(region.start, region.end), yours, mine)) push(mine);
    else if (hasSameChanges(o.slice(region.start, region.end), mine, yours)) push(yours);
    else {
      conflicts += 1;
      push([
        marker('<', MARKER_LABELS.ours),
        ...mine,
        marker('|', MARKER_LABELS.base),
        ...o.slice(region.start, region.end),
      ]);
      push([marker('=', ''), ...yours, marker('>', MARKER_LABELS.theirs)]);
    }
  }
  push(o.slice(done));
  yield PAUSE;
  return {
    text: withFinalLineEnding(merged.join(''), ending, [base, ours, theirs]),
    markers: conflicts > 0 ? length : 0,
  };
}

interface Region {
  readonly start: number;
  readonly end: number;
  readonly hunks: readonly SidedHunk[];
}

/** Tells whether a hunk that touches a region is independent of it. */
type SeparationTest = (region: Region, hunk: SidedHunk) => boolean;

/** Groups hunks that must be decided together. */
function regionsOf(hunks: readonly SidedHunk[], isSeparate: SeparationTest): Region[] {
  const regions: { start: number; end: number; hunks: SidedHunk[] }[] = [];
  for (const hunk of hunks) {
    const region = regions.at(-1);
    if (region && isTouching(region, hunk, isSeparate)) {
      region.hunks.push(hunk);
      region.end = Math.max(region.end, hunk.end);
    } else regions.push({ start: hunk.start, end: hunk.end, hunks: [hunk] });
  }
  return regions;
}

function isTouching(region: Region, hunk: SidedHunk, isSeparate: SeparationTest): boolean {
  if (hunk.start < region.end) return true;
  if (hunk.start > region.end) return false;
  // The hunk touches the region. Two insertions at one position have no order.
  const inserts = region.start === region.end && hunk.start === hunk.end;
  const sameSide = region.hunks.every(({ side }) => side === hunk.side);
  return inserts || (!sameSide && !isSeparate(region, hunk));
}

/** Tells whether both sides contribute the same non-blank line: then it may be one change made on both sides. */
function haveCommonLine(
  region: Region,
  hunk: SidedHunk,
  texts: Readonly<Record<SidedHunk['side'], readonly string[]>>,
): boolean {
  const changedLines = new Set(texts[hunk.side].slice(hunk.from, hunk.to).filter((line) => line.trim() !== ''));
  return region.hunks.some(({ side, from, to }) => {
    if (side === hunk.side) return false;
    for (let i = from; i < to; i++) if (changedLines.has(texts[side][i]!)) return true;
    return false;
  });
}

/** Tells whether all changes of `side` are also in `other`, at its beginning and its end. */
function hasSameChanges(base: readonly string[], side: readonly string[], other: readonly string[]): boolean {
  let [start, end] = [0, 0];
  while (start < side.length && start < other.length && side[start] === other[start]) start++;
  while (end < side.length - start && end < other.length - start && side.at(-1 - end) === other.at(-1 - end)) end++;
  return sameLines(base, side.slice(start, side.length - end));
}

/** Returns the lines of a side for a region. */
function regionLines(
  region: Region,
  side: SidedHunk['side'],
  base: readonly string[],
  text: readonly string[],
): string[] {
  const lines: string[] = [];
  let done = region.start;
  for (const hunk of region.hunks) {
    if (hunk.side !== side) continue;
    for (let i = done; i < hunk.start; i++) lines.push(base[i]!);
    for (let i = hunk.from; i < hunk.to; i++) lines.push(text[i]!);
    done = hunk.end;
  }
  for (let i = done; i < region.end; i++) lines.push(base[i]!);
  return lines;
}

const sameLines = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i]);

/**
 * Splits a text into lines and ends the last one too, so that it equals the same line in the middle of another text.
 */
function linesOf(text: string, ending: string): Pausable<string[]> {
  return splitLines(text === '' || text.endsWith('\n') ? text : text + ending);
}

/** Removes the last line ending if the three-way merge of the line endings removes it. */
function withFinalLineEnding(merged: string, ending: string, [base, ours, theirs]: readonly string[]): string {
  const ends = (text = ''): boolean => text === '' || text.endsWith('\n');
  const endsWithLineBreak = ends(ours) === ends(base) ? ends(theirs) : ends(ours);
  if (endsWithLineBreak) return merged;
  // A carriage return belongs to the ending, unless it ended a text without a line feed.
  const bare = [base, ours, theirs].some(
    (text = '') => text.endsWith('\r') && lastLine(merged) === lastLine(text) + ending,
  );
  return merged.slice(0, -(bare ? ending : (/\r?\n$/.exec(merged)?.[0] ?? '')).length || undefined);
}

/** Returns the text after the last line feed, ignoring one at the very end. */
const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n', text.length - 2) + 1);

/** Computes the differences of two short ranges; the cost grows with the product of their lengths. */
export const compareLines: LineComparer = diffIndices;

/** Returns a function that assigns equal numbers to equal lines. */
export function lineNumbering(): (line: string) => number {
  const known = new Map<string, number>();
  return (line) => {
    const number = known.get(line) ?? known.size;
    known.set(line, number);
    return number;
  };
}

/** Splits a text into lines and numbers them. */
function* numberLines(text: string, ending: string, number: (line: string) => number): Pausable<[string[], number[]]> {
  const lines = yield* linesOf(text, ending);
  return [lines, yield* mapInSteps(lines, number)];
}
