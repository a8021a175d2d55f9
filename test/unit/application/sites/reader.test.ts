import { expect } from 'chai';
import { emojiText } from '../../../../src/application/sites/reader/emoji-text.ts';
import { SiteAddress } from '../../../../src/application/sites/reader/site-address.ts';

describe('SiteAddress', () => {
  const address = new SiteAddress('https://example.com/quire/sites/docs/');
  it('keeps a path prefix of the public URL and encodes every segment', () => {
    expect(address.page('', '')).to.equal('/quire/sites/docs/');
    expect(address.page('v 1', 'ä/b?c#d')).to.equal('/quire/sites/docs/v%201/%C3%A4/b%3Fc%23d');
    expect(address.absolute(address.page('v1', ''))).to.equal('https://example.com/quire/sites/docs/v1');
  });
  it('keeps the end of a long file name', () => {
    expect(address.file('s', 'f', `${'😀'.repeat(100)}.png`)).to.equal(
      `/quire/sites/docs/~quire/files/s/f/${'%F0%9F%98%80'.repeat(73)}.png`,
    );
  });
  it('includes a file name in the path without letting it add segments', () => {
    expect(address.file('s', 'f', '../a/b.png')).to.equal('/quire/sites/docs/~quire/files/s/f/.._a_b.png');
    for (const name of ['.', '..', ''])
      expect(address.file('s', 'f', name)).to.equal('/quire/sites/docs/~quire/files/s/f');
  });
});

describe('emojiText', () => {
  it('decodes code points and leaves emoji unchanged', () => {
    expect(['1f44b', '1f468-200d-1f4bb', '👋', '2764-FE0F', 'd800', 'ffffff'].map(emojiText)).to.deep.equal([
      '👋',
      '👨‍💻',
      '👋',
      '❤️',
      'd800',
      'ffffff',
    ]);
  });
});
