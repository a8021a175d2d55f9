import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { waitForOperations, gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { waitForSpec } from '../../support/openapi-specs.ts';
import { must } from '../../support/world.ts';

onEveryBackend('settings of a space', (backend) => {
  const git = gitImports(backend);
  const collection = async () =>
    must(
      await git.world.admin.api.post(`/v1/orgs/${git.world.organizationId}/collections`, { title: 'Collection' }),
      201,
    ).id as string;

  describe('createSpace', () => {
    it('takes parent, emoji, edit mode and template', async () => {
      const parent = await collection();
      const space = await git.world.space({
        title: 'New',
        emoji: '1f4d8',
        parent,
        editMode: 'locked',
        template: { id: 'changelog' },
      });
      expect(space).to.include({ title: 'New', emoji: '1f4d8', parent, editMode: 'locked', visibility: 'private' });
      expect(
        must(await git.world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages.length,
      ).to.be.greaterThan(0);
      expect(await git.world.space()).to.include({ editMode: 'live' });
    });

    it('fills a space from an OpenAPI specification, through the official client', async () => {
      const { admin, organizationId } = git.world;
      const specs = `/v1/orgs/${organizationId}/openapi`;
      const text = JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1' },
        paths: {
          '/pets': { get: { tags: ['Pets'], summary: 'List pets', responses: { 200: { description: 'All' } } } },
        },
      });
      must(await admin.api.post(specs, { slug: 'pets', source: { text } }), 201);
      await waitForSpec(admin.api, `${specs}/pets`);
      const computedSource = {
        type: 'builtin:openapi',
        props: { models: false },
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
      };
      const { data: space } = await admin.client.orgs.createSpace(organizationId, { title: 'API', computedSource });
      const content = `/v1/spaces/${space.id}/content`;
      const [stored] = must(await admin.api.get(`${content}/pages?computed=false`), 200).pages;
      expect(stored).to.deep.include({ type: 'computed', title: 'pets', computed: computedSource });
      const [shown] = must(await admin.api.get(`${content}/pages`), 200).pages;
      expect(shown.pages.map(({ title, path }: any) => [title, path])).to.deep.equal([['Pets', 'pets/pets']]);
      expect(must(await admin.api.get(`${content}/path/pets/pets`), 200).markdown).to.include('List pets');
    });

    it('refuses computed sources that it cannot honor, naming the member, and creates nothing', async () => {
      const { admin, organizationId } = git.world;
      const openapi = (spec: unknown, more: object = {}) => ({
        type: 'builtin:openapi',
        props: { models: true },
        dependencies: { spec: { ref: spec } },
        ...more,
      });
      const count = async () => must(await admin.api.get(`/v1/orgs/${organizationId}/spaces?limit=0`), 200).count;
      const before = await count();
      for (const [body, field] of [
        [{ computedSource: null }, 'computedSource'],
        [{ computedSource: 'openapi' }, 'computedSource'],
        [{ computedSource: {} }, 'computedSource.type'],
        [{ computedSource: { type: 'integration:acme:pages', props: {} } }, 'computedSource.type'],
        [{ computedSource: { type: 'builtin:translation', props: {}, dependencies: {} } }, 'computedSource.type'],
        [{ computedSource: { type: 'builtin:openapi', props: {} } }, 'computedSource.dependencies.spec.ref'],
        [{ computedSource: openapi({ kind: 'space' }) }, 'computedSource.dependencies.spec.ref.kind'],
        [{ computedSource: openapi({ kind: 'openapi' }) }, 'computedSource.dependencies.spec.ref.spec'],
        [{ computedSource: openapi({ kind: 'openapi', spec: 'none' }) }, 'computedSource.dependencies.spec.ref.spec'],
        [
          { computedSource: openapi({ kind: 'openapi', spec: 'none' }, { props: { models: 1 } }) },
          'computedSource.props.models',
        ],
        [
          { computedSource: openapi({ kind: 'openapi', spec: 'none' }), template: { id: 'changelog' } },
          'computedSource',
        ],
      ] as const)
        expect(
          must(await admin.api.post(`/v1/orgs/${organizationId}/spaces`, body), 400).error.issues.map(
            ({ path }: any) => path,
          ),
          JSON.stringify(body),
        ).to.deep.equal([field]);
      expect(await count()).to.equal(before);
    });
  });

  describe('updateSpaceById', () => {
    it('changes and records nothing where all values are the present ones', async () => {
      const { api } = git.world.admin;
      const { id } = await git.world.space({ title: 'Handbook' });
      const mergeRules = { upToDate: true, approvals: 1 };
      const before = must(await api.patch(`/v1/spaces/${id}`, { emoji: '📘', defaultLevel: 'read', mergeRules }), 200);
      const events = async (): Promise<number> =>
        must(await api.get(`/v1/orgs/${git.world.organizationId}/audit-events?target=${id}`), 200).count;
      const recorded = await events();
      for (const body of [{}, { title: ' Handbook ' }, { emoji: '📘', defaultLevel: 'read', mergeRules, icon: null }])
        expect(must(await api.patch(`/v1/spaces/${id}`, body), 200), JSON.stringify(body)).to.deep.equal(before);
      expect(await events()).to.equal(recorded);
    });

    it('accepts an emoji or its code points of up to 50 characters, and resets it to the default', async () => {
      const { api } = git.world.admin;
      const space = await git.world.space({ emoji: '👩‍👩‍👧' });
      const longest = Array.from({ length: 10 }, () => '1f4d').join('-');
      expect(longest.length).to.equal(49);
      for (const emoji of [
        '📘',
        '❤',
        '❤️',
        '1F4D8',
        '1f468-200d-1f469',
        `${longest}`,
        `${longest.slice(0, -1)}d8`,
        '10ffff',
      ])
        expect(must(await api.patch(`/v1/spaces/${space.id}`, { emoji }), 200).emoji).to.equal(emoji);
      for (const emoji of [
        'book',
        '📘📘',
        '❤❤',
        '',
        '0',
        '110000',
        'd83d-dcd8',
        'a',
        '20',
        '200d-fe0f',
        `${longest}-f`,
        7,
      ])
        expect(must(await api.patch(`/v1/spaces/${space.id}`, { emoji }), 400).error.issues[0].path).to.equal('emoji');
      expect(must(await api.patch(`/v1/spaces/${space.id}`, { emoji: null }), 200)).to.have.property('emoji', '1f4d8');
    });

    it('sets an icon, which replaces the emoji, shows it wherever the space is, and removes it', async () => {
      const { api, client } = git.world.admin;
      const { organizationId } = git.world;
      const icon = 'https://example.com/icon.png';
      const parent = await collection();
      const space = await git.world.space({ emoji: '📘', parent });
      const path = `/v1/spaces/${space.id}`;
      const { data } = await client.spaces.updateSpaceById(space.id, { icon });
      expect([data.emoji, data.urls.icon]).to.deep.equal(['1f4d8', icon]);
      for (const list of [`/v1/orgs/${organizationId}/spaces?limit=1000`, `/v1/collections/${parent}/spaces`]) {
        const listed = must(await api.get(list), 200).items.find(({ id }: any) => id === space.id);
        expect(listed.urls.icon).to.equal(icon);
      }
      expect(must(await api.patch(path, { title: 'Kept' }), 200).urls.icon).to.equal(icon);
      const withEmoji = must(await api.patch(path, { emoji: '📘' }), 200);
      expect(withEmoji.emoji).to.equal('📘');
      expect(withEmoji.urls).not.to.have.property('icon');
      must(await api.patch(path, { icon }), 200);
      expect(must(await api.patch(path, { emoji: null, icon: null }), 200).urls).not.to.have.property('icon');
      for (const wrong of [
        { icon: 'icon.png' },
        { icon: 'javascript:alert(1)' },
        { icon: `https://example.com/${'x'.repeat(2048)}` },
        { icon: 7 },
        { icon, emoji: '📘' },
      ])
        expect(
          must(await api.patch(path, wrong), 400).error.issues.map((issue: any) => issue.path),
          JSON.stringify(wrong),
        ).to.deep.equal(['icon']);
    });

    it('accepts every visibility, but in-collection only in a collection', async () => {
      const { api } = git.world.admin;
      const [alone, inside] = [await git.world.space(), await git.world.space({ parent: await collection() })];
      for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth', 'private'])
        expect(must(await api.patch(`/v1/spaces/${alone.id}`, { visibility }), 200).visibility).to.equal(visibility);
      const refused = must(
        await api.patch(`/v1/spaces/${alone.id}`, { visibility: 'in-collection', title: 'No' }),
        409,
      );
      expect(refused.error.message).to.include('not in a collection');
      expect(must(await api.get(`/v1/spaces/${alone.id}`), 200)).to.include({
        visibility: 'private',
        title: alone.title,
      });
      expect(
        must(await api.patch(`/v1/spaces/${inside.id}`, { visibility: 'in-collection' }), 200).visibility,
      ).to.equal('in-collection');
      expect(must(await api.post(`/v1/spaces/${inside.id}/duplicate`), 201).visibility).to.equal('in-collection');
      for (const visibility of ['hidden', '', null, 'in_collection'])
        expect(must(await api.patch(`/v1/spaces/${alone.id}`, { visibility }), 400).error.issues[0].path).to.equal(
          'visibility',
        );
      must(await (await git.world.member('review')).api.patch(`/v1/spaces/${alone.id}`, { visibility: 'public' }), 403);
    });

    it('refuses direct changes of content in a locked space', async () => {
      const { api } = git.world.admin;
      const draft = await Draft.open(git.world);
      const {
        changes: [{ page }],
      } = await draft.live(insert('Page', { document: { markdown: 'words' } }));
      const { revision } = must(await api.get(draft.space), 200);
      await draft.live(insert('Other', { document: { markdown: 'words' } }));
      must(await api.patch(draft.space, { editMode: 'locked' }), 200);
      const before = must(await api.get(draft.space), 200).revision;
      const website = { url: 'http://127.0.0.1:9/none', source: 'html' };
      for (const [path, body] of [
        ['content', { changes: [insert('No', { document: { markdown: 'x' } })] }],
        ['content/import', website],
        [`content/page/${page.id ?? page}/import`, website],
        ['content/template', { id: 'changelog' }],
        [`revisions/${revision}/restore`, undefined],
      ] as const)
        must(await api.post(`${draft.space}/${path}`, body), 409);
      expect(must(await api.get(draft.space), 200).revision).to.equal(before);
      must(await api.patch(draft.space, { editMode: 'live' }), 200);
      await draft.live(insert('Again', { document: { markdown: 'x' } }));
    });

    it('allows change requests, merges and Git imports in a locked space', async () => {
      const { api } = git.world.admin;
      const { id } = await git.world.space({ editMode: 'locked' });
      const draft = await Draft.on(git.world.admin, id);
      await draft.edit(insert('Page', { document: { markdown: 'words' } }));
      await draft.merge();
      expect(must(await api.get(`/v1/spaces/${id}/content/pages`), 200).pages.length).to.equal(1);
      const { repository } = git.plant(HOME);
      must(await api.post(`/v1/spaces/${id}/git/import`, { url: git.urlOf(repository), ref: MAIN }), 204);
      expect((await waitForOperations(api, id)).lastOperation).to.include({ pages: 2 });
    });
  });
});
