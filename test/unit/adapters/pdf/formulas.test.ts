import { expect } from 'chai';
import { Formulas } from '../../../../src/adapters/pdf/content/formulas.ts';

describe('Formulas.drawing', function () {
  const formulas = new Formulas();
  beforeEach(() => formulas.reset());

  it('draws letters, fractions, roots, brackets and chemistry as outlines of a size of their own', async () => {
    const plain = (await formulas.drawing('x', false))!;
    const fraction = (await formulas.drawing('\\frac{x}{y}', true))!;
    expect(plain.svg)
      .to.match(/^<svg [^>]*color="#1c2430".* d="M.*<\/svg>$/s)
      .and.not.include('<text');
    expect([plain.width, plain.height]).to.deep.equal([0.572, 0.453]);
    expect(plain.depth).to.be.closeTo(0.011, 0.0001);
    expect(fraction.height).to.be.greaterThan(1.7 * plain.height);
    for (const tex of [
      '\\sqrt[3]{x}',
      '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
      '\\ce{2H2 + O2 -> 2H2O}',
      '\\mathbb{R}^n',
      '\\sum_{i=0}^\\infty',
      '\\begin{cases}a\\\\b\\end{cases}',
    ])
      expect((await formulas.drawing(tex, true))?.svg, tex)
        .to.include(' d="M')
        .and.not.include('NaN');
  });

  it('draws colors and frames, and keeps letters that the font of formulas lacks as text', async () => {
    expect((await formulas.drawing('\\color{red}x', true))!.svg).to.include('fill="red"');
    expect((await formulas.drawing('\\boxed{x}', true))!.svg).to.include('<rect');
    expect((await formulas.drawing('\\text{速度} = v', true))!.svg).to.include('>速</text>');
  });

  it('gives a formula with numbered rows the width of the line', async () => {
    const numbered = (await formulas.drawing('\\begin{align}a&=b\\tag{1}\\\\c&=d\\tag{2}\\end{align}', true))!;
    const plain = (await formulas.drawing('\\begin{align}a&=b\\\\c&=d\\end{align}', true))!;
    expect(numbered.width).to.be.greaterThan(5 * plain.width);
    expect(numbered.height).to.be.closeTo(plain.height, 0.4);
    expect(numbered.svg).to.match(/^<svg [^>]*width="704" height="[\d.]+"/);
  });

  it('draws nothing for invalid formulas, external references and endless macros', async () => {
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
      expect(await formulas.drawing(tex, true), tex.slice(0, 40)).to.equal(undefined);
    expect(await formulas.drawing('x'.padEnd(2_000), true)).to.not.equal(undefined);
    expect(await formulas.drawing('x'.padEnd(2_001), true)).to.equal(undefined);
  });

  it('keeps the definitions of one formula from others', async () => {
    expect(await formulas.drawing('\\def\\mine{y}\\mine', false)).to.not.equal(undefined);
    expect(await formulas.drawing('\\newcommand{\\ours}{y}\\ours', false)).to.not.equal(undefined);
    expect(await formulas.drawing('\\mine', false)).to.equal(undefined);
    expect(await formulas.drawing('\\ours', false)).to.equal(undefined);
    const labeled = '\\begin{align}a\\tag{1}\\label{here}\\end{align}';
    const first = await formulas.drawing(labeled, true);
    formulas.reset();
    expect(await formulas.drawing(labeled, true)).to.deep.equal(first);
  });
});
