import { expect } from 'chai';
import { HtmlSiteRenderer } from '../../../../src/adapters/site/html-site-renderer.ts';
import { ReaderCache } from '../../../../src/application/sites/reader/reader-cache.ts';
import type { SiteMap } from '../../../../src/application/sites/reader/site-map.ts';
import { readyPage } from '../../../../src/application/sites/reader/site-response.ts';

const publicMap = { visitor: {} } as SiteMap;
const renderer = new HtmlSiteRenderer();
const KILOBYTE = 1024;

/** HTML of about 70 kB with a sidebar of 500 entries, as pages of large spaces have. */
const htmlOf = (page: number): string =>
  `<title>Page ${page} – größer</title>${Array.from(
    { length: 500 },
    (_, entry) =>
      `<li><a href="/docs/guide/page-${entry}" data-page="${entry === page}">Page ${entry} of the guide</a></li>`,
  ).join('')}<p>${page}</p>`;

describe('ReaderCache.page', () => {
  it('keeps more pages than would fit into its memory as text', async () => {
    const cache = new ReaderCache(512 * KILOBYTE);
    let made = 0;
    const read = (page: number) =>
      cache.page(publicMap, `${page}`, async () => {
        made++;
        return readyPage(renderer, { html: htmlOf(page), headers: {}, personal: false, plain: false });
      });
    const pages = Array.from({ length: 40 }, (_, page) => page);
    for (const page of pages) await read(page);
    expect(made).to.equal(pages.length);
    for (const page of pages) expect((await (await read(page))!.html.bytes()).toString()).to.equal(htmlOf(page));
    expect(made).to.equal(pages.length);
  });
});

describe('HtmlSiteRenderer.compress', () => {
  it('keeps the length of the text, and its bytes in UTF-8', async () => {
    for (const text of ['', 'plain', 'größer 日本語 🙂']) {
      const html = await renderer.compress(text);
      expect(html.length).to.equal(text.length);
      expect((await html.bytes()).toString('utf8')).to.equal(text);
    }
  });
});
