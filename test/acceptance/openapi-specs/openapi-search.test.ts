import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { htmlAt, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const COMPUTED = (slug: string): object => ({
  operation: 'insert_page',
  type: 'computed',
  title: 'Reference',
  computed: {
    type: 'builtin:openapi',
    props: { grouping: 'by-operation' },
    dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } },
  },
});

/** Each finds something where the pages are shown. */
const QUERIES = ['limit', 'list pets', 'everything', 'evrything'];
const inReference = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => path.startsWith('reference'));

onEveryBackend('searchSiteContent with OpenAPI specifications', (backend) => {
  let world: World;
  let api: Api;
  let names = 0;
  before(async () => {
    world = await World.create(await backend.instance());
    ({ api } = world.admin);
  });
  const at = (slug: string): string => `/v1/orgs/${world.organizationId}/openapi/${slug}`;
  const read = async (slug: string, document: object, status: 200 | 201): Promise<void> => {
    must(await api.put(at(slug), { source: { text: JSON.stringify(document) } }), status);
    await waitForSpec(api, at(slug));
  };
  /** A site with a page that shows a public specification; what is said of the page besides. */
  const onSite = async (
    more: object = {},
    document: object = petStore(),
  ): Promise<{ slug: string; site: PublishedSite }> => {
    const slug = `found-${++names}`;
    await read(slug, document, 201);
    must(await api.patch(at(slug), { visibility: 'public' }), 200);
    const site = await publish(
      world,
      [
        { pages: [{ title: 'Start', markdown: 'A walrus and no API.' }] },
        { pages: [{ title: 'Walrus pets', markdown: 'Pets of the walrus.' }] },
      ],
      { titles: ['First', 'Second'] },
    );
    must(await api.post(`/v1/spaces/${site.spaces[0].id}/content`, { changes: [{ ...COMPUTED(slug), ...more }] }), 200);
    return { slug, site };
  };
  const search = async (site: PublishedSite, query: string, by: Api = api): Promise<any> =>
    must(await by.post(`${site.api}/search`, { query, scope: { mode: 'all' } }), 200);
  const found = async (site: PublishedSite, query: string, by?: Api): Promise<string[]> =>
    (await search(site, query, by)).items.flatMap(({ pages }: any) => pages.map(({ path }: any) => path));
  /** The page of the site's search, without the navigation beside it. */
  const shown = async (site: PublishedSite, query: string): Promise<string> =>
    /<main[^]*<\/main>/.exec(
      await htmlAt(apiOf(world.instance), `${site.at}/~quire/search?q=${encodeURIComponent(query)}`),
    )![0];

  it('finds computed pages by titles and words with excerpts, in the API and on the site', async () => {
    const { site } = await onSite();
    expect(await found(site, 'list pets')).to.deep.equal(['reference/pets/list-pets', 'reference/pets']);
    const {
      items: [
        {
          id,
          title,
          pages: [page],
        },
      ],
      count,
    } = await search(site, 'how many limit');
    expect([id, title, count]).to.deep.equal([site.spaces[0].id, 'First', 1]);
    expect(page).to.deep.include({ title: 'List pets', path: 'reference/pets/list-pets' });
    expect(page.sections[0].body).to.include('How many');
    expect(await shown(site, 'limit'))
      .to.include(`href="${site.at}/reference/pets/list-pets"`)
      .and.include('How many');
    const { pages } = must(await api.get(`/v1/spaces/${site.spaces[0].id}/content/pages?computed=true`), 200);
    expect(page.id).to.equal(pages[1].pages[0].pages[0].id);
  });

  it('ranks computed pages among stored ones, and counts spaces once', async () => {
    const { site } = await onSite();
    const { items, count } = await search(site, 'pets');
    expect(count).to.equal(2);
    expect(items.map(({ title }: any) => title)).to.deep.equal(['First', 'Second']);
    expect(items[0].pages.map(({ title }: any) => title)).to.deep.equal(['Pets', 'List pets']);
    expect(await found(site, 'walrus')).to.have.members(['start', 'walrus-pets']);
    const first = must(await api.post(`${site.api}/search?limit=1`, { query: 'pets', scope: { mode: 'all' } }), 200);
    const second = must(
      await api.post(`${site.api}/search?limit=1&page=${encodeURIComponent(first.next.page)}`, {
        query: 'pets',
        scope: { mode: 'all' },
      }),
      200,
    );
    // Ranks count the pages of the answers so far, whatever their spaces.
    const unranked = (spaces: any[]): any[] =>
      spaces.map(({ pages, ...space }) => ({ ...space, pages: pages.map(({ rank: _rank, ...page }: any) => page) }));
    expect(unranked([...first.items, ...second.items])).to.deep.equal(unranked(items));
    expect(second).not.to.have.property('next');
  });

  it('finds computed pages by beginnings of words and with typing errors', async () => {
    const { site } = await onSite();
    expect(await found(site, 'everyth')).to.deep.equal(['reference/pets']);
    expect(await found(site, 'evrything')).to.deep.equal(['reference/pets']);
    expect(await found(site, '"everything about pets"')).to.deep.equal(['reference/pets']);
    expect(await found(site, '"pets about everything"')).to.deep.equal([]);
  });

  it('follows the last version', async () => {
    const { slug, site } = await onSite();
    expect(await found(site, 'quokka')).to.deep.equal([]);
    await read(slug, petStore({ tags: [{ name: 'pets', description: 'A quokka, of all pets' }] }), 200);
    expect(await found(site, 'quokka')).to.deep.equal(['reference/pets']);
    expect(await found(site, 'everything')).to.deep.equal([]);
  });

  it('finds nothing of a private specification for any caller, nor of the text in its place', async () => {
    const { slug, site } = await onSite();
    must(await api.patch(at(slug), { visibility: 'private' }), 200);
    for (const query of [...QUERIES, 'documentation is not available'])
      expect(inReference(await found(site, query)), query).to.deep.equal([]);
    expect(await shown(site, 'limit')).not.to.include('reference/pets');
    must(await api.patch(at(slug), { visibility: 'public' }), 200);
    expect(await found(site, 'limit')).to.deep.equal(['reference/pets/list-pets']);
    must(await api.delete(at(slug)), 205);
    expect(await found(site, 'limit')).to.deep.equal([]);
  });

  for (const [what, more, status] of [
    ['hidden', { hidden: true }, 200],
    ['kept from search', { noIndex: true }, 200],
    ['under a condition that does not hold', { condition: 'visitor.claims.unsigned.staff' }, 404],
  ] as const)
    it(`finds nothing below a page that is ${what}`, async () => {
      const { site } = await onSite(more);
      expect((await fetch(`${world.instance.url}${site.at}/reference/pets`)).status).to.equal(status);
      for (const query of QUERIES) expect(inReference(await found(site, query)), query).to.deep.equal([]);
      expect(await shown(site, 'limit')).not.to.include('reference/pets');
    });

  it('finds nothing in a space that the caller does not see', async () => {
    const { site } = await onSite();
    must(await api.patch(`/v1/spaces/${site.spaces[0].id}`, { defaultLevel: null }), 200);
    const { api: reader } = await world.member('read');
    expect(await found(site, 'limit', reader)).to.deep.equal([]);
    expect(await found(site, 'limit')).to.deep.equal(['reference/pets/list-pets']);
  });

  it('returns ten of many pages', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `/things/${i}`,
        { get: { tags: ['things'], summary: `Zebra ${i}`, responses: {} } },
      ]),
    );
    const { site } = await onSite({}, petStore({ tags: [], paths }));
    const { items, count } = await search(site, 'zebra');
    expect(count).to.equal(1);
    expect(items[0].pages).to.have.lengthOf(10);
  });
});
