import { expect } from 'chai';
import fc from 'fast-check';
import { commonItems, wordDifference, words } from '../../../app/src/change-requests/text-difference.ts';
import { checkProperty } from '../../support/properties.ts';

const join = (parts: ReturnType<typeof wordDifference>, without: string): string =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('wordDifference', () => {
  it('marks the words that were removed and added', () => {
    expect(wordDifference('The old way works.', 'The new way works well.')).to.deep.equal([
      { kind: 'same', text: 'The ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'same', text: ' way works' },
      { kind: 'added', text: ' well' },
      { kind: 'same', text: '.' },
    ]);
  });

  it('gives back both texts, whatever they are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'é', '語', '👩‍💻') });
    checkProperty(
      fc.property(text, text, (before, after) => {
        const parts = wordDifference(before, after);
        expect(join(parts, 'added')).to.equal(before);
        expect(join(parts, 'removed')).to.equal(after);
      }),
    );
  });

  it('splits Chinese text by character', () => expect(words('文档 ok')).to.deep.equal(['文', '档', ' ', 'ok']));
});

describe('commonItems', () => {
  it('finds the longest common subsequence', () =>
    expect(commonItems([...'abcdef'], [...'xbdfy']).map(([left]) => 'abcdef'[left])).to.deep.equal(['b', 'd', 'f']));

  it('compares lists that are too long by their equal ends alone', () => {
    const [before, after] = [
      Array.from({ length: 3_000 }, (_, i) => i),
      Array.from({ length: 3_000 }, (_, i) => (i === 0 ? 0 : -i)),
    ];
    expect(commonItems(before, after)).to.deep.equal([[0, 0]]);
  });
});
