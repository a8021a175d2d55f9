import { expect } from 'chai';
import { isVisibleText, shortenTitle, titleOrUntitled } from '../../../../src/domain/kernel/title.ts';

describe('isVisibleText', () => {
  it('accepts any character that readers see, and no title of white space and invisible characters', () => {
    for (const title of ['a', ' - ', '字', '\u200b!', '👩‍👩‍👧']) expect(isVisibleText(title), title).to.equal(true);
    for (const title of [
      '',
      ' \t\n',
      '\u00a0\u2003',
      '\u200b\u200d\ufeff',
      '\u3164\u115f',
      '\u2800',
      '\u202e',
      '\u0007',
    ])
      expect(isVisibleText(title), JSON.stringify(title)).to.equal(false);
  });
});

describe('titleOrUntitled', () => {
  it('names what has no visible title', () => {
    expect([' Guide ', ' \u200b', '', undefined].map((title) => titleOrUntitled(title))).to.deep.equal([
      'Guide',
      'Untitled',
      'Untitled',
      'Untitled',
    ]);
  });
});

describe('shortenTitle', () => {
  it('counts characters, and cuts no grapheme in two', () => {
    expect(shortenTitle('📘'.repeat(6), 5)).to.equal('📘'.repeat(5));
    expect(shortenTitle('abc👩‍👩‍👧', 5)).to.equal('abc');
    expect(shortenTitle('abc👩‍👩‍👧', 8)).to.equal('abc👩‍👩‍👧');
    expect(shortenTitle('abcd efg', 5)).to.equal('abcd');
  });
});
