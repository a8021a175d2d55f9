import { expect } from 'chai';
import { alignSegments } from '../../../../src/domain/translations/preserve-edits.ts';

describe('where segments of a source are in the next one', () => {
  const at = (before: string, after: string): readonly (number | undefined)[] =>
    alignSegments(before.split('|'), after.split('|'));

  it('follows those that stayed', () => {
    expect(at('a|b|c', 'a|b|c')).to.deep.equal([0, 1, 2]);
    expect(at('a|b|c', 'x|a|y|b|c')).to.deep.equal([1, 3, 4]);
    expect(at('a|b|c', 'a|c')).to.deep.equal([0, undefined, 1]);
    expect(at('a|a|a', 'a|a')).to.deep.equal([0, 1, undefined]);
  });

  it('takes a changed one for the likest of those in its place', () => {
    expect(at('a|one two|c', 'a|one two three|c')).to.deep.equal([0, 1, 2]);
    expect(at('a|one two three|c', 'a|quite new|one two four|c')).to.deep.equal([0, 2, 3]);
    expect(at('a|one|two|c', 'a|x|y|c')).to.deep.equal([0, 1, 2, 3]);
    expect(at('a|one|two|c', 'a|x|c')).to.deep.equal([0, 1, undefined, 2]);
  });
});
