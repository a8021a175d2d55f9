import { expect } from 'chai';
import fc from 'fast-check';
import { foldText } from '../../../../src/domain/search/fold-text.ts';
import { termsOfWord } from '../../../../src/domain/search/search-entry.ts';
import { MAX_TERM_LENGTH, tokenizeWords } from '../../../../src/domain/search/tokenize-words.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

const words = (text: string): unknown[] =>
  [...tokenizeWords(text)].map(({ whole, parts, isUnspaced: run }) =>
    run ? [...parts] : parts.length > 1 ? { [whole]: parts } : whole,
  );

describe('tokenizeWords', () => {
  it('folds case, accents, width and ligatures', () => {
    expect(words('Crème BRÛLÉE ﬁne ＡＢＣ Œuvre Straße İstanbul')).to.deep.equal([
      'creme',
      'brulee',
      'fine',
      'abc',
      'oeuvre',
      'strasse',
      'istanbul',
    ]);
    expect(foldText('ΟΔΟΣ')).to.equal(foldText('οδος'));
    expect(words('تَثْبيت كِتَابٌ')).to.deep.equal(['تثبيت', 'كتاب']);
    expect(words('שָׁלוֹם')).to.deep.equal(['שלום']);
  });

  it('returns identifiers whole and in parts', () => {
    expect(words('getUserById max_size a.b.c HTMLParser well-known don’t')).to.deep.equal([
      { getuserbyid: ['get', 'user', 'by', 'id'] },
      { max_size: ['max', 'size'] },
      { 'a.b.c': ['a', 'b', 'c'] },
      { htmlparser: ['html', 'parser'] },
      { 'well-known': ['well', 'known'] },
      { dont: ['don', 't'] },
    ]);
    expect(words('__init__ _ x. 3.14 utf8')).to.deep.equal(['init', 'x', { '3.14': ['3', '14'] }, 'utf8']);
  });

  it('folds letters and digits of Arabic scripts, and removes the article', () => {
    expect(words('کیفیت كيفيت مدرسة مدرسه ۱۴۰۲ ١٤٠٢')).to.deep.equal([
      'كيفيت',
      'كيفيت',
      'مدرسه',
      'مدرسه',
      '1402',
      '1402',
    ]);
    expect(words('المستخدم والمستخدم بالمستخدم للمستخدم مستخدم')).to.deep.equal(
      Array.from({ length: 5 }, () => 'مستخدم'),
    );
    expect(words('الله ألم')).to.deep.equal(['الله', 'الم']);
    expect(words('نرم\u200cافزار')).to.deep.equal([{ نرمافزار: ['نرم', 'افزار'] }]);
  });

  it('handles Hebrew abbreviations and prefixes', () => {
    expect(words('צה"ל דוא״ל "שלום"')).to.deep.equal([{ צהל: ['צה', 'ל'] }, { דואל: ['דוא', 'ל'] }, 'שלום']);
    const stems = (text: string) => [...tokenizeWords(text)].map(({ stem }) => stem);
    expect(stems('המשתמש והמשתמש למשתמש שכשהמשתמש')).to.deep.equal(['משתמש', 'משתמש', 'משתמש', 'כשהמשתמש']);
    expect(stems('הר user שלום')).to.deep.equal([undefined, undefined, 'לום']);
    expect([...termsOfWord([...tokenizeWords('המשתמש')][0]!)]).to.deep.equal([
      ['משתמש', 0],
      ['המשתמש', 0],
    ]);
  });

  it('splits versions into numbers, and removes soft hyphens', () => {
    expect(words('v1.2.3 V10.0 v2')).to.deep.equal([
      { 'v1.2.3': ['v', '1', '2', '3'] },
      { 'v10.0': ['v', '10', '0'] },
      'v2',
    ]);
    expect(words('docu\u00admentation')).to.deep.equal([{ documentation: ['docu', 'mentation'] }]);
  });

  it('continues words of unspaced scripts on the next line, except in Korean', () => {
    expect(words('自\n動 한\n국 自\n\n動 自\nx')).to.deep.equal([
      ['自', '動'],
      ['한'],
      ['국'],
      ['自'],
      ['動'],
      ['自'],
      'x',
    ]);
    expect([...tokenizeWords('自\n動')][0]!.whole).to.equal('自動');
  });

  it('returns runs of characters of unspaced scripts, apart from adjacent text', () => {
    expect(words('用Docker安装')).to.deep.equal([['用'], 'docker', ['安', '装']]);
    expect(words('ソフト 한국어')).to.deep.equal([
      ['ソ', 'フ', 'ト'],
      ['한', '국', '어'],
    ]);
    expect(words('𠮷野家')).to.deep.equal([['𠮷', '野', '家']]);
  });

  it('cuts long words, and returns no empty ones', () => {
    expect([...tokenizeWords('x'.repeat(1000))][0]!.whole).to.have.length(MAX_TERM_LENGTH);
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { whole, parts } of tokenizeWords(text)) {
          expect(whole).not.to.equal('');
          expect(whole.length).to.be.at.most(MAX_TERM_LENGTH * 2);
          for (const part of parts) expect(part).not.to.equal('');
        }
      }),
    );
  });

  it('returns the offset of each word', () => {
    const text = 'one  getTwo, 三';
    expect([...tokenizeWords(text)].map(({ index }) => text.slice(index, index + 3))).to.deep.equal([
      'one',
      'get',
      '三',
    ]);
  });

  it('reads a word with a long run of underscores in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const text = `a${'_'.repeat(50_000)}b`;
    expect(cpuTimeOf(() => expect([...tokenizeWords(text)]).to.have.length(1))).to.be.below(250);
  });
});
