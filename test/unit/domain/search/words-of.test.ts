import { expect } from 'chai';
import fc from 'fast-check';
import { foldText } from '../../../../src/domain/search/fold-text.ts';
import { MAX_TERM, wordsOf } from '../../../../src/domain/search/words-of.ts';

const words = (text: string): unknown[] => [...wordsOf(text)].map(({ whole, parts, run }) => (run ? [...parts] : parts.length > 1 ? { [whole]: parts } : whole));

describe('words of a text', () => {
  it('are folded: no case, accent, width or ligature is left', () => {
    expect(words('Crème BRÛLÉE ﬁne ＡＢＣ Œuvre Straße İstanbul')).to.deep.equal(['creme', 'brulee', 'fine', 'abc', 'oeuvre', 'strasse', 'istanbul']);
    expect(foldText('ΟΔΟΣ')).to.equal(foldText('οδος'));
    expect(words('تَثْبيت كِتَابٌ')).to.deep.equal(['تثبيت', 'كتاب']);
    expect(words('שָׁלוֹם')).to.deep.equal(['שלום']);
  });

  it('of code are there whole and in parts', () => {
    expect(words('getUserById max_size a.b.c HTMLParser well-known don’t')).to.deep.equal([
      { getuserbyid: ['get', 'user', 'by', 'id'] }, { max_size: ['max', 'size'] }, { 'a.b.c': ['a', 'b', 'c'] }, { htmlparser: ['html', 'parser'] }, { 'well-known': ['well', 'known'] }, { dont: ['don', 't'] },
    ]);
    expect(words('__init__ _ x. 3.14 utf8')).to.deep.equal(['init', 'x', { '3.14': ['3', '14'] }, 'utf8']);
  });

  it('of scripts without spaces are runs of characters, apart from what stands beside them', () => {
    expect(words('用Docker安装')).to.deep.equal([['用'], 'docker', ['安', '装']]);
    expect(words('ソフト 한국어')).to.deep.equal([['ソ', 'フ', 'ト'], ['한', '국', '어']]);
    expect(words('𠮷野家')).to.deep.equal([['𠮷', '野', '家']]);
  });

  it('are cut where they are too long, and are never empty, whatever the text', () => {
    expect([...wordsOf('x'.repeat(1000))][0]!.whole).to.have.length(MAX_TERM);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { whole, parts } of wordsOf(text)) {
          expect(whole).not.to.equal('');
          expect(whole.length).to.be.at.most(MAX_TERM * 2);
          for (const part of parts) expect(part).not.to.equal('');
        }
      }),
    );
  });

  it('say where they begin', () => {
    const text = 'one  getTwo, 三';
    expect([...wordsOf(text)].map(({ index }) => text.slice(index, index + 3))).to.deep.equal(['one', 'get', '三']);
  });
});
