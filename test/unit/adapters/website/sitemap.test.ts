import { expect } from 'chai';
import { readSitemap } from '../../../../src/adapters/website/sitemap.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

describe('readSitemap', () => {
  it('returns URLs with their escapes decoded', () => {
    const text =
      '<?xml version="1.0"?><urlset><url><loc> https://e.com/a?b=1&amp;c=2 </loc><lastmod>2030</lastmod></url><url><loc><![CDATA[https://e.com/d]]></loc></url></urlset>';
    expect(readSitemap(text, 10)).to.deep.equal({
      kind: 'pages',
      addresses: ['https://e.com/a?b=1&c=2', 'https://e.com/d'],
    });
  });

  it('accepts indexes of sitemaps, and plain text', () => {
    expect(readSitemap('<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>', 10)).to.deep.equal({
      kind: 'sitemaps',
      addresses: ['/a.xml'],
    });
    expect(readSitemap('https://e.com/a\r\nhttps://e.com/b\n', 10).addresses).to.deep.equal([
      'https://e.com/a',
      'https://e.com/b',
    ]);
  });

  it('stops at the limit, and at the end of a truncated file', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    expect(readSitemap('<loc>a</loc>'.repeat(100), 3).addresses).to.have.lengthOf(3);
    expect(readSitemap('<urlset><loc>a</loc><loc>b', 3).addresses).to.deep.equal(['a']);
    expect(
      cpuTimeOf(() => expect(readSitemap('<loc>'.repeat(2_000_000), 20_000).addresses).to.deep.equal([])),
    ).to.be.below(1_000);
  });
});
