import { CONTAINERS } from './fit-blocks.ts';

interface Change {
  readonly from: number;
  readonly to?: number;
  readonly insert?: string;
}

/** Changes of a text, and the range that is selected after them. */
export interface MarkChanges {
  readonly changes: readonly Change[];
  readonly from: number;
  readonly to: number;
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * Puts a mark around a range, or removes it. A mark neither begins nor ends with a space, nor does it span blocks: of
 * several lines, each gets its own.
 */
export function toggleMark(text: string, from: number, to: number, mark: string): MarkChanges {
  const parts = partsOf(text, from, to);
  const size = mark.length;
  const isAround = (part: Part): boolean =>
    text.slice(part.from - size, part.from) === mark && text.slice(part.to, part.to + size) === mark;
  const isWithin = ({ from, to }: Part): boolean =>
    to - from > 2 * size && text.startsWith(mark, from) && text.startsWith(mark, to - size);
  const isMarked = parts.every((part) => isAround(part) || isWithin(part));
  const edits = parts.flatMap((part): readonly Change[] => {
    if (!isMarked) return isAround(part) || isWithin(part) ? [] : [insertAt(part.from, mark), insertAt(part.to, mark)];
    return isAround(part)
      ? [removal(part.from - size, size), removal(part.to, size)]
      : [removal(part.from, size), removal(part.to - size, size)];
  });
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const shift = (offset: number, countsInsertion: boolean): number =>
    edits.reduce((at, { from: edit, to: end = edit, insert = '' }) => {
      const isBefore = edit < offset || (edit === offset && insert !== '' && countsInsertion);
      return isBefore ? at + insert.length - (Math.min(end, offset) - edit) : at;
    }, offset);
  if (first.from === last.to) {
    const cursor = first.from + (isMarked ? -size : size);
    return { changes: edits, from: cursor, to: cursor };
  }
  // Of several lines, the marks are selected too, so that all of them can be removed again.
  const isSingle = parts.length === 1;
  return { changes: edits, from: shift(first.from, isSingle), to: shift(last.to, !isSingle) };
}

const insertAt = (from: number, insert: string): Change => ({ from, insert });
const removal = (from: number, size: number): Change => ({ from, to: from + size });

/** Splits a range into what each line has of it, without the marks of blocks and without spaces around. */
function partsOf(text: string, from: number, to: number): readonly Part[] {
  const parts: Part[] = [];
  let start = text.lastIndexOf('\n', from - 1) + 1;
  for (const line of text.slice(start, to).split('\n')) {
    const containers = CONTAINERS.exec(line)![0].length;
    const heading = /^(?:#{1,6}[ \t]+)?/.exec(line.slice(containers))![0].length;
    const begin = Math.max(from, start + containers + heading);
    const selected = text.slice(begin, start + line.length);
    const inner = selected.trim();
    if (inner !== '') {
      const at = begin + selected.indexOf(inner);
      parts.push({ from: at, to: at + inner.length });
    }
    start += line.length + 1;
  }
  return parts.length === 0 ? [{ from, to: from }] : parts;
}
