import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { CUSTOMIZATION, NEWER_CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { GUIDE, htmlAt, publish, redirects as leads, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

onEveryBackend('customization of published sites', (backend) => {
  let world: World;
  let api: Api;
  let web: Api;
  let published: PublishedSite;
  before(async () => {
    world = await World.create(await backend.instance());
    ({ api } = world.admin);
    web = apiOf(world.instance);
    published = await publish(
      world,
      [GUIDE, { pages: [{ title: 'Start', markdown: '[out](https://example.org/x)' }] }],
      { titles: ['Guide', 'Second'] },
    );
  });
  const customize = async (change: object) =>
    must(await api.put(`${published.api}/customization`, { ...CUSTOMIZATION, ...change }), 200);
  const html = (path = '') => htmlAt(web, `${published.at}/${path}`);
  const sheetOf = (page: string): string => /href="([^"]*\/look-[0-9a-f]{16}\.css)"/.exec(page)![1]!;

  it('shows title, images, links, announcement and footer, in the language of the site', async () => {
    const [{ id: space }] = published.spaces;
    const { pages, files } = published.filledSpaces[0] as any;
    await customize({
      title: 'The <b>docs</b>',
      favicon: { icon: { light: 'https://example.com/f.png', dark: 'https://example.com/fd.png' } },
      header: {
        preset: 'default',
        logo: { light: 'https://example.com/"l.png', dark: 'https://example.com/d.png' },
        links: [
          { title: 'To install', style: 'button-primary', to: { kind: 'page', page: pages.Install }, links: [] },
          {
            title: 'More',
            to: null,
            links: [
              { title: 'Second space', to: { kind: 'space', space: published.spaces[1].id } },
              { title: 'Logo', to: { kind: 'file', file: files['logo.png'], space } },
            ],
          },
          {
            title: 'Only for staff',
            to: { kind: 'url', url: 'https://example.com/staff' },
            links: [],
            condition: 'visitor.claims.unsigned.staff',
          },
          { title: 'Secret page', to: { kind: 'page', page: pages.Secret, space }, links: [] },
        ],
      },
      footer: {
        groups: [
          { title: 'Company', links: [{ title: 'Write <us>', to: { kind: 'url', url: 'mailto:a@example.com' } }] },
        ],
        copyright: '© <us>',
      },
      announcement: {
        enabled: true,
        message: 'Big & new',
        style: 'warning',
        link: { title: 'Steps', to: { kind: 'anchor', page: pages.Install, anchor: 'steps' } },
      },
      privacyPolicy: { url: 'https://example.com/privacy' },
      socialPreview: { url: 'https://example.com/s.png' },
      themes: { default: 'light', toggeable: true },
    });
    const page = await html('guides/install');
    expect(page)
      .to.include('<html lang="de"')
      .and.include('· The &lt;b&gt;docs&lt;/b&gt;</title>')
      .and.include('alt="The &lt;b&gt;docs&lt;/b&gt;"');
    expect(page)
      .to.include('<img class="s-logo" src="https://example.com/&quot;l.png"')
      .and.include('<source srcset="https://example.com/d.png" media="(prefers-color-scheme: dark)">');
    expect(page)
      .to.include('<link rel="icon" href="https://example.com/f.png">')
      .and.include('<meta property="og:image" content="https://example.com/s.png">');
    expect(page)
      .to.include(`<a href="${published.at}/guides/install" class="s-button s-primary">`)
      .and.include(`<a href="${published.at}/second"><span dir="auto">Second space</span>`)
      .and.match(/files\/[^"]*\/logo\.png"><span dir="auto">Logo/);
    expect(page)
      .to.include('s-announcement-warning')
      .and.include('Big &amp; new')
      .and.include(`href="${published.at}/guides/install#steps"`);
    expect(page)
      .to.include('Write &lt;us&gt;')
      .and.include('© &lt;us&gt;')
      .and.include('Datenschutz')
      .and.include('Erstellt mit Quire');
    expect(page).to.include('aria-label="Inhaltsverzeichnis"').and.not.include('Table of contents');
    for (const gone of ['Only for staff', 'Secret page', 's-pager']) expect(page, gone).not.to.include(gone);
    expect(must(await web.get(`${published.at}/none`), 404)).to.include('Seite nicht gefunden');
  });

  it('shows localized texts, social accounts and the link of the title, in the color scheme of the reader', async () => {
    must(await api.put(`${published.api}/customization`, NEWER_CUSTOMIZATION), 200);
    const page = await html();
    expect(page)
      .to.include('Die Doku</title>')
      .and.include('<a class="s-title" href="https://example.com/"')
      .and.include('>Zustand<')
      .and.include('>Firma<')
      .and.include('>Stellen<')
      .and.include('>Neu<')
      .and.include('<meta name="color-scheme" content="light dark">');
    expect(page.match(/href="https:\/\/github\.com\/example"/g)).to.have.length(3);
    expect(page.match(/href="https:\/\/social\.example\/@docs"/g)).to.have.length(1);
    expect(page).not.to.include('discord').and.not.include('Be brief.');
    const css = must(await web.get(sheetOf(page)), 200);
    expect(css).to.include('light-dark(#').and.include('--headings: "Merriweather", var(--sans);');
    await customize({ internationalization: { locale: 'ru' } });
    expect(await html())
      .to.include('<html lang="ru"')
      .and.include('Содержание');
  });

  it('sends colors, corners and fonts in a stylesheet of its own that is immutable', async () => {
    await customize({});
    const page = await html();
    expect(page)
      .to.include('class="s-theme-muted s-deep s-links-accent s-nav-filled s-nav-pill"')
      .and.include('<meta name="color-scheme" content="dark">');
    expect(page).not.to.match(/ style=|<style/);
    const path = sheetOf(page);
    const sheet = await web.get(path);
    const css = must(sheet, 200);
    expect(css)
      .to.include('color-scheme: dark')
      .and.include('--accent: #ABC;')
      .and.include('--danger: #888888;')
      .and.include('--corner: 0;')
      .and.include('--sans: "Lato", var(--system-sans);')
      .and.include('--mono: "Fira Code"');
    expect(sheet.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(sheet.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    await customize({
      themes: { default: 'light', toggeable: true },
      styling: { ...CUSTOMIZATION.styling, corners: 'circular' },
    });
    const other = sheetOf(await html());
    expect(other).not.to.equal(path);
    expect(must(await web.get(other), 200))
      .to.include('--accent: light-dark(#a1b2c3, #ABC);')
      .and.include('--corner: 2;');
    const old = await web.get(path);
    expect(must(old, 200)).to.include('--corner: 2;');
    expect(old.headers.get('cache-control')).to.equal('no-store');
  });

  it('lets only valid font names into a stylesheet', async () => {
    const font = (fontFamily: string) => ({
      styling: {
        ...CUSTOMIZATION.styling,
        font: {
          id: 'f',
          custom: false,
          fontFamily,
          fontFaces: [{ weight: 400, sources: [{ url: 'https://example.com/f.woff2' }] }],
        },
      },
    });
    await customize(font('My Font'));
    expect(must(await web.get(sheetOf(await html())), 200)).to.include('--sans: "My Font"');
    await customize(font('x"; } body { display: none'));
    expect(must(await web.get(sheetOf(await html())), 200)).not.to.match(/display: none|--sans/);
  });

  it('opens links to other sites in a new tab where the site or the space is set so', async () => {
    await customize({});
    expect(await html('second')).to.include(
      '<a href="https://example.org/x" rel="noopener noreferrer" target="_blank">out</a>',
    );
    const second = must(await api.get(`${published.api}/site-spaces`), 200).items[1];
    must(
      await api.patch(`${published.api}/site-spaces/${second.id}/customization`, {
        externalLinks: { target: 'self' },
        title: 'Second title',
        internationalization: { locale: 'fr' },
      }),
      200,
    );
    const page = await html('second');
    expect(page)
      .to.include('<a href="https://example.org/x" rel="noopener noreferrer">out</a>')
      .and.include('Second title')
      .and.include('<html lang="fr"');
    expect(must(await web.get(sheetOf(page)), 200)).to.include('--accent');
    expect(await html()).not.to.include('Second title');
    must(await api.delete(`${published.api}/site-spaces/${second.id}/customization`), 205);
  });

  describe('redirects of published sites', () => {
    const say = async (source: string, destination: object, more: object = {}) =>
      must(await api.post(`${published.api}/redirects`, { source, destination, ...more }), 201);
    const from = (path: string, to: string, status?: number) =>
      leads(web, published.at + path, to.startsWith('/') ? published.at + to : to, status);

    it('redirect from paths without a page, permanently or temporarily', async () => {
      const [first, second] = must(await api.get(`${published.api}/site-spaces`), 200).items;
      const { pages } = published.filledSpaces[0] as any;
      await say('/was/here', { kind: 'site-page', siteSpaceId: first.id, pageId: pages.Install });
      await say('/for-now', { kind: 'site-space', siteSpaceId: second.id }, { permanent: false });
      await say('/away', { kind: 'external', url: 'https://example.com/x?a=1' });
      await say('/guides/install', { kind: 'external', url: 'https://example.com/never' });
      await say('/drafted', { kind: 'external', url: 'https://example.com/' }, { draft: true });
      await from('/was/here', '/guides/install');
      await from('/was/%68ere?x=1', '/guides/install?x=1');
      await from('/for-now', '/second', 307);
      await from('/away?jwt=secret', 'https://example.com/x?a=1');
      must(await web.get(`${published.at}/guides/install`), 200);
      must(await web.get(`${published.at}/drafted`), 404);
    });

    it('append to their target what a wildcard matched', async () => {
      const [first, second] = must(await api.get(`${published.api}/site-spaces`), 200).items;
      await say('/v1/*', { kind: 'site-space', siteSpaceId: first.id }, { captureWildcard: true });
      await say('/v0/*', { kind: 'site-space', siteSpaceId: second.id });
      await say('/blog/*', { kind: 'external', url: 'https://example.com/posts' }, { captureWildcard: true });
      await from('/v1/guides/install', '/guides/install');
      await from('/v1/', '/');
      must(await web.get(`${published.at}/v1`), 404);
      must(await web.get(`${published.at}/v1/none`), 404);
      await from('/v0/what/ever', '/second', 308);
      await from('/blog/a%2520b/c', 'https://example.com/posts/a%2520b/c');
      must(await web.get(`${published.at}/blog`), 404);
      await say('/v3*', { kind: 'site-space', siteSpaceId: first.id }, { captureWildcard: true });
      await say('/news*', { kind: 'external', url: 'https://example.com/posts' }, { captureWildcard: true });
      await from('/v3/guides/install', '/guides/install');
      await from('/news/2024/a', 'https://example.com/posts/2024/a');
      await from('/news-2024', 'https://example.com/posts/-2024');
      expect(must(await api.get(`${published.api}/redirect?source=/v3/guides/install`), 200).target).to.equal(
        `${published.site.urls.published}guides/install`,
      );
    });

    it('[A14][A31] form no loop, and lead no reader to what is hidden from them', async () => {
      const [first] = must(await api.get(`${published.api}/site-spaces`), 200).items;
      const { pages } = published.filledSpaces[0] as any;
      await say('/*', { kind: 'site-space', siteSpaceId: first.id }, { captureWildcard: true });
      must(await web.get(`${published.at}/round/and/round`), 404);
      await say('/secret-was-here', { kind: 'site-page', siteSpaceId: first.id, pageId: pages.Secret });
      const [hidden, unknown] = [
        await web.get(`${published.at}/secret-was-here`),
        // Pages are suggested by the words of the last segment.
        await web.get(`${published.at}/nothing/secret-was-here`),
      ];
      expect(must(hidden, 404)).to.equal(must(unknown, 404));
      const other = `${published.site.basename}-moved`;
      await say('/back', { kind: 'external', url: `${world.instance.publicUrl}/sites/${other}/back` });
      must(await api.patch(published.api, { basename: other }), 200);
      must(await web.get(`/sites/${other}/back`), 404);
      must(await api.patch(published.api, { basename: published.at.slice('/sites/'.length) }), 200);
    });
  });
});
