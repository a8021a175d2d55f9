import type { Formula, FormulaPart, FormulaText } from './formula.ts';
import { matrixOf, within, type Matrix } from './matrix.ts';
import { pathOperators } from './path-operators.ts';

/** An element of what the formula library draws: SVG of few kinds. */
export interface Drawn {
  readonly kind: string;
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  readonly children?: readonly Drawn[];
  /** Of text. */
  readonly value?: string;
}

/** Larger than any page, in thousandths of the text's size. */
const MAX_EXTENT = 500_000;
/** Characters of operators. */
const MAX_OPERATORS = 1_000_000;
/** An `ex` in thousandths of the text's size. */
const EX = 442;
const RULE = 70;
const FLIPPED: Matrix = [1, 0, 0, -1, 0, 0];
const COLORS: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
  orange: '#ffa500',
  purple: '#800080',
  brown: '#a52a2a',
  pink: '#ffc0cb',
  teal: '#008080',
  lime: '#00ff00',
  olive: '#808000',
  navy: '#000080',
  maroon: '#800000',
  violet: '#ee82ee',
  darkgray: '#a9a9a9',
  lightgray: '#d3d3d3',
};

/** What is drawn of a formula; undefined where it is larger than any page. */
export function readFormula(svg: Drawn): Formula | undefined {
  const { attributes = {}, children = [] } = svg;
  const group = children.find(({ kind }) => kind === 'g');
  if (group === undefined) return undefined;
  const box = attributes['viewBox']?.split(' ').map(Number);
  const ex = (text: string | undefined): number => Number(/(-?[\d.]+)ex/.exec(text ?? '')?.[1] ?? Number.NaN) * EX;
  const height = box?.[3] ?? ex(attributes['height']);
  const width = box?.[2] ?? ex(/min-width: [\d.]+ex/.exec(attributes['style'] ?? '')?.[0]);
  const above = -(
    box?.[1] ?? Number(/translate\(0,? ?(-?[\d.]+)\)/.exec(group.attributes?.['transform'] ?? '')?.[1] ?? Number.NaN)
  );
  if (![width, height, above].every((each) => Math.abs(each) <= MAX_EXTENT)) return undefined;
  const reader = new Reader();
  for (const child of group.children ?? []) reader.read(child, FLIPPED);
  const parts = reader.parts();
  return parts.reduce((sum, { operators }) => sum + operators.length, 0) > MAX_OPERATORS
    ? undefined
    : { width, above, below: height - above, wide: box === undefined, parts };
}

class Reader {
  readonly #done: FormulaPart[] = [];
  #operators: string[] = [];
  #texts: FormulaText[] = [];

  parts(): readonly FormulaPart[] {
    return [this.#part('start', 0), ...this.#done].filter(
      ({ operators, texts }) => operators !== '' || texts.length > 0,
    );
  }

  #part(anchor: FormulaPart['anchor'], at: number): FormulaPart {
    return { anchor, at, operators: this.#operators.join('\n'), texts: this.#texts };
  }

  read(node: Drawn, outer: Matrix): void {
    const { kind, attributes = {}, children = [] } = node;
    const aside = children.filter(
      (child) =>
        child.attributes?.['data-table'] !== undefined ||
        (child.attributes?.['data-labels'] !== undefined && child.kind === 'svg'),
    );
    if (aside.length > 0) return aside.forEach((child) => this.#aside(child, outer));
    const matrix = within(outer, matrixOf(attributes['transform']));
    const color = colorOf(attributes['fill']) ?? colorOf(attributes['stroke']);
    if (color !== undefined) this.#operators.push(`q ${color} rg ${color} RG`);
    const number = (name: string): number => Number(attributes[name] ?? 0) || 0;
    const corners = (x: number, y: number, width: number, height: number): string =>
      pathOperators(`M${x} ${y}H${x + width}V${y + height}H${x}Z`, matrix);
    switch (kind) {
      case 'g':
        for (const child of children) this.read(child, matrix);
        break;
      case 'path':
        this.#paint(pathOperators(attributes['d'] ?? '', matrix), attributes, matrix);
        break;
      case 'rect':
        this.#paint(corners(number('x'), number('y'), number('width'), number('height')), attributes, matrix);
        break;
      case 'line':
        this.#paint(
          pathOperators(`M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`, matrix),
          { fill: 'none', 'stroke-width': String(RULE), ...attributes },
          matrix,
        );
        break;
      case 'polygon':
        this.#paint(pathOperators(`M${attributes['points'] ?? ''}Z`, matrix), attributes, matrix);
        break;
      case 'ellipse':
        this.#paint(
          pathOperators(ellipse(number('cx'), number('cy'), number('rx'), number('ry')), matrix),
          attributes,
          matrix,
        );
        break;
      case 'text':
        this.#text(
          children.map(({ value = '' }) => value).join(''),
          matrix,
          Number.parseFloat(attributes['font-size'] ?? '') || 884,
        );
        break;
      case 'svg': {
        const [left = 0, top = 0, width = 0, height = 0] = (attributes['viewBox'] ?? '').split(' ').map(Number);
        this.#operators.push(`q ${corners(number('x'), number('y'), width, height)} W n`);
        for (const child of children)
          this.read(child, within(matrix, [1, 0, 0, 1, number('x') - left, number('y') - top]));
        this.#operators.push('Q');
        break;
      }
    }
    if (color !== undefined) this.#operators.push('Q');
  }

  /** A table whose rows are numbered: it stands in the middle of the line, the numbers at its end. */
  #aside({ attributes = {}, children = [] }: Drawn, outer: Matrix): void {
    const [operators, texts] = [this.#operators, this.#texts];
    [this.#operators, this.#texts] = [[], []];
    const align = attributes['preserveAspectRatio'] ?? '';
    const left = Number(attributes['viewBox']?.split(' ')[0]) || 0;
    for (const child of children) this.read(child, within([1, 0, 0, outer[3], 0, outer[5]], FLIPPED));
    this.#done.push(
      align.startsWith('xMin')
        ? this.#part('start', left)
        : align.startsWith('xMax')
          ? this.#part('end', left + 1)
          : this.#part('middle', left + 0.5),
    );
    [this.#operators, this.#texts] = [operators, texts];
  }

  #paint(path: string, attributes: Readonly<Record<string, string | undefined>>, [a, b]: Matrix): void {
    if (path === '') return;
    const own = attributes['data-frame'] !== undefined || attributes['data-line'] !== undefined;
    const width = own ? RULE : Number.parseFloat(attributes['stroke-width'] ?? '0') || 0;
    const hollow = own || attributes['fill'] === 'none';
    if (hollow && width === 0) return;
    const dashed = (attributes['class'] ?? '').includes('dashed') || attributes['stroke-dasharray'] !== undefined;
    const look = width === 0 ? '' : `${Math.round(width * Math.hypot(a, b))} w ${dashed ? '[140] 0 d ' : ''}`;
    this.#operators.push(`${look}${path} ${hollow ? 'S' : width > 0 ? 'B' : 'f'}${dashed ? ' [] 0 d' : ''}`);
  }

  #text(text: string, [a, b, , , e, f]: Matrix, size: number): void {
    if (text.trim() !== '') this.#texts.push({ text, x: e, y: f, size: size * Math.hypot(a, b) });
  }
}

const ROUND = 0.5523;
const ellipse = (x: number, y: number, r: number, s: number): string =>
  `M${x + r} ${y}C${x + r} ${y + s * ROUND} ${x + r * ROUND} ${y + s} ${x} ${y + s}S${x - r} ${y + s * ROUND} ${x - r} ${y}S${x - r * ROUND} ${y - s} ${x} ${y - s}S${x + r} ${y - s * ROUND} ${x + r} ${y}Z`;

function colorOf(name: string | undefined): string | undefined {
  const hex = name === undefined ? undefined : (COLORS[name.toLowerCase()] ?? name);
  const digits =
    hex !== undefined && /^#[\da-f]{3}(?:[\da-f]{3})?$/i.test(hex)
      ? hex.length === 4
        ? [...hex.slice(1)].map((one) => one + one)
        : hex.slice(1).match(/../g)!
      : undefined;
  return digits?.map((pair) => String(Math.round((Number.parseInt(pair, 16) / 255) * 1000) / 1000)).join(' ');
}
