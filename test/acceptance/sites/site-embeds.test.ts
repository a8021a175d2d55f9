import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import sharp from 'sharp';
import { onEveryBackend } from '../../support/backends.ts';
import { htmlAt, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { instanceWith } from '../../support/translation-world.ts';
import { poll } from '../../support/until.ts';
import { apiOf, World } from '../../support/world.ts';

const PAGE = `<html><head>
  <meta property="og:title" content="A page &amp; more">
  <meta property="og:site_name" content="A site">
  <meta name="description" content="What it says">
  <meta property="og:image" content="/picture.png">
</head><body>Text</body></html>`;

onEveryBackend('embedded pages', (backend) => {
  let world: World;
  let published: PublishedSite;
  let server: Server;
  let origin: string;
  const requests: string[] = [];
  before(async () => {
    const picture = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    server = createServer((request, response) => {
      requests.push(request.url!);
      if (request.url === '/picture.png') response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      else if (request.url!.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not here</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const instance = await instanceWith(backend, { EMBED_PREVIEWS: 'true' });
    world = await World.create(instance);
    published = await publish(world, [
      {
        pages: [
          { title: 'Home', markdown: `{% embed url="${origin}/page" %}\nMine\n{% endembed %}\n` },
          { title: 'Named', markdown: `{% embed url="${origin}/page" title="My title" %}\n` },
          { title: 'Gone', markdown: `{% embed url="${origin}/gone" %}\n` },
          {
            title: 'Marks',
            emoji: '1f44b',
            markdown: ['iconed.md', 'marks.md']
              .map((url) => `{% content-ref url="${url}" %}\n[${url}](${url})\n{% endcontent-ref %}`)
              .join('\n\n'),
          },
          { title: 'Iconed', icon: 'rocket', markdown: 'x' },
          { title: 'Including', gitPath: 'including.md', markdown: '{% include "notes/outer.md" %}\n' },
        ],
        includes: [
          { title: 'Outer', gitPath: 'notes/outer.md', markdown: '{% include "inner.md" %}\n' },
          { title: 'Inner', gitPath: 'notes/inner.md', markdown: `{% embed url="${origin}/page-of-note" %}\n` },
        ],
      },
    ]);
  });
  after(() => void server.close());

  const shown = (path: string, isMet: (html: string) => boolean): Promise<string> =>
    poll('the preview is shown', () => htmlAt(apiOf(world.instance), published.at + path), isMet);
  const isPreview = (html: string): boolean => html.includes('q-preview');

  it('show what they state about themselves as soon as it is known', async () => {
    const html = await shown('/', isPreview);
    expect(html)
      .to.include('<b>A page &amp; more</b><small>What it says</small>')
      .and.include('<small>A site</small>')
      .and.match(/<div class="q-caption"><p[^>]*>Mine<\/p><\/div>/);
    expect(html).to.not.include(`src="${origin}`);
    expect(requests.filter((path) => path === '/page')).to.have.lengthOf(1);
  });

  it('are shown within reusable content that a page includes', async () => {
    const html = await shown('/including', isPreview);
    expect(html)
      .to.include('<b>A page &amp; more</b>')
      .and.match(/~quire\/embeds\//);
    expect(requests.filter((path) => path === '/page-of-note')).to.have.lengthOf(1);
  });

  it('keep the title that the author wrote', async () => {
    const html = await shown('/named', isPreview);
    expect(html).to.include('<b>My title</b>').and.not.include('A page');
  });

  it('show their picture from the site itself, small, and nothing that the site did not choose', async () => {
    const html = await shown('/', isPreview);
    const path = /<img src="([^"]+\/~quire\/embeds\/[^"]+)"/.exec(html)![1]!;
    const response = await fetch(world.instance.url + path);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('image/webp');
    expect(response.headers.get('cache-control')).to.equal('public, max-age=86400');
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).to.deep.equal([1_280, 720]);
    await (await fetch(world.instance.url + path)).arrayBuffer();
    expect(requests.filter((one) => one === '/picture.png')).to.have.lengthOf(1);
    for (const altered of [
      path.slice(0, -3),
      `${path.slice(0, path.lastIndexOf('/') + 1)}${encodeURIComponent(origin)}`,
    ])
      expect((await fetch(world.instance.url + altered)).status, altered).to.equal(404);
  });

  it('stay links where nothing is known', async () => {
    await poll(
      'the page was asked for',
      () => htmlAt(apiOf(world.instance), `${published.at}/gone`),
      () => requests.includes('/gone'),
    );
    const html = await htmlAt(apiOf(world.instance), `${published.at}/gone`);
    expect(html)
      .to.include(`rel="noopener noreferrer">${origin.slice(7)}/gone</a>`)
      .and.not.include('q-preview');
  });

  it('stay links on an instance that fetches no foreign pages', async () => {
    const plain = await World.create(await backend.instance());
    const other = await publish(plain, [
      { pages: [{ title: 'Home', markdown: `{% embed url="${origin}/page-2" %}\n` }] },
    ]);
    for (let i = 0; i < 2; i++) expect(await htmlAt(apiOf(plain.instance), `${other.at}/`)).to.not.include('q-preview');
    expect(requests).to.not.include('/page-2');
  });

  it('are distinguished from references to pages, which show the emoji or the icon of their page', async () => {
    const html = await htmlAt(apiOf(world.instance), `${published.at}/marks`);
    expect(html).to.match(/<a href="[^"]+\/iconed"><svg class="q-icon"[^]*?<\/svg>Iconed<\/a>/);
    expect(html).to.match(/<a href="[^"]+\/marks"><span class="q-mark">👋<\/span>Marks<\/a>/);
  });
});
