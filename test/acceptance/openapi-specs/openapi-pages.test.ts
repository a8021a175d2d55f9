import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { startWebsite, type Website } from '../../support/servers/website.ts';
import { publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World } from '../../support/world.ts';

const computed = (slug: string, props: object = {}): object => ({
  operation: 'insert_page',
  type: 'computed',
  title: 'Reference',
  computed: { type: 'builtin:openapi', props, dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } } },
});

onEveryBackend('OpenAPI specifications as pages', (backend) => {
  let world: World;
  let space: Draft;
  let website: Website;
  let names = 0;
  const add = async (document: object = petStore()): Promise<string> => {
    const slug = `pages-${++names}`;
    must(
      await world.admin.api.post(`/v1/orgs/${world.organizationId}/openapi`, {
        slug,
        source: { text: JSON.stringify(document) },
      }),
      201,
    );
    await waitForSpec(world.admin.api, `/v1/orgs/${world.organizationId}/openapi/${slug}`);
    return slug;
  };
  const change = (slug: string, body: object, method: 'PATCH' | 'PUT' = 'PATCH') =>
    world.admin.api(method, `/v1/orgs/${world.organizationId}/openapi/${slug}`, body);
  const pages = async (api = world.admin.api, below = '/content/pages'): Promise<any[]> =>
    must(await api.get(`${space.space}${below}?computed=true`), 200).pages;
  const page = (path: string, api = world.admin.api) =>
    api.get(`${space.space}/content/path/${path}?computed=true&format=markdown`);
  before(async () => {
    world = await World.create(await backend.instance());
    website = await startWebsite({ '/specs/pets.json': JSON.stringify(petStore({ servers: [{ url: '/v1' }] })) });
  });
  beforeEach(async () => {
    space = await Draft.open(world);
  });

  describe('listPages', () => {
    it('lists a page for each tag of a specification below the page that names it', async () => {
      const slug = await add();
      await space.live(insert('Before'), computed(slug));
      const [, reference] = await pages();
      expect(reference).to.deep.include({ type: 'group', title: 'Reference', path: 'reference' });
      expect(reference.pages.map(({ title, path, type }: any) => [title, path, type])).to.deep.equal([
        ['Pets', 'reference/pets', 'document'],
      ]);
      const { markdown } = must(await page('reference/pets'), 200);
      for (const words of [
        'Everything about **pets**',
        '## List pets',
        'GET /pets',
        '| `limit` | query | integer | How many maximum `100` |',
        '**Response 200** — The pets',
        '*list of Pet*',
        '- `id` *string*, **required**',
        '- `name` *string or null*',
      ])
        expect(markdown).to.include(words);
      const { id } = reference.pages[0];
      expect(
        must(await world.admin.api.get(`${space.space}/content/page/${id}?computed=true&format=markdown`), 200)
          .markdown,
      ).to.equal(markdown);
      expect(await pages()).to.deep.equal(await pages());
      const { revision } = await space.inSpace('');
      expect(await pages(world.admin.api, `/revisions/${revision}`)).to.deep.equal(await pages());
    });

    it('states the values and limits of the items of lists in Markdown', async () => {
      const sort = { type: 'array', minItems: 1, items: { type: 'string', enum: ['name', 'age'] } };
      const tags = { type: 'array', items: { $ref: '#/components/schemas/Tag' } };
      const slug = await add(
        petStore({
          paths: {
            '/pets': {
              post: {
                tags: ['pets'],
                parameters: [{ name: 'sort', in: 'query', schema: sort }],
                requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { tags } } } } },
                responses: { 204: { description: 'Created' } },
              },
            },
          },
          components: { schemas: { Tag: { type: 'string', maxLength: 20 } } },
        }),
      );
      await space.live(computed(slug));
      const { markdown } = must(await page('reference/pets'), 200);
      expect(markdown).to.include(
        '| `sort` | query | list of string | minimum items `1`, items: one of `name`, `age` |',
      );
      expect(markdown).to.include('- `tags` *list of Tag* — items: maximum length `20`');
    });
    it('lists the members of parameters that are objects in Markdown', async () => {
      const state = { type: 'string', enum: ['sold', 'free'] };
      const filter = {
        type: 'object',
        required: ['state'],
        properties: { state, age: { type: 'integer', minimum: 1 } },
      };
      const parameters = [
        { name: 'filter', in: 'query', style: 'deepObject', schema: filter },
        { name: 'id', in: 'query', schema: { type: 'string' } },
      ];
      const get = { tags: ['pets'], parameters, responses: { 204: { description: 'None' } } };
      const slug = await add(petStore({ paths: { '/pets': { get } } }));
      await space.live(computed(slug));
      const { markdown } = must(await page('reference/pets'), 200);
      expect(markdown).to.include(
        'Members of `filter`:\n\n- `state` *string*, **required** — one of `sold`, `free`\n- `age` *integer* — minimum `1`\n',
      );
      expect(markdown).not.to.include('Members of `id`');
    });
    it('names a page that has the slug of its specification as its title by the title of the document', async () => {
      const slug = await add(petStore({ info: { title: 'Pet\nStore', version: '1' } }));
      await space.live(insert('Before'), { ...computed(slug), title: slug });
      const [, reference] = await pages();
      expect(reference).to.deep.include({ title: 'Pet Store', path: slug });
      expect((await space.inSpace('/content/pages?computed=false')).pages[1]).to.deep.include({
        type: 'computed',
        title: slug,
      });
      await space.live({ operation: 'update_page', page: reference.id, title: 'API' });
      expect((await pages())[1].title).to.equal('API');
    });

    it('adds the schemas and a link to the public document where the page is set so', async () => {
      const slug = await add();
      await space.live(insert('Before'), computed(slug, { models: true, downloadLink: true }));
      const titles = async (): Promise<string[]> => (await pages())[1].pages.map(({ title }: any) => title);
      expect(await titles()).to.deep.equal(['Pets', 'Models']);
      expect(must(await page('reference/models'), 200).markdown).to.include('## Pet');
      expect(must(await page('reference/pets'), 200).markdown).not.to.include('Download');
      const { urls } = must(await change(slug, { visibility: 'public' }), 200);
      expect(must(await page('reference/pets'), 200).markdown).to.include(
        `[Download the OpenAPI document](${urls.published})`,
      );
    });

    it('splits a tag with too many operations into one page for each', async () => {
      const paths = Object.fromEntries(
        Array.from({ length: 41 }, (_, i) => [
          `/things/${i}`,
          { get: { tags: ['things'], summary: `Thing ${i}`, responses: {} } },
        ]),
      );
      await space.live(insert('Before'), computed(await add(petStore({ tags: [], paths }))));
      const [, reference] = await pages();
      expect(reference.pages).to.have.lengthOf(1);
      expect(reference.pages[0].pages).to.have.lengthOf(41);
      expect(reference.pages[0].pages[40].path).to.equal('reference/things/thing-40');
      expect(must(await page('reference/things/thing-40'), 200).markdown).to.include('GET /things/40');
      expect(must(await page('reference/things'), 200).markdown).to.include(
        `- [Thing 40](/pages/${reference.pages[0].pages[40].id})`,
      );
    });

    it('makes one page for each operation below its tag where the page is set so', async () => {
      const document = petStore();
      document.paths['/pets/{id}'] = {
        get: { tags: ['pets'], summary: 'Get a pet', responses: {} },
        delete: { summary: 'Forget a pet', responses: {} },
      };
      await space.live(
        insert('Before'),
        computed(await add(document), { grouping: 'by-operation', models: true, downloadLink: true }),
      );
      const [, reference] = await pages();
      expect(
        reference.pages.map(({ title, pages: below }: any) => [title, below.map(({ path }: any) => path)]),
      ).to.deep.equal([
        ['Pets', ['reference/pets/list-pets', 'reference/pets/get-a-pet']],
        ['Operations', ['reference/operations/forget-a-pet']],
        ['Models', []],
      ]);
      expect(must(await page('reference/pets/get-a-pet'), 200).markdown)
        .to.include('GET /pets/{id}')
        .and.not.include('## ');
      const { markdown } = must(await page('reference/pets'), 200);
      expect(markdown)
        .to.include('Everything about **pets**')
        .and.include(`- [Get a pet](/pages/${reference.pages[0].pages[1].id})`)
        .and.not.include('GET /pets');
      expect(must(await page('reference/models'), 200).markdown).to.include('## Pet');
    });

    it('links to operations by their summaries, which are plain text', async () => {
      const document = petStore();
      document.paths['/pets'].get.summary = 'List Page<Pet> of {{ space.vars.shop }} [*all*]';
      await space.live(insert('Before'), computed(await add(document), { grouping: 'by-operation' }));
      expect(must(await page('reference/pets'), 200).markdown).to.include(
        '- [List Page\\<Pet\\> of \\{\\{ space.vars.shop \\}\\} \\[\\*all\\*\\]](/pages/',
      );
    });

    it('makes the same pages for every other setting of grouping', async () => {
      const slug = await add();
      const titles = (): Promise<string[]> =>
        pages().then(([, reference]) => reference.pages.map(({ title, pages: below }: any) => [title, below.length]));
      for (const props of [
        {},
        { grouping: 'by-tag' },
        { grouping: 'by-moon' },
        { grouping: null },
        { grouping: ['by-operation'] },
      ]) {
        space = await Draft.open(world);
        await space.live(insert('Before'), computed(slug, props));
        expect(await titles(), JSON.stringify(props)).to.deep.equal([['Pets', 0]]);
      }
    });

    it('shows no pages of a specification that is unknown, deleted, foreign or hidden from the caller', async () => {
      const slug = await add();
      await space.live(insert('Before'), computed(slug), { ...computed('unknown'), title: 'Unknown' });
      const guest = await world.member(null);
      must(await world.admin.api.post(`${space.space}/permissions`, { role: 'read', users: [guest.userId] }), 204);
      const shown = async (api = world.admin.api): Promise<unknown[]> =>
        (await pages(api)).slice(1).map(({ type, pages: below }: any) => below?.map(({ title }: any) => title) ?? type);
      expect(await shown()).to.deep.equal([['Pets'], 'computed']);
      expect(await shown(guest.api)).to.deep.equal(['computed', 'computed']);
      expect((await page('reference/pets', guest.api)).status).to.equal(404);
      must(await change(slug, { visibility: 'public' }), 200);
      expect(await shown(guest.api)).to.deep.equal([['Pets'], 'computed']);
      must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/openapi/${slug}`), 205);
      expect(await shown()).to.deep.equal(['computed', 'computed']);
      const other = await World.create(await backend.instance());
      const otherDraft = await Draft.open(other);
      await otherDraft.live(insert('Before'), computed(await add()));
      const { pages: theirs } = must(await other.admin.api.get(`${otherDraft.space}/content/pages?computed=true`), 200);
      expect(theirs[1].type).to.equal('computed');
    });
  });

  describe('listPageLinksInSpace', () => {
    it('lists links and backlinks of computed pages like those of others, in change requests too', async () => {
      const slug = await add(
        petStore({
          tags: [{ name: 'pets', description: 'Read [this](https://example.com/pets) and [that](/pages/nowhere).' }],
        }),
      );
      await space.edit(insert('Before'), computed(slug));
      must(await world.admin.api.get(`${space.space}/content/page/nowhere/links`), 404);
      must(await world.admin.api.get(`${space.space}/content/page/nowhere/backlinks`), 404);
      for (const content of [`${space.path}/content`, `${space.space}/content`]) {
        if (content === `${space.space}/content`) await space.merge();
        const {
          pages: [, reference],
        } = must(await world.admin.api.get(`${content}/pages`), 200);
        const { id, title } = reference.pages[0];
        const links = must(await world.admin.api.get(`${content}/page/${id}/links`), 200);
        expect(links.items.map(({ status, targetReference }: any) => [status, targetReference.url])).to.deep.equal([
          ['ok', 'https://example.com/pets'],
          ['broken', '/pages/nowhere'],
        ]);
        expect(links.items[0].locationReferences.map(({ page }: any) => [page.id, page.title])).to.deep.equal([
          [id, title],
        ]);
        expect(links).to.deep.include({ count: 2 }).and.nested.include({ 'stats.total': 2, 'stats.broken.total': 1 });
        expect(must(await world.admin.api.get(`${content}/page/${id}/links?status=broken&limit=1`), 200)).to.include({
          count: 1,
        });
        expect(must(await world.admin.api.get(`${content}/page/${id}/backlinks`), 200)).to.deep.equal({
          items: [],
          count: 0,
        });
      }
    });
  });

  describe('getPageById', () => {
    it('shows the last version of a specification under unchanged ids', async () => {
      const slug = await add();
      await space.live(insert('Before'), computed(slug));
      const [, before] = await pages();
      must(
        await change(
          slug,
          { source: { text: JSON.stringify(petStore({ tags: [{ name: 'pets', description: 'New words' }] })) } },
          'PUT',
        ),
        200,
      );
      await waitForSpec(world.admin.api, `/v1/orgs/${world.organizationId}/openapi/${slug}`);
      expect(must(await page('reference/pets'), 200).markdown).to.include('New words');
      const [, after] = await pages();
      expect(after.pages[0].id).to.equal(before.pages[0].id);
    });

    it('folds operations unless they are to be expanded, but never one that is a page', async () => {
      const document = petStore();
      document.paths['/<b>{%if%}&'] = { get: { tags: ['pets'], summary: 'Odd', responses: {} } };
      const slug = await add(document);
      await space.live(
        insert('Before'),
        computed(slug, { expandOperations: false }),
        { ...computed(slug, { expandOperations: false, grouping: 'by-operation' }), title: 'Apart' },
        { ...computed(slug, { expandOperations: true }), title: 'Open' },
      );
      const { markdown } = must(await page('reference/pets'), 200);
      expect(markdown).to.match(
        /^## List pets\n\n<details>\n\n<summary><code>GET \/pets<\/code><\/summary>\n\n[^]*\*\*Response 200\*\*[^]*?\n\n<\/details>$/m,
      );
      expect(markdown).to.include('<summary><code>GET /&#60;b&#62;&#123;%if%&#125;&#38;</code></summary>');
      for (const path of ['apart/pets/list-pets', 'open/pets'])
        expect(must(await page(path), 200).markdown, path)
          .to.include('GET /pets')
          .and.not.include('<details>');
    });

    it('shows hostile specifications as plain text', async () => {
      const evil = '{% include "/reusable-content/x" %}\n\n# Not a heading\n\n<script>alert(1)</script>';
      await space.live(
        insert('Before'),
        computed(await add(petStore({ tags: [{ name: 'pets', description: evil }] }))),
      );
      const { markdown } = must(await page('reference/pets'), 200);
      expect(markdown).not.to.match(/^\{%/m);
      expect(markdown).not.to.match(/^# /m);
    });
  });

  describe('computed pages on sites', () => {
    const shown = async (path: string): Promise<{ status: number; html: string }> => {
      const response = await fetch(world.instance.url + path);
      return { status: response.status, html: await response.text() };
    };
    const onSite = async (slug: string, more: object = {}): Promise<string> => {
      const { at, spaces } = await publish(world, [{ pages: [{ title: 'Start' }] }]);
      must(
        await world.admin.api.post(`/v1/spaces/${spaces[0].id}/content`, { changes: [{ ...computed(slug), ...more }] }),
        200,
      );
      return at;
    };

    it('are in the navigation, the sitemap and at their addresses once they are public', async () => {
      const slug = await add();
      must(await change(slug, { visibility: 'public' }), 200);
      const at = await onSite(slug);
      expect((await shown(`${at}/`)).html)
        .to.include('Reference')
        .and.include(`href="${at}/reference/pets"`);
      const { status, html } = await shown(`${at}/reference/pets`);
      expect(status).to.equal(200);
      for (const words of ['List pets', 'Everything about <strong>pets</strong>', 'id="list-pets-query-limit"'])
        expect(html).to.include(words);
      expect(html).to.match(/>GET<\/span> <code class="a-path">\/pets<\/code>/);
      expect((await shown(`${at}/sitemap.xml`)).html).to.include(`${at}/reference/pets`);
      expect((await shown(`${at}/reference/nothing`)).status).to.equal(404);
    });

    it('are below the title of the document where the page has the slug of the specification as its title', async () => {
      const slug = await add(petStore({ info: { title: 'Pet Store', version: '1' } }));
      must(await change(slug, { visibility: 'public' }), 200);
      const at = await onSite(slug, { ...computed(slug), title: slug });
      const { html } = await shown(`${at}/${slug}/pets`);
      expect(html).to.include('>Pet Store<').and.not.include(`>${slug}<`);
    });

    it('show the methods of operations with pages of their own in the navigation of all pages', async () => {
      const document = petStore() as { paths: Record<string, { get: object }> };
      document.paths['/pets'] = { get: { ...document.paths['/pets']!.get, deprecated: true } };
      const slug = await add(document);
      must(await change(slug, { visibility: 'public' }), 200);
      const at = await onSite(slug, computed(slug, { grouping: 'by-operation' }));
      const entry = (href: string) =>
        new RegExp(
          `<a href="${href}"[^>]* title="deprecated"><b class="s-method m-get">GET</b> <s dir="auto">List pets</s></a>`,
        );
      for (const [path, href] of [
        ['/reference/pets', 'pets/list-pets'],
        ['/reference/pets/list-pets', 'list-pets'],
      ] as const)
        expect((await shown(at + path)).html, path).to.match(entry(href));
      expect((await shown(`${at}/reference/pets`)).html).not.to.match(/s-method[^>]*>[^<]*<\/b> [^/]*Pets</);
    });

    it('resolve relative servers against the URL of the source', async () => {
      const slug = await add(petStore({ servers: [{ url: '/v1' }] }));
      must(await change(slug, { visibility: 'public' }), 200);
      const at = await onSite(slug);
      const { html } = await shown(`${at}/reference/pets`);
      expect(html).to.include('https://example.com/v1/pets').and.not.include('a-try');
      must(await change(slug, { source: { url: `${website.origin}/specs/pets.json` } }, 'PUT'), 200);
      await waitForSpec(world.admin.api, `/v1/orgs/${world.organizationId}/openapi/${slug}`);
      const response = await fetch(`${world.instance.url}${at}/reference/pets`);
      expect(await response.text())
        .to.include(`${website.origin}/v1/pets`)
        .and.include(`&quot;url&quot;:&quot;${website.origin}/v1&quot;`)
        .and.not.include('https://example.com/v1/pets');
      const policy = response.headers.get('content-security-policy')!;
      expect(/connect-src ([^;]*)/.exec(policy)![1]!.split(' ')).to.include(website.origin);
    });

    it('fold their operations under their addresses', async () => {
      const slug = await add();
      must(await change(slug, { visibility: 'public' }), 200);
      const { html } = await shown(`${await onSite(slug, computed(slug, { expandOperations: false }))}/reference/pets`);
      expect(html).to.match(
        /<h2[^>]*>[^]*?List pets[^]*?<\/h2>[^]*?<details[^>]*><summary>[^]*?<code[^>]*>\/pets<\/code>[^]*?<\/summary>[^]*The pets[^]*<\/details>/,
      );
    });

    it('follow the last version and its visibility', async () => {
      const slug = await add();
      must(await change(slug, { visibility: 'public' }), 200);
      const at = await onSite(slug);
      expect((await shown(`${at}/reference/pets`)).html).to.include('List pets');
      const other = petStore();
      other.paths['/pets'].get.summary = 'All of them';
      must(await change(slug, { source: { text: JSON.stringify(other) } }, 'PUT'), 200);
      await waitForSpec(world.admin.api, `/v1/orgs/${world.organizationId}/openapi/${slug}`);
      expect((await shown(`${at}/reference/pets`)).html)
        .to.include('All of them')
        .and.not.include('List pets');
      must(await change(slug, { visibility: 'private' }), 200);
      expect((await shown(`${at}/reference/pets`)).status).to.equal(404);
      const { status, html } = await shown(`${at}/reference`);
      expect(status).to.equal(200);
      expect(html).to.include('This part of the documentation is not available.').and.not.include('All of them');
    });

    it('are targets of redirects and of links in the header once they are public', async () => {
      const slug = await add();
      const { at, api, site, spaces } = await publish(world, [{ pages: [{ title: 'Start' }] }]);
      const [{ id: spaceId }] = spaces;
      must(await world.admin.api.post(`/v1/spaces/${spaceId}/content`, { changes: [computed(slug)] }), 200);
      const [, reference] = must(
        await world.admin.api.get(`/v1/spaces/${spaceId}/content/pages?computed=true`),
        200,
      ).pages;
      const [{ id: page }] = reference.pages;
      const [{ id: siteSpaceId }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
      const customization = must(await world.admin.api.get(`${api}/customization`), 200);
      const customize = () =>
        world.admin.api.put(`${api}/customization`, {
          ...customization,
          header: { preset: 'default', links: [{ title: 'Pets', to: { kind: 'page', page }, links: [] }] },
        });
      const redirect = (source: string, destination: object) =>
        world.admin.api.post(`${api}/redirects`, { source, destination });
      const byPath = { kind: 'path', spaceId, path: 'reference/pets' };
      const byId = { kind: 'site-page', siteSpaceId, pageId: page };
      expect((await customize()).status).to.equal(400);
      expect((await redirect('/by-path', byPath)).status).to.equal(400);
      expect((await redirect('/by-id', byId)).status).to.equal(404);
      must(await change(slug, { visibility: 'public' }), 200);
      must(await customize(), 200);
      must(await redirect('/by-path', byPath), 201);
      must(await redirect('/by-id', byId), 201);
      must(await redirect('/group', { ...byPath, path: 'reference' }), 201);
      for (const source of ['/by-path', '/by-id', '/group']) {
        const response = await fetch(world.instance.url + at + source, { redirect: 'manual' });
        expect(response.headers.get('location'), source).to.equal(`${at}/reference/pets`);
        const { target } = must(await world.admin.api.get(`${api}/redirect?source=${source}`), 200);
        expect(target).to.equal(`${site.urls.published}${source === '/group' ? 'reference' : 'reference/pets'}`);
      }
      expect((await shown(`${at}/`)).html).to.match(
        /<header[^]*href="[^"]*reference\/pets"[^>]*>(?:<span[^>]*>)?Pets<[^]*<\/header>/,
      );
    });

    describe('resolvePublishedContentByUrl', () => {
      it('resolves addresses of computed pages once they are public', async () => {
        const slug = await add();
        const at = await onSite(slug);
        const found = async (path: string): Promise<any> =>
          (await world.admin.api.post('/v1/urls/published', { url: `${world.instance.publicUrl}${at}/${path}` })).body;
        /** Status of the page at a path, read with the content token of its URL. */
        const pageAt = async (path: string): Promise<number> => {
          const { apiToken, space } = await found(path);
          return (await apiOf(world.instance, apiToken).get(`/v1/spaces/${space}/content/path/${path}`)).status;
        };
        expect(await pageAt('reference/pets')).to.equal(404);
        must(await change(slug, { visibility: 'public' }), 200);
        expect(await found('reference/pets')).to.deep.include({
          pathname: '/reference/pets',
          canonicalUrl: `${world.instance.publicUrl}${at}/reference/pets`,
        });
        expect(await pageAt('reference/pets')).to.equal(200);
        expect(await pageAt('reference/nothing')).to.equal(404);
      });
    });

    it('answer alike for a private specification and a missing one', async () => {
      const bodyOf = (html: string): string => /<main[^]*<\/main>/.exec(html)![0].replace(/<time[^]*?<\/time>/g, '');
      const [hidden, unknown] = await Promise.all([onSite(await add()), onSite('unknown')]);
      const [one, other] = await Promise.all([shown(`${hidden}/reference`), shown(`${unknown}/reference`)]);
      expect(one.status).to.equal(200);
      expect(bodyOf(one.html).replaceAll(hidden, unknown)).to.equal(bodyOf(other.html));
    });

    it('are as hidden as the page that names them, and distinct from pages of the same name', async () => {
      const slug = await add();
      must(await change(slug, { visibility: 'public' }), 200);
      const at = await onSite(slug, { hidden: true });
      expect((await shown(`${at}/`)).html).not.to.include('reference/pets');
      expect((await shown(`${at}/reference/pets`)).status).to.equal(200);
      const { at: beside, spaces } = await publish(world, [
        { pages: [{ title: 'Reference', markdown: 'Written by hand' }] },
      ]);
      must(await world.admin.api.post(`/v1/spaces/${spaces[0].id}/content`, { changes: [computed(slug)] }), 200);
      expect((await shown(`${beside}/`)).html).to.include('Written by hand');
      expect((await shown(`${beside}/reference-1/pets`)).html).to.include('List pets');
    });

    it('fill blocks in included pages, nested ones too', async () => {
      const slug = await add();
      must(await change(slug, { visibility: 'public' }), 200);
      const { at } = await publish(world, [
        {
          pages: [{ title: 'Start', markdown: 'Before.\n\n{% include "outer.md" %}\n' }],
          includes: [
            {
              title: 'Inner',
              markdown: `{% openapi-operation spec="${slug}" path="/pets" method="get" %}\n`,
              gitPath: 'inner.md',
            },
            { title: 'Outer', markdown: 'Around.\n\n{% include "inner.md" %}\n', gitPath: 'outer.md' },
          ],
        },
      ]);
      expect((await shown(`${at}/`)).html)
        .to.include('Around.')
        .and.include('The pets');
      must(await change(slug, { visibility: 'private' }), 200);
      expect((await shown(`${at}/`)).html)
        .to.include('Around.')
        .and.not.include('The pets');
    });

    it('fill blocks that name a webhook or schemas', async () => {
      const slug = await add({
        ...petStore(),
        openapi: '3.1.0',
        webhooks: { born: { post: { responses: { 200: { description: 'Noted' } } } } },
      });
      must(await change(slug, { visibility: 'public' }), 200);
      const markdown = [
        `{% openapi-webhook spec="${slug}" name="born" method="post" %}`,
        '{% endopenapi-webhook %}',
        '',
        `{% openapi-schemas spec="${slug}" schemas="Pet" %}`,
        `[OpenAPI ${slug}](${slug})`,
        '{% endopenapi-schemas %}',
      ].join('\n');
      const { at } = await publish(world, [{ pages: [{ title: 'Start', markdown }] }]);
      const { html } = await shown(`${at}/`);
      expect(html)
        .to.include('Noted')
        .and.match(/<h2[^>]*>Pet<\/h2>/)
        .and.include('id="pet-name"')
        .and.not.include(`OpenAPI ${slug}`);
    });

    it('show the members that a request, a response and a webhook have', async () => {
      const schema = {
        type: 'object',
        properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: {}, state: { $ref: '#/$defs/State' } },
      };
      const body = { content: { 'application/json': { schema } } };
      const exchange = { requestBody: body, responses: { 200: { description: 'Done', ...body } } };
      const slug = await add({
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: { '/pets': { post: { summary: 'Add', ...exchange } } },
        webhooks: { born: { post: { summary: 'Born', ...exchange } } },
        $defs: { State: { readOnly: true } },
      });
      must(await change(slug, { visibility: 'public' }), 200);
      const markdown = [
        `{% openapi-operation spec="${slug}" path="/pets" method="post" %}\n{% endopenapi-operation %}`,
        `{% openapi-webhook spec="${slug}" name="born" method="post" %}\n{% endopenapi-webhook %}`,
      ].join('\n\n');
      const { at } = await publish(world, [{ pages: [{ title: 'Start', markdown }] }]);
      const { html } = await shown(`${at}/`);
      const fields = [...html.matchAll(/<li class="a-field" id="([^"]+)"/g)].map(([, id]) => id);
      expect(fields).to.have.members([
        ...['add-body-secret', 'add-body-name', 'add-200-id', 'add-200-name', 'add-200-state'],
        ...['born-body-id', 'born-body-name', 'born-body-state', 'born-200-secret', 'born-200-name'],
      ]);
    });

    it('keep titles and names of languages in their own direction', async () => {
      const slug = await add(petStore({ servers: [{ url: 'https://example.com' }] }));
      must(await change(slug, { visibility: 'public' }), 200);
      const markdown = `{% openapi-operation spec="${slug}" path="/pets" method="get" %}\n{% endopenapi-operation %}`;
      const { at } = await publish(world, [{ pages: [{ title: 'Start', markdown }] }]);
      expect((await shown(`${at}/`)).html)
        .to.match(/<h2 class="a-heading" id="[^"]*" dir="auto">List pets<\/h2>/)
        .and.include('<bdi>C#</bdi>');
    });

    it('fill blocks that name an operation of a public specification, and leave the others as they are', async () => {
      const slug = await add();
      const block = (spec: string, method = 'GET'): string =>
        `{% openapi-operation spec="${spec}" path="/pets" method="${method}" %}`;
      const markdown = [
        'Before.',
        '',
        block(slug),
        '[OpenAPI old](https://example.com)',
        '{% endopenapi-operation %}',
        '',
        block(slug, 'put'),
        '',
        block('unknown'),
        '',
        '```',
        block(slug),
        '```',
        '',
        'After.',
      ].join('\n');
      const { at } = await publish(world, [{ pages: [{ title: 'Start', markdown }] }]);
      const hidden = (await shown(`${at}/`)).html;
      expect(hidden).to.include('OpenAPI old').and.not.include('The pets');
      must(await change(slug, { visibility: 'public' }), 200);
      const { html } = await shown(`${at}/`);
      expect(html.split('The pets')).to.have.lengthOf(2);
      expect(html).to.include('id="list-pets-query-limit"').and.include('After.').and.not.include('OpenAPI old');
      must(await change(slug, { visibility: 'private' }), 200);
      expect((await shown(`${at}/`)).html).to.equal(hidden);
    });
  });
});
