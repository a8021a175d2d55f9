import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World } from '../../support/world.ts';

const PAGE = `<html><head>
  <title>Old title</title>
  <meta property="og:title" content="A page &amp; more">
  <meta property="og:site_name" content="A site">
  <meta name="description" content="What it  says">
  <meta property="og:image" content="/picture.png">
  <link rel="shortcut icon" href="icon.ico">
</head><body>Text</body></html>`;

onEveryBackend('previews of web pages', (backend) => {
  let world: World;
  let spaceId: string;
  let server: Server;
  let origin: string;
  const requests: string[] = [];
  before(async () => {
    world = await World.create(await backend.instance());
    spaceId = (await world.space()).id;
    server = createServer((request, response) => {
      requests.push(request.url!);
      if (request.url!.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      else if (request.url === '/moved') response.writeHead(302, { location: '/page-moved' }).end();
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not here</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => void server.close());
  const full = () => ({
    type: 'link',
    title: 'A page & more',
    site: 'A site',
    description: 'What it says',
    icon: `${origin}/icon.ico`,
    image: `${origin}/picture.png`,
  });
  const embed = (of: string, url: string) => world.admin.api.get(`/v1${of}/embed?url=${encodeURIComponent(url)}`);

  describe('getEmbedByUrl', () => {
    it('answers with the metadata of the page, fetched once', async () => {
      const url = `${origin}/page?one`;
      expect(must(await embed('/urls', url), 200)).to.deep.equal(full());
      expect(must(await embed('/urls', `${url}#part`), 200)).to.deep.equal(full());
      expect(requests.filter((path) => path === '/page?one')).to.have.lengthOf(1);
      expect((await world.admin.client.urls.getEmbedByUrl({ url })).data.title).to.equal('A page & more');
    });

    it('answers a preview made from the URL when the page cannot be read', async () => {
      expect(must(await embed('/urls', `${origin}/gone/my%20file.html`), 200)).to.deep.equal({
        type: 'link',
        title: 'my file.html',
        site: '127.0.0.1',
      });
      expect(must(await embed('/urls', 'http://nowhere.invalid/'), 200)).to.deep.equal({
        type: 'link',
        title: 'nowhere.invalid',
        site: 'nowhere.invalid',
      });
    });

    it('refuses URLs that are not of the web, and names the parameter', async () => {
      for (const url of ['file:///etc/passwd', 'x'])
        expect(must(await embed('/urls', url), 400).error.issues[0].path).to.equal('url');
    });
  });

  describe('getEmbedByUrlInSpace', () => {
    it('answers the same for those who see the space', async () => {
      expect(must(await embed(`/spaces/${spaceId}`, `${origin}/moved`), 200)).to.deep.equal(full());
      const stranger = await world.stranger();
      must(await stranger.api.get(`/v1/spaces/${spaceId}/embed?url=${origin}/page`), 404);
    });

    it('fetches for visitors of a site only pages that the space links to', async () => {
      const { site, spaces } = await publish(world, [
        { pages: [{ title: 'Start', markdown: `{% embed url="${origin}/page-linked" %}\n` }] },
      ]);
      await waitForProjections(world.instance);
      const { apiToken } = must(
        await apiOf(world.instance).post('/v1/urls/published', { url: site.urls.published }),
        200,
      );
      const reader = apiOf(world.instance, apiToken);
      const preview = async (url: string) =>
        must(await reader.get(`/v1/spaces/${spaces[0]!.id}/embed?url=${encodeURIComponent(url)}`), 200);
      expect(await preview(`${origin}/page-linked`)).to.deep.equal(full());
      expect(await preview(`${origin}/page-other`)).to.deep.equal({
        type: 'link',
        title: 'page-other',
        site: '127.0.0.1',
      });
      expect(requests).to.include('/page-linked').and.not.to.include('/page-other');
    });
  });
});
