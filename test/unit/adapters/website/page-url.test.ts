import { expect } from 'chai';
import { pageKey, ImportScope, parseWebUrl } from '../../../../src/adapters/website/page-url.ts';

const at = (path: string): URL => new URL(path, 'https://example.com');

describe('ImportScope', () => {
  for (const [start, inside, outside] of [
    ['/docs/', ['/docs', '/docs/', '/docs/a/b', '/d%6Fcs/a'], ['/', '/docsy', '/doc', '/other/docs/']],
    ['/docs', ['/docs', '/docs/a'], ['/', '/docsy']],
    ['/docs/index.html', ['/docs/', '/docs/other.html'], ['/']],
    ['/', ['/', '/a', '/a/b.html'], []],
  ] as const) {
    it(`includes URLs below ${start}`, () => {
      const scope = new ImportScope(at(start));
      expect(inside.filter((path) => !scope.includes(at(path)))).to.deep.equal([]);
      expect(outside.filter((path) => scope.includes(at(path)))).to.deep.equal([]);
    });
  }

  it('covers one host with both protocols, except files that are not pages', () => {
    const scope = new ImportScope(at('/'));
    expect(scope.includes(new URL('http://example.com/a'))).to.equal(true);
    for (const url of [
      'https://example.com:8443/a',
      'https://www.example.com/a',
      'https://example.com/a.pdf',
      'https://example.com/logo.SVG',
    ])
      expect(scope.includes(new URL(url)), url).to.equal(false);
  });

  it('returns the segments of each page without file extensions', () => {
    const scope = new ImportScope(at('/docs/'));
    expect(scope.segmentsOf(at('/docs/a/b%20c.html'))).to.deep.equal(['a', 'b c']);
    expect(scope.segmentsOf(at('/docs/a/index.html'))).to.deep.equal(['a']);
    expect(scope.segmentsOf(at('/docs/'))).to.deep.equal([]);
    expect(scope.segmentsOf(at('/docs/%ff'))).to.deep.equal(['%FF']);
  });

  it('detects URLs of the same page', () => {
    const same = ['/a/b', '/a/b/', '/a/b?x=1', '/a/b#c', '/a/b/index.html', '/%61/b', '/a/b/default.aspx'];
    expect(new Set(same.map((path) => pageKey(at(path)))).size).to.equal(1);
    expect(new Set(['/a', '/A', '/a/b', '/a%2Fb'].map((path) => pageKey(at(path)))).size).to.equal(4);
  });

  it('parses only web URLs', () => {
    expect(parseWebUrl('b', 'https://example.com/a/')?.href).to.equal('https://example.com/a/b');
    for (const text of [
      'javascript:alert(1)',
      'mailto:a@b',
      'file:///x',
      'x',
      `https://example.com/${'x'.repeat(2048)}`,
    ])
      expect(parseWebUrl(text), text).to.equal(undefined);
  });
});
