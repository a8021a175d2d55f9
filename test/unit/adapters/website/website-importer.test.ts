import { expect } from 'chai';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { LIMITS, type WebsiteImportLimits } from '../../../../src/adapters/website/limits.ts';
import { createPageReader, PAGE_READING } from '../../../../src/adapters/website/page-reader.ts';
import { WebsiteImporter } from '../../../../src/adapters/website/website-importer.ts';
import { WorkerPool } from '../../../../src/adapters/workers/worker-pool.ts';
import { slugify } from '../../../../src/adapters/slugify.ts';
import { ShareExhausted } from '../../../../src/application/kernel/fair-pool.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { entryModule } from '../../../../src/packaged-files.ts';
import type { ResourceConsumer } from '../../../../src/ports/kernel/request-limits.ts';
import type { ImportedSite } from '../../../../src/ports/imports/web-import.ts';
import { QUICK_START } from '../../../support/backends.ts';
import { pageOf, startWebsite, type WebsiteResponse } from '../../../support/servers/website.ts';

const threads = new WorkerPool({
  entry: entryModule('adapters/website/page/page-worker', QUICK_START.compiledModules),
  ...PAGE_READING,
});
const web = new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'] });

const importer = (limits: Partial<WebsiteImportLimits> = {}): WebsiteImporter =>
  new WebsiteImporter(web, slugify, threads, { ...LIMITS, ...limits });
const order = (url: string, consumer: ResourceConsumer = { organizationId: 'a', user: 'ann' }) => {
  let ids = 0;
  return {
    url,
    source: 'website' as const,
    allowsRootGroups: true,
    consumer,
    newId: () => `page-${ids++}`,
    storeImage: async (name: string) => `file-${name}`,
  };
};
const importWebsite = async (
  pages: Readonly<Record<string, WebsiteResponse>>,
  limits?: Partial<WebsiteImportLimits>,
): Promise<ImportedSite> => importer(limits).importPages(order((await startWebsite(pages)).origin));
const counts = ({ imported, discovered: found, pages }: ImportedSite) => [imported, found, pages.length];

/** Creates a start page with links to other pages. */
const many = (count: number): Record<string, string> => {
  const paths = Array.from({ length: count }, (_, i) => `/p${i}`);
  return {
    '/': pageOf('Start', '<p>Words and words.</p>', paths),
    ...Object.fromEntries(paths.map((path) => [path, pageOf(path, '<p>Words and words.</p>')])),
  };
};

describe('WebsiteImporter.importPages for limits', () => {
  before(() =>
    createPageReader(threads, { user: 'ann' }).read({
      format: 'html',
      bytes: Buffer.from('<p>'),
      contentType: 'text/html',
      url: 'https://example.com',
      mark: 'q-',
      maxLinks: 1,
    }),
  );

  it('limits the pages that are requested and counts the rest', async () => {
    expect(counts(await importWebsite(many(4), { pages: 5 }))).to.deep.equal([5, 5, 5]);
    expect(counts(await importWebsite(many(5), { pages: 5 }))).to.deep.equal([5, 6, 5]);
  });

  it('limits the URLs that are counted', async () => {
    expect(counts(await importWebsite(many(30), { pages: 2, addresses: 10 }))).to.deep.equal([2, 10, 2]);
  });

  it('limits the bytes of a page', async () => {
    const page = pageOf('Start', '<p>Words and words.</p>');
    expect(counts(await importWebsite({ '/': page }, { pageBytes: Buffer.byteLength(page) }))).to.deep.equal([1, 1, 1]);
    const failure = await importWebsite({ '/': page }, { pageBytes: Buffer.byteLength(page) - 1 }).catch(
      (error: unknown) => error,
    );
    expect(failure)
      .to.be.instanceOf(Invalid)
      .with.property('message')
      .match(/^url: .*larger than/);
  });

  it('limits the number of images, and their bytes each and together', async () => {
    const site = {
      '/': pageOf('Start', '<p>Words and words.</p><img src="a.png"><img src="b.png"><img src="c.png">'),
      '/a.png': Buffer.alloc(10),
      '/b.png': Buffer.alloc(10),
      '/c.png': Buffer.alloc(11),
    };
    const images = async (limits: Partial<WebsiteImportLimits>): Promise<number[]> => {
      const { discovered: found, imported } = await importWebsite(site, { concurrency: 1, ...limits });
      return [imported - 1, found - 1];
    };
    expect(await images({})).to.deep.equal([3, 3]);
    expect(await images({ images: 2 })).to.deep.equal([2, 3]);
    expect(await images({ imageBytes: 10 })).to.deep.equal([2, 3]);
    expect(await images({ allImageBytes: 31 })).to.deep.equal([3, 3]);
    expect(await images({ allImageBytes: 30 })).to.deep.equal([2, 3]);
  });

  it('limits the bytes of embedded images too, and stores the others beside one that is too large', async () => {
    const embedded = `data:image/png;base64,${Buffer.alloc(11, 1).toString('base64')}`;
    const { imported, lost } = await importWebsite(
      {
        '/': pageOf('Start', `<p>Words and words.</p><img src="${embedded}"><img src="/a.png">`),
        '/a.png': Buffer.alloc(10),
      },
      { concurrency: 1, imageBytes: 10, allImageBytes: 10 },
    );
    expect(imported - 1).to.equal(1);
    expect(lost.map(({ url }) => url)).to.deep.equal([embedded]);
  });

  it('names an embedded image whose data is invalid', async () => {
    const { pages } = await importWebsite(
      {
        '/': pageOf(
          'Start',
          '<p>Words and <img src="data:image/png;base64,####" alt="a [cat]"> words, <img src="/a.png" alt="dog">, <img src="data:image/png;base64,####" alt="a cow" width="9">.</p>',
        ),
        '/a.png': Buffer.alloc(10),
      },
      { imageBytes: 10 },
    );
    expect(pages[0]!.markdown).to.match(/^Words and a \\\[cat\\\] words, !\[dog\]\(\/files\/file-a\.png\), a cow\./);
  });

  it('imports an image for one color scheme as such', async () => {
    const { pages } = await importWebsite({
      '/': pageOf(
        'Start',
        '<p>Words. <img src="/a.png#only-dark" alt="a"> or <img src="data:image/png;base64,####" class="only-light" width="9" alt="b"></p>',
      ),
      '/a.png': Buffer.alloc(10),
    });
    expect(pages[0]!.markdown.trim()).to.equal('Words. ![a](/files/file-a.png#gh-dark-mode-only) or b');
  });

  it('imports both images of a pair for color schemes, or the one that there is', async () => {
    const NONE = 'data:image/png;base64,####';
    const pair = (light: string, dark: string): string =>
      `<p>Words and words. <picture><source media="(prefers-color-scheme: dark)" srcset="${dark}"><img src="${light}" alt="a"></picture></p>`;
    const { pages } = await importWebsite({
      '/': pageOf('Start', pair('/a.png', '/b.png') + pair('/a.png', NONE) + pair(NONE, '/b.png')),
      '/a.png': Buffer.alloc(10),
      '/b.png': Buffer.alloc(11),
    });
    expect(pages[0]!.markdown.split('\n\n').map((text) => text.trim())).to.deep.equal([
      'Words and words. <picture><source srcset="/files/file-b.png" media="(prefers-color-scheme: dark)"><img src="/files/file-a.png" alt="a"></picture>',
      'Words and words. <img src="/files/file-a.png" alt="a">',
      'Words and words. a',
    ]);
  });

  it('leaves out pages that are too slow', async () => {
    const site = { ...many(2), '/p0': (): void => {} };
    const { pages, lost, ...rest } = await importWebsite(site, { requestMs: 400 });
    expect(pages.map(({ title }) => title)).to.deep.equal(['Start', '/p1']);
    expect(rest).to.deep.equal({ discovered: 3, imported: 2 });
    expect(lost.map(({ url }) => new URL(url).pathname)).to.deep.equal(['/p0']);
  });

  it('imports what arrived within the time limit, and reports if nothing did', async () => {
    const site = { ...many(3), '/p1': (): void => {} };
    expect(counts(await importWebsite(site, { timeMs: 1500, concurrency: 1 }))).to.deep.equal([2, 4, 2]);
    const failure = await importWebsite({ '/': (): void => {} }, { timeMs: 300 }).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(Invalid)
      .with.property('message')
      .match(/^url: /);
  });

  it('runs one import of a user at a time, lets two wait, and refuses the next', async () => {
    const one = importer();
    const { origin } = await startWebsite(many(0));
    const begun = Array.from({ length: 3 }, () => one.importPages(order(origin)));
    expect(await one.importPages(order(origin)).catch((error: unknown) => error)).to.be.instanceOf(ShareExhausted);
    expect((await Promise.all(begun)).map(counts)).to.deep.equal([
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(counts(await one.importPages(order(origin)))).to.deep.equal([1, 1, 1]);
  });

  it('[A82] runs an import of another organization while 200 of one wait for a site that does not respond', async () => {
    const one = importer();
    let answer = (): void => {};
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const silent = await startWebsite({
      '/': (_request, response) =>
        void mayAnswer.then(() =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('Late', '<p>Words.</p>')),
        ),
    });
    const all = Array.from({ length: 200 }, (_, n) =>
      one.importPages(order(silent.origin, { organizationId: 'a', user: `user ${n % 20}` })),
    );
    const refused = all.map((each) =>
      each.then(
        () => false,
        (error: unknown) => error instanceof ShareExhausted,
      ),
    );
    const { origin } = await startWebsite(many(3));
    expect(counts(await one.importPages(order(origin, { organizationId: 'b', user: 'bob' })))).to.deep.equal([4, 4, 4]);
    expect(
      (await Promise.all(refused.slice(10))).every(Boolean),
      'two run, eight wait, the others are refused',
    ).to.equal(true);
    answer();
    await Promise.all(refused);
  });

  it('limits the bytes of a sitemap', async () => {
    const length = 1000;
    const withSitemap = {
      ...many(1),
      '/p0': pageOf('Alone', '<p>Words and words.</p>'),
      '/hidden': pageOf('Hidden', '<p>Words and words.</p>'),
    };
    const sitemap: WebsiteResponse = (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(`<urlset><url><loc>http://${request.headers.host}/hidden</loc></url></urlset>`.padEnd(length));
    expect(
      counts(await importWebsite({ ...withSitemap, '/sitemap.xml': sitemap }, { sitemapBytes: length })),
    ).to.deep.equal([3, 3, 3]);
    expect(
      counts(await importWebsite({ ...withSitemap, '/sitemap.xml': sitemap }, { sitemapBytes: length - 1 })),
    ).to.deep.equal([2, 2, 2]);
  });
});
