import { textOf, type Block, type Inline } from '../content/blocks.ts';
import type { Highlighter } from '../content/highlighter.ts';
import { layParagraph, type Means } from '../text/layout-paragraph.ts';
import { COLORS } from './colors.ts';
import type { Frame } from './measures.ts';
import { TEXT } from './measures.ts';
import { before, closed, gap, type LayoutBox } from './layout-box.ts';

export interface CodeMeans {
  readonly highlighter: Highlighter;
  directionOf(inlines: readonly Inline[]): 'ltr' | 'rtl';
}

const NUMBERS = 26;

/** Code in its colours, its lines wrapped where the page ends; with numbers where it asks for them. */
export function layCode(
  { text, language, numbered, title }: Extract<Block, { kind: 'code' }>,
  { x, width }: Frame,
  means: Means & CodeMeans,
): readonly LayoutBox[] {
  const left = x + 9 + (numbered ? NUMBERS : 0);
  const room = Math.max(30, width - 18 - (numbered ? NUMBERS : 0));
  const frame = { x: left, width: room, size: TEXT.code, leading: 1.45, direction: 'ltr' as const };
  const lines = means.highlighter.lines(text, language).flatMap((parts, i): readonly LayoutBox[] => {
    const inlines = parts
      .filter((part) => part.text !== '')
      .map((part) =>
        textOf(indented(part.text), {
          mono: true,
          bold: part.bold,
          italic: part.italic,
          ...(part.color !== undefined && { color: part.color }),
        }),
      );
    const laid = layParagraph(inlines.length > 0 ? inlines : [textOf('\u00a0', { mono: true })], frame, means);
    if (!numbered) return laid;
    const [number] = layParagraph(
      [textOf(String(i + 1), { mono: true, color: COLORS.faint })],
      { ...frame, x: x + 4, width: NUMBERS - 4, align: 'end' },
      means,
    );
    return laid.map((slab, line) =>
      line === 0 && number ? { ...slab, marks: [...number.marks, ...slab.marks] } : slab,
    );
  });
  const head =
    title === undefined
      ? []
      : layParagraph(
          [textOf(title, { mono: true, color: COLORS.soft })],
          { ...frame, x: x + 9, width: width - 18 },
          means,
        ).map((slab): LayoutBox => ({ ...slab, joined: true }));
  return before([gap(6, true), ...head, ...(head.length > 0 ? [gap(4, true)] : []), ...closed(lines, 6)], (height) => [
    { kind: 'area', x, y: 0, width, height, color: COLORS.raised },
  ]);
}

/** Spaces that stay where they are: a line of code begins where it was written to. */
const indented = (text: string): string =>
  text.replaceAll('\t', '    ').replace(/^ +| {2,}/g, (spaces) => '\u00a0'.repeat(spaces.length));
