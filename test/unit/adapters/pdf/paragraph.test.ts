import { expect } from 'chai';
import fc from 'fast-check';
import { textOf } from '../../../../src/adapters/pdf/content/blocks.ts';
import { FontSet } from '../../../../src/adapters/pdf/fonts/font-set.ts';
import { Formulas } from '../../../../src/adapters/pdf/formulas/formulas.ts';
import { LaidImages } from '../../../../src/adapters/pdf/pages/layout-images.ts';
import type { LayoutBox } from '../../../../src/adapters/pdf/pages/layout-box.ts';
import { layParagraph } from '../../../../src/adapters/pdf/text/layout-paragraph.ts';

describe('paragraphs on paper', () => {
  const shelf = new FontSet();
  const images = new LaidImages(new Map());
  const formulas = new Formulas();
  before(async () => {
    await shelf.ready('中 ไ न 🎉 한');
  });
  const lay = (text: string, width = 200, direction: 'ltr' | 'rtl' | 'auto' = 'auto') =>
    layParagraph([textOf(text)], { x: 10, width, size: 10, leading: 1.5, direction }, { shelf, images, formulas });
  const glyphs = (lines: readonly LayoutBox[]) =>
    lines.map(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? mark.glyphs : [])));
  const points = (lines: readonly LayoutBox[]): string[] =>
    glyphs(lines).map((line) =>
      line.flatMap(({ codePoints }) => codePoints.map((point) => String.fromCodePoint(point))).join(''),
    );
  const edges = (lines: readonly LayoutBox[]) =>
    lines.map(({ marks }) =>
      marks.flatMap((mark) =>
        mark.kind === 'text'
          ? [
              [
                mark.x,
                mark.x + (mark.glyphs.reduce((sum, { advance }) => sum + advance, 0) * mark.size) / 1000,
              ] as const,
            ]
          : [],
      ),
    );

  it('breaks lines between words, and within one that is longer than a line', () => {
    expect(
      points(lay('one two three four five six seven eight', 80))
        .map((line) => line.trim())
        .join('|'),
    ).to.equal('one two three|four five six|seven eight');
    const long = points(lay('x'.repeat(60), 80));
    expect(long.length).to.be.greaterThan(3);
    expect(long.join('')).to.equal('x'.repeat(60));
  });

  it('breaks Chinese between any two characters, but not before a full stop', () => {
    const lines = points(lay('这是一个测试段落，用来检查中文的换行。'.repeat(3), 95));
    expect(lines.length).to.be.greaterThan(3);
    for (const line of lines) expect(line).to.not.match(/^[。，]/);
  });

  it('joins Arabic letters and stands them at the right', () => {
    const [line] = lay('سلام');
    const isolated = shelf.for(0x633, { bold: false, italic: false, mono: false });
    const single = isolated.plain('س')[0]!.id;
    const shaped = glyphs([line!])[0]!;
    expect(shaped.map(({ id }) => id)).to.not.include(single);
    expect(shaped.at(-1)!.codePoints[0], 'the first letter is seen last').to.equal(0x633);
    expect(Math.max(...edges([line!])[0]!.map(([, right]) => right))).to.be.closeTo(210, 0.5);
  });

  it('shows a sign for characters that no font has', () => {
    expect(points(lay('a\u{13000}b'))).to.deep.equal(['a\ufffdb']);
  });

  it('stays within its width, and loses no letter, whatever the text', () => {
    const text = fc
      .array(
        fc.constantFrom(
          'word',
          'שלום',
          'سلام',
          '漢字',
          ' ',
          ' ',
          '12',
          '(',
          ')',
          'ไทย',
          'न',
          '🎉',
          '-',
          'WWWWWWWWWWWWWWWWWWWWWWWWWW',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 300 }), (written, width) => {
        for (const line of edges(lay(written, width)))
          for (const [left, right] of line) {
            expect(left).to.be.at.least(9.9);
            expect(right).to.be.at.most(10 + width + 0.6);
          }
        const letters = (all: string): string => [...all.replace(/[^A-Za-z0-9漢字]/g, '')].sort().join('');
        expect(letters(points(lay(written, width)).join(''))).to.equal(letters(written));
      }),
      { numRuns: 60 },
    );
  });
});
