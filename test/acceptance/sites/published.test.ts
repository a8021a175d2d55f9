import { request } from 'node:http';
import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { VISITORS } from '../../support/sites/audience.ts';
import { GUIDE, PNG, publish, htmlAt, redirects, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

onEveryBackend('published sites', (backend) => {
  let instance: Instance;
  let world: World;
  let web: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    web = apiOf(instance);
  });

  const html = (path: string) => htmlAt(web, path);
  const leadsTo = (path: string, to: string, status?: number) => redirects(web, path, to, status);

  it('show pages with navigation, breadcrumbs and neighbors, at the address that the API names', async () => {
    const { site, at } = await publish(world, [GUIDE]);
    expect(site.urls.published).to.equal(`${instance.publicUrl}${at}/`);
    const home = await html(`${at}/`);
    expect(home).to.include('<strong>reader</strong>').and.include('👋').and.include('Start here');
    expect(home)
      .to.include(`href="${at}/guides/install"`)
      .and.include('href="https://example.com/x"')
      .and.include(`<link rel="canonical" href="${instance.publicUrl}${at}/">`);
    expect(home).to.include(`href="${at}/guides/install#steps"`).and.include(`href="${at}/guides/install/deep"`);
    const install = await html(`${at}/guides/install`);
    const images = [...install.matchAll(/<img\b[^>]* src="([^"]+)"/g)];
    expect(images).to.have.length(2);
    for (const [, src] of images) must(await web.get(src!), 200);
    expect(install).to.include(`href="${at}/guides"`).and.include(`rel="prev"`).and.include(`<a href="${at}/">up</a>`);
    expect(install).to.match(/<span class="q-broken">gone<\/span>/);
    expect(install.match(/<h1/g)).to.have.length(1);
    await leadsTo(`${at}/guides`, `${at}/guides/install`, 307);
  });

  describe('publishSite', () => {
    it('[A14] shows merged content and nothing that is only proposed', async () => {
      const { at, spaces, api } = await publish(world, [{}]);
      const space = `/v1/spaces/${spaces[0].id}`;
      const propose = async (subject: string, changes: readonly object[]) => {
        const request = must(await world.admin.api.post(`${space}/change-requests`, { subject }), 201);
        const done = must(
          await world.admin.api.post(`${space}/change-requests/${request.id}/content?compat=false`, { changes }),
          200,
        );
        return { request: `${space}/change-requests/${request.id}`, done };
      };
      const first = await propose('First', [
        {
          operation: 'insert_files',
          files: [{ name: 'shot.png', base64: PNG.toString('base64'), contentType: 'image/png', ref: 'shot' }],
        },
        {
          operation: 'insert_page',
          title: 'Start',
          document: {
            markdown: '![shot](./shot) and [more](./more.md#part), [by path](/pages/more), [beside](more.md)',
          },
          ref: 'start',
        },
        { operation: 'insert_page', title: 'More', document: { markdown: '## Part' }, ref: 'more' },
      ]);
      const file = first.done.insertedFiles[0];
      const [{ id: part }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
      const address = `${at}/~quire/files/${part}/${file.id}`;
      expect(await html(`${at}/`)).not.to.include('more');
      for (const path of [`${at}/start`, `${at}/more`, address]) must(await web.get(path), 404);
      expect(must(await web.get(new URL(file.downloadURL).pathname), 200)).to.have.length.above(10);

      must(await world.admin.api.post(`${first.request}/merge`), 200);
      const page = await html(`${at}/`);
      expect(page)
        .to.include(`src="${address}/shot.png?v=`)
        .and.include(`<a href="${at}/more#part">more</a>`)
        .and.include(`<a href="${at}/more">by path</a>`)
        .and.include(`<a href="${at}/more">beside</a>`);
      must(await web.get(address), 200);

      const started = must(await world.admin.api.get(`${space}/content/path/more`), 200);
      const second = await propose('Second', [
        { operation: 'update_page', page: started.id, title: 'Even more', slug: 'even-more' },
        { operation: 'insert_page', title: 'Draft', document: { markdown: 'secret draft' } },
      ]);
      for (const path of [`${at}/`, `${at}/more`, `${at}/sitemap.xml`])
        expect(must(await web.get(path), 200), path).not.to.match(/draft|even/i);
      must(await web.get(`${at}/draft`), 404);
      must(await world.admin.api.post(`${second.request}/merge`), 200);
      must(await web.get(`${at}/more`), 404);
      expect(await html(`${at}/even-more`)).to.include('Even more');
    });
  });

  it('[A14] leave hidden pages out of navigation, and conditional pages out of everything', async () => {
    const { at, filledSpaces } = await publish(world, [GUIDE]);
    const home = await html(`${at}/`);
    for (const title of ['Hidden', 'Below hidden', 'Secret', 'Below secret']) expect(home).not.to.include(title);
    const hidden = await html(`${at}/hidden`);
    expect(hidden).to.include('not in the table').and.include('<meta name="robots" content="noindex">');
    const { pages } = filledSpaces[0]!;
    for (const path of [
      'guides/secret',
      'guides/Secret',
      'guides/secret/below-secret',
      `~quire/pages/x/${pages['Secret']}`,
    ])
      must(await web.get(`${at}/${path}`), 404);
    expect(await html(`${at}/guides/install`))
      .to.include('<span class="q-broken">secret</span>')
      .and.not.include('for staff only');
    const sitemap = must(await web.get(`${at}/sitemap.xml`), 200);
    expect(sitemap).to.include(`${instance.publicUrl}${at}/guides/install</loc>`);
    for (const slug of ['hidden', 'secret']) expect(sitemap).not.to.include(slug);
    expect(must(await web.get(`${at}/robots.txt`), 200)).to.include(`Sitemap: ${instance.publicUrl}${at}/sitemap.xml`);
  });

  it('name groups above a hidden page, and link those that lead to a page', async () => {
    const { at } = await publish(world, [
      {
        pages: [
          { title: 'Start' },
          { title: 'Shown', type: 'group', pages: [{ title: 'First' }, { title: 'Secluded', hidden: true }] },
          { title: 'Covert', type: 'group', hidden: true, pages: [{ title: 'Tucked away' }] },
        ],
      },
    ]);
    const crumbs = async (path: string) => /<nav class="s-crumbs".*?<\/nav>/.exec(await html(at + path))![0];
    expect(await crumbs('/shown/secluded')).to.include(`<a href="${at}/shown"><span dir="auto">Shown</span></a>`);
    expect(await crumbs('/covert/tucked-away'))
      .to.include('<span dir="auto">Covert</span>')
      .and.not.include('href');
    must(await web.get(`${at}/covert`), 404);
  });

  it('redirect readers to the canonical address', async () => {
    const { at } = await publish(
      world,
      [GUIDE, { pages: [{ title: 'Start', markdown: 'of the second' }, { title: 'More' }] }],
      { titles: ['First', 'Second'] },
    );
    await leadsTo(at, `${at}/`);
    await leadsTo(`${at}/guides/install/`, `${at}/guides/install`);
    await leadsTo(`${at}/Guides/INSTALL?x=1`, `${at}/guides/install?x=1`);
    await leadsTo(`${at}/welcome`, `${at}/`, 307);
    await leadsTo(`${at}/first`, `${at}/`);
    await leadsTo(`${at}/first/guides/install`, `${at}/guides/install`);
    await leadsTo(`${at}/second/`, `${at}/second`);
    await leadsTo(`${at}/second/start`, `${at}/second`, 307);
    expect(await html(`${at}/second`))
      .to.include('of the second')
      .and.include(`href="${at}/second/more"`)
      .and.include(`href="${at}/">`);
    for (const path of [
      'nowhere',
      'guides//install',
      'guides%2Finstall',
      'guides/install;x',
      'guides/install/..%2f..',
      'second/guides/install',
      'first/nowhere',
      '%ff',
      '~quire/x',
      '~quire/files/a/b',
      `${'a/'.repeat(500)}b`,
    ]) {
      const answer = await web.get(`${at}/${path}`);
      expect(answer.status, path).to.equal(404);
      expect(answer.headers.get('cache-control'), path).to.equal('no-store');
    }
    expect(must(await web.get(`${at}/nowhere`), 404))
      .to.include('Docs')
      .and.include(`href="${at}/guides/install"`);
  });

  it('show sections as tabs and variants side by side, at addresses without the default parts', async () => {
    const page = (words: string) => ({
      pages: [
        { title: 'Start', markdown: words },
        { title: 'More', markdown: `more ${words}` },
      ],
    });
    const { at, api, spaces } = await publish(
      world,
      [page('guide en'), page('guide de'), page('api en'), page('api de')],
      { titles: ['Guide', 'Deutsch', 'API', 'API deutsch'] },
    );
    const parts = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    for (const { id } of parts.slice(2)) must(await world.admin.api.delete(`${api}/site-spaces/${id}`), 205);
    const reference = must(
      await world.admin.api.post(`${api}/sections`, { spaceId: spaces[2].id, title: 'Reference' }),
      201,
    );
    const [guides] = must(await world.admin.api.get(`${api}/sections`), 200).items;
    must(await world.admin.api.patch(`${api}/sections/${guides.id}`, { title: 'Guides', path: 'guides' }), 200);
    const german = must(
      await world.admin.api.post(`${api}/site-spaces`, { spaceId: spaces[3].id, sectionId: reference.id }),
      201,
    );
    expect(german.urls.published).to.equal(`${instance.publicUrl}${at}/reference/api-deutsch`);
    const shown: [string, string][] = [
      ['/', 'guide en'],
      ['/more', 'more guide en'],
      ['/deutsch', 'guide de'],
      ['/deutsch/more', 'more guide de'],
      ['/reference', 'api en'],
      ['/reference/more', 'more api en'],
      ['/reference/api-deutsch', 'api de'],
      ['/reference/api-deutsch/more', 'more api de'],
    ];
    for (const [path, words] of shown)
      expect(await html(at + path), path)
        .to.include(words)
        .and.include('Reference')
        .and.include(`<link rel="canonical" href="${instance.publicUrl}${at}${path}">`);
    expect(await html(`${at}/`))
      .to.include('Deutsch')
      .and.include(`href="${at}/reference"`)
      .and.not.include('API deutsch');
    expect(await html(`${at}/reference`))
      .to.include('API deutsch')
      .and.not.include('>Deutsch<');
    for (const [from, to] of [
      ['/guides', '/'],
      ['/guides/more', '/more'],
      ['/guides/guide/more', '/more'],
      ['/guide', '/'],
      ['/guides/deutsch/more', '/deutsch/more'],
      ['/reference/api/more', '/reference/more'],
    ])
      await leadsTo(at + from, at + to);
    for (const path of ['/api', '/reference/nowhere', '/guides/nowhere', '/api-deutsch', '/reference/deutsch'])
      must(await web.get(at + path), 404);
    must(await world.admin.api.patch(`${api}/sections/${reference.id}`, { condition: 'visitor.claims.staff' }), 200);
    expect(await html(`${at}/`)).not.to.include('Reference');
    for (const path of ['/reference', '/reference/api-deutsch/more']) must(await web.get(at + path), 404);
  });

  it('[A14] show hidden spaces in no tab and find them for nobody elsewhere, while their addresses work', async () => {
    const { at, api, spaces } = await publish(world, [
      { pages: [{ title: 'Start', markdown: 'visible giraffe' }] },
      { pages: [{ title: 'Unlisted', markdown: 'unlisted giraffe' }] },
    ]);
    const parts = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    must(await world.admin.api.delete(`${api}/site-spaces/${parts[1].id}`), 205);
    const section = must(await world.admin.api.post(`${api}/sections`, { spaceId: spaces[1].id, title: 'Beta' }), 201);
    expect(await html(`${at}/`)).to.include('>Beta<');
    const [, hidden] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    must(await world.admin.api.patch(`${api}/site-spaces/${hidden.id}`, { hidden: true }), 200);
    expect(await html(`${at}/`)).not.to.include('>Beta<');
    const found = async (from: string): Promise<string[]> =>
      must(await web.get(`${at}/~quire/search.json?q=giraffe&from=${from}`), 200).hits.map(({ title }: any) => title);
    expect(await found(parts[0].id)).to.deep.equal(['Start']);
    expect(await found(hidden.id)).to.have.members(['Start', 'Unlisted']);
    expect(await html(`${at}/${section.path}`)).to.include('unlisted giraffe');
    must(
      await world.admin.api.post(`${api}/redirects`, {
        source: '/beta-test',
        destination: { kind: 'site-section', siteSectionId: section.id },
      }),
      201,
    );
    await leadsTo(`${at}/beta-test`, `${at}/${section.path}`);
  });

  it('give pages that another space or a file of the site would cover the full path of their space', async () => {
    const { at, site } = await publish(
      world,
      [
        {
          pages: [
            { title: 'Start', markdown: '[sub](second/sub.md)' },
            { title: 'Second', slug: 'second', markdown: 'own second', pages: [{ title: 'Sub', markdown: 'own sub' }] },
            { title: 'Listing', slug: 'llms.txt', markdown: 'own listing' },
          ],
        },
        { pages: [{ title: 'Other', markdown: 'of the second space' }] },
      ],
      { titles: ['First', 'Second'] },
    );
    expect(await html(`${at}/`))
      .to.include(`href="${at}/first/second/sub"`)
      .and.include('href="first/second"')
      .and.include('href="first/llms.txt"')
      .and.include(`href="${at}/second"`);
    for (const [path, words] of [
      ['/second', 'of the second space'],
      ['/first/second', 'own second'],
      ['/first/second/sub', 'own sub'],
      ['/first/llms.txt', 'own listing'],
    ])
      expect(await html(at + path), path)
        .to.include(words)
        .and.include(`<link rel="canonical" href="${instance.publicUrl}${at}${path}">`);
    expect(must(await web.get(`${at}/first/second/sub.md`), 200)).to.include('own sub');
    await leadsTo(`${at}/second/sub`, `${at}/first/second/sub`, 307);
    await leadsTo(`${at}/first/second/SUB`, `${at}/first/second/sub`);
    const listed = [...must(await web.get(`${at}/sitemap.xml`), 200).matchAll(/<loc>([^<]*)<\/loc>/g)];
    expect(listed.map(([, url]) => url!.slice(`${instance.publicUrl}${at}`.length))).to.have.members([
      '/',
      '/first/second',
      '/first/second/sub',
      '/first/llms.txt',
      '/second',
    ]);
    const published = `${site.urls.published}first/second/sub`;
    const found = must(await world.admin.api.get(`/v1/urls/published?url=${encodeURIComponent(published)}`), 200);
    expect([found.canonicalUrl, found.pathname]).to.deep.equal([published, '/second/sub']);
  });

  it('link pages by the full path of their space as soon as it changes', async () => {
    const { at, api } = await publish(
      world,
      [{ pages: [{ title: 'Start' }, { title: 'Other' }] }, { pages: [{ title: 'Elsewhere' }] }],
      { titles: ['Main', 'Other'] },
    );
    const files = ['', 'llms.txt', 'sitemap.xml', 'rss.xml', 'nowhere'];
    for (const path of files) expect((await web.get(`${at}/${path}`)).body, path).to.include(`${at}/main/other`);
    const [main] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    must(await world.admin.api.patch(`${api}/site-spaces/${main.id}`, { path: 'manual' }), 200);
    for (const path of files)
      expect((await web.get(`${at}/${path}`)).body, path)
        .to.include(`${at}/manual/other`)
        .and.not.include(`${at}/main/`);
    must(await web.get(`${at}/manual/other`), 200);
  });

  it('[A24] name only the configured origin, whatever host a request claims', async () => {
    const { at } = await publish(world, [GUIDE]);
    const raw = (path: string) =>
      new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
        const { hostname, port } = new URL(instance.url);
        request(
          {
            hostname,
            port,
            path,
            headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
          },
          (response) => {
            let text = '';
            response
              .on('data', (chunk) => (text += chunk))
              .on('end', () => resolve({ status: response.statusCode!, location: response.headers.location, text }));
          },
        )
          .on('error', reject)
          .end();
      });
    for (const path of ['', '/', '/guides/install/', '/sitemap.xml', '/robots.txt', '/nowhere']) {
      const { text, location } = await raw(at + path);
      expect(`${location ?? ''} ${text}`, path).not.to.include('evil');
    }
    expect((await raw(at)).location).to.equal(`${at}/`);
    expect((await raw(`${at}//evil.example/`)).status).to.equal(404);
    expect((await raw(`${at}/guides/install/?//evil`)).location).to.match(new RegExp(`^${at}/`));
  });

  it('render again when content, site or structure changes, and answer 304 otherwise', async () => {
    const { at, api, spaces, filledSpaces } = await publish(world, [GUIDE]);
    const first = await web.get(`${at}/`);
    must(first, 200);
    expect(first.headers.get('cache-control')).to.equal('public, max-age=60');
    const etag = first.headers.get('etag')!;
    expect((await web.get(`${at}/`, { 'if-none-match': etag })).status).to.equal(304);

    must(await world.admin.api.patch(api, { title: 'Renamed docs' }), 200);
    const renamed = await web.get(`${at}/`, { 'if-none-match': etag });
    expect(must(renamed, 200)).to.include('Renamed docs');
    await fillSpace(instance, spaces[0].id, { pages: [{ title: 'Welcome', markdown: 'Changed.' }] }, filledSpaces[0]);
    expect(await html(`${at}/`))
      .to.include('Changed.')
      .and.not.include('guides/install');
    must(await web.get(`${at}/guides/install`), 404);
    const more = await world.space({ title: 'Another variant' });
    must(await world.admin.api.post(`${api}/site-spaces`, { spaceId: more.id }), 201);
    expect(await html(`${at}/`)).to.include('Another variant');
    must(await web.get(`${at}/another-variant`), 200);
  });

  describe('unpublishSite', () => {
    it('answers 404 alike for sites that are unknown, unpublished, deleted or restricted', async () => {
      const open = await publish(world, [GUIDE]);
      const unpublished = await publish(world, [GUIDE]);
      const shared = await publish(world, [GUIDE], { visibility: 'share-link' });
      const visitors = await publish(world, [GUIDE], { visibility: 'visitor-auth' });
      const deleted = await publish(world, [GUIDE]);
      expect(shared.site.urls).to.have.keys('location', 'app', 'preview');
      must(await world.admin.api.post(`${unpublished.api}/unpublish`), 200);
      must(await world.admin.api.delete(deleted.api), 205);
      const [{ id: part }] = must(await world.admin.api.get(`${shared.api}/site-spaces`), 200).items;
      const file = `~quire/files/${part}/${shared.filledSpaces[0]!.files['logo.png']}`;
      const seen = ({ status, body, headers }: any) => ({
        status,
        body,
        headers: [...headers].filter(([name]: [string]) => !['x-request-id', 'date'].includes(name)),
      });
      for (const path of ['', '/', '/guides/install', '/robots.txt', '/sitemap.xml', '/nowhere/', `/${file}`]) {
        const unknown = seen(await web.get(`/sites/no-such-site${path}`));
        expect(unknown.status).to.equal(404);
        for (const { at } of [unpublished, shared, visitors, deleted])
          expect(seen(await web.get(at + path)), path).to.deep.equal(unknown);
        expect(
          seen(
            await web.get(`${shared.at}${path}?shareKey=guess&jwt_token=guess`, {
              cookie: 'x=y',
              authorization: `Bearer ${world.admin.token}`,
            }),
          ),
        ).to.deep.equal(unknown);
      }
      must(await web.get(`${open.at}/`), 200);
      expect(must(await web.get('/sites'), 404)).to.equal(must(await web.get('/sites/'), 404));
    });
  });

  it('ask search engines and shared caches to leave unlisted sites alone', async () => {
    const { at, filledSpaces, api } = await publish(world, [GUIDE], { visibility: 'unlisted' });
    const [{ id: part }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    for (const path of [
      '/',
      '/guides/install',
      '',
      '/robots.txt',
      `/~quire/files/${part}/${filledSpaces[0]!.files['logo.png']}/logo.png`,
    ]) {
      const answer = await web.get(at + path);
      expect(answer.headers.get('x-robots-tag'), path).to.equal('noindex');
      expect(answer.headers.get('cache-control'), path).to.equal('private, no-cache');
    }
    expect(await html(`${at}/`)).to.include('<meta name="robots" content="noindex">');
    expect(must(await web.get(`${at}/robots.txt`), 200)).to.equal('User-agent: *\nDisallow: /\n');
    must(await web.get(`${at}/sitemap.xml`), 404);
  });

  describe('deleteSiteSpaceById', () => {
    it('hides a space that leaves the site, is deleted, is transferred or gets a condition', async () => {
      const one = { pages: [{ title: 'One', markdown: 'first space' }] };
      const two = { pages: [{ title: 'Two', markdown: 'second space' }], files: [{ name: 'a.txt', bytes: 'a' }] };
      const gone: ((published: PublishedSite, part: any) => Promise<unknown>)[] = [
        ({ spaces }) =>
          instance.container.get(Tokens.UnitOfWork).run(
            {
              organizationId: null,
              spaceId: null,
              actorId: null,
              tokenId: null,
              requestId: null,
              at: new Date().toISOString(),
            },
            async (work) => {
              const space = await work.spaces.get({ id: spaces[1].id });
              (space as any).apply({ deletedAt: new Date().toISOString() }, 'space.deleted');
              await work.spaces.save(space);
            },
          ),
        async ({ spaces }) => {
          const other = await World.create(instance);
          return instance.container.get(Tokens.UnitOfWork).run(
            {
              organizationId: null,
              spaceId: null,
              actorId: null,
              tokenId: null,
              requestId: null,
              at: new Date().toISOString(),
            },
            async (work) => {
              const space = await work.spaces.get({ id: spaces[1].id });
              (space as any).apply({ organizationId: other.organizationId }, 'space.transferred');
              await work.spaces.save(space);
            },
          );
        },
        async ({ api }, part) => must(await world.admin.api.delete(`${api}/site-spaces/${part.id}`), 205),
        async ({ api }, part) =>
          must(
            await world.admin.api.patch(`${api}/site-spaces/${part.id}`, { condition: 'visitor.claims.staff' }),
            200,
          ),
      ];
      for (const [i, vanish] of gone.entries()) {
        for (const isDefault of [false, true]) {
          const published = await publish(world, [one, two], { titles: ['Alpha', 'Beta'] });
          const { at, api, filledSpaces } = published;
          const [, part] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
          if (isDefault) must(await world.admin.api.patch(api, { defaultSiteSpace: part.id }), 200);
          expect(await html(isDefault ? `${at}/` : `${at}/beta`)).to.include('second space');
          await vanish(published, part);
          const home = await html(`${at}/`);
          expect(home).not.to.include('Beta').and.not.include('second space');
          if (i < 3) {
            expect(home).to.include('first space');
            const { items } = must(await world.admin.api.get(`${api}/site-spaces`), 200);
            expect(items.map((item: any) => [item.title, item.default])).to.deep.equal([['Alpha', true]]);
            expect(must(await world.admin.api.get(api), 200).siteSpaces).to.equal(1);
          }
          for (const path of [
            'beta',
            `~quire/files/${part.id}/${filledSpaces[1]!.files['a.txt']}`,
            `~quire/pages/${part.id}/${filledSpaces[1]!.pages['Two']}`,
          ])
            must(await web.get(`${at}/${path}`), 404);
        }
      }
    });
  });
});

onEveryBackend('navigation of published sites', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const html = (path: string) => htmlAt(world.admin.api, path);
  const part = (of: string, text: string) => new RegExp(`<nav class="${of}"[\\s\\S]*?</nav>`).exec(text)?.[0] ?? '';
  /** The addresses that a title has. */
  const linked = (text: string, title: string) =>
    [...text.matchAll(new RegExp(`href="([^"]*)"[^>]*>(?:<[^>]*>)*${title}<`, 'g'))].map(([, href]) => href);

  it('shows sections under the title of their group, in the order of the site', async () => {
    const site = await publish(world, [GUIDE], { titles: ['A'] });
    const sections: any[] = [];
    for (const { id, title } of [
      site.spaces[0],
      ...(await Promise.all(['B', 'C', 'D'].map((name) => world.space({ title: name })))),
    ]) {
      sections.push(
        must(await world.admin.api.post(`${site.api}/sections`, { spaceId: id, title: `Section ${title}` }), 201),
      );
    }
    const group = must(
      await world.admin.api.post(`${site.api}/section-groups`, {
        title: 'More <b>',
        sections: [sections[2].id, sections[1].id],
      }),
      201,
    );
    const tabs = part('s-sections', await html(`${site.at}/`));
    expect(
      tabs
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ).to.equal('Section A Section D More &lt;b&gt; Section C Section B');
    expect(tabs).to.match(/More &lt;b&gt;<\/span><\/summary><div class="s-panel"><ul><li><a href="[^"]*\/section-c"/);
    expect(linked(tabs, 'Section A')).to.deep.equal([`${site.at}/`]);
    must(await world.admin.api.patch(`${site.api}/section-groups/${group.id}`, { title: 'Else' }), 200);
    expect(part('s-sections', await html(`${site.at}/`)))
      .to.include('Else')
      .and.not.include('More');
    must(
      await world.admin.api.patch(`${site.api}/sections/${sections[1].id}`, { condition: 'visitor.claims.unsigned.x' }),
      200,
    );
    must(
      await world.admin.api.patch(`${site.api}/sections/${sections[2].id}`, { condition: 'visitor.claims.unsigned.x' }),
      200,
    );
    expect(part('s-sections', await html(`${site.at}/`)))
      .to.not.include('Else')
      .and.not.include('Section B');
  });

  it('links pages to spaces on other sites of the organization while readers may see them', async () => {
    const otherSite = await publish(world, [GUIDE]);
    const [space] = otherSite.spaces;
    const deep = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/path/guides%2Finstall`), 200).id;
    const link = (title: string, target: Record<string, string>) => ({ title, type: 'link' as const, target });
    const pages = [
      { title: 'Home', markdown: 'words' },
      link('The other', { kind: 'space', space: space.id }),
      link('Installing', { kind: 'page', space: space.id, page: deep }),
      link('Steps', { kind: 'anchor', space: space.id, page: deep, anchor: 'steps' }),
      link('Gone', { kind: 'page', space: space.id, page: '00000000000000000000' }),
    ];
    const { at, api } = await publish(world, [{ pages }], { visibility: 'unlisted' });
    const hrefs = async (path = '/') => {
      const navigation = part('s-contents', (await world.admin.api.get(at + path)).body as string);
      return ['The other', 'Installing', 'Steps', 'Gone'].map((title) => linked(navigation, title)[0]);
    };
    const home = `${world.instance.publicUrl}${otherSite.at}`;
    const all = [`${home}/`, `${home}/guides/install`, `${home}/guides/install#steps`, undefined];
    const none = [undefined, undefined, undefined, undefined];
    expect(await hrefs()).to.deep.equal(all);
    expect(await hrefs('/nowhere')).to.deep.equal(all);

    must(await world.admin.api.patch(otherSite.api, { visibility: 'share-link' }), 200);
    expect(await hrefs()).to.deep.equal(none);
    must(await world.admin.api.patch(otherSite.api, { visibility: 'unlisted' }), 200);
    expect(await hrefs()).to.deep.equal(all);
    // What everybody finds does not lead to what nobody is to find.
    must(await world.admin.api.patch(api, { visibility: 'public' }), 200);
    expect(await hrefs()).to.deep.equal(none);
    must(await world.admin.api.patch(otherSite.api, { visibility: 'public', proxy: 'example.org/other' }), 200);
    expect((await hrefs())[1]).to.equal('https://example.org/other/guides/install');
    must(await world.admin.api.post(`${otherSite.api}/unpublish`), 200);
    expect(await hrefs()).to.deep.equal(none);
    expect(await hrefs('/nowhere')).to.deep.equal(none);
  });

  it('[A14] links pages to those of other spaces of the site that the reader may see', async () => {
    const { at, spaces, filledSpaces, api } = await publish(world, [
      { pages: [{ title: 'Home' }] },
      {
        pages: [
          { title: 'Start' },
          { title: 'Guide' },
          { title: 'For beta', condition: 'visitor.claims.unsigned.beta' },
        ],
      },
    ]);
    const { pages } = filledSpaces[1]!;
    const [own, other] = spaces;
    const target = (title: string) => ({ kind: 'page', space: other.id, page: pages[title] });
    const text = (title: string) => `[${title}](/spaces/${other.id}/pages/${pages[title]})`;
    await fillSpace(world.instance, own.id, {
      pages: [
        { title: 'Home', markdown: `${text('Guide')}, ${text('For beta')}` },
        { title: 'To guide', type: 'link', target: target('Guide') },
        { title: 'To beta', type: 'link', target: target('For beta') },
      ],
    });
    must(await world.admin.api.patch(api, { adaptiveContent: { enabled: true } }), 200);
    must(await world.admin.api.put(`${api}/adaptive-schema`, { jsonSchema: VISITORS }), 200);
    const hrefs = async (query = '') => {
      const page = await htmlAt(world.admin.api, `${at}/${query}`);
      const navigation = part('s-contents', page);
      return [
        ...['Guide', 'For beta'].map((title) => linked(page, title)[0]),
        ...['To guide', 'To beta'].map((title) => linked(navigation, title)[0]),
      ];
    };
    const second = `${at}/space-1`;
    expect(await hrefs()).to.deep.equal([`${second}/guide`, undefined, 'space-1/guide', undefined]);
    expect(await hrefs('?visitor.beta=true')).to.deep.equal([
      `${second}/guide`,
      `${second}/for-beta`,
      'space-1/guide',
      'space-1/for-beta',
    ]);
    must(
      await world.admin.api.post(`/v1/spaces/${other.id}/content`, {
        changes: [{ operation: 'delete_page', page: pages['Guide'] }],
      }),
      200,
    );
    expect(await hrefs()).to.deep.equal([undefined, undefined, undefined, undefined]);
  });
});
