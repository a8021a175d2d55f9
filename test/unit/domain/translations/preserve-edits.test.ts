import { expect } from 'chai';
import { alignSegments } from '../../../../src/domain/translations/preserve-edits.ts';

describe('alignSegments', () => {
  const at = (before: string, after: string): readonly (number | undefined)[] =>
    alignSegments(before.split('|'), after.split('|'));

  it('matches unchanged segments', () => {
    expect(at('a|b|c', 'a|b|c')).to.deep.equal([0, 1, 2]);
    expect(at('a|b|c', 'x|a|y|b|c')).to.deep.equal([1, 3, 4]);
    expect(at('a|b|c', 'a|c')).to.deep.equal([0, undefined, 1]);
    expect(at('a|a|a', 'a|a')).to.deep.equal([0, 1, undefined]);
  });

  it('matches a changed segment with the most similar one in its gap', () => {
    expect(at('a|one two|c', 'a|one two three|c')).to.deep.equal([0, 1, 2]);
    expect(at('a|one two three|c', 'a|quite new|one two four|c')).to.deep.equal([0, 2, 3]);
    expect(at('a|one|two|c', 'a|x|y|c')).to.deep.equal([0, 1, 2, 3]);
    expect(at('a|one|two|c', 'a|x|c')).to.deep.equal([0, 1, undefined, 2]);
  });
});
