import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { expect } from 'chai';
import { Tokens } from '../../src/composition/tokens.ts';
import type { Instance } from '../../src/instance.ts';
import { onEveryBackend } from '../support/backends.ts';
import { fillSpace, type ContentToLay, type LaidOut } from '../support/fill-space.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c6360000002000154a24f5e0000000049454e44ae426082', 'hex');

onEveryBackend('published sites', (backend) => {
  let instance: Instance;
  let world: World;
  let web: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    web = apiOf(instance);
  });

  interface Published {
    readonly site: any;
    readonly at: string;
    readonly api: string;
    readonly spaces: readonly any[];
    readonly laid: readonly LaidOut[];
  }
  /** A published site with a space for each content. */
  async function publish(contents: readonly ContentToLay[], { titles = [], visibility = 'public' }: { titles?: readonly string[]; visibility?: string } = {}): Promise<Published> {
    const spaces = [];
    const laid = [];
    for (const [i, content] of contents.entries()) {
      const space = await world.space({ title: titles[i] ?? `Space ${i}` });
      laid.push(await fillSpace(instance, space.id, content));
      spaces.push(space);
    }
    const { data: site } = await world.admin.client.orgs.createSite(world.organizationId, { title: 'Docs', visibility, spaces: spaces.map(({ id }) => id) });
    const basename = `site-${randomBytes(6).toString('hex')}`;
    const api = `/v1/orgs/${world.organizationId}/sites/${site.id}`;
    must(await world.admin.api.patch(api, { basename }), 200);
    return { site: must(await world.admin.api.post(`${api}/publish`), 200), at: `/sites/${basename}`, api, spaces, laid };
  }
  const html = async (path: string): Promise<string> => must(await web.get(path), 200);
  const leadsTo = async (path: string, to: string, status = 308) => {
    const answer = await web.get(path);
    must(answer, status);
    expect(answer.headers.get('location'), path).to.equal(to);
  };

  const GUIDE: ContentToLay = {
    pages: [
      { title: 'Welcome', description: 'Start here', emoji: '1f44b', markdown: 'Hello, **reader**. [Install](guides/install.md#steps) or [by id](/pages/{page:Deep}).' },
      {
        title: 'Guides',
        type: 'group',
        pages: [
          { title: 'Install', markdown: '# Install\n\n## Steps\n\n![logo](/files/{file:logo.png}) ![odd](/files/{file:../x/logo\r\n.png}) [up](../welcome.md) [gone](nowhere.md) [secret](secret.md)', pages: [{ title: 'Deep', markdown: 'deep' }] },
          { title: 'Secret', condition: 'visitor.claims.unsigned.staff', markdown: 'for staff only', pages: [{ title: 'Below secret', markdown: 'also staff' }] },
        ],
      },
      { title: 'Hidden', hidden: true, markdown: 'not in the table', pages: [{ title: 'Below hidden' }] },
      { title: 'Elsewhere', type: 'link', href: 'https://example.com/x', target: { kind: 'url', url: 'https://example.com/x' } },
    ],
    files: [{ name: '../x/logo\r\n.png', bytes: 'odd' }, { name: 'logo.png', bytes: PNG }],
  };

  it('shows pages with navigation, breadcrumbs and neighbours, at the address that the API names', async () => {
    const { site, at } = await publish([GUIDE]);
    expect(site.urls.published).to.equal(`${instance.publicUrl}${at}/`);
    const home = await html(`${at}/`);
    expect(home).to.include('<strong>reader</strong>').and.include('👋').and.include('Start here');
    expect(home).to.include(`href="${at}/guides/install"`).and.include('href="https://example.com/x"').and.include(`<link rel="canonical" href="${instance.publicUrl}${at}/">`);
    expect(home).to.include(`href="${at}/guides/install#steps"`).and.include(`href="${at}/guides/install/deep"`);
    const install = await html(`${at}/guides/install`);
    const images = [...install.matchAll(/ src="([^"]+)"/g)];
    expect(images).to.have.length(2);
    for (const [, src] of images) must(await web.get(src!), 200);
    expect(install).to.include(`href="${at}/guides"`).and.include(`rel="prev"`).and.include(`<a href="${at}/">up</a>`);
    expect(install).to.match(/<span class="q-broken">gone<\/span>/);
    expect(install.match(/<h1/g)).to.have.length(1);
    await leadsTo(`${at}/guides`, `${at}/guides/install`, 307);
  });

  it('shows what was merged, and nothing of what is still proposed', async () => {
    const { at, spaces, api } = await publish([{}]);
    const space = `/v1/spaces/${spaces[0].id}`;
    const propose = async (subject: string, changes: readonly object[]) => {
      const request = must(await world.admin.api.post(`${space}/change-requests`, { subject }), 201);
      const done = must(await world.admin.api.post(`${space}/change-requests/${request.id}/content?compat=false`, { changes }), 200);
      return { request: `${space}/change-requests/${request.id}`, done };
    };
    const first = await propose('First', [
      { operation: 'insert_files', files: [{ name: 'shot.png', base64: PNG.toString('base64'), contentType: 'image/png', ref: 'shot' }] },
      { operation: 'insert_page', title: 'Start', document: { markdown: '![shot](./shot) and [more](./more.md#part), [by path](/pages/more), [beside](more.md)' }, ref: 'start' },
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
    expect(page).to.include(`src="${address}/shot.png"`).and.include(`<a href="${at}/more#part">more</a>`).and.include(`<a href="${at}/more">by path</a>`).and.include(`<a href="${at}/more">beside</a>`);
    must(await web.get(address), 200);

    const started = must(await world.admin.api.get(`${space}/content/path/more`), 200);
    const second = await propose('Second', [{ operation: 'update_page', page: started.id, title: 'Even more', slug: 'even-more' }, { operation: 'insert_page', title: 'Draft', document: { markdown: 'secret draft' } }]);
    for (const path of [`${at}/`, `${at}/more`, `${at}/sitemap.xml`]) expect(must(await web.get(path), 200), path).not.to.match(/draft|even/i);
    must(await web.get(`${at}/draft`), 404);
    must(await world.admin.api.post(`${second.request}/merge`), 200);
    must(await web.get(`${at}/more`), 404);
    expect(await html(`${at}/even-more`)).to.include('Even more');
  });

  it('keeps hidden pages out of navigation, and what has a condition out of everything', async () => {
    const { at, laid } = await publish([GUIDE]);
    const home = await html(`${at}/`);
    for (const title of ['Hidden', 'Below hidden', 'Secret', 'Below secret']) expect(home).not.to.include(title);
    const hidden = await html(`${at}/hidden`);
    expect(hidden).to.include('not in the table').and.include('<meta name="robots" content="noindex">');
    const { pages } = laid[0]!;
    for (const path of ['guides/secret', 'guides/Secret', 'guides/secret/below-secret', `~quire/pages/x/${pages['Secret']}`]) must(await web.get(`${at}/${path}`), 404);
    expect(await html(`${at}/guides/install`)).to.include('<span class="q-broken">secret</span>').and.not.include('for staff only');
    const sitemap = must(await web.get(`${at}/sitemap.xml`), 200);
    expect(sitemap).to.include(`${instance.publicUrl}${at}/guides/install</loc>`);
    for (const slug of ['hidden', 'secret']) expect(sitemap).not.to.include(slug);
    expect(must(await web.get(`${at}/robots.txt`), 200)).to.include(`Sitemap: ${instance.publicUrl}${at}/sitemap.xml`);
  });

  it('brings readers to the one right address', async () => {
    const { at } = await publish([GUIDE, { pages: [{ title: 'Start', markdown: 'of the second' }, { title: 'More' }] }], { titles: ['First', 'Second'] });
    await leadsTo(at, `${at}/`);
    await leadsTo(`${at}/guides/install/`, `${at}/guides/install`);
    await leadsTo(`${at}/Guides/INSTALL?x=1`, `${at}/guides/install?x=1`);
    await leadsTo(`${at}/welcome`, `${at}/`, 307);
    await leadsTo(`${at}/first`, `${at}/`);
    await leadsTo(`${at}/first/guides/install`, `${at}/guides/install`);
    await leadsTo(`${at}/second/`, `${at}/second`);
    await leadsTo(`${at}/second/start`, `${at}/second`, 307);
    expect(await html(`${at}/second`)).to.include('of the second').and.include(`href="${at}/second/more"`).and.include(`href="${at}/">`);
    for (const path of ['nowhere', 'guides//install', 'guides%2Finstall', 'guides/install;x', 'guides/install/..%2f..', 'second/guides/install', 'first/nowhere', '%ff', '~quire/x', '~quire/files/a/b', `${'a/'.repeat(500)}b`]) {
      const answer = await web.get(`${at}/${path}`);
      expect(answer.status, path).to.equal(404);
      expect(answer.headers.get('cache-control'), path).to.equal('no-store');
    }
    expect(must(await web.get(`${at}/nowhere`), 404)).to.include('Docs').and.include(`href="${at}/guides/install"`);
  });

  it('names only the configured origin, whatever host a request claims', async () => {
    const { at } = await publish([GUIDE]);
    const raw = (path: string) =>
      new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
        const { hostname, port } = new URL(instance.url);
        request({ hostname, port, path, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' } }, (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode!, location: response.headers.location, text }));
        })
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

  it('renders again when the content, the site or the structure changes, and answers 304 when nothing did', async () => {
    const { at, api, spaces, laid } = await publish([GUIDE]);
    const first = await web.get(`${at}/`);
    must(first, 200);
    expect(first.headers.get('cache-control')).to.equal('public, max-age=60');
    const etag = first.headers.get('etag')!;
    expect((await web.get(`${at}/`, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).to.equal(304);

    must(await world.admin.api.patch(api, { title: 'Renamed docs' }), 200);
    const renamed = await web.get(`${at}/`, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect(must(renamed, 200)).to.include('Renamed docs');
    await fillSpace(instance, spaces[0].id, { pages: [{ title: 'Welcome', markdown: 'Changed.' }] }, laid[0]);
    expect(await html(`${at}/`)).to.include('Changed.').and.not.include('guides/install');
    must(await web.get(`${at}/guides/install`), 404);
    const more = await world.space({ title: 'Another variant' });
    must(await world.admin.api.post(`${api}/site-spaces`, { spaceId: more.id }), 201);
    expect(await html(`${at}/`)).to.include('Another variant');
    must(await web.get(`${at}/another-variant`), 200);
  });

  it('is the same 404 for a site that is unknown, not published, deleted, or not for everybody', async () => {
    const open = await publish([GUIDE]);
    const unpublished = await publish([GUIDE]);
    const shared = await publish([GUIDE], { visibility: 'share-link' });
    const visitors = await publish([GUIDE], { visibility: 'visitor-auth' });
    const deleted = await publish([GUIDE]);
    expect(shared.site.urls).to.have.keys('location', 'app');
    must(await world.admin.api.post(`${unpublished.api}/unpublish`), 200);
    must(await world.admin.api.delete(deleted.api), 205);
    const [{ id: part }] = must(await world.admin.api.get(`${shared.api}/site-spaces`), 200).items;
    const file = `~quire/files/${part}/${shared.laid[0]!.files['logo.png']}`;
    const seen = ({ status, body, headers }: any) => ({ status, body, headers: [...headers].filter(([name]: [string]) => !['x-request-id', 'date'].includes(name)) });
    for (const path of ['', '/', '/guides/install', '/robots.txt', '/sitemap.xml', '/nowhere/', `/${file}`]) {
      const unknown = seen(await web.get(`/sites/no-such-site${path}`));
      expect(unknown.status).to.equal(404);
      for (const { at } of [unpublished, shared, visitors, deleted]) expect(seen(await web.get(at + path)), path).to.deep.equal(unknown);
      expect(seen(await web.get(`${shared.at}${path}?shareKey=guess&jwt_token=guess`, { cookie: 'x=y', authorization: `Bearer ${world.admin.token}` }))).to.deep.equal(unknown);
    }
    must(await web.get(`${open.at}/`), 200);
    expect(must(await web.get('/sites'), 404)).to.equal(must(await web.get('/sites/'), 404));
  });

  it('asks search engines to stay away from unlisted sites, and shared caches too', async () => {
    const { at, laid, api } = await publish([GUIDE], { visibility: 'unlisted' });
    const [{ id: part }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    for (const path of ['/', '/guides/install', '', '/robots.txt', `/~quire/files/${part}/${laid[0]!.files['logo.png']}/logo.png`]) {
      const answer = await web.get(at + path);
      expect(answer.headers.get('x-robots-tag'), path).to.equal('noindex');
      expect(answer.headers.get('cache-control'), path).to.equal('private, no-cache');
    }
    expect(await html(`${at}/`)).to.include('<meta name="robots" content="noindex">');
    expect(must(await web.get(`${at}/robots.txt`), 200)).to.equal('User-agent: *\nDisallow: /\n');
    must(await web.get(`${at}/sitemap.xml`), 404);
  });

  it('shows a space no more once it is deleted, goes to another organization, leaves the site, or has a condition', async () => {
    const one = { pages: [{ title: 'One', markdown: 'first space' }] };
    const two = { pages: [{ title: 'Two', markdown: 'second space' }], files: [{ name: 'a.txt', bytes: 'a' }] };
    const gone: ((published: Published, part: any) => Promise<unknown>)[] = [
      ({ spaces }) =>
        instance.container.get(Tokens.UnitOfWork).run({ organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: new Date().toISOString() }, async (work) => {
          const space = await work.spaces.get({ id: spaces[1].id });
          (space as any).become({ deletedAt: new Date().toISOString() }, 'space.deleted');
          await work.spaces.save(space);
        }),
      async ({ spaces }) => {
        const other = await World.create(instance);
        return instance.container.get(Tokens.UnitOfWork).run({ organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: new Date().toISOString() }, async (work) => {
          const space = await work.spaces.get({ id: spaces[1].id });
          (space as any).become({ organizationId: other.organizationId }, 'space.transferred');
          await work.spaces.save(space);
        });
      },
      async ({ api }, part) => must(await world.admin.api.delete(`${api}/site-spaces/${part.id}`), 205),
      async ({ api }, part) => must(await world.admin.api.patch(`${api}/site-spaces/${part.id}`, { condition: 'visitor.claims.staff' }), 200),
    ];
    for (const [i, vanish] of gone.entries()) {
      for (const isDefault of [false, true]) {
        const published = await publish([one, two], { titles: ['Alpha', 'Beta'] });
        const { at, api, laid } = published;
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
        for (const path of ['beta', `~quire/files/${part.id}/${laid[1]!.files['a.txt']}`, `~quire/pages/${part.id}/${laid[1]!.pages['Two']}`]) must(await web.get(`${at}/${path}`), 404);
      }
    }
  });

  it('answers for a site without spaces, and for a space without pages', async () => {
    const { at } = await publish([]);
    expect(await html(`${at}/`)).to.include('Docs');
    const empty = await publish([{}, {}], { titles: ['Empty', 'Void'] });
    expect(await html(`${empty.at}/`)).to.include('Empty');
    expect(await html(`${empty.at}/void`)).to.include('Void');
    for (const item of must(await world.admin.api.get(`${empty.api}/site-spaces`), 200).items) {
      expect((await fetch(item.urls.published.replace(instance.publicUrl, instance.url), { redirect: 'manual' })).status).to.equal(200);
    }
  });

  it('resolves links of a Git project: relative files, folders, assets, includes, other spaces', async () => {
    const { at, laid, api } = await publish([
      {
        pages: [
          { title: 'Home', slug: 'readme', gitPath: 'docs/README.md', markdown: '[a](guides/first%20page.md#top) [dir](guides/) [out](../../etc/passwd) {% include "../.gitbook/includes/note.md" %}\n\n{% include "../.gitbook/includes/note.md" %}\n\n<img src="../.gitbook/assets/a b (1).png" alt="shot">\n\nversion <code class="expression">space.vars.version</code>' },
          { title: 'Guides', gitPath: 'docs/guides/README.md', markdown: '[home](../README.md) [self](./) [root](/) [path](/guides/first-page) [broken](/broken/pages/x) [marked](broken-reference)', pages: [{ title: 'First page', gitPath: 'docs/guides/first page.md', markdown: 'x' }] },
        ],
        files: [{ name: 'a b (1).png', bytes: 'not an image', gitPath: '.gitbook/assets/a b (1).png' }],
        includes: [{ title: 'Note', gitPath: '.gitbook/includes/note.md', markdown: 'A note on [the first](../../docs/guides/first%20page.md).' }],
        variables: { version: '4.2' },
      },
    ]);
    const [{ id: part }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    const home = await html(`${at}/`);
    expect(home).to.include(`<a href="${at}/guides/first-page#top">a</a>`).and.include(`<a href="${at}/guides">dir</a>`).and.include('<span class="q-broken">out</span>');
    expect(home).to.include(`A note on <a href="${at}/guides/first-page">the first</a>`).and.include('version 4.2');
    expect(home).to.include(`src="${at}/~quire/files/${part}/${laid[0]!.files['a b (1).png']}/a%20b%20(1).png"`);
    const guides = await html(`${at}/guides`);
    for (const [text, href] of [['home', `${at}/`], ['self', `${at}/guides`], ['root', `${at}/`], ['path', `${at}/guides/first-page`]]) expect(guides).to.include(`<a href="${href}">${text}</a>`);
    for (const text of ['broken', 'marked']) expect(guides).to.include(`<span class="q-broken">${text}</span>`);
  });

  it('leads from navigation to pages and files of this space and to other spaces of the site only', async () => {
    const other = await world.space({ title: 'Target' });
    const { pages } = await fillSpace(instance, other.id, { pages: [{ title: 'There' }, { title: 'Far' }] });
    const foreign = await world.space({ title: 'Not on the site' });
    const { at, api } = await publish([
      {
        pages: [
          { title: 'Here' },
          { title: 'To page', type: 'link', target: { kind: 'page', page: pages['Far']!, space: other.id } },
          { title: 'To space', type: 'link', target: { kind: 'space', space: other.id } },
          { title: 'To foreign', type: 'link', target: { kind: 'space', space: foreign.id } },
          { title: 'To nothing', type: 'link', target: { kind: 'page', page: '00000000000000000000' } },
          { title: 'To script', type: 'link', href: 'javascript:alert(1)', target: { kind: 'url', url: 'javascript:alert(1)' } },
        ],
      },
    ]);
    const added = must(await world.admin.api.post(`${api}/site-spaces`, { spaceId: other.id }), 201);
    const home = await html(`${at}/`);
    const permalink = `${at}/~quire/pages/${added.id}/${pages['Far']}`;
    expect(home).to.include(`href="${permalink}"`).and.include(`href="${at}/target"`);
    await leadsTo(permalink, `${at}/target/far`, 307);
    expect(home).not.to.include('To foreign').and.not.include('To nothing').and.not.include('javascript:');
  });

  it('shows hostile content as inert as any', async () => {
    const attack = [
      '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[x](javascript:alert(1))', '[y](data:text/html,<script>alert(1)</script>)', '<a href="JaVa&#x0A;Script:alert(1)">z</a>',
      '<svg><style><img src=x onerror=alert(1)></style></svg>', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<form action="https://evil.example"><input></form>', '<base href="https://evil.example/">', '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    ].join('\n\n');
    const title = '"><script>alert(2)</script>';
    const { at } = await publish([{ pages: [{ title, slug: 'x', description: title, markdown: attack }, { title: '</title><img src=x onerror=alert(3)>', slug: 'y' }] }], { titles: ['<b>bold</b>'] });
    const answer = await web.get(`${at}/`);
    const page: string = must(answer, 200);
    expect(page).not.to.match(/<script|<iframe|<form|<base|http-equiv|<svg|<math|<style/i);
    expect(page).not.to.match(/<[^>]*\son\w+\s*=/i);
    expect(page).not.to.match(/(?:href|src)="?\s*(?:javascript|data):/i);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).to.include("default-src 'none'").and.include("script-src 'none'").and.include("frame-ancestors 'none'").and.not.include('unsafe');
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('serves one stylesheet for good, and nothing else by methods other than GET and HEAD', async () => {
    const { at } = await publish([GUIDE]);
    const path = /href="([^"]+\.css)"/.exec(await html(`${at}/`))![1]!;
    const sheet = await web.get(path);
    must(sheet, 200);
    expect(sheet.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(sheet.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    must(await web.get(path.replace('.css', 'x.css')), 404);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await web(method, `${at}/`, undefined, { 'content-type': 'application/x-www-form-urlencoded' });
      expect(refused.status).to.equal(405);
      expect(refused.headers.get('allow')).to.equal('GET, HEAD');
    }
    const head = await web('HEAD', `${at}/`);
    expect(head.status).to.equal(200);
    expect(head.body).to.equal('');
  });

  it('sends the same page packed to those who can unpack it', async () => {
    const { at } = await publish([{ pages: [{ title: 'Long', markdown: 'Many words. '.repeat(500) }] }]);
    const [packed, again, plain] = [await web.get(`${at}/`, { 'accept-encoding': 'gzip' }), await web.get(`${at}/`, { 'accept-encoding': 'gzip' }), await web.get(`${at}/`, { 'accept-encoding': 'identity' })];
    expect(packed.headers.get('content-encoding')).to.equal('gzip');
    expect(plain.headers.get('content-encoding')).to.equal(null);
    expect(packed.headers.get('vary')).to.include('Accept-Encoding');
    expect([packed.body, again.body]).to.deep.equal([must(plain, 200), plain.body]);
  });

  it('does not let shared caches keep what depends on the reader', async () => {
    const { at } = await publish([{ pages: [{ title: 'Conditional', markdown: 'seen\n\n{% if visitor.claims.staff %}\nstaff only\n{% endif %}\n' }] }]);
    const answer = await web.get(`${at}/`);
    expect(must(answer, 200)).to.include('seen').and.not.include('staff only');
    expect(answer.headers.get('cache-control')).to.equal('private, no-cache');
  });
});
