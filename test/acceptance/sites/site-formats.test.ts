import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { audienceSite, visitorToken } from '../../support/sites/audience.ts';
import { GUIDE, publish } from '../../support/sites/published-site.ts';
import { cpuTimeOfAll, RETRIES_OF_MEASUREMENTS } from '../../support/cpu-time.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const EVERYTHING = ['Hidden', 'Secret', 'for staff only', 'Below secret'];

onEveryBackend('formats of published sites for programs', (backend) => {
  let instance: Instance;
  let world: World;
  let web: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    web = apiOf(instance);
  });

  const text = async (path: string): Promise<string> => must(await web.get(path), 200);
  const markdownOf = (path: string, accept = 'text/markdown') =>
    fetch(`${instance.url}${path}`, { headers: { accept }, redirect: 'manual' });

  it('give each page as Markdown, by extension and by the Accept header', async () => {
    const { at } = await publish(world, [GUIDE]);
    const home = `${instance.publicUrl}${at}/`;
    const install = await text(`${at}/guides/install.md`);
    expect(install).to.match(
      /^---\nurl: "[^"]+\/guides\/install"\nlastUpdated: "[^"]+"\n---\n\n# Install\n\n## Steps\n/,
    );
    expect(install).to.include(`[up](${home})`).and.include(`![logo](${home}~quire/files/`);
    expect(install).to.include(' gone ').and.not.include('nowhere.md').and.not.include('secret.md');
    const welcome = await text(`${at}/welcome.md`);
    expect(welcome)
      .to.include('description: "Start here"')
      .and.include(`[Install](${home}guides/install#steps)`)
      .and.include(`[by id](${home}guides/install/deep)`);
    expect(await text(`${at}/index.md`)).to.equal(welcome);

    const negotiated = await markdownOf(`${at}/guides/install`);
    expect(negotiated.headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
    expect(negotiated.headers.get('vary')).to.include('Accept');
    expect(negotiated.headers.get('link')).to.equal(`<${home}guides/install>; rel="canonical"`);
    expect(negotiated.headers.get('cache-control')).to.equal('public, max-age=60');
    expect(await negotiated.text()).to.equal(install);
    for (const accept of ['*/*', 'text/html', 'text/html, text/markdown;q=0.5']) {
      const page = await markdownOf(`${at}/guides/install`, accept);
      expect(page.headers.get('content-type'), accept).to.equal('text/html; charset=utf-8');
      expect(page.headers.get('vary'), accept).to.include('Accept');
      await page.text();
    }
    const again = await fetch(`${instance.url}${at}/guides/install.md`, {
      headers: { 'if-none-match': negotiated.headers.get('etag')! },
    });
    expect(again.status).to.equal(304);
    for (const path of ['guides.md', 'guides/secret.md', 'nothing.md', '.md', 'guides/secret/below-secret.md'])
      must(await web.get(`${at}/${path}`), 404);
  });

  it('[A88] give the Markdown of a large space in linear time', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const pages = Array.from({ length: 1_500 }, (_, i) => ({ title: `Page ${i}`, markdown: 'Words' }));
    const { at } = await publish(world, [{ pages }]);
    expect(await cpuTimeOfAll(() => text(`${at}/llms-full.txt`))).to.be.below(6_000);
  });

  it('leave paths with the names of members of every object to pages', async () => {
    const names = ['constructor', 'toString', '__proto__'];
    const { at } = await publish(world, [
      { pages: ['home', ...names].map((slug, i) => ({ title: `Page ${i}`, slug, markdown: `Words of ${i}.` })) },
    ]);
    for (const [i, name] of names.entries()) expect(await text(`${at}/${name}`)).to.include(`Words of ${i + 1}.`);
    must(await web.get(`${at}/valueOf`), 404);
    must(await web.get(`${at}/constructor/valueOf`), 404);
  });

  it('resolve includes, variables and conditions in Markdown', async () => {
    const { at } = await publish(world, [
      {
        variables: { version: '4.2 *beta*' },
        pages: [
          {
            title: 'Start',
            markdown: [
              'Version {{ space.vars.version }}.',
              '{% if visitor.claims.staff %}\nsecret one\n{% else %}\nsecret two\n{% endif %}',
              'After.',
              '{% if true %}\nUse \\{% endif %}. secret three\n\n```\n{% endif %}\n```\n\nsecret four\n{% endif %}',
              '* item\n\n  {% if x %}secret five{% endif %} end',
            ].join('\n\n'),
          },
        ],
      } as never,
    ]);
    const page = await text(`${at}/start.md`);
    expect(page).to.include('After.').and.include(' end').and.not.include('secret').and.not.include('if ');
    expect(page).to.include('Version 4.2 &#42;beta&#42;.');
  });

  it('[A14] list only what navigation shows', async () => {
    const { at } = await publish(world, [GUIDE, { pages: [{ title: 'Start', markdown: 'of the second' }] }], {
      titles: ['First', 'Second'],
    });
    const home = `${instance.publicUrl}${at}/`;
    const list = await text(`${at}/llms.txt`);
    expect(list).to.equal(
      [
        '# Docs\n',
        '## First\n',
        `- [Welcome](${home}welcome.md): Start here`,
        `- [Install](${home}guides/install.md)`,
        `- [Deep](${home}guides/install/deep.md)\n`,
        '## Second\n',
        `- [Start](${home}second/start.md)\n`,
      ].join('\n'),
    );
    for (const [, url] of list.matchAll(/\]\(([^)]+)\)/g)) await text(new URL(url!).pathname);
    const full = await text(`${at}/llms-full.txt`);
    expect(full).to.include('# Welcome').and.include('## Steps').and.include('of the second');
    const feeds = [await text(`${at}/rss.xml`), await text(`${at}/atom.xml`)];
    for (const one of [list, full, ...feeds, await text(`${at}/sitemap.xml`)])
      for (const title of EVERYTHING) expect(one).not.to.include(title);
    for (const feed of feeds) expect(feed).to.include(`${home}guides/install/deep`).and.include('<title>Docs</title>');
    expect(must(await web.get(`${at}/hidden.md`), 200)).to.include('not in the table');
  });

  it('[A22] show conditioned content to its visitors alone, uncached', async () => {
    const { at, key } = await audienceSite(world, 'public');
    const cookie = `quire-visitor=${await visitorToken(key, { staff: true })}`;
    for (const path of ['home.md', 'llms-full.txt', 'llms.txt', 'atom.xml', 'insider.md']) {
      const staff = await fetch(`${instance.url}${at}/${path}`, { headers: { cookie } });
      expect(staff.status, path).to.equal(200);
      expect(await staff.text(), path).to.match(/Words for staff|Insider/);
      expect(staff.headers.get('cache-control'), path).to.equal('private, no-store');
      const anybody = await fetch(`${instance.url}${at}/${path}`);
      expect(await anybody.text(), path).not.to.match(/Words for staff|Insider|What staff knows/);
      expect(anybody.headers.get('cache-control'), path).not.to.include('public');
    }
  });

  it('[A14] are absent for sites that the reader may not read', async () => {
    const { at, site, api } = await publish(world, [GUIDE], { visibility: 'share-link' });
    expect(site.visibility).to.equal('share-link');
    for (const path of ['llms.txt', 'llms-full.txt', 'rss.xml', 'atom.xml', 'welcome.md', 'sitemap.xml', 'robots.txt'])
      must(await web.get(`${at}/${path}`), 404);
    const link = must(await world.admin.api.post(`${api}/share-links`, { name: 'Friends' }), 201);
    const root = new URL(link.urls.published).pathname;
    const list = await text(`${root}llms.txt`);
    expect(list).to.include(`${instance.publicUrl}${root}welcome.md`);
    expect(await text(`${root}robots.txt`)).to.equal('User-agent: *\nDisallow: /\n');
    must(await web.get(`${root}sitemap.xml`), 404);
    const page = await markdownOf(`${root}guides/install.md`);
    expect(page.headers.get('cache-control')).to.equal('private, no-store');
    expect(page.headers.get('x-robots-tag')).to.equal('noindex');
    expect(await page.text()).to.include(`${instance.publicUrl}${root}`);
  });

  it('make feeds of the updates blocks of a page', async () => {
    const { at } = await publish(world, [
      {
        pages: [
          { title: 'Home' },
          {
            title: 'Changes & <news>',
            slug: 'changes',
            markdown:
              '{% updates format="full" %}\n{% update date="2026-03-02" tags="api, new" %}\n## Faster ]]> search\n\nTwice **as fast**.\n{% endupdate %}\n\n{% update date="2026-02-01" %}\nFirst version.\n{% endupdate %}\n{% endupdates %}',
          },
        ],
      },
    ]);
    const rss = await text(`${at}/changes/rss.xml`);
    expect(rss).to.include('Twice as fast.').and.include('<category>api</category>').and.include('2026-02-01');
    expect(rss).to.match(/<title>(?:<!\[CDATA\[)?Changes/);
    expect(await text(`${at}/changes/atom.xml`)).to.include('2026-03-02T00:00:00.000Z');
    must(await web.get(`${at}/home/rss.xml`), 404);
    must(await web.get(`${at}/nothing/atom.xml`), 404);
  });

  it('name the feed of a page only where the reader sees its updates', async () => {
    const update = (attributes: string) =>
      `{% updates %}\n{% update${attributes} %}\nNew.\n{% endupdate %}\n{% endupdates %}`;
    const { at } = await publish(world, [
      {
        pages: [
          { title: 'Home' },
          { title: 'Undated', markdown: update('') },
          {
            title: 'Inner',
            markdown: `{% if visitor.claims.unsigned.staff %}\n${update(' date="2026-03-02"')}\n{% endif %}`,
          },
        ],
      },
    ]);
    const feedOf = async (path: string) =>
      /type="application\/rss\+xml" href="([^"]+)"/.exec(await text(at + path))![1]!;
    expect(await feedOf('/undated')).to.equal(`${at}/undated/rss.xml`);
    expect(await text(`${at}/undated/rss.xml`))
      .to.include('<title>Undated')
      .and.not.include('<item>');
    expect(await feedOf('/inner')).to.equal(`${at}/rss.xml`);
    must(await web.get(`${at}/inner/rss.xml`), 404);
  });

  it('[A14] suggest pages that the reader may see in place of a missing one', async () => {
    const { at } = await publish(world, [GUIDE]);
    const missing = async (path: string): Promise<string> => must(await web.get(`${at}/${path}`), 404);
    expect(await missing('old/install-guide.html')).to.match(
      new RegExp(`<li><a href="${at}/guides/install"[^>]*><span dir="auto">Install</span></a></li>`),
    );
    for (const path of ['secret', 'below-secret', 'hidden-staff-only', 'zzzz', '%20'])
      expect(await missing(path), path).not.to.match(/class="s-suggestions"[^]*(?:Secret|Hidden)/);
    expect(await missing('unheardofword')).not.to.include('s-suggestions');
  });

  it('let robots read published sites alone on the host of the instance', async () => {
    expect(await text('/robots.txt')).to.equal('User-agent: *\nAllow: /sites/\nDisallow: /\n');
  });
});
