import type { Matrix } from './matrix.ts';

const n = (value: number): string => String(Math.round(value));
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Q: 4, T: 2, C: 6, S: 4, Z: 0 };

/** The path that an SVG `d` describes, in a content stream's operators. Arcs, which no glyph has, end it. */
export function pathOperators(d: string, [a, b, c, e, f, g]: Matrix): string {
  const out: string[] = [];
  const at = (x: number, y: number): string => `${n(a * x + c * y + f)} ${n(b * x + e * y + g)}`;
  let [x, y, startX, startY, bendX, bendY] = [0, 0, 0, 0, 0, 0];
  let last = '';
  for (const [, letter = '', list = ''] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const command = letter.toUpperCase();
    const count = COUNTS[command];
    if (count === undefined) break;
    const relative = letter !== command;
    const numbers = (list.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    for (let from = 0; from === 0 || from + count <= numbers.length; from += Math.max(1, count)) {
      const own = numbers.slice(from, from + count);
      if (own.length < count) break;
      const points = own.map(
        (value, i) => value + (!relative ? 0 : command === 'V' || (command !== 'H' && i % 2 === 1) ? y : x),
      );
      const [endX, endY] =
        command === 'H'
          ? [points[0]!, y]
          : command === 'V'
            ? [x, points[0]!]
            : command === 'Z'
              ? [startX, startY]
              : [points.at(-2)!, points.at(-1)!];
      const drawn = command === 'M' && from > 0 ? 'L' : command;
      if (drawn === 'M') {
        out.push(`${at(endX, endY)} m`);
        [startX, startY] = [endX, endY];
      } else if (drawn === 'Z') out.push('h');
      else if (drawn === 'C' || drawn === 'S') {
        const [p1, q1] =
          drawn === 'C' ? [points[0]!, points[1]!] : /[CS]/.test(last) ? [2 * x - bendX, 2 * y - bendY] : [x, y];
        [bendX, bendY] = [points.at(-4)!, points.at(-3)!];
        out.push(`${at(p1, q1)} ${at(bendX, bendY)} ${at(endX, endY)} c`);
      } else if (drawn === 'Q' || drawn === 'T') {
        [bendX, bendY] =
          drawn === 'Q' ? [points[0]!, points[1]!] : /[QT]/.test(last) ? [2 * x - bendX, 2 * y - bendY] : [x, y];
        out.push(
          `${at(x + (2 / 3) * (bendX - x), y + (2 / 3) * (bendY - y))} ${at(endX + (2 / 3) * (bendX - endX), endY + (2 / 3) * (bendY - endY))} ${at(endX, endY)} c`,
        );
      } else out.push(`${at(endX, endY)} l`);
      [x, y, last] = [endX, endY, drawn];
      if (command === 'Z') break;
    }
  }
  return out.join(' ');
}
