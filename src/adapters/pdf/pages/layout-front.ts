import type { BookChapter } from '../../../application/pdf/chapters.ts';
import type { PdfBook } from '../../../ports/pdf.ts';
import { textOf } from '../content/blocks.ts';
import { layParagraph, type Means } from '../text/layout-paragraph.ts';
import { COLORS } from './colors.ts';
import { PAGE, ROOM, TEXT } from './measures.ts';
import { gap, type Mark, type LayoutBox } from './layout-box.ts';

const MAX_INDENT = 6;
const NUMBERS = 34;

/** The first sheet: what this is, whose, and of when. */
export function layCover({ title, organization, subtitle, date }: PdfBook, means: Means): readonly LayoutBox[] {
  const line = (text: string, size: number, color: string, bold = false): readonly LayoutBox[] =>
    layParagraph(
      [textOf(clipped(text), { bold })],
      { x: PAGE.side, width: ROOM.width, size, leading: 1.3, color },
      means,
    );
  return [
    { height: 190, marks: [] },
    ...line(organization, 12, COLORS.soft),
    { height: 8, marks: [] },
    ...line(title, 30, COLORS.text, true),
    ...(subtitle === undefined || subtitle === ''
      ? []
      : [{ height: 8, marks: [] }, ...line(subtitle, 15, COLORS.soft)]),
    { height: 26, marks: [{ kind: 'area', x: PAGE.side, y: 16, width: 60, height: 2, color: COLORS.link }] },
    ...line(date.slice(0, 10), 10.5, COLORS.soft),
  ];
}

const clipped = (text: string): string => (text.length > 300 ? `${text.slice(0, 299).toWellFormed()}…` : text);

/**
 * The table of contents: titles that lead to their page, and its number. It has as many lines whatever the numbers are.
 * @param numbers of the chapters' first sheets
 */
export function layContents(
  chapters: readonly BookChapter[],
  numbers: ReadonlyMap<string, number>,
  means: Means,
): readonly LayoutBox[] {
  const frame = { x: PAGE.side, width: ROOM.width, size: TEXT.body, leading: 1.62 };
  const slabs: LayoutBox[] = [
    ...layParagraph([textOf('Contents', { bold: true })], { ...frame, size: 18 }, means),
    { height: 10, marks: [] },
  ];
  for (const { id, kind, title, emoji, depth, url } of chapters) {
    const indent = Math.min(depth, MAX_INDENT) * 13;
    const outer = depth === 0;
    const color = kind === 'link' ? COLORS.link : outer ? COLORS.text : COLORS.soft;
    const words = emoji === undefined ? title : `${emoji} ${title}`;
    const lines = layParagraph(
      [textOf(words || '…', { bold: kind === 'group' || outer, ...(url !== undefined && { target: { url } }) })],
      { ...frame, x: frame.x + indent, width: frame.width - indent - NUMBERS, color, direction: 'auto' },
      means,
    );
    const number = numbers.get(id);
    const [label] =
      number === undefined || kind !== 'document'
        ? []
        : layParagraph(
            [textOf(String(number))],
            { ...frame, align: 'end', direction: 'ltr', color: COLORS.soft },
            means,
          );
    if (outer && slabs.length > 2) slabs.push(gap(4));
    lines.forEach((line, i) => {
      const link: readonly Mark[] =
        kind === 'link' || number === undefined
          ? []
          : [
              {
                kind: 'link',
                x: frame.x + indent,
                y: 0,
                width: frame.width - indent,
                height: line.height,
                target: { name: id },
              },
            ];
      slabs.push({
        ...line,
        marks: [...line.marks, ...(i === lines.length - 1 && label !== undefined ? label.marks : []), ...link],
        joined: kind === 'group' || i < lines.length - 1,
      });
    });
  }
  return slabs;
}
