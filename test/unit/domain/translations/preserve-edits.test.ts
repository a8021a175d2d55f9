import { expect } from 'chai';
import {
  alignSegments,
  preserveEdits,
  sourceDigest,
  type PreservedEdits,
} from '../../../../src/domain/translations/preserve-edits.ts';
import { plainSegment, type Piece } from '../../../../src/domain/translations/segment.ts';

describe('preserveEdits', () => {
  const pieces = (text: string): Piece[] => text.split('|').flatMap((one) => [plainSegment(one), '\n']);
  /** Translates `Hello|World`, which people edited to `ours`, after the source and its machine translation changed. */
  const preserved = (ours: string, source: string, machine: string): PreservedEdits | undefined =>
    preserveEdits(
      {
        sourceBefore: pieces('Hello|World'),
        machineBefore: pieces('Hallo|Welt'),
        ours: pieces(ours),
        source: pieces(source),
        machine: pieces(machine),
      },
      [],
    );
  const edited = { place: 'document', segment: 0, since: sourceDigest('Hello'), text: 'Servus' };

  it('pins edited texts whose source is unchanged', () => {
    expect(preserved('Servus|Welt', 'Hello|Earth', 'Hallo|Erde')).to.deep.equal({
      text: 'Servus\nErde\n',
      texts: [{ ...edited, source: 'Hello', state: 'pinned' }],
    });
  });

  it('keeps edited texts whose source changed as stale, with a suggestion', () => {
    expect(preserved('Servus|Welt', 'Hello you|World', 'Hallo du|Welt')).to.deep.equal({
      text: 'Servus\nWelt\n',
      texts: [{ ...edited, source: 'Hello you', state: 'stale', suggestion: 'Hallo du' }],
    });
  });

  it('drops edits that equal the new machine translation', () => {
    expect(preserved('Servus|Welt', 'Hello|World', 'Servus|Welt')).to.deep.equal({ text: 'Servus\nWelt\n', texts: [] });
    expect(preserved('Servus|Welt', 'Hello you|World', 'Servus|Welt')!.texts).to.deep.equal([]);
  });

  it('returns undefined when people changed more than words', () => {
    expect(preserved('Servus|Welt|Neu', 'Hello|World', 'Hallo|Welt')).to.equal(undefined);
  });
});

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
