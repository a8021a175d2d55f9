import type { Align, Direction, Inline } from '../content/blocks.ts';
import type { FontSet } from '../fonts/font-set.ts';
import { COLORS } from '../pages/colors.ts';
import { moved, type Mark, type LayoutBox } from '../pages/layout-box.ts';
import type { Formulas } from '../formulas/formulas.ts';
import { laidFormula } from '../pages/layout-formula.ts';
import type { LaidImages } from '../pages/layout-images.ts';
import { inVisualOrder } from './bidi.ts';
import { lettersOf, wordsOf, type Drawn, type Word } from './words.ts';

export interface ParagraphFrame {
  /** Points from the left edge of the page. */
  readonly x: number;
  readonly width: number;
  readonly size: number;
  /** Times the size from base line to base line. */
  readonly leading: number;
  readonly color?: string;
  readonly align?: Align;
  readonly direction?: Direction;
}

/** What lines are laid out with. */
export interface Means {
  readonly shelf: FontSet;
  readonly images: LaidImages;
  readonly formulas: Formulas;
}

/** A paragraph as lines: broken where Unicode allows, ordered as its scripts are read. Text that fits no line is broken anywhere. */
export function layParagraph(inlines: readonly Inline[], frame: ParagraphFrame, means: Means): readonly LayoutBox[] {
  const { shelf } = means;
  const given = frame.direction === 'ltr' || frame.direction === 'rtl' ? frame.direction : undefined;
  const slabs: LayoutBox[] = [];
  for (const part of dividedAtBreaks(inlines)) {
    const { words, directions, names } = wordsOf(part, frame.size, shelf, given, (inline) =>
      drawnOf(inline, frame, means),
    );
    const rightToLeft = directions.base % 2 === 1;
    const lines = linesOf(words, frame.width);
    if (lines.length === 0) lines.push([]);
    for (const line of lines) slabs.push(lineBox(line, frame, rightToLeft, shelf));
    if (names.length > 0) {
      const last = slabs.pop()!;
      slabs.push({ ...last, marks: [...last.marks, ...names.map((name): Mark => ({ kind: 'name', y: 0, name }))] });
    }
  }
  return slabs;
}

/** An image or a formula where it can be printed. */
function drawnOf(
  inline: Inline,
  { size, width, color }: ParagraphFrame,
  { shelf, images, formulas }: Means,
): Drawn | undefined {
  if (inline.kind === 'formula') {
    const formula = formulas.of(inline.tex, false);
    return (
      formula &&
      laidFormula(
        formula,
        inline.tex,
        { size: size * inline.style.scale, room: width, color: inline.style.color ?? color ?? COLORS.text },
        shelf,
      )
    );
  }
  const laid = inline.kind === 'image' ? images.inLine(inline.image, size, width) : undefined;
  if (laid === undefined) return undefined;
  const below = size * 0.2;
  return {
    width: laid.width,
    above: laid.height - below,
    below,
    marks: [
      { kind: 'image', x: 0, y: below - laid.height, width: laid.width, height: laid.height, image: laid.opened },
    ],
  };
}

function dividedAtBreaks(inlines: readonly Inline[]): readonly (readonly Inline[])[] {
  const parts: Inline[][] = [[]];
  for (const inline of inlines) {
    if (inline.kind === 'break') parts.push([]);
    else parts.at(-1)!.push(inline);
  }
  const last = parts.at(-1)!;
  if (parts.length > 1 && last.every(({ kind }) => kind === 'name')) {
    parts.pop();
    parts.at(-1)!.push(...last);
  }
  return parts;
}

/** As many words on each line as fit. */
function linesOf(words: readonly Word[], width: number): Word[][] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  let used = 0;
  const endLine = (): void => {
    if (line.length > 0) lines.push(line);
    line = [];
    used = 0;
  };
  for (const unit of unitsOf(words)) {
    const inked = unit.reduce((sum, word, i) => sum + (i === unit.length - 1 ? word.inked : word.width), 0);
    if (used > 0 && used + inked > width) endLine();
    if (inked <= width) {
      for (const word of unit) {
        line.push(word);
        used += word.width;
      }
      continue;
    }
    for (const letter of unit.flatMap((word) => (word.drawn === undefined ? lettersOf(word) : [word]))) {
      if (used > 0 && used + letter.inked > width) endLine();
      line.push(letter);
      used += letter.width;
    }
  }
  endLine();
  return lines;
}

/** Words between which no line may end. */
function* unitsOf(words: readonly Word[]): Generator<readonly Word[]> {
  let unit: Word[] = [];
  for (const word of words) {
    unit.push(word);
    if (!word.breaks) continue;
    yield unit;
    unit = [];
  }
  if (unit.length > 0) yield unit;
}

const CAP = 0.36;

function lineBox(line: readonly Word[], frame: ParagraphFrame, rightToLeft: boolean, shelf: FontSet): LayoutBox {
  const { size, leading } = frame;
  const words = withoutEnd(line);
  const width = words.reduce((sum, word) => sum + word.width, 0);
  const align = frame.align ?? 'start';
  const toRight = align === 'end' ? !rightToLeft : align === 'start' && rightToLeft;
  const left =
    frame.x +
    (align === 'center' ? Math.max(0, (frame.width - width) / 2) : toRight ? Math.max(0, frame.width - width) : 0);

  const text = size * leading;
  const main = shelf.main({ bold: false, italic: false, mono: false });
  const above = (text + ((main.ascent + main.descent) * size) / 1000) / 2;
  const around = size * 0.2;
  const base = words.reduce((most, { drawn }) => Math.max(most, drawn === undefined ? 0 : drawn.above + around), above);
  const height =
    base +
    words.reduce((most, { drawn }) => Math.max(most, drawn === undefined ? 0 : drawn.below + around), text - above);

  const grounds: Mark[] = [];
  const marks: Mark[] = [];
  let x = left;
  for (const word of inVisualOrder(words)) {
    const y = base - word.style.rise * size;
    const color = word.style.color ?? frame.color ?? COLORS.text;
    if (word.style.ground !== undefined)
      grounds.push({
        kind: 'area',
        x: x - 0.5,
        y: y - word.size * 0.98,
        width: word.width + 1,
        height: word.size * 1.28,
        color: word.style.ground,
        radius: 1.5,
      });
    if (word.drawn !== undefined) for (const mark of word.drawn.marks) marks.push(moved(mark, x, y));
    else if (word.glyphs.length > 0)
      marks.push({ kind: 'text', x, y, size: word.size, color, face: word.face, glyphs: word.glyphs });
    if (word.style.underlined || word.style.target !== undefined)
      marks.push({ kind: 'area', x, y: y + word.size * 0.14, width: word.width, height: 0.5, color });
    if (word.style.struck)
      marks.push({ kind: 'area', x, y: y - word.size * CAP, width: word.width, height: 0.6, color });
    if (word.style.target !== undefined)
      marks.push({
        kind: 'link',
        x,
        y: y - word.size,
        width: word.width,
        height: word.size * 1.3,
        target: word.style.target,
      });
    for (const name of word.names) marks.push({ kind: 'name', y: 0, name });
    x += word.width;
  }
  return { height, marks: [...joinedAreas(grounds), ...joinedLinks(marks)] };
}

/** The space at the end of a line is not seen. */
function withoutEnd(line: readonly Word[]): readonly Word[] {
  const last = line.at(-1);
  if (last === undefined || last.blanks === 0 || last.drawn !== undefined) return line;
  const glyphs =
    last.level % 2 === 1 ? last.glyphs.slice(last.blanks) : last.glyphs.slice(0, last.glyphs.length - last.blanks);
  return [...line.slice(0, -1), { ...last, glyphs, width: last.inked }];
}

/** Areas of one colour that touch are one. */
function joinedAreas(areas: readonly Mark[]): readonly Mark[] {
  const out: Mark[] = [];
  for (const area of areas) {
    const before = out.at(-1);
    if (
      area.kind === 'area' &&
      before?.kind === 'area' &&
      before.color === area.color &&
      before.y === area.y &&
      area.x <= before.x + before.width + 0.1
    )
      out[out.length - 1] = { ...before, width: area.x + area.width - before.x };
    else out.push(area);
  }
  return out;
}

/** One link for all of its words on a line. */
function joinedLinks(marks: readonly Mark[]): readonly Mark[] {
  const out: Mark[] = [];
  let last = -1;
  for (const mark of marks) {
    const before = out[last];
    if (
      mark.kind === 'link' &&
      before?.kind === 'link' &&
      before.target === mark.target &&
      before.y === mark.y &&
      Math.abs(before.x + before.width - mark.x) < 0.1
    )
      out[last] = { ...before, width: before.width + mark.width };
    else {
      out.push(mark);
      if (mark.kind === 'link') last = out.length - 1;
    }
  }
  return out;
}
