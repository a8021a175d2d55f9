import { expect } from 'chai';
import fc from 'fast-check';
import { Robots } from '../../../../src/adapters/website/robots.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

const allows = (text: string, path: string): boolean =>
  Robots.parse(text, 'Quire').allows(new URL(path, 'https://example.com'));

describe('Robots', () => {
  it('allows everything that is not disallowed', () => {
    for (const text of [
      '',
      'nonsense',
      'User-agent: *',
      'User-agent: *\nDisallow:',
      'Disallow: /',
      'User-agent: Other\nDisallow: /',
    ])
      expect(allows(text, '/a'), text).to.equal(true);
  });

  it('prefers groups for its own user agent, in any case and in several groups', () => {
    const text =
      'user-agent: *\ndisallow: /\n\nUSER-AGENT: other\nUser-agent: quire/1.0\nDisallow: /a\n\nUser-agent: Quire\nDisallow: /b # both\n';
    expect(['/', '/a', '/b', '/c'].map((path) => allows(text, path))).to.deep.equal([true, false, false, true]);
  });

  it('applies the longest rule, and allows if two are equally long', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /x\nDisallow: /x';
    expect(['/a', '/a/b', '/a/b/c', '/x'].map((path) => allows(text, path))).to.deep.equal([false, true, false, true]);
  });

  for (const [pattern, yes, no] of [
    ['/*.php', ['/a.php', '/a/b.php?x', '/.php'], ['/php', '/a.ph']],
    ['/*.php$', ['/a.php'], ['/a.php?x', '/a.php5']],
    ['/a$', ['/a'], ['/ab', '/a/']],
    ['/a*b*c', ['/abc', '/a-b-c-d'], ['/acb', '/ab']],
    ['/a*a$', ['/aa', '/a-a'], ['/a', '/aab']],
    ['*', ['/', '/x'], []],
    ['/ü', ['/%C3%BC', '/%c3%bc/x'], ['/u']],
  ] as const) {
    it(`matches ${pattern}`, () => {
      const text = `User-agent: *\nDisallow: ${pattern}`;
      expect([
        ...yes.map((path) => [path, allows(text, path)]),
        ...no.map((path) => [path, allows(text, path)]),
      ]).to.deep.equal([...yes.map((path) => [path, false]), ...no.map((path) => [path, true])]);
    });
  }

  it('matches like a pattern of asterisks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    checkProperty(
      fc.property(text, path, fc.boolean(), (pattern, rest, whole) => {
        const expected = new RegExp(`^/${pattern.replace(/\*+/g, '.*')}${whole ? '$' : ''}`).test(`/${rest}`);
        expect(allows(`User-agent: *\nDisallow: /${pattern}${whole ? '$' : ''}`, `/${rest}`)).to.equal(!expected);
      }),
    );
  });

  it('matches malicious patterns in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const text = `User-agent: *\n${Array.from({ length: 2000 }, (_, i) => `Disallow: /${'a*'.repeat(500)}b${i}$`).join('\n')}`;
    const took = cpuTimeOf(() =>
      expect(Robots.parse(text, 'Quire').allows(new URL(`https://example.com/${'a'.repeat(2000)}`))).to.equal(true),
    );
    expect(took).to.be.below(2_000);
  });

  it('returns sitemaps and the requested pause', () => {
    const robots = Robots.parse(
      'Sitemap: https://example.com/a.xml#x\nUser-agent: *\nCrawl-delay: 1.5\nSitemap: /b.xml',
      'Quire',
    );
    expect(robots.sitemaps).to.deep.equal(['https://example.com/a.xml#x', '/b.xml']);
    expect(robots.delayMs).to.equal(1500);
    for (const wrong of ['-1', 'soon', ''])
      expect(Robots.parse(`User-agent: *\nCrawl-delay: ${wrong}`, 'Quire').delayMs).to.equal(0);
  });
});
