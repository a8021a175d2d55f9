import { expect } from 'chai';
import { onEveryBackend } from '../support/backends.ts';
import { Draft, insert } from '../support/content/api-content.ts';
import { must, World } from '../support/world.ts';

const IDS = ['product-docs', 'api-reference', 'knowledge-base', 'changelog', 'handbook'];

onEveryBackend('templates', (backend) => {
  let world: World;
  let space: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    space = await Draft.open(world);
  });
  const apply = (id: string, headers?: Record<string, string>) =>
    world.admin.api.post(`${space.space}/content/template`, { id }, headers);

  describe('listTemplates', () => {
    it('lists templates with their pages, page by page', async () => {
      const { items, count } = must(await world.admin.api.get('/v1/templates'), 200);
      expect([items.map(({ id }: any) => id), count]).to.deep.equal([IDS, 5]);
      for (const { pages, title, description } of items) {
        expect(pages.length, title).to.be.at.least(4);
        expect(description).to.not.equal('');
      }
      expect(items[3].pages).to.deep.equal([
        { title: 'What is new', level: 0 },
        { title: 'What is coming', level: 0 },
        { title: 'Versions and support', level: 0 },
        { title: 'Upgrading', level: 0 },
        { title: 'Upgrade to version 2', level: 1 },
      ]);
      const first = must(await world.admin.api.get('/v1/templates?limit=2'), 200);
      const second = must(await world.admin.api.get(`/v1/templates?limit=3&page=${first.next.page}`), 200);
      expect([...first.items, ...second.items]).to.deep.equal(items);
      expect(second).not.to.have.property('next');
      expect(must(await world.admin.api.get('/v1/templates?limit=0'), 200)).to.deep.equal({ items: [], count: 5 });
    });
  });

  describe('applyTemplateToSpace', () => {
    it('adds the pages as one revision with links between them, through the official client', async () => {
      const { revision: before } = await space.inSpace('');
      for (const id of IDS) {
        const { status } = await world.admin.client.spaces.applyTemplateToSpace(space.spaceId, { id });
        expect(status).to.equal(201);
      }
      const content = await space.inSpace('/content');
      const known = new Map<string, any>();
      const collect = (pages: readonly any[]): void =>
        pages.forEach((page) => (known.set(page.id, page), collect(page.pages ?? [])));
      collect(content.pages);
      expect(known.size).to.be.greaterThan(30);
      for (const { id, type, title, description } of known.values()) {
        if (type !== 'document') continue;
        const { markdown } = await space.inSpace(`/content/page/${id}`);
        expect(markdown, title)
          .to.match(/^\n?# .+\n\n/)
          .and.not.match(/\]\(\.\/|="\.\//);
        expect(description, title).to.not.equal('');
        const links = [...markdown.matchAll(/\/pages\/(\w{20})/g)].map(([, page]) => known.get(page)?.type);
        expect(links, title).to.deep.equal(links.map(() => 'document'));
      }
      const [changelog] = [...known.values()].filter(({ title }) => title === 'What is new');
      expect((await space.inSpace(`/content/page/${changelog.id}`)).description).to.equal(
        'All changes that you can notice, the latest first.',
      );
      const steps: string[] = [];
      for (let id = content.id; id !== before; [id] = (await space.inSpace(`/revisions/${id}`)).parents) steps.push(id);
      expect(steps).to.have.lengthOf(IDS.length);
    });

    it('leaves the present pages of the space in place', async () => {
      const {
        changes: [{ page }],
      } = await space.live(insert('What is new', { document: { markdown: 'mine' } }));
      const answer = await apply('changelog');
      expect([answer.status, answer.body]).to.deep.equal([201, '']);
      const { pages } = await space.inSpace('/content/pages');
      expect(pages[0].id).to.equal(page.id);
      expect((await space.inSpace(`/content/page/${page.id}`)).markdown).to.equal('mine');
      expect(pages.slice(1).map(({ title }: any) => title)).to.deep.equal([
        'What is new',
        'What is coming',
        'Versions and support',
        'Upgrading',
      ]);
      must(await apply('changelog'), 201);
      expect((await space.inSpace('/content/pages')).pages).to.have.lengthOf(9);
    });

    it('adds the pages to a change request that the body names, by its ID or number, also of a locked space', async () => {
      const { api } = world.admin;
      must(await api.patch(space.space, { editMode: 'locked' }), 200);
      const at = `${space.space}/content/template`;
      const { id, number } = await space.get('');
      for (const changeRequestId of [id, String(number)])
        must(await api.post(at, { id: 'changelog', changeRequestId }), 201);
      expect((await space.get('/content/pages')).pages).to.have.lengthOf(8);
      expect((await space.inSpace('/content/pages')).pages).to.deep.equal([]);

      const unknown = { id: 'changelog', changeRequestId: '0'.repeat(20) };
      expect(must(await api.post(at, unknown), 404).error.issues[0].path).to.equal('changeRequestId');
      const other = (await (await Draft.open(world)).get('')).id;
      must(await api.post(at, { id: 'changelog', changeRequestId: other }), 404);
      must(await api.post(at, { id: 'changelog', changeRequestId: id }, { 'if-match': `"${'0'.repeat(20)}"` }), 412);
      must(await api.patch(space.path, { status: 'archived' }), 200);
      must(await api.post(at, { id: 'changelog', changeRequestId: id }), 409);
    });

    it('is for those who may edit a space whose content is live', async () => {
      must(await apply('none'), 404);
      expect(must(await apply(''), 400).error.issues[0].path).to.equal('id');
      must(await apply('changelog', { 'if-match': `"${'0'.repeat(20)}"` }), 412);
      const body = { id: 'changelog' };
      must(await (await world.member('comment')).api.post(`${space.space}/content/template`, body), 403);
      must(await (await world.stranger()).api.post(`${space.space}/content/template`, body), 404);
      must(await world.admin.api.patch(space.space, { editMode: 'locked' }), 200);
      must(await apply('changelog'), 409);
      expect((await space.inSpace('/content/pages')).pages).to.deep.equal([]);
    });
  });

  describe('createSpace', () => {
    it('begins with the template that it names, as if it had been applied', async () => {
      const { data, status } = await world.admin.client.orgs.createSpace(world.organizationId, {
        title: 'Ready',
        editMode: 'locked',
        template: { id: 'changelog' },
      } as never);
      expect(status).to.equal(201);
      const { api } = world.admin;
      const at = `/v1/spaces/${data.id}`;
      expect(must(await api.get(at), 200)).to.deep.equal(data);
      const { pages, id } = must(await api.get(`${at}/content`), 200);
      expect(id).to.equal(data.revision);
      const titles = (of: readonly any[]): unknown[] =>
        of.map(({ title, pages: below = [] }) => (below.length > 0 ? [title, titles(below)] : title));
      expect(titles(pages)).to.deep.equal([
        'What is new',
        'What is coming',
        'Versions and support',
        ['Upgrading', ['Upgrade to version 2']],
      ]);
      const { parents } = must(await api.get(`${at}/revisions/${data.revision}`), 200);
      expect(must(await api.get(`${at}/revisions/${parents[0]}`), 200)).to.deep.include({ pages: [] });
      expect(must(await api.get(`${at}/search?query=upgrading`), 200).items).to.not.deep.equal([]);
      expect(must(await api.get(`${at}/links?status=ok`), 200).count).to.be.greaterThan(0);
    });

    it('answers 404 for an unknown template and creates nothing, and 403 to callers who may not create spaces', async () => {
      const { api } = world.admin;
      const path = `/v1/orgs/${world.organizationId}/spaces`;
      const count = async () => must(await api.get(path), 200).count;
      const before = await count();
      expect(must(await api.post(path, { template: { id: 'none' } }), 404).error.message).to.equal(
        'template not found',
      );
      for (const template of [{ id: '' }, { id: 'x'.repeat(101) }, {}])
        expect(must(await api.post(path, { template }), 400).error.issues[0].path).to.equal('template.id');
      expect(must(await api.post(path, { template: 'changelog' }), 400).error.issues[0].path).to.equal('template');
      expect(
        must(await api.post(path, { parent: '0'.repeat(20), template: { id: 'none' } }), 404).error.message,
      ).to.equal('parent not found');
      must(await (await world.member('review')).api.post(path, { template: { id: 'none' } }), 403);
      expect(await count()).to.equal(before);
    });
  });
});
