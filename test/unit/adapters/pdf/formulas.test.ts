import { expect } from 'chai';
import { FontSet } from '../../../../src/adapters/pdf/fonts/font-set.ts';
import { Formulas } from '../../../../src/adapters/pdf/formulas/formulas.ts';
import { matrixOf, within } from '../../../../src/adapters/pdf/formulas/matrix.ts';
import { pathOperators } from '../../../../src/adapters/pdf/formulas/path-operators.ts';
import { laidFormula } from '../../../../src/adapters/pdf/pages/layout-formula.ts';

describe('formulas on paper', () => {
  const formulas = new Formulas();
  const shelf = new FontSet();
  before(async () => {
    await formulas.ready(true);
    await shelf.ready('速度');
  });
  beforeEach(() => formulas.begin());
  const strokes = (tex: string, display = true): string =>
    formulas
      .of(tex, display)!
      .parts.map(({ operators }) => operators)
      .join('\n');

  it('draws letters, fractions, roots and brackets as filled outlines of a size of their own', () => {
    const [plain, fraction] = [formulas.of('x', false)!, formulas.of('\\frac{x}{y}', true)!];
    expect(plain.parts.flatMap(({ texts }) => texts)).to.deep.equal([]);
    expect(strokes('x', false)).to.match(/^-?\d+ -?\d+ m .* c .*h f$/s);
    expect(plain.width).to.be.within(500, 650);
    expect(fraction.above + fraction.below).to.be.greaterThan(1.7 * (plain.above + plain.below));
    for (const tex of [
      '\\sqrt[3]{x}',
      '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
      '\\ce{2H2 + O2 -> 2H2O}',
      '\\mathbb{R}^n',
      '\\sum_{i=0}^\\infty',
      '\\begin{cases}a\\\\b\\end{cases}',
    ]) {
      expect(strokes(tex), tex).to.include(' f');
      expect(strokes(tex), tex).to.not.include('NaN');
    }
  });

  it('colours and strikes what asks for it', () => {
    expect(strokes('\\color{#00ff00}x')).to.match(/^q 0 1 0 rg 0 1 0 RG/);
    expect(strokes('\\color{red}x')).to.match(/^q 1 0 0 rg/);
    expect(strokes('\\boxed{x}')).to.match(/\d+ w [^\n]* S\b/);
  });

  it('stands numbered rows in the middle of the line and their numbers at its end', () => {
    const formula = formulas.of('\\begin{align}a&=b\\tag{1}\\end{align}', true)!;
    expect([formula.wide, formula.parts.map(({ anchor }) => anchor)]).to.deep.equal([true, ['middle', 'end']]);
    const { width, marks } = laidFormula(formula, 'a', { size: 10, room: 400, color: '#000000' }, shelf);
    expect(width).to.equal(400);
    const [middle, end] = marks
      .filter(({ kind }) => kind === 'drawing')
      .map((mark) => (mark.kind === 'drawing' ? mark.x : 0));
    expect(middle).to.be.within(150, 200);
    expect(end).to.be.within(360, 400);
  });

  it('makes what is too wide smaller, and writes below it what it was written as', () => {
    const tex = Array.from({ length: 60 }, (_, i) => `x_{${i}}`).join('+');
    const { width, marks } = laidFormula(
      formulas.of(tex, true)!,
      tex,
      { size: 10, room: 300, color: '#000000' },
      shelf,
    );
    expect(width).to.be.closeTo(300, 0.01);
    const unseen = marks.filter((mark) => mark.kind === 'text' && mark.unseen === true);
    expect(
      unseen
        .flatMap((mark) => (mark.kind === 'text' ? mark.glyphs.flatMap(({ codePoints }) => codePoints) : []))
        .map((point) => String.fromCodePoint(point))
        .join('')
        .trim(),
    ).to.equal(tex);
  });

  it('takes letters that formulas do not have from the fonts of text', () => {
    const formula = formulas.of('\\text{速度} = v', true)!;
    expect(formula.parts.flatMap(({ texts }) => texts.map(({ text }) => text))).to.deep.equal(['速', '度']);
    const { marks } = laidFormula(formula, 'v', { size: 10, room: 300, color: '#000000' }, shelf);
    expect(
      marks.flatMap((mark) => (mark.kind === 'text' && mark.unseen !== true ? [mark.face.name] : [])),
    ).to.deep.equal(['han', 'han']);
  });

  it('leaves what is no formula, what reaches outside and what would not end as it is written', () => {
    for (const tex of [
      '\\frac{',
      '\\unknown{x}',
      '\\href{https://example.com}{x}',
      '\\require{html}x',
      '\\style{color:red}{x}',
      '\\includegraphics{x}',
      '\\def\\x{\\x\\x}\\x',
      '\\rule{100000em}{1em}',
      '{'.repeat(900) + '}'.repeat(900),
    ])
      expect(formulas.of(tex, true), tex.slice(0, 40)).to.equal(undefined);
    expect(formulas.of('x'.padEnd(2_000), true)).to.not.equal(undefined);
    expect(formulas.of('x'.padEnd(2_001), true)).to.equal(undefined);
  });

  it('lets no formula know what another defined', () => {
    expect(formulas.of('\\def\\mine{y}\\mine', false)).to.not.equal(undefined);
    expect(formulas.of('\\newcommand{\\ours}{y}\\ours', false)).to.not.equal(undefined);
    expect(formulas.of('\\mine', false)).to.equal(undefined);
    expect(formulas.of('\\ours', false)).to.equal(undefined);
    expect(strokes('\\begin{align}a\\tag{1}\\label{here}\\end{align}')).to.equal(
      strokes('\\begin{align}a\\tag{1}\\label{here}\\end{align}'),
    );
  });

  it('reads paths and transforms as SVG means them', () => {
    expect(pathOperators('M1 2L3 4H5V6Z', [1, 0, 0, -1, 10, 0])).to.equal('11 -2 m 13 -4 l 15 -4 l 15 -6 l h');
    expect(pathOperators('M0 0Q30 60 60 0T120 0', [1, 0, 0, 1, 0, 0])).to.equal(
      '0 0 m 20 40 40 40 60 0 c 80 -40 100 -40 120 0 c',
    );
    expect(pathOperators('m1 1l2 2h3v-1z', [10, 0, 0, 10, 0, 0])).to.equal('10 10 m 30 30 l 60 30 l 60 20 l h');
    expect(pathOperators('M0 0C1 2 3 4 5 6S9 10 11 12', [1, 0, 0, 1, 0, 0])).to.equal(
      '0 0 m 1 2 3 4 5 6 c 7 8 9 10 11 12 c',
    );
    expect(matrixOf('translate(10,20) scale(2,-3)')).to.deep.equal([2, 0, 0, -3, 10, 20]);
    expect(within([2, 0, 0, 2, 1, 1], [1, 0, 0, 1, 5, 6])).to.deep.equal([2, 0, 0, 2, 11, 13]);
  });
});
