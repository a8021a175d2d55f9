import { expect } from 'chai';
import { BoundedCache } from '../../../../src/application/sites/reader/bounded-cache.ts';
import { emojiText } from '../../../../src/application/sites/reader/emoji-text.ts';
import { SiteAddress } from '../../../../src/application/sites/reader/site-address.ts';

describe('BoundedCache', () => {
  it('computes a value once for concurrent requests', async () => {
    const cache = new BoundedCache<number>(10, () => 1);
    let made = 0;
    const make = async () => ++made;
    expect(await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)])).to.deep.equal([
      1, 1, 1,
    ]);
    expect(await cache.get('a', make)).to.equal(1);
  });
  it('evicts the least recently used entries, never the newest', async () => {
    const cache = new BoundedCache<number>(10, (value) => value);
    const made: string[] = [];
    const get = (key: string, value: number) => cache.get(key, async () => (made.push(key), value));
    await get('a', 4);
    await get('b', 4);
    await get('a', 4);
    await get('c', 4);
    await get('a', 4);
    await get('b', 4);
    expect(made).to.deep.equal(['a', 'b', 'c', 'b']);
    await get('huge', 100);
    await get('huge', 100);
    expect(made.filter((key) => key === 'huge')).to.have.length(1);
    await get('a', 4);
    expect(made.at(-1)).to.equal('a');
  });
  it('does not cache a failure', async () => {
    const cache = new BoundedCache<number>(10, () => 1);
    const failed = await cache
      .get('a', async () => Promise.reject(new Error('no')))
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no');
    expect(await cache.get('a', async () => 2)).to.equal(2);
  });
});

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
