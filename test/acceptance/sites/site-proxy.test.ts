import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { htmlAt, GUIDE, publish, redirects, type PublishedSite } from '../../support/sites/published-site.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('sites behind a proxy', (backend) => {
  let world: World;
  let site: PublishedSite;
  let target: string;
  before(async () => {
    world = await World.create(await backend.instance());
    site = await publish(world, [GUIDE, GUIDE], { titles: ['One', 'Two'] });
    const changed = must(await world.admin.api.patch(site.api, { proxy: 'www.example.org/docs/guide' }), 200);
    expect(changed.proxy).to.deep.equal({
      origin: 'www.example.org/docs/guide',
      target: `${world.instance.publicUrl}/proxied/${site.site.id}/`,
    });
    target = new URL(changed.proxy.target).pathname;
  });
  const HOME = 'https://www.example.org/docs/guide';

  it('are published at the address that readers use', async () => {
    expect(must(await world.admin.api.get(site.api), 200).urls.published).to.equal(`${HOME}/`);
    const { items } = must(await world.admin.api.get(`${site.api}/site-spaces`), 200);
    expect(items.map(({ urls }: any) => urls.published)).to.deep.equal([`${HOME}/`, `${HOME}/two`]);
  });

  it('send the proxy pages with the addresses that they have behind it', async () => {
    const html = await htmlAt(world.admin.api, target);
    expect(html)
      .to.include(`<link rel="canonical" href="${HOME}/">`)
      .and.include('href="/docs/guide/guides/install#steps"')
      .and.include('href="/docs/guide/two"')
      .and.include('<li><a href="/docs/guide/guides/install" data-more>Install</a>');
    const deep = await htmlAt(world.admin.api, `${target}two/guides/install/deep`);
    const { '@graph': described } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(deep)![1]!);
    expect(described[0].isPartOf.url).to.equal(`${HOME}/`);
    expect(described[1].itemListElement.map(({ item }: any) => item)).to.deep.equal([
      `${HOME}/`,
      `${HOME}/two/guides`,
      `${HOME}/two/guides/install`,
      `${HOME}/two/guides/install/deep`,
    ]);
    expect(html).to.not.include('/proxied/').and.not.include(site.at);
    const stylesheet = /href="\/docs\/guide\/(~quire\/[^"]+\.css)"/.exec(html)![1]!;
    must(await world.admin.api.get(target + stylesheet), 200);
    await redirects(world.admin.api, `${target}two/`, '/docs/guide/two');
    await redirects(world.admin.api, `${target}guides`, '/docs/guide/guides/install', 307);
    expect(must(await world.admin.api.get(`${target}sitemap.xml`), 200)).to.include(
      `<loc>${HOME}/two/guides/install</loc>`,
    );
    expect(must(await world.admin.api.get(`${target}robots.txt`), 200)).to.equal(
      `User-agent: *\nAllow: /docs/guide/\n\nSitemap: ${HOME}/sitemap.xml\n`,
    );
    await redirects(world.admin.api, target.slice(0, -1), '/docs/guide/');
  });

  it('remain at their own address, and name the one behind the proxy as canonical', async () => {
    const html = await htmlAt(world.admin.api, `${site.at}/`);
    expect(html)
      .to.include(`<link rel="canonical" href="${HOME}/">`)
      .and.include(`href="${site.at}/guides/install#steps"`);
  });

  it('are not sent to a proxy of another site, nor when readers may not see them', async () => {
    const plain = await publish(world, [GUIDE]);
    for (const path of [
      `/proxied/${plain.site.id}/`,
      '/proxied/',
      '/proxied',
      '/proxied/00000000000000000000/',
      `/proxied//${site.site.id}/`,
    ])
      must(await world.admin.api.get(path), 404);
    must(await world.admin.api.patch(plain.api, { proxy: 'example.org/x' }), 200);
    must(await world.admin.api.get(`/proxied/${plain.site.id}/`), 200);
    must(await world.admin.api.patch(plain.api, { visibility: 'share-link' }), 200);
    must(await world.admin.api.get(`/proxied/${plain.site.id}/`), 404);
    must(await world.admin.api.patch(plain.api, { visibility: 'public', proxy: null }), 200);
    must(await world.admin.api.get(`/proxied/${plain.site.id}/`), 404);
    const { urls, ...without } = must(await world.admin.api.get(plain.api), 200);
    expect(without).to.not.have.property('proxy');
    expect(urls.published).to.equal(`${world.instance.publicUrl}${plain.at}/`);
  });

  describe('updateSiteById', () => {
    it('accepts proxy addresses of the exact pattern', async () => {
      const longest = `example.org/${'x'.repeat(500)}`;
      for (const proxy of ['a.bc/d', 'A-b.c_d.example.ORG/Docs/v_1', '127.0.0.1.nip.io/x', longest])
        expect(must(await world.admin.api.patch(site.api, { proxy }), 200).proxy.origin).to.equal(proxy);
      for (const proxy of [
        '',
        'example.org',
        'example.org/',
        'example.org/docs/',
        'https://example.org/docs',
        'example.org:80/docs',
        'user@example.org/docs',
        'example.o/docs',
        'example.o1g/docs',
        'example/docs',
        'example.org/a//b',
        'example.org/a.b',
        'example.org/~x',
        'example.org/docs?x',
        'example.org/docs\n',
        `${longest}x`,
      ]) {
        expect(must(await world.admin.api.patch(site.api, { proxy }), 400).error.issues[0].path, proxy).to.equal(
          'proxy',
        );
      }
      expect(must(await world.admin.api.get(site.api), 200).proxy.origin).to.equal(longest);
    });
  });
});
