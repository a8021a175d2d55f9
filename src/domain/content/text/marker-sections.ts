import { PAUSE, PauseCounter, type Pausable } from '../../kernel/pausable.ts';
import { splitLines } from './lines.ts';
import { MARKER_LABELS } from './markers.ts';

/** Section of a conflict in a document. */
export type MarkerSection = keyof typeof MARKER_LABELS;

/**
 * Replaces each conflict with markers of these lengths by the given sections in their order. The longest markers are
 * the outermost. A conflict with incomplete markers stays unchanged. Linear in the length of the text.
 */
export function* takeSections(
  text: string,
  lengths: readonly number[],
  sections: readonly MarkerSection[],
): Pausable<string> {
  let lines: readonly string[] = yield* splitLines(text);
  for (const length of [...lengths].sort((a, b) => b - a)) lines = yield* takeFromLines(lines, length, sections);
  const taken = lines.join('');
  // If the last line was a marker without a line ending, the new last line gets none either.
  return text.endsWith('\n') ? taken : taken.replace(/\r?\n$/, '');
}

function* takeFromLines(
  lines: readonly string[],
  length: number,
  sections: readonly MarkerSection[],
): Pausable<readonly string[]> {
  const marker = (character: string, label?: string): string =>
    character.repeat(length) + (label === undefined ? '' : ` ${label}`);
  const bare = (at: number): string => lines[at]!.replace(/\r?\n$/, '');
  const marks = [
    marker('<', MARKER_LABELS.ours),
    marker('|', MARKER_LABELS.base),
    marker('='),
    marker('>', MARKER_LABELS.theirs),
  ];
  const result: string[] = [];
  const pauses = new PauseCounter();
  for (let i = 0; i < lines.length;) {
    if (pauses.isDue()) yield PAUSE;
    const found =
      lines[i]!.startsWith(marks[0]!) && bare(i) === marks[0]
        ? yield* markerLines(lines.length, bare, i, marks)
        : undefined;
    if (found === undefined) {
      result.push(lines[i]!);
      i += 1;
      continue;
    }
    const [open, middle, split, close] = found;
    const parts: Record<MarkerSection, readonly string[]> = {
      ours: lines.slice(open + 1, middle),
      base: lines.slice(middle + 1, split),
      theirs: lines.slice(split + 1, close),
    };
    for (const section of sections) for (const line of parts[section]) result.push(line);
    i = close + 1;
  }
  return result;
}

/**
 * Returns the lines of the four markers of a conflict; undefined if another conflict opens first or a marker is
 * missing.
 */
function* markerLines(
  end: number,
  bare: (at: number) => string,
  open: number,
  marks: readonly string[],
): Pausable<[number, number, number, number] | undefined> {
  const places = [open];
  const pauses = new PauseCounter();
  for (let i = open + 1; i < end && bare(i) !== marks[0]; i++) {
    if (pauses.isDue()) yield PAUSE;
    if (bare(i) !== marks[places.length]) continue;
    places.push(i);
    if (places.length === marks.length) return places as [number, number, number, number];
  }
  return undefined;
}
