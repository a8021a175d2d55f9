import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { htmlAt, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const manual = (...titles: readonly string[]) => ({ pages: titles.map((title) => ({ title, markdown: 'x' })) });

onEveryBackend('languages of published pages', (backend) => {
  let api: Api;
  let web: Api;
  let published: PublishedSite;
  let origin: string;
  before(async () => {
    const world = await World.create(await backend.instance());
    ({ api } = world.admin);
    web = apiOf(world.instance);
    origin = world.instance.publicUrl;
    published = await publish(world, [manual('Home', 'Install', 'News'), manual('Start', 'Install'), manual('Old')], {
      titles: ['English', 'Deutsch', 'Version 1'],
    });
    const { items } = must(await api.get(`${published.api}/site-spaces`), 200);
    must(await api.patch(`${published.api}/site-spaces/${items[1].id}`, { path: 'de' }), 200);
    must(await api.patch(`${published.api}/site-spaces/${items[2].id}`, { path: 'v1' }), 200);
  });
  /** Returns the languages with the addresses that a page names for them. */
  const alternatesOf = async (path: string): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(
      [
        ...(await htmlAt(web, published.at + path)).matchAll(
          /<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g,
        ),
      ].map(([, language, href]) => [language!, href!.replace(origin + published.at, '')]),
    );

  it('name the same page in each language of the section, and no other version', async () => {
    const install = { en: '/install', de: '/de/install' };
    expect(await alternatesOf('/install'))
      .to.deep.include(install)
      .and.have.all.keys('en', 'de', 'x-default');
    expect(await alternatesOf('/de/install')).to.deep.equal(await alternatesOf('/install'));
    expect(await alternatesOf('/')).to.deep.include({ en: '/', de: '/de' });
  });

  it('name the page of the default variant for all other languages', async () => {
    for (const path of ['/install', '/de/install'])
      expect(await alternatesOf(path), path).to.deep.include({ 'x-default': '/install' });
    expect(await alternatesOf('/de')).to.deep.include({ 'x-default': '/' });
  });

  it('stay the same on pages that do not exist', async () => {
    const { items } = must(await api.get(`${published.api}/site-spaces`), 200);
    const customization = `${published.api}/site-spaces/${items[1].id}/customization`;
    must(await api.patch(customization, { internationalization: { locale: 'de' } }), 200);
    const german = must(await web.get(`${published.at}/de/nowhere`), 404);
    expect(german).to.include('<html lang="de"').and.include('Seite nicht gefunden').and.include('>Start<');
    expect(german).to.match(new RegExp(`<a href="${published.at}/de" class="s-button[^>]*>Startseite<`));
    const english = must(await web.get(`${published.at}/nowhere`), 404);
    expect(english).to.include('<html lang="en"').and.include('Page not found');
    must(await api.delete(customization), 205);
  });

  it('are in the sitemap as on the pages', async () => {
    const sitemap: string = must(await web.get(`${published.at}/sitemap.xml`), 200);
    for (const path of ['/', '/install', '/news', '/de/install', '/v1']) {
      const [, links] = new RegExp(`<loc>[^<]*${published.at}${path}</loc>(.*?)</url>`).exec(sitemap)!;
      const named = [...links!.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(
        ([, language, href]) => [language!, href!.replace(origin + published.at, '')] as const,
      );
      expect(Object.fromEntries(named), path).to.deep.equal(await alternatesOf(path));
    }
  });

  it('name nothing for a page that exists in one language only', async () => {
    expect(await alternatesOf('/news')).to.deep.equal({});
    expect(await alternatesOf('/v1')).to.deep.equal({});
  });

  it('follow the other language when its pages change', async () => {
    must(
      await api.post(`/v1/spaces/${published.spaces[1].id}/content`, {
        changes: [{ operation: 'insert_page', type: 'document', title: 'News', document: { markdown: 'y' } }],
      }),
      200,
    );
    expect(await alternatesOf('/news')).to.deep.equal({ en: '/news', de: '/de/news', 'x-default': '/news' });
  });

  it('are stated with their direction on every page', async () => {
    expect(await htmlAt(web, `${published.at}/de/install`)).to.include('<html lang="de" dir="ltr"');
    expect(await htmlAt(web, `${published.at}/install`)).to.include('<html lang="en" dir="ltr"');
  });
});
