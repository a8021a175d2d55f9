import { expect } from 'chai';
import fc from 'fast-check';
import { directionsOf, inVisualOrder, mirrored } from '../../../../src/adapters/pdf/text/bidi.ts';

const levels = (text: string, given?: 'ltr' | 'rtl'): number[] =>
  [...text].map((_, i) => directionsOf(text, given).levelAt(i));
const seen = (...list: readonly [string, number][]): string =>
  inVisualOrder(list.map(([text, level]) => ({ text, level })))
    .map(({ text }) => text)
    .join('');

describe('the order of mixed text', () => {
  it('takes the direction of a paragraph from its first letter unless it is given', () => {
    expect(directionsOf('abc שלום').base).to.equal(0);
    expect(directionsOf('12 שלום abc').base).to.equal(1);
    expect(directionsOf('abc', 'rtl').base).to.equal(1);
    expect(directionsOf('').base).to.equal(0);
  });

  it('keeps numbers and Latin words in their own direction within text from right to left', () => {
    expect(levels('אב 12 ab')).to.deep.equal([1, 1, 1, 2, 2, 1, 2, 2]);
    expect(levels('plain text 12')).to.deep.equal(Array(13).fill(0));
  });

  it('puts the parts of a line where they are seen', () => {
    expect(seen(['a', 0], ['b', 0])).to.equal('ab');
    expect(seen(['A', 1], ['B', 1])).to.equal('BA');
    expect(seen(['A', 1], ['1', 2], ['2', 2], ['B', 1])).to.equal('B12A');
    expect(seen(['a', 0], ['B', 1], ['C', 1], ['d', 0])).to.equal('aCBd');
  });

  it('turns brackets round', () => {
    expect(mirrored('(א)')).to.equal(')א(');
  });

  it('loses and doubles nothing, whatever the levels', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (list) => {
        const parts = list.map((level, id) => ({ level, id }));
        expect(
          inVisualOrder(parts)
            .map(({ id }) => id)
            .sort((a, b) => a - b),
        ).to.deep.equal(parts.map(({ id }) => id));
      }),
    );
  });
});
