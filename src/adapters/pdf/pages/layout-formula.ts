import type { FontSet } from '../fonts/font-set.ts';
import { widthOf } from '../fonts/face.ts';
import type { Formula } from '../formulas/formula.ts';
import { glyphsOf, type Drawn } from '../text/words.ts';
import { moved, type Mark, type LayoutBox } from './layout-box.ts';

export interface FormulaFrame {
  /** Of the text around it, in points. */
  readonly size: number;
  readonly room: number;
  readonly color: string;
}

/** Letters of formulas are smaller than those of text of the same size. */
const LARGER = 1.12;
const MAX_HEIGHT = 500;
const MIN_SIZE = 0.5;
const PLAIN = { bold: false, italic: false, mono: false };

/** A formula as it stands in a line, made smaller where it does not fit; what it was written as is found and copied. */
export function laidFormula(formula: Formula, tex: string, { size, room, color }: FormulaFrame, shelf: FontSet): Drawn {
  const scale = Math.min(
    (size * LARGER) / 1000,
    room / Math.max(1, formula.width),
    MAX_HEIGHT / Math.max(1, formula.above + formula.below),
  );
  const width = formula.wide ? room : formula.width * scale;
  const across = width / scale;
  const marks: Mark[] = formula.parts.flatMap(({ anchor, at, operators, texts }): readonly Mark[] => {
    const left = ((anchor === 'start' ? 0 : anchor === 'end' ? across : across / 2) - at) * scale;
    return [
      ...(operators === '' ? [] : [{ kind: 'drawing', x: left, y: 0, scale, color, operators } as const]),
      ...texts.flatMap((each) =>
        textMarks(each.text, left + each.x * scale, each.y * scale, each.size * scale, color, shelf),
      ),
    ];
  });
  return {
    width,
    above: formula.above * scale,
    below: formula.below * scale,
    marks: [...marks, ...written(tex, width, size, color, shelf)],
  };
}

/** A formula on lines of its own, in the middle. */
export function layFormula(
  formula: Formula,
  tex: string,
  frame: FormulaFrame & { readonly x: number },
  shelf: FontSet,
): readonly LayoutBox[] {
  const { width, above, below, marks } = laidFormula(formula, tex, frame, shelf);
  const around = frame.size * 0.35;
  const left = frame.x + (frame.room - width) / 2;
  return [{ height: above + below + 2 * around, marks: marks.map((mark) => moved(mark, left, above + around)) }];
}

function written(tex: string, width: number, size: number, color: string, shelf: FontSet): readonly Mark[] {
  const marks = textMarks(`${tex.replaceAll(/\s+/g, ' ')} `, 0, 0, size, color, shelf);
  const own = marks.reduce((sum, mark) => sum + widthOf(mark.glyphs, size), 0);
  const smaller = Math.max(MIN_SIZE / size, Math.min(1, width / Math.max(1, own)));
  return marks.map((mark) => ({ ...mark, x: mark.x * smaller, size: size * smaller, unseen: true }));
}

/** Text on one line, each character in the first font that has it. */
function textMarks(
  text: string,
  x: number,
  y: number,
  size: number,
  color: string,
  shelf: FontSet,
): readonly Extract<Mark, { kind: 'text' }>[] {
  const marks: Extract<Mark, { kind: 'text' }>[] = [];
  let at = x;
  for (const [run] of text.matchAll(/[\u0020-\u024f]+|[^\u0020-\u024f]/gu)) {
    const face = shelf.for(run.codePointAt(0)!, PLAIN);
    const glyphs = glyphsOf(run, 0, face);
    if (glyphs.length > 0) marks.push({ kind: 'text', x: at, y, size, color, face, glyphs });
    at += widthOf(glyphs, size);
  }
  return marks;
}
