import { expect } from 'chai';
import { onEveryBackend } from '../support/backends.ts';
import { Draft, insert } from '../support/content/api-content.ts';
import { cpuTimeOfAll, RETRIES_OF_MEASUREMENTS } from '../support/cpu-time.ts';
import { QUERIES, SEARCH_PAGES } from '../support/search-fixture.ts';
import { TimeTravel } from '../support/time-travel.ts';
import { must, World } from '../support/world.ts';

const at = (path: string, query: string, more = ''): string =>
  `${path}/search?query=${encodeURIComponent(query)}${more}`;

/** Limit of this process and the database together; the most expensive of the queries below needs a tenth. */
const MAX_QUERY_CPU_MS = 300;

onEveryBackend('search', (backend) => {
  let world: World;
  let database: string | undefined;
  before(async () => {
    const time = await TimeTravel.start(backend);
    world = await World.create(time.instance);
    ({ database } = time);
  });
  const search = async (space: Draft, query: string, more = ''): Promise<any> =>
    must(await space.person.api.get(at(space.space, query, more)), 200);
  const titles = async (space: Draft, query: string): Promise<string[]> =>
    (await search(space, query)).items.map(({ title }: any) => title);
  const page = (title: string, markdown: string, more: object = {}) =>
    insert(title, { document: { markdown }, ...more });
  const made = async (...changes: readonly object[]): Promise<{ space: Draft; ids: string[] }> => {
    const space = await Draft.open(world);
    return { space, ids: (await space.live(...changes)).changes.map(({ page: { id } }: any) => id) };
  };

  describe('searchSpaceContent', () => {
    let space: Draft;
    before(async () => {
      space = (
        await made(
          ...Object.entries(SEARCH_PAGES).map(([title, { markdown, description }]) =>
            page(title, markdown, { ...(description !== undefined && { description }) }),
          ),
        )
      ).space;
    });
    for (const [kind, query, title] of QUERIES)
      it(`finds by ${kind}: ${query}`, async () => {
        expect((await titles(space, query))[0]).to.equal(title);
      });

    it('finds neither markup nor addresses nor comments, and nothing for a query without words', async () => {
      for (const query of ['unwordly', 'invisible', 'endhint', 'danger', '', '  ', '?!', '""', '%_*'])
        expect(await search(space, query), query).to.deep.equal({ items: [], count: 0 });
    });

    it('treats patterns and database syntax as words', async function () {
      this.retries(RETRIES_OF_MEASUREMENTS);
      for (const query of [
        '(a+)+$',
        '.*',
        "x' | 'y:*",
        'a & !b <-> c',
        "\\'",
        '\u{1F4D8}'.repeat(200),
        '"'.repeat(512),
        'a '.repeat(256),
        '("'.repeat(256),
        'ab.'.repeat(170),
        '网'.repeat(512),
        '\uFDFA'.repeat(512),
        Array.from({ length: 16 }, (_, i) => `the.${i % 8}.server.of.users`).join(' '),
        '安装指南服务器软件 '.repeat(50),
      ]) {
        const spent = await cpuTimeOfAll(() => search(space, query), database);
        expect(spent, query).to.be.below(MAX_QUERY_CPU_MS);
      }
    });

    it('shows the matching sections, with the words around the match and addresses that open', async () => {
      const { items } = must(
        await world.admin.client.spaces
          .searchSpaceContent(space.spaceId, { query: 'backoff' })
          .then(({ data }: any) => ({ status: 200, body: data })),
        200,
      );
      const [{ sections, ...found }] = items;
      expect(found).to.deep.include({ title: 'Webhooks', path: 'webhooks' });
      expect(found.urls.app).to.match(new RegExp(`/app/spaces/${space.spaceId}/pages/${found.id}$`));
      expect(sections).to.deep.equal([
        {
          id: 'retry-policy',
          title: 'Retry policy',
          path: 'webhooks#retry-policy',
          body: 'A failed delivery is repeated with exponential backoff for three days.',
          score: 1,
          urls: { app: `${found.urls.app}#retry-policy` },
        },
      ]);
      expect((await search(space, 'endpoint')).items[0].sections[0]).to.include({
        id: found.id,
        title: 'Webhooks',
        path: 'webhooks',
      });
    });

    it('shows the values of expressions in sections, with the anchors of the rendered page', async () => {
      const { space } = await made(
        { operation: 'set_variables', variables: { product: 'Quoll' } },
        page(
          'Marsupials',
          '## {{ space.vars.product }} & numbat\n\nThe numbat likes {{ space.vars.product }} and {{ visitor.claims.name }}.\n\n{% if visitor.claims.staff %}\nA numbat for staff.\n{% endif %}',
        ),
      );
      const [{ id, sections }] = (await search(space, 'numbat')).items;
      expect(sections[0]).to.include({
        id: 'quoll-and-numbat',
        title: 'Quoll & numbat',
        path: 'marsupials#quoll-and-numbat',
      });
      expect(sections[0].body).to.include('The numbat likes Quoll and {{ visitor.claims.name }}.');
      expect(sections[0].body).to.include('A numbat for staff.');
      const { html } = must(await space.person.api.post(`${space.space}/content/page/${id}/render`, {}), 200);
      expect(html).to.include('id="quoll-and-numbat"');
      const organization = `/v1/orgs/${world.organizationId}`;
      const found = must(await space.person.api.get(at(organization, 'numbat')), 200);
      expect(found.items[0].pages[0].sections).to.deep.equal(sections);
    });

    it('accepts a query of 512 characters, and refuses longer and empty ones', async () => {
      must(await world.admin.api.get(at(space.space, 'é'.repeat(512))), 200);
      const { error } = must(await world.admin.api.get(at(space.space, 'x'.repeat(513))), 400);
      expect(error.issues[0].path).to.equal('query');
      expect(must(await world.admin.api.get(`${space.space}/search`), 400).error.issues[0].path).to.equal('query');
    });

    it('ranks titles over headings over texts, and whole words over beginnings of words', async () => {
      const { space } = await made(
        page('Text', 'Something about tokens in the text.'),
        page('Heading', 'Nothing.\n\n## About tokens\n\nNothing.'),
        page('Tokens and secrets', 'Nothing.'),
        page('Tokens', 'Nothing.'),
        page('Tokensmith', 'Nothing.'),
      );
      expect(await titles(space, 'tokens')).to.deep.equal([
        'Tokens',
        'Tokens and secrets',
        'Heading',
        'Tokensmith',
        'Text',
      ]);
    });

    it('ranks the title that is meant first, even with a typing error in the query', async () => {
      const { space } = await made(
        page('Ossification, again and again', 'Ossification ossification. '.repeat(20)),
        page('All about ossification', 'x'),
        page('Ossification', 'A long text that tells little. '.repeat(50)),
      );
      for (const query of ['ossification', 'osification', 'ossificatoin'])
        expect((await titles(space, query))[0], query).to.equal('Ossification');
    });

    it('finds a title that has nearly all words where few pages have all, unless the missing one is quoted', async () => {
      const { space } = await made(
        page(
          'Credentials',
          'How to download what the social registry says, with inji or without, is told elsewhere. '.repeat(10),
        ),
        page('Configure inji to download from the social registry', 'Step by step.'),
        page('Download from the social registry', 'Step by step, with inji.'),
        page('Social registry', 'inji'),
      );
      expect(await titles(space, 'download social registry credentials with inji')).to.deep.equal([
        'Configure inji to download from the social registry',
        'Credentials',
      ]);
      expect(await titles(space, 'download social registry "credentials" with inji')).to.deep.equal(['Credentials']);
      expect(await titles(space, 'social registry credentials')).to.deep.equal(['Credentials']);
      const first = await search(space, 'download social registry credentials with inji', '&limit=1');
      expect([
        first.count,
        (
          await search(
            space,
            'download social registry credentials with inji',
            `&limit=1&page=${encodeURIComponent(first.next.page)}`,
          )
        ).items[0].title,
      ]).to.deep.equal([2, 'Credentials']);
    });

    it('follows live and merged edits, renamed parents, moves, deletions and restored revisions', async () => {
      const { space, ids } = await made(page('Parent', 'x'), page('Child', 'A word: pangolin.'));
      const [parent, child] = ids as [string, string];
      const found = async (query: string): Promise<string[]> =>
        (await search(space, query)).items.map(({ path }: any) => path);
      expect(await found('pangolin')).to.deep.equal(['child']);
      const { revision } = await space.live({ operation: 'update_page', page: child, into: parent });
      await space.live({ operation: 'update_page', page: parent, title: 'Elder', slug: 'elder' });
      expect(await found('pangolin')).to.deep.equal(['elder/child']);

      const draft = await space.another();
      await draft.update(child, { document: { markdown: 'Another word: axolotl.' } });
      expect([await found('pangolin'), await found('axolotl')]).to.deep.equal([['elder/child'], []]);
      await draft.merge();
      expect([await found('pangolin'), await found('axolotl')]).to.deep.equal([[], ['elder/child']]);

      await space.live({ operation: 'update_page', page: child, noIndex: true });
      expect(await found('axolotl')).to.deep.equal([]);
      await space.live({ operation: 'update_page', page: child, noIndex: false });
      expect(await found('axolotl')).to.deep.equal(['elder/child']);
      await space.live({ operation: 'delete_page', page: child });
      expect(await found('axolotl')).to.deep.equal([]);
      must(await world.admin.api.post(`${space.space}/revisions/${revision}/restore`), 200);
      expect(await found('pangolin')).to.deep.equal(['parent/child']);
    });

    it('pages through all results, each once, with an exact count', async () => {
      const { space, ids } = await made(
        ...Array.from({ length: 25 }, (_, i) => page(`Number ${i}`, i % 2 ? 'walrus' : 'walrus walrus')),
      );
      const first = await search(space, 'walrus', '&limit=10');
      expect([first.items.length, first.count]).to.deep.equal([10, 25]);
      const seen = [...first.items];
      for (let next = first.next; next;) {
        const part = await search(space, 'walrus', `&limit=10&page=${encodeURIComponent(next.page)}`);
        seen.push(...part.items);
        next = part.next;
      }
      expect(seen.map(({ id }) => id).sort()).to.deep.equal([...ids].sort());
      expect(await search(space, 'walrus', '&limit=0')).to.deep.equal({ items: [], count: 25 });
      const foreign = await world.admin.api.get(
        at(space.space, 'walrusses', `&limit=10&page=${encodeURIComponent(first.next.page)}`),
      );
      expect(must(foreign, 400).error.issues[0].path).to.equal('page');
    });

    it('scores and ranks pages, names the pages above them, and continues the ranks on the next page', async () => {
      const { space, ids } = await made(page('Animals', 'Words'), page('Once', `tapir ${'word '.repeat(200)}`));
      const [top] = ids;
      const {
        changes: [{ page: middle }],
      } = await space.live(page('Wild', 'Words', { into: top }));
      await space.live(page('Tapir', '## Tapir food\n\nA tapir eats leaves.', { into: middle.id }));
      const { items } = await search(space, 'tapir');
      expect(items.map(({ title, rank, ancestors }: any) => [title, rank, ancestors])).to.deep.equal([
        ['Tapir', 1, [{ title: 'Animals' }, { title: 'Wild' }]],
        ['Once', 2, []],
      ]);
      const [first, second] = items;
      expect(first.score).to.be.greaterThan(second.score);
      expect(second.score).to.be.greaterThan(0);
      expect(first.sections[0].score).to.be.greaterThan(0);
      const { next } = await search(space, 'tapir', '&limit=1');
      expect((await search(space, 'tapir', `&limit=1&page=${encodeURIComponent(next.page)}`)).items).to.deep.equal([
        second,
      ]);
    });

    it('indexes the first 15,000 words of a page, whatever it is made of', async () => {
      const { space } = await made(
        page('Long', `${'filler '.repeat(14_990)} lastword ${'filler '.repeat(20)} beyond`),
        page('Bomb', Array.from({ length: 60_000 }, (_, i) => `w${i.toString(36)}${'x'.repeat(80)}`).join(' ')),
      );
      expect(await titles(space, 'lastword')).to.deep.equal(['Long']);
      expect(await titles(space, 'beyond')).to.deep.equal([]);
      expect(await titles(space, 'bomb')).to.deep.equal(['Bomb']);
    });
  });

  describe('searchOrganizationContent', () => {
    it('[A15] lists spaces with their best pages, and finds, counts and corrects only by what the caller may see', async () => {
      const secret = await made(page('Plans', 'The code name is zanzibar.'));
      const open = await made(page('Notes', 'Nothing of that kind, but zanzibarians.'));
      must(await world.admin.api.patch(secret.space.space, { defaultLevel: null }), 200);
      const reader = await world.member('read');
      const path = `/v1/orgs/${world.organizationId}`;
      const all = must(await world.admin.api.get(at(path, 'zanzibar')), 200);
      expect(all.items.map(({ id, pages }: any) => [id, pages.map((one: any) => one.title)])).to.deep.equal([
        [secret.space.spaceId, ['Plans']],
        [open.space.spaceId, ['Notes']],
      ]);
      expect(all.count).to.equal(2);

      const { data } = await reader.client.orgs.searchOrganizationContent(world.organizationId, { query: 'zanzibar' });
      expect([data.count, data.items.map(({ id }: any) => id)]).to.deep.equal([1, [open.space.spaceId]]);
      expect(must(await reader.api.get(at(path, '"code name"')), 200)).to.deep.equal({ items: [], count: 0 });
      // A word of the hidden space corrects nothing: it would tell that it is there.
      await open.space.live(page('Almost', 'zanzibur'));
      expect(must(await reader.api.get(at(path, 'zanzibra')), 200).count).to.equal(1);
      must(await reader.api.get(at(secret.space.space, 'zanzibar')), 404);

      must(
        await world.admin.api.post(`${secret.space.space}/permissions`, { role: 'read', users: [reader.userId] }),
        204,
      );
      expect(must(await reader.api.get(at(path, 'zanzibar')), 200).count).to.equal(2);
    });

    it('ranks pages in the order of the list, whatever the length of its parts', async () => {
      for (let i = 0; i < 2; i++)
        await made(page('Narwhal', 'narwhal narwhal'), page(`Sea ${i}`, 'a narwhal'), page(`Ice ${i}`, 'narwhal'));
      const path = `/v1/orgs/${world.organizationId}`;
      const ranksOf = async (limit: number): Promise<(readonly [string, number])[]> => {
        const found: (readonly [string, number])[] = [];
        for (let next: string | undefined = ''; next !== undefined;) {
          const more = next === '' ? '' : `&page=${encodeURIComponent(next)}`;
          const body: any = must(await world.admin.api.get(at(path, 'narwhal', `&limit=${limit}${more}`)), 200);
          for (const { pages } of body.items) found.push(...pages.map(({ id, rank }: any) => [id, rank] as const));
          next = body.next?.page;
        }
        return found;
      };
      const all = await ranksOf(50);
      expect(all.map(([, rank]) => rank)).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(await ranksOf(1)).to.deep.equal(all);
    });

    it('pages from space to space', async () => {
      const spaces = [];
      for (let i = 0; i < 3; i++) spaces.push((await made(page(`Dugong ${i}`, 'dugong'))).space.spaceId);
      const path = `/v1/orgs/${world.organizationId}`;
      const first = must(await world.admin.api.get(at(path, 'dugong', '&limit=2')), 200);
      const second = must(
        await world.admin.api.get(at(path, 'dugong', `&limit=2&page=${encodeURIComponent(first.next.page)}`)),
        200,
      );
      expect([first.count, second.next]).to.deep.equal([3, undefined]);
      const items = [...first.items, ...second.items];
      expect(items.map(({ id }: any) => id).sort()).to.deep.equal(spaces.sort());
      expect(items.flatMap(({ pages }: any) => pages.map(({ rank }: any) => rank))).to.have.members([1, 2, 3]);
    });
  });
});
