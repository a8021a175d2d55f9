import { expect } from 'chai';
import { joinWithFlanking, type InlinePiece } from '../../../../src/domain/translations/emphasis-flanking.ts';

/** Joins pieces, with `[` and `]` as marks. */
const flanked = (text: string, mark = '**'): string =>
  joinWithFlanking(
    text
      .split(/([[\]])/)
      .filter((part) => part !== '')
      .map((part): InlinePiece =>
        part === '[' ? { text: mark, mark: 'open' } : part === ']' ? { text: mark, mark: 'close' } : { text: part },
      ),
  );

describe('joinWithFlanking', () => {
  it('adds a space between a letter outside and punctuation inside a mark', () => {
    expect(flanked('これは[「太字」]です。')).to.equal('これは **「太字」** です。');
    expect(flanked('为[什么？]不')).to.equal('为**什么？** 不');
    expect(flanked('a[(b)]c', '~~')).to.equal('a ~~(b)~~ c');
    expect(flanked('一[[「二」]]三', '*')).to.equal('一 **「二」** 三');
  });
  it('adds no space where a mark is effective without one', () => {
    expect(flanked('これは[太字]です。')).to.equal('これは**太字**です。');
    expect(flanked('「[「太字」]」')).to.equal('「**「太字」**」');
    expect(flanked('[«a»] b [«c»]')).to.equal('**«a»** b **«c»**');
  });
  it('adds a space to underscores within words', () => {
    expect(flanked('これは[太字]です', '_')).to.equal('これは _太字_ です');
    expect(flanked('so [very] much', '_')).to.equal('so _very_ much');
  });
});
