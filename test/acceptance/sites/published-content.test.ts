import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { GUIDE, publish, htmlAt, redirects } from '../../support/sites/published-site.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

onEveryBackend('content of published sites', (backend) => {
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

  it('answers for a site without spaces, and for a space without pages', async () => {
    const { at } = await publish(world, []);
    expect(await html(`${at}/`)).to.include('Docs');
    const empty = await publish(world, [{}, {}], { titles: ['Empty', 'Void'] });
    expect(await html(`${empty.at}/`)).to.include('Empty');
    expect(await html(`${empty.at}/void`)).to.include('Void');
    for (const item of must(await world.admin.api.get(`${empty.api}/site-spaces`), 200).items) {
      expect(
        (await fetch(item.urls.published.replace(instance.publicUrl, instance.url), { redirect: 'manual' })).status,
      ).to.equal(200);
    }
  });

  it('says in the language of the interface that nothing is published, where a reader may see no page', async () => {
    const without = await publish(world, []);
    const unseen = [
      { title: 'Group', type: 'group' as const },
      { title: 'Secret', condition: 'visitor.claims.unsigned.staff', markdown: 'y' },
    ];
    const { at, api } = await publish(world, [{ pages: unseen }, {}], { titles: ['First', 'Second'] });
    for (const path of [`${without.at}/`, `${at}/`, `${at}/second`]) {
      const answer = await web.get(path);
      expect(must(answer, 200), path).to.include('<p class="s-lead">Nothing has been published here yet.</p>');
      expect(answer.headers.get('x-robots-tag'), path).to.equal('noindex');
      expect(answer.body, path).not.to.include('Secret');
    }
    expect(await html(`${at}/second`)).to.match(/<h1[^>]*>Second<\/h1>/);
    const german = { ...CUSTOMIZATION, internationalization: { locale: 'de' } };
    must(await world.admin.api.put(`${api}/customization`, german), 200);
    expect(await html(`${at}/second`))
      .to.include('<p class="s-lead">Hier ist noch nichts veröffentlicht.</p>')
      .and.include('<html lang="de"');
  });

  it('resolves links of a Git project: relative files, folders, assets, includes, other spaces', async () => {
    const { at, filledSpaces, api } = await publish(world, [
      {
        pages: [
          {
            title: 'Home',
            slug: 'readme',
            gitPath: 'docs/README.md',
            markdown:
              '[a](guides/first%20page.md#top) [dir](guides/) [out](../../etc/passwd) {% include "../.gitbook/includes/note.md" %}\n\n{% include "../.gitbook/includes/note.md" %}\n\n<img src="../.gitbook/assets/a b (1).png" alt="shot">\n\n[two](../.gitbook/assets/a%20b%20%281%29.png#page=2)\n\nversion <code class="expression">space.vars.version</code>',
          },
          {
            title: 'Guides',
            gitPath: 'docs/guides/README.md',
            markdown:
              '[home](../README.md) [self](./) [root](/) [path](/guides/first-page) [broken](/broken/pages/x) [marked](broken-reference)',
            pages: [{ title: 'First page', gitPath: 'docs/guides/first page.md', markdown: 'x' }],
          },
        ],
        files: [{ name: 'a b (1).png', bytes: 'not an image', gitPath: '.gitbook/assets/a b (1).png' }],
        includes: [
          {
            title: 'Note',
            gitPath: '.gitbook/includes/note.md',
            markdown: 'A note on [the first](../../docs/guides/first%20page.md).',
          },
        ],
        variables: { version: '4.2' },
      },
    ]);
    const [{ id: part }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    const home = await html(`${at}/`);
    expect(home)
      .to.include(`<a href="${at}/guides/first-page#top">a</a>`)
      .and.include(`<a href="${at}/guides">dir</a>`)
      .and.include('<span class="q-broken">out</span>');
    expect(home).to.include(`A note on <a href="${at}/guides/first-page">the first</a>`).and.include('version 4.2');
    // The version is that of the bytes.
    const picture = `src="${at}/~quire/files/${part}/${filledSpaces[0]!.files['a b (1).png']}/a%20b%20(1).png?v=`;
    expect(home.split(picture)[1]).to.match(/^[0-9a-f]{8,}"/);
    expect(home).to.match(/href="[^"?]*\/a%20b%20\(1\)\.png#page=2"[^>]*>two</);
    const guides = await html(`${at}/guides`);
    for (const [text, href] of [
      ['home', `${at}/`],
      ['self', `${at}/guides`],
      ['root', `${at}/`],
      ['path', `${at}/guides/first-page`],
    ])
      expect(guides).to.include(`<a href="${href}">${text}</a>`);
    for (const text of ['broken', 'marked']) expect(guides).to.include(`<span class="q-broken">${text}</span>`);
  });

  it('link from navigation to pages and files of the space and to other spaces of the site only', async () => {
    const other = await world.space({ title: 'Target' });
    const { pages } = await fillSpace(instance, other.id, { pages: [{ title: 'There' }, { title: 'Far' }] });
    const foreign = await world.space({ title: 'Not on the site' });
    const { at, api } = await publish(world, [
      {
        pages: [
          { title: 'Here' },
          { title: 'To page', type: 'link', target: { kind: 'page', page: pages['Far']!, space: other.id } },
          { title: 'To space', type: 'link', target: { kind: 'space', space: other.id } },
          { title: 'To foreign', type: 'link', target: { kind: 'space', space: foreign.id } },
          { title: 'To nothing', type: 'link', target: { kind: 'page', page: '00000000000000000000' } },
          {
            title: 'To script',
            type: 'link',
            href: 'javascript:alert(1)',
            target: { kind: 'url', url: 'javascript:alert(1)' },
          },
        ],
      },
    ]);
    const added = must(await world.admin.api.post(`${api}/site-spaces`, { spaceId: other.id }), 201);
    const home = await html(`${at}/`);
    const permalink = `${at}/~quire/pages/${added.id}/${pages['Far']}`;
    expect(home).to.include('href="target/far"').and.include('href="target"');
    await leadsTo(permalink, `${at}/target/far`, 307);
    expect(home).not.to.include('To foreign').and.not.include('To nothing').and.not.include('javascript:');
  });

  it('[A34] render hostile content inert', async () => {
    const attack = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1))',
      '[y](data:text/html,<script>alert(1)</script>)',
      '<a href="JaVa&#x0A;Script:alert(1)">z</a>',
      '<svg><style><img src=x onerror=alert(1)></style></svg>',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<form action="https://evil.example"><input></form>',
      '<base href="https://evil.example/">',
      '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    ].join('\n\n');
    const title = '"><script>alert(2)</script>';
    const { at } = await publish(
      world,
      [
        {
          pages: [
            { title, slug: 'x', description: title, markdown: attack },
            { title: '</title><img src=x onerror=alert(3)>', slug: 'y' },
          ],
        },
      ],
      { titles: ['<b>bold</b>'] },
    );
    const answer = await web.get(`${at}/`);
    const page: string = must(answer, 200);
    expect(page.match(/<script[^>]*>/g)).to.deep.equal([
      '<script type="application/ld+json">',
      '<script>',
      /<script type="module" src="[^"]+\/main-\w+\.js">/.exec(page)?.[0],
    ]);
    // Values of attributes may name elements.
    expect(page.replace(/="[^"]*"/g, '')).not.to.match(/<iframe|<base|http-equiv|<svg|<math|<style/i);
    const forms = page.match(/<form[^>]*>/gi)!;
    expect(forms.map((form) => /action="([^"]*)"/.exec(form)?.[1])).to.deep.equal([`${at}/~quire/search`]);
    expect(page).not.to.match(/<[^>]*\son\w+\s*=/i);
    expect(page).not.to.match(/(?:href|src)="?\s*(?:javascript|data):/i);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy)
      .to.include("default-src 'none'")
      .and.match(/; script-src 'self'( 'sha256-[\w+/]+=')*;/)
      .and.include("frame-ancestors 'none'")
      .and.not.include('unsafe');
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('serve one immutable stylesheet, and nothing by methods other than GET and HEAD', async () => {
    const { at } = await publish(world, [GUIDE]);
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

  it('compress pages for those who accept it', async () => {
    const { at } = await publish(world, [{ pages: [{ title: 'Long', markdown: 'Many words. '.repeat(500) }] }]);
    const get = async (encoding: string) => {
      // Unlike other requests of tests, `fetch` unpacks the answer.
      const response = await fetch(`${world.instance.url}${at}/`, { headers: { 'accept-encoding': encoding } });
      return { status: response.status, headers: response.headers, body: await response.text() };
    };
    const [packed, again, plain] = [await get('gzip'), await get('gzip'), await get('identity')];
    expect(packed.headers.get('content-encoding')).to.equal('gzip');
    expect(plain.headers.get('content-encoding')).to.equal(null);
    expect(packed.headers.get('vary')).to.include('Accept-Encoding');
    expect([packed.body, again.body]).to.deep.equal([must(plain, 200), plain.body]);
  });

  it('keep what depends on the reader out of shared caches', async () => {
    const { at } = await publish(world, [
      {
        pages: [{ title: 'Conditional', markdown: 'seen\n\n{% if visitor.claims.staff %}\nstaff only\n{% endif %}\n' }],
      },
    ]);
    const answer = await web.get(`${at}/`);
    expect(must(answer, 200)).to.include('seen').and.not.include('staff only');
    expect(answer.headers.get('cache-control')).to.equal('private, no-cache');
  });
});
