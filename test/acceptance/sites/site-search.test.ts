import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { htmlAt, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('search of sites', (backend) => {
  let world: World;
  let client: any;
  let api: Api;
  let web: Api;
  let published: PublishedSite;
  let parts: readonly any[];
  before(async () => {
    world = await World.create(await backend.instance());
    ({ client, api } = world.admin);
    web = apiOf(world.instance);
    published = await publish(
      world,
      [
        {
          pages: [
            { title: 'Welcome', markdown: 'The walrus speaks.' },
            {
              title: 'Hidden walrus',
              hidden: true,
              markdown: 'zanzibar',
              pages: [{ title: 'Below the hidden walrus' }],
            },
            {
              title: 'Walrus for staff',
              condition: 'visitor.claims.unsigned.staff',
              markdown: 'zanzibar',
              pages: [{ title: 'Below the walrus for staff' }],
            },
            {
              title: 'Partly',
              markdown:
                'Seen by all.\n\n{% if visitor.claims.unsigned.staff %}\nThe quokka is a secret.\n{% endif %}\n\n## Walrus food\n\nFish.',
            },
            { title: 'Unsearched walrus', noIndex: true },
          ],
        },
        { pages: [{ title: 'Walrus in the second space' }] },
        {
          pages: [
            { title: 'Only zanzibar' },
            {
              title: 'Wombats',
              markdown: '## Size: {{ 1 + 1 }} by 2*3 numbat\n\nThe numbat is {{ "small" }}.\n',
            },
          ],
        },
      ],
      { titles: ['First', 'Second', 'Third'] },
    );
    parts = must(await api.get(`${published.api}/site-spaces`), 200).items;
  });
  const search = async (query: string, scope: object = { mode: 'all' }, by: Api = api) =>
    must(await by.post(`${published.api}/search`, { query, scope }), 200);
  const titles = ({ items }: any) => items.flatMap(({ pages }: any) => pages.map(({ title }: any) => title)).sort();

  describe('prewarmSiteSearch', () => {
    it('changes nothing that a search finds, and is for members', async () => {
      const before = await search('walrus');
      must(await api.post(`${published.api}/search/prewarm`), 204);
      expect(await search('walrus')).to.deep.equal(before);
      const foreign = await World.create(world.instance);
      must(await foreign.admin.api.post(`${published.api}/search/prewarm`), 404);
    });
  });

  describe('searchSiteContent', () => {
    it('[A14] finds and counts only what a visitor sees, through the official client', async () => {
      const { data } = await client.orgs.searchSiteContent(world.organizationId, published.site.id, {
        query: 'walrus',
        scope: { mode: 'all' },
      });
      expect(data.count).to.equal(2);
      expect(titles(data)).to.deep.equal(['Partly', 'Walrus in the second space', 'Welcome']);
      expect(data.items.map(({ id }: any) => id)).to.have.members([published.spaces[0].id, published.spaces[1].id]);
      const [page] = data.items.find(({ title }: any) => title === 'Second').pages;
      expect(page).to.have.keys('id', 'title', 'description', 'path', 'score', 'rank', 'ancestors', 'sections', 'urls');
      const pages = data.items.flatMap(({ pages: some }: any) => some);
      expect(pages.map(({ rank }: any) => rank)).to.have.members([1, 2, 3]);
      expect(pages.every(({ score }: any) => score > 0)).to.equal(true);
      expect(page.path).to.equal('walrus-in-the-second-space');
    });

    it('[A15] finds nothing by conditional content, and shows none of it', async () => {
      expect(await search('quokka')).to.deep.equal({ items: [], count: 0 });
      expect(titles(await search('zanzibar'))).to.deep.equal(['Only zanzibar']);
      const results = JSON.stringify(await search('walrus partly'));
      expect(results).to.include('Walrus food').and.not.include('quokka').and.not.include('staff');
    });

    it('names sections by the headings of the published page, with the values of expressions', async () => {
      const { items } = await search('numbat');
      const [section] = items[0].pages[0].sections;
      expect(section).to.include({
        id: 'size-2-by-2-3-numbat',
        title: 'Size: 2 by 2*3 numbat',
        body: 'The numbat is small.',
      });
      expect(await htmlAt(web, `${published.at}/third/wombats`)).to.include(`<h2 id="${section.id}"`);
    });

    it('takes the deprecated forms of the scope, each alone', async () => {
      const of = (fields: object) => api.post(`${published.api}/search`, { query: 'walrus', ...fields });
      const [, second] = parts;
      const found = async (fields: object) => must(await of(fields), 200);
      const same = async (fields: object, scope: object) =>
        expect(await found(fields)).to.deep.equal(await search('walrus', scope));
      await same({ mode: 'all' }, { mode: 'all' });
      await same({ siteSpaceIds: [second.id] }, { mode: 'specific', siteSpaceIds: [second.id] });
      await same({ mode: 'specific', siteSpaceIds: [second.id] }, { mode: 'specific', siteSpaceIds: [second.id] });
      await same({ mode: 'current', siteSpaceId: second.id }, { mode: 'default', includedSiteSpaces: [second.id] });
      expect(titles(await found({ siteSpaceIds: [second.id] }))).to.deep.equal(['Walrus in the second space']);
      const scope = { mode: 'all' };
      for (const [fields, path] of [
        [{}, 'scope'],
        [{ scope, mode: 'all' }, 'mode'],
        [{ scope, siteSpaceIds: [second.id] }, 'siteSpaceIds'],
        [{ scope, siteSpaceId: second.id }, 'siteSpaceId'],
        [{ mode: 'all', siteSpaceIds: [second.id] }, 'siteSpaceIds'],
        [{ mode: 'current' }, 'siteSpaceId'],
        [{ mode: 'current', siteSpaceId: second.id, siteSpaceIds: [second.id] }, 'siteSpaceIds'],
        [{ mode: 'specific' }, 'siteSpaceIds'],
        [{ mode: 'default' }, 'mode'],
        [{ siteSpaceIds: [] }, 'siteSpaceIds'],
      ] as const)
        expect(must(await of(fields), 400).error.issues[0].path, JSON.stringify(fields)).to.equal(path);
      must(await of({ siteSpaceIds: [UNKNOWN] }), 404);
    });

    it('searches the default space, the named spaces or all spaces', async () => {
      expect(titles(await search('walrus', { mode: 'default' }))).to.deep.equal(['Partly', 'Welcome']);
      expect(titles(await search('walrus', { mode: 'default', includedSiteSpaces: [parts[1].id] }))).to.deep.equal([
        'Partly',
        'Walrus in the second space',
        'Welcome',
      ]);
      expect(titles(await search('walrus', { mode: 'specific', siteSpaceIds: [parts[1].id] }))).to.deep.equal([
        'Walrus in the second space',
      ]);
      for (const scope of [
        { mode: 'specific', siteSpaceIds: [UNKNOWN] },
        { mode: 'default', includedSiteSpaces: [UNKNOWN] },
      ])
        must(await api.post(`${published.api}/search`, { query: 'walrus', scope }), 404);
      for (const scope of [
        undefined,
        {},
        { mode: 'none' },
        { mode: 'specific' },
        { mode: 'specific', siteSpaceIds: [] },
      ])
        must(await api.post(`${published.api}/search`, { query: 'walrus', scope }), 400);
    });

    it('accepts queries up to their length, and pages through the results', async () => {
      expect((await search('x'.repeat(512))).count).to.equal(0);
      expect((await search('')).count).to.equal(0);
      expect(
        must(await api.post(`${published.api}/search`, { query: 'x'.repeat(513), scope: { mode: 'all' } }), 400).error
          .issues[0].path,
      ).to.equal('query');
      const at = `${published.api}/search?limit=1`;
      const first = must(await api.post(at, { query: 'walrus', scope: { mode: 'all' } }), 200);
      const second = must(
        await api.post(`${at}&page=${encodeURIComponent(first.next.page)}`, {
          query: 'walrus',
          scope: { mode: 'all' },
        }),
        200,
      );
      expect([first.count, second.count, second.next]).to.deep.equal([2, 2, undefined]);
      expect(titles({ items: [...first.items, ...second.items] })).to.deep.equal([
        'Partly',
        'Walrus in the second space',
        'Welcome',
      ]);
    });

    it('[A15] finds nothing in spaces that the caller does not see or that have a condition', async () => {
      must(await api.patch(`/v1/spaces/${published.spaces[1].id}`, { defaultLevel: null }), 200);
      const { api: reader } = await world.member('read');
      expect(titles(await search('walrus', { mode: 'all' }, reader))).to.deep.equal(['Partly', 'Welcome']);
      must(
        await reader.post(`${published.api}/search`, {
          query: 'walrus',
          scope: { mode: 'specific', siteSpaceIds: [parts[1].id] },
        }),
        404,
      );
      must(await api.patch(`/v1/spaces/${published.spaces[1].id}`, { defaultLevel: 'inherit' }), 200);
      must(
        await api.patch(`${published.api}/site-spaces/${parts[1].id}`, { condition: 'visitor.claims.unsigned.staff' }),
        200,
      );
      expect(await search('second')).to.deep.equal({ items: [], count: 0 });
      expect(await htmlAt(web, `${published.at}/~quire/search?q=second`)).not.to.include('Walrus</mark> in');
      must(await api.patch(`${published.api}/site-spaces/${parts[1].id}`, { condition: null }), 200);
    });
  });

  it('has a page for readers, linked from every page, that finds what the reader sees', async () => {
    const home = await htmlAt(web, `${published.at}/`);
    expect(home).to.include(`action="${published.at}/~quire/search"`).and.include('name="q"');
    const answer = await web.get(`${published.at}/~quire/search?q=walrus`);
    const page = must(answer, 200);
    expect(page)
      .to.include(`href="${published.at}/partly#walrus-food"`)
      .and.include('<mark>Walrus</mark> in the second space')
      .and.include('>Results: ')
      .and.include('value="walrus"')
      .and.include('<meta name="robots" content="noindex">');
    expect(answer.headers.get('x-robots-tag')).to.equal('noindex');
    const short = await htmlAt(web, `${published.at}/~quire/search?q=a+${encodeURIComponent('wálrus')}`);
    expect(short).to.include('<mark>Walrus</mark> in the second space');
    const results = page.slice(page.indexOf('<main'));
    for (const gone of ['Hidden', 'for staff', 'Unsearched']) expect(results, gone).not.to.include(gone);
    expect(await htmlAt(web, `${published.at}/~quire/search?q=quokka`))
      .to.include('>Nothing was found.')
      .and.not.include('s-results');
    expect(await htmlAt(web, `${published.at}/~quire/search`)).not.to.include('>Nothing was found.');
    expect(
      await htmlAt(web, `${published.at}/~quire/search?q=%3Cscript%3Ealert(1)%3C/script%3E%22onfocus=%22`),
    ).not.to.match(/<script>alert|"\s*onfocus/);
    await htmlAt(web, `${published.at}/~quire/search?q=${'walrus+'.repeat(200)}%00`);
  });

  it('offers the section and the version that a reader is in, each where there are several', async () => {
    const site = await publish(world, [{ pages: [{ title: 'Start' }] }, { pages: [{ title: 'Old start' }] }], {
      titles: ['Now', 'Before'],
    });
    const scopes = async (path: string) =>
      /data-search="([^"]*)"/.exec(await htmlAt(web, `${site.at}/${path}`))![1]!.split(' ');
    expect(await scopes('')).to.deep.equal(['space']);
    const space = await world.space({ title: 'Calls' });
    await fillSpace(world.instance, space.id, { pages: [{ title: 'Narwhal' }] });
    must(await api.post(`${site.api}/sections`, { spaceId: space.id, title: 'Reference' }), 201);
    expect(await scopes('')).to.deep.equal(['section', 'space']);
    expect(await scopes('reference')).to.deep.equal(['section']);
    const trailOf = async (query: string) =>
      must(await web.get(`${site.at}/~quire/search.json?q=${query}`), 200).hits[0].breadcrumbs;
    expect(await trailOf('narwhal')).to.deep.equal(['Reference']);
    expect(await trailOf('old')).to.deep.equal(['Docs', 'Before']);
  });

  it('shows readers pages with some of the words where none has all, and the API none', async () => {
    const question = 'Why does the walrus eat bicycles for zanzibar';
    const { hits, count } = must(
      await web.get(`${published.at}/~quire/search.json?q=${encodeURIComponent(question)}`),
      200,
    );
    expect(hits.map(({ title }: any) => title)).to.have.members([
      'Walrus food',
      'Walrus in the second space',
      'Welcome',
      'Only zanzibar',
    ]);
    expect(count).to.equal(4);
    expect(await htmlAt(web, `${published.at}/~quire/search?q=${encodeURIComponent(question)}`))
      .to.include('<mark>Walrus</mark> food')
      .and.not.include('Hidden <mark>');
    expect((await search(question)).items).to.deep.equal([]);
    for (const one of ['quokka', 'bicycles', 'quokka bicycles'])
      expect(must(await web.get(`${published.at}/~quire/search.json?q=${one}`), 200).hits).to.deep.equal([]);
  });

  it('answers 404 for a restricted site as for an unknown one, outside shared caches', async () => {
    must(await api.patch(published.api, { visibility: 'unlisted' }), 200);
    const answer = await web.get(`${published.at}/~quire/search?q=walrus`);
    must(answer, 200);
    expect(answer.headers.get('cache-control')).to.match(/^private/);
    must(await api.patch(published.api, { visibility: 'share-link' }), 200);
    expect(must(await web.get(`${published.at}/~quire/search?q=walrus`), 404)).to.equal(
      must(await web.get('/sites/no-such-site/~quire/search?q=walrus'), 404),
    );
    must(await api.patch(published.api, { visibility: 'public' }), 200);
  });
});
