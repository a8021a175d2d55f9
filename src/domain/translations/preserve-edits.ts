import { digestOf } from '../content/objects/hash.ts';
import { headingAnchorSuffix, stripHeadingAnchors } from './heading-anchors.ts';
import { sourceText } from './write-segment.ts';
import { topLevelSegments, type Piece, type Segment } from './segment.ts';
import { truncateText, type ReviewedText } from './page-review.ts';

/** Versions of a document that edits are preserved across. */
export interface TranslationSides<T> {
  /** Source of the last run, and its machine translation. */
  readonly sourceBefore: T;
  readonly machineBefore: T;
  /** Present translation, including edits by people. */
  readonly ours: T;
  /** Source of this run, and its machine translation. */
  readonly source: T;
  readonly machine: T;
}

export interface PreservedEdits {
  readonly text: string;
  readonly texts: readonly ReviewedText[];
}

const skeletonOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : '\ue000')).join('');
/** Digest by which a segment of the source is recognized in a later run; 16 characters. */
export const sourceDigest = (source: string): string => digestOf(source).slice(0, 16);

/**
 * Transfers edits by people to a new translation, segment by segment: they stay while the source still has the segment,
 * and become stale if the segment changed. Undefined if people changed more than words.
 * @param known reviewed texts of the page after the last run
 */
export function preserveEdits(
  sides: TranslationSides<readonly Piece[]>,
  known: readonly ReviewedText[],
): PreservedEdits | undefined {
  const units = {
    sourceBefore: topLevelSegments(sides.sourceBefore),
    machineBefore: topLevelSegments(sides.machineBefore),
    ours: topLevelSegments(sides.ours),
    source: topLevelSegments(sides.source),
    machine: topLevelSegments(sides.machine),
  };
  if (!haveSameSkeleton(sides.machineBefore, sides.ours, units.sourceBefore)) return undefined;
  if (units.sourceBefore.length !== units.machineBefore.length || units.source.length !== units.machine.length)
    return undefined;

  const texts: ReviewedText[] = [];
  const placed = new Map<number, string>();
  const places = alignSegments(units.sourceBefore.map(sourceText), units.source.map(sourceText));
  units.ours.forEach((segment, i) => {
    const edited = sourceText(segment);
    const to = places[i];
    if (edited === sourceText(units.machineBefore[i]!) || to === undefined) return;
    const source = sourceText(units.source[to]!);
    const before = known.find(
      (text) =>
        text.place === 'document' &&
        text.segment === i &&
        text.since !== undefined &&
        text.text === truncateText(edited),
    );
    const since = before?.since ?? sourceDigest(sourceText(units.sourceBefore[i]!));
    if (edited === sourceText(units.machine[to]!)) return;
    placed.set(to, edited + (anchorFor(units.source[to]!, units.machine[to]!, edited) ?? ''));
    texts.push({
      place: 'document',
      segment: to,
      since,
      source,
      text: edited,
      ...reviewState(since, source, sourceText(units.machine[to]!)),
    });
  });
  let at = 0;
  const text = sides.machine
    .map((piece) => (typeof piece === 'string' ? piece : (placed.get(at++) ?? sourceText(piece))))
    .join('');
  return { text, texts };
}

/** Compares documents without their segments; ids added to headings are ignored. */
function haveSameSkeleton(a: readonly Piece[], b: readonly Piece[], source: readonly Segment[]): boolean {
  const [first, second] = [skeletonOf(a), skeletonOf(b)];
  if (first === second) return true;
  const anchors = new Set(source.flatMap(({ anchor, aliases = [] }) => [anchor, ...aliases]));
  return stripHeadingAnchors(first, anchors) === stripHeadingAnchors(second, anchors);
}

/** Returns the anchor markup for an edited heading, unless it has an explicit id. */
const anchorFor = (source: Segment, machine: Segment, edited: string): string | undefined =>
  source.anchor === undefined || machine.anchor === undefined
    ? undefined
    : headingAnchorSuffix(edited, source.anchor, source.aliases);

/** Returns the review state of an edited text: pinned while its source is unchanged, otherwise stale. */
export const reviewState = (
  since: string,
  source: string,
  suggestion: string,
): Pick<ReviewedText, 'state' | 'suggestion'> =>
  since === sourceDigest(source) ? { state: 'pinned' } : { state: 'stale', suggestion };

/**
 * Aligns old segments with new ones: unchanged ones first, then, between those, in order as far as both have segments.
 */
export function alignSegments(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const places = new Array<number | undefined>(before.length).fill(undefined);
  let [start, end] = [0, 0];
  while (start < before.length && start < after.length && before[start] === after[start]) places[start] = start++;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) {
    places[before.length - 1 - end] = after.length - 1 - end;
    end += 1;
  }
  // Between the unchanged ends: first equal texts, in order; then the gaps side by side.
  const later = new Map<string, number[]>();
  for (let i = after.length - end - 1; i >= start; i--) {
    const known = later.get(after[i]!);
    if (known === undefined) later.set(after[i]!, [i]);
    else known.push(i);
  }
  let last = start - 1;
  for (let i = start; i < before.length - end; i++) {
    const found = later.get(before[i]!) ?? [];
    while (found.length > 0 && found.at(-1)! <= last) found.pop();
    const place = found.pop();
    if (place !== undefined) places[i] = last = place;
  }
  pairInGaps(places, before, after);
  return places;
}

/** Pairs each segment of a gap with the most similar free one, in order; with the first one if none is similar. */
function pairInGaps(places: (number | undefined)[], before: readonly string[], after: readonly string[]): void {
  const ends = new Array<number>(places.length);
  for (let i = places.length - 1, end = after.length; i >= 0; i--) ends[i] = end = places[i] ?? end;
  let free = 0;
  for (const [i, place] of places.entries()) {
    if (place !== undefined) free = place + 1;
    else if (free < ends[i]!)
      free = (places[i] = mostSimilar(before[i]!, after, free, Math.min(ends[i]!, free + MAX_COMPARED))) + 1;
  }
}

const MAX_COMPARED = 20;
function mostSimilar(text: string, others: readonly string[], from: number, to: number): number {
  const words = new Set(text.split(/\s+/));
  let [best, most] = [from, 0];
  for (let i = from; i < to; i++) {
    const theirs = new Set(others[i]!.split(/\s+/));
    const common = [...theirs].filter((word) => words.has(word)).length / Math.max(words.size, theirs.size);
    if (common > most) [best, most] = [i, common];
  }
  return best;
}
