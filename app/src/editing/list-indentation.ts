/** Item of a list: its indentation, its mark, and what follows. */
const ITEM = /^(\s*)([*+-]|\d+[.)])(\s+|$)/;

/** Lines that replace those from `first` to `last`. */
export interface MovedLines {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

const indentOf = (line: string): number => /^\s*/.exec(line)![0].length;

/** Returns the last item before a line that is not deeper than an indentation, among the lines of the same list. */
function itemBefore(lines: readonly string[], before: number, indent: number): number | undefined {
  for (let at = before - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (line.trim() === '' || indentOf(line) > indent) continue;
    return ITEM.test(line) ? at : undefined;
  }
  return undefined;
}

/** Returns the mark after another one in the same list. */
const markAfter = (mark: string): string => mark.replace(/\d+/, (number) => String(Number(number) + 1));

/** Replaces the mark of an item. */
const withMark = (line: string, mark: string): string =>
  line.replace(ITEM, (_, indent: string, __, space: string) => indent + mark + space);

/** Returns the last line of what belongs to an item. */
function endOf(lines: readonly string[], first: number, last: number): number {
  const indent = indentOf(lines[first]!);
  let end = last;
  for (let at = last + 1; at < lines.length; at++) {
    if (lines[at]!.trim() === '') continue;
    if (indentOf(lines[at]!) <= indent) break;
    end = at;
  }
  return end;
}

/**
 * Moves items, with what belongs to them, into the item before them or out of the one around them. Undefined where the
 * first line is no item.
 */
export function moveItems(
  lines: readonly string[],
  first: number,
  last: number,
  direction: 'in' | 'out',
): MovedLines | undefined {
  const item = ITEM.exec(lines[first]!);
  if (item === null) return undefined;
  const indent = item[1]!.length;
  const end = endOf(lines, first, last);
  const stay = { first, last: end, lines: lines.slice(first, end + 1) };
  const target = itemBefore(lines, first, direction === 'in' ? indent : indent - 1);
  if (target === undefined || (direction === 'out' && indent === 0)) return stay;
  const [, targetIndent = '', targetMark = ''] = ITEM.exec(lines[target]!)!;
  const isInside = direction === 'in' && targetIndent.length === indent;
  const next = direction === 'in' ? targetIndent.length + targetMark.length + 1 : targetIndent.length;
  const sibling = direction === 'in' ? itemBefore(lines, first, next) : target;
  const siblingMark = sibling === undefined ? '' : ITEM.exec(lines[sibling]!)![2]!;
  const mark =
    direction === 'in' && sibling === target ? item[2]!.replace(/\d+/, '1') : markAfter(siblingMark || item[2]!);
  if (direction === 'in' && !isInside) return stay;
  const moved = stay.lines.map((line) =>
    line.trim() === '' ? line : ' '.repeat(Math.max(0, indentOf(line) + next - indent)) + line.trimStart(),
  );
  return { ...stay, lines: [withMark(moved[0]!, mark), ...moved.slice(1)] };
}
