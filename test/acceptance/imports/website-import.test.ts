import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { pageOf, startWebsite, type WebsiteResponse } from '../../support/servers/website.ts';
import { must, World } from '../../support/world.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

onEveryBackend('importing a website', (backend) => {
  let world: World;
  let space: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    space = await Draft.open(world);
  });
  const post = (url: string, source = 'website', below = '') =>
    world.admin.api.post(`${space.space}/content${below}/import`, { url, source });
  const importWebsite = async (
    pages: Readonly<Record<string, WebsiteResponse>>,
    path = '/',
  ): Promise<{ result: any; requestedPaths: string[]; origin: string }> => {
    const { origin, requestedPaths } = await startWebsite(pages);
    return { result: must(await post(origin + path), 201), requestedPaths, origin };
  };
  const outline = () => space.outline(`${space.space}/content`);
  const markdownAt = async (path: string): Promise<string> => (await space.inSpace(`/content/path/${path}`)).markdown;
  const refused = async (url: string, source?: string): Promise<string> => {
    const { error } = must(await post(url, source), 400);
    expect(error.issues).to.have.lengthOf(1);
    return `${error.issues[0].path} ${error.issues[0].message}`;
  };

  describe('importContent', () => {
    it('makes one revision of pages with their tree, links and images', async () => {
      await space.live(insert('Before'));
      const { revision: before } = await space.inSpace('');
      const { result, origin, requestedPaths } = await importWebsite(
        {
          '/docs/': pageOf(
            'Welcome',
            '<p>Read <a href="guide/install.html#first-steps">how to install</a>, or <a href="/blog">our blog</a>.</p><img src="/img/logo.png" alt="Logo">',
            ['/docs/guide/', '/docs/guide/install.html', '/docs/reference'],
          ),
          '/docs/guide/': pageOf('The guide', '<p>Twice the same: <img src="../../img/logo.png"></p>'),
          '/docs/guide/install.html': pageOf(
            'Install',
            '<h2 id="first-steps">First steps!</h2><p>Back to the <a href="../">start</a>, with <code>npm</code>.</p>',
          ),
          '/docs/reference': pageOf('Reference', '<p>Nothing to see.</p>'),
          '/blog': pageOf('Blog', '<p>Elsewhere.</p>'),
          '/img/logo.png': PNG,
        },
        '/docs/',
      );
      expect(await outline()).to.deep.equal(['before', 'welcome', ['guide', ['install']], 'reference']);
      expect(result).to.include({ importedResources: 5, totalResources: 5 });
      expect(requestedPaths).not.to.include('/blog');
      const content = await space.inSpace('/content');
      expect(content).to.deep.include({ id: result.revision, parents: [before], type: 'edits' });
      expect(content.files.map(({ name, contentType }: any) => [name, contentType])).to.deep.equal([
        ['logo.png', 'image/png'],
      ]);
      const [, welcome, guide] = content.pages;
      expect(guide.title).to.equal('The guide');
      expect(await markdownAt('welcome')).to.equal(
        `Read [how to install](/pages/${guide.pages[0].id}#first-steps), or [our blog](${origin}/blog).\n\n![Logo](/files/${content.files[0].id})\n`,
      );
      expect(await markdownAt('guide/install')).to.equal(
        `## First steps!\n\nBack to the [start](/pages/${welcome.id}), with \`npm\`.\n`,
      );
    });

    it('answers with the location of the revision', async () => {
      const { origin } = await startWebsite({ '/': pageOf('Only', '<p>One page.</p>') });
      const answer = await post(origin);
      const { revision } = must(answer, 201);
      expect(new URL(answer.headers.get('location')!).pathname).to.equal(`${space.space}/revisions/${revision}`);
      expect((await space.inSpace(`/revisions/${revision}`)).pages[0].title).to.equal('Only');
    });

    it('numbers slugs that are taken', async () => {
      await space.live(insert('Install'));
      await importWebsite({
        '/': pageOf('Home', '<p>Words and words.</p>', ['/install']),
        '/install': pageOf('Install', '<p>Words.</p>'),
      });
      expect(await outline()).to.deep.equal(['install', 'home', 'install-1']);
    });

    it('imports each page once, whatever its addresses are, and ends redirect loops', async () => {
      const { result, requestedPaths } = await importWebsite({
        '/': pageOf('Home', '<p>Words and words.</p>', [
          '/a',
          '/a/',
          '/a/index.html',
          '/a?utm_source=x',
          '/a#there',
          '/old',
          '/loop',
          '/copy',
        ]),
        '/a': pageOf('A', '<p>The page.</p>', ['/', '/index.html']),
        '/old': { status: 301, headers: { location: '/a/' } },
        '/a/': pageOf('A', '<p>The page.</p>'),
        '/loop': { status: 302, headers: { location: '/loop2' } },
        '/loop2': { status: 302, headers: { location: '/loop' } },
        '/copy': pageOf('A', '<p>The page.</p>').replace('</head>', '<link rel="canonical" href="/a"></head>'),
      });
      expect(await outline()).to.deep.equal(['home', 'a']);
      expect(result).to.include({ importedResources: 2, totalResources: 3 });
      expect(requestedPaths.filter((path) => path === '/a')).to.have.lengthOf(1);
    });

    it('finds pages by nested sitemaps, and only those below the address', async () => {
      const { origin, requestedPaths } = await startWebsite({
        '/docs': pageOf('Home', '<p>No links at all here.</p>'),
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'Sitemap: /maps.xml\n' },
        '/maps.xml': {
          headers: { 'content-type': 'application/xml' },
          body: '<sitemapindex><sitemap><loc>/map.xml</loc></sitemap></sitemapindex>',
        },
        '/map.xml': (request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/xml' })
            .end(
              `<urlset>${['/docs/one', '/docs/two?x=1&amp;y=2', '/other', '/docsandmore'].map((path) => `<url><loc>http://${request.headers.host}${path}</loc></url>`).join('')}</urlset>`,
            ),
        '/docs/one': pageOf('One', '<p>First page of them.</p>'),
        '/docs/two': pageOf('Two', '<p>Second page of them.</p>'),
      });
      must(await post(`${origin}/docs`), 201);
      expect(await outline()).to.deep.equal(['home', 'one', 'two']);
      expect(requestedPaths).to.not.include.members(['/other', '/docsandmore']);
    });

    it('obeys robots.txt for its own name, the longest rule first', async () => {
      const robots =
        'User-agent: *\nDisallow: /\n\nUser-agent: Quire\nDisallow: /private\nAllow: /private/open$\nDisallow: /*.html$\nCrawl-delay: 0.001\n';
      const { requestedPaths } = await importWebsite({
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: robots },
        '/': pageOf('Home', '<p>Words and words.</p>', [
          '/private',
          '/private/open',
          '/private/open/not',
          '/x.html',
          '/free',
        ]),
        '/private/open': pageOf('Open', '<p>Words and words.</p>'),
        '/free': pageOf('Free', '<p>Words and words.</p>'),
      });
      expect(await outline()).to.deep.equal(['home', 'open', 'free']);
      expect(requestedPaths).to.not.include.members(['/private']);
      expect(requestedPaths).to.not.include.members(['/x.html']);
      const closed = await startWebsite({
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
        '/': pageOf('Home', '<p>Words</p>'),
      });
      expect(await refused(closed.origin)).to.match(/^url .*robots\.txt/);
      expect(closed.requestedPaths).to.deep.equal(['/robots.txt']);
      const broken = await startWebsite({ '/robots.txt': { status: 503 }, '/': pageOf('Home', '<p>Words</p>') });
      expect(await refused(broken.origin)).to.match(/^url .*robots\.txt.*503/);
    });

    it('reads pages in any encoding', async () => {
      const words = '<p>Größe: 日本語 – données</p>';
      const sjis = Buffer.concat([
        Buffer.from('<meta charset="Shift_JIS"><title>x</title><h1>'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
        Buffer.from('</h1><p>long enough to be content</p>'),
      ]);
      await importWebsite({
        '/': pageOf('Home', words, ['/latin', '/utf16', '/sjis', '/wrong']),
        '/latin': {
          headers: { 'content-type': 'text/html; charset=ISO-8859-1' },
          body: Buffer.from(pageOf('Größe', '<p>Café au lait, s’il vous plaît</p>'.replace('’', "'")), 'latin1'),
        },
        '/utf16': {
          headers: { 'content-type': 'text/html' },
          body: Buffer.from(`\ufeff${pageOf('Ünïcode', words)}`, 'utf16le'),
        },
        '/sjis': { headers: { 'content-type': 'text/html' }, body: sjis },
        '/wrong': {
          headers: { 'content-type': 'text/html; charset=no-such-thing' },
          body: Buffer.from(pageOf('Größe 2', words)),
        },
      });
      expect((await space.inSpace('/content/pages')).pages.map(({ title }: any) => title)).to.deep.equal([
        'Home',
        'Größe',
        'Ünïcode',
        '日本',
        'Größe 2',
      ]);
      expect(await markdownAt('latin')).to.equal("Café au lait, s'il vous plaît\n");
      expect(await markdownAt('utf16')).to.equal('Größe: 日本語 – données\n');
    });

    it('[A39] skips and counts pages that are too large, expand too far, are too deep, are missing or are no pages', async () => {
      const { result } = await importWebsite({
        '/': pageOf('Home', '<p>Words and words.</p><img src="/none.png"><img src="/fake.png">', [
          '/huge',
          '/bomb',
          '/deep',
          '/missing',
          '/data',
          '/cut',
          '/fine',
        ]),
        '/huge': pageOf('Huge', `<p>${'x'.repeat(2 * 1024 * 1024)}</p>`),
        '/bomb': {
          headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
          body: gzipSync(Buffer.alloc(50 * 1024 * 1024)),
        },
        '/deep': pageOf('Deep', '<b>'.repeat(20_000)),
        '/data': { headers: { 'content-type': 'application/json' }, body: '{}' },
        '/cut': (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
          response.write('<p>');
          response.destroy();
        },
        '/fine': pageOf('Fine', '<p>Words and words.</p>'),
        '/fake.png': '<script>alert(1)</script>',
      });
      expect(await outline()).to.deep.equal(['home', 'fine']);
      // Two pages of seven, without the one that turned out to be none; neither of two images.
      expect(result).to.include({ importedResources: 2, totalResources: 9 });
      expect((await space.inSpace('/content/files')).count).to.equal(0);
    });

    it('[A38] names an address that cannot be fetched at all', async () => {
      const { origin } = await startWebsite({
        '/json': { headers: { 'content-type': 'application/json' }, body: '{}' },
        '/gone': { status: 410 },
      });
      expect(await refused(`${origin}/none`)).to.match(/^url .*404/);
      expect(await refused(`${origin}/gone`, 'html')).to.match(/^url .*410/);
      expect(await refused(`${origin}/json`)).to.match(/^url .*application\/json/);
      for (const url of [
        'http://10.0.0.1/',
        'http://169.254.169.254/latest',
        'http://[::ffff:a00:1]/',
        'HTTP://0x0a000001/',
        'http://localhost.invalid/',
      ])
        expect(await refused(url)).to.match(/^url /);
      for (const url of [
        'file:///etc/passwd',
        'ftp://example.com',
        'nonsense',
        `http://127.0.0.1/${'x'.repeat(2048)}`,
        'http://me:secret@127.0.0.1/',
      ])
        expect(await refused(url)).to.match(/^url must/);
      expect(await refused(origin, 'confluence')).to.equal('source must be one of website, html, markdown');
      expect(await outline()).to.deep.equal([]);
    });

    it('is for those who may edit, where editing is possible', async () => {
      const { origin, requestedPaths } = await startWebsite({ '/': pageOf('Home', '<p>Words and words.</p>') });
      const body = { url: origin, source: 'website' };
      must(await (await world.member('comment')).api.post(`${space.space}/content/import`, body), 403);
      must(await (await world.stranger()).api.post(`${space.space}/content/import`, body), 404);
      must(
        await world.admin.api.post(`${space.space}/content/import`, body, { 'if-match': `"${'0'.repeat(20)}"` }),
        412,
      );
      must(await world.admin.api.patch(space.space, { editMode: 'locked' }), 200);
      must(await post(origin), 409);
      expect(requestedPaths).to.deep.equal([]);
      must(await world.admin.api.post(`${space.path}/content/import`, body), 201);
      must(await world.admin.api.patch(space.path, { status: 'archived' }), 200);
      must(await world.admin.api.post(`${space.path}/content/import`, body), 409);
    });

    it('is refused when the space is locked while pages are fetched', async () => {
      const { origin } = await startWebsite({
        '/': (_, response) =>
          void world.admin.api
            .patch(space.space, { editMode: 'locked' })
            .then(() =>
              response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('Home', '<p>Words and words.</p>')),
            ),
      });
      must(await post(origin), 409);
      expect(await outline()).to.deep.equal([]);
    });
  });

  describe('importContentInChangeRequest', () => {
    it('imports into change requests and below pages through the official client', async () => {
      const { origin } = await startWebsite({
        '/': pageOf('Start', '<p>See <a href="/a/b">b</a>, <a href="/a/c">c</a>.</p>'),
        '/a/b': pageOf('B', '<p>Second.</p>'),
        '/a/c': pageOf('C', '<p>Third.</p>'),
      });
      const body = { url: origin, source: 'website' };
      const { spaces } = world.admin.client;
      expect((await spaces.importContent(space.spaceId, body)).data.importedResources).to.equal(3);
      expect(await outline()).to.deep.equal(['start', ['a', ['b', 'c']]]);
      await spaces.importContentInChangeRequest(space.spaceId, space.id, body);
      expect(await space.outline()).to.deep.equal(['start', ['a', ['b', 'c']]]);
      const [{ id }] = (await space.inSpace('/content/pages')).pages;
      await spaces.importContentInPageById(space.spaceId, id, body);
      expect(await outline()).to.deep.equal([
        ['start', ['start', 'b', 'c']],
        ['a', ['b', 'c']],
      ]);
      const [{ id: inDraft }] = (await space.get('/content/pages')).pages;
      await spaces.importContentInChangeRequestPageById(space.spaceId, space.id, inDraft, body);
      expect(await space.outline()).to.deep.equal([
        ['start', ['start', 'b', 'c']],
        ['a', ['b', 'c']],
      ]);
      must(await post(origin, 'website', `/page/${'0'.repeat(20)}`), 404);
    });
  });

  describe('importContentInPageById', () => {
    it('imports one page of HTML, or one of Markdown as it was written', async () => {
      const { origin, requestedPaths } = await startWebsite({
        '/a/page.html': pageOf('Page', '<p>To <a href="/b">b</a> and <a href="#x">here</a> <img src="i.png"></p>'),
        '/a/notes.md': {
          headers: { 'content-type': 'text/markdown' },
          body: '---\ndescription: About it\n---\n\n# Notes\n\n![i](i.png) [b](../b.md) `[c](d)` <b>  \n',
        },
        '/a/i.png': PNG,
      });
      expect(must(await post(`${origin}/a/page.html`, 'html'), 201)).to.include({
        importedResources: 2,
        totalResources: 2,
      });
      expect(must(await post(`${origin}/a/notes.md`, 'markdown'), 201)).to.include({
        importedResources: 2,
        totalResources: 2,
      });
      expect(requestedPaths).to.not.include.members(['/robots.txt']);
      const { pages, files } = await space.inSpace('/content');
      expect(pages.map(({ slug, title, description }: any) => [slug, title, description])).to.deep.equal([
        ['page', 'Page', undefined],
        ['notes', 'Notes', 'About it'],
      ]);
      expect(await markdownAt('page')).to.equal(
        `To [b](${origin}/b) and [here](/pages/${pages[0].id}#x) ![](/files/${files[0].id})\n`,
      );
      expect(await markdownAt('notes')).to.include(
        `![i](/files/${files[1].id}) [b](${origin}/b.md) \`[c](d)\` <b>  \n`,
      );
    });
  });

  describe('importContent of one file', () => {
    it('names a page without a title by the last segment of its URL', async () => {
      const { origin } = await startWebsite({
        '/docs/release%20notes.md': { headers: { 'content-type': 'text/plain' }, body: 'Words.\n' },
        '/docs/setup/': { headers: { 'content-type': 'text/html' }, body: '<p>Words.</p>' },
        '/': { headers: { 'content-type': 'text/markdown' }, body: 'Words.\n' },
      });
      must(await post(`${origin}/docs/release%20notes.md`, 'markdown'), 201);
      must(await post(`${origin}/docs/setup/`, 'html'), 201);
      must(await post(`${origin}/`, 'markdown'), 201);
      const { pages } = await space.inSpace('/content');
      expect(pages.map(({ title }: any) => title)).to.deep.equal(['Release notes', 'Setup', '127.0.0.1']);
    });
    it('refuses HTML pages and files that are no text as Markdown', async () => {
      const { origin } = await startWebsite({
        '/a.md': pageOf('A', '<p>Rendered.</p>'),
        '/b.md': PNG,
        '/c.md': { headers: { 'content-type': 'text/html' }, body: '<b>Bold</b> Markdown\n' },
      });
      expect(await refused(`${origin}/a.md`, 'markdown')).to.equal(
        'url is not a Markdown file but an HTML page; use the source html',
      );
      expect(await refused(`${origin}/b.md`, 'markdown')).to.equal('url is not a text file');
      must(await post(`${origin}/c.md`, 'markdown'), 201);
    });
  });

  describe('importContentInChangeRequestPageById', () => {
    it('imports below a page of the change request, and answers 404 for an unknown page', async () => {
      const { origin } = await startWebsite({ '/': pageOf('Start', '<p>Words.</p>') });
      const page = await space.insert({ title: 'Parent' });
      const importBelow = (id: string) =>
        world.admin.api.post(`${space.path}/content/page/${id}/import`, { url: origin, source: 'website' });
      expect(must(await importBelow(page), 201).importedResources).to.equal(1);
      expect(await space.outline()).to.deep.equal([['parent', ['start']]]);
      expect(await outline()).to.deep.equal([]);
      must(await importBelow('0'.repeat(20)), 404);
    });
  });
});
