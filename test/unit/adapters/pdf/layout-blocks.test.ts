import { expect } from 'chai';
import { textOf, type Block } from '../../../../src/adapters/pdf/content/blocks.ts';
import { Highlighter } from '../../../../src/adapters/pdf/content/highlighter.ts';
import { FontSet } from '../../../../src/adapters/pdf/fonts/font-set.ts';
import { Formulas } from '../../../../src/adapters/pdf/formulas/formulas.ts';
import { LaidImages } from '../../../../src/adapters/pdf/pages/layout-images.ts';
import { layBlocks } from '../../../../src/adapters/pdf/pages/layout-blocks.ts';
import { paginate } from '../../../../src/adapters/pdf/pages/paginate.ts';

describe('blocks on paper', () => {
  const shelf = new FontSet();
  before(() => shelf.ready());

  it('leave no heading at the end of a sheet, and no edge of a box alone on one, whatever comes after it', () => {
    const means = {
      shelf,
      highlighter: new Highlighter(),
      formulas: new Formulas(),
      images: new LaidImages(new Map()),
      directionOf: () => 'ltr' as const,
    };
    const paragraph: Block = { kind: 'paragraph', inlines: [textOf('Words')], align: 'start', direction: 'ltr' };
    const heading: Block = { kind: 'heading', level: 2, inlines: [textOf('Title')], direction: 'ltr' };
    const code: Block = { kind: 'code', text: Array.from({ length: 40 }, () => 'line').join('\n'), numbered: false };
    const cell = { blocks: [paragraph], head: false, columns: 1, rows: 1 };
    const followers: readonly Block[] = [
      paragraph,
      code,
      { kind: 'box', tone: 'info', title: [textOf('Node')], blocks: [code] },
      {
        kind: 'list',
        first: undefined,
        steps: false,
        items: Array.from({ length: 9 }, () => ({ blocks: [paragraph] })),
      },
      { kind: 'table', rows: [[cell], [cell]] },
      { kind: 'quote', blocks: [paragraph] },
    ];
    const text = (slab: {
      readonly marks: readonly {
        readonly kind: string;
        readonly glyphs?: readonly { readonly codePoints: readonly number[] }[];
      }[];
    }): string =>
      slab.marks
        .flatMap(({ glyphs = [] }) => glyphs.flatMap(({ codePoints }) => String.fromCodePoint(...codePoints)))
        .join('');
    for (const follower of followers)
      for (let before = 20; before < 45; before++) {
        const sheets = paginate(
          layBlocks(
            [...Array.from({ length: before }, () => paragraph), heading, follower],
            { x: 0, width: 400, size: 10 },
            means,
          ),
        );
        for (const sheet of sheets)
          expect(
            sheet
              .map(({ slab }) => text(slab))
              .filter((each) => each !== '')
              .at(-1) ?? 'nothing',
            `${follower.kind} after ${before}`,
          ).to.not.be.oneOf(['Title', 'nothing']);
      }
  });
});
