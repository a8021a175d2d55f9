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
  const apply = (id: string, headers?: Record<string, string>) => world.admin.api.post(`${space.space}/content/template`, { id }, headers);

  it('are listed with their pages, in pages of the list', async () => {
    const { items, count } = must(await world.admin.api.get('/v1/templates'), 200);
    expect([items.map(({ id }: any) => id), count]).to.deep.equal([IDS, 5]);
    for (const { pages, title, description } of items) {
      expect(pages.length, title).to.be.at.least(4);
      expect(description).to.not.equal('');
    }
    expect(items[3].pages).to.deep.equal([
      { title: 'What is new', level: 0 }, { title: 'What is coming', level: 0 }, { title: 'Versions and support', level: 0 },
      { title: 'Upgrading', level: 0 }, { title: 'Upgrade to version 2', level: 1 },
    ]);
    const first = must(await world.admin.api.get('/v1/templates?limit=2'), 200);
    const second = must(await world.admin.api.get(`/v1/templates?limit=3&page=${first.next.page}`), 200);
    expect([...first.items, ...second.items]).to.deep.equal(items);
    expect(second).not.to.have.property('next');
    expect(must(await world.admin.api.get('/v1/templates?limit=0'), 200)).to.deep.equal({ items: [], count: 5 });
  });

  it('fill a space through the official client, as one revision, with links that lead to their pages', async () => {
    const { revision: before } = await space.inSpace('');
    for (const id of IDS) {
      const { status } = await world.admin.client.spaces.applyTemplateToSpace(space.spaceId, { id });
      expect(status).to.equal(201);
    }
    const content = await space.inSpace('/content');
    const known = new Map<string, any>();
    const collect = (pages: readonly any[]): void => pages.forEach((page) => (known.set(page.id, page), collect(page.pages ?? [])));
    collect(content.pages);
    expect(known.size).to.be.greaterThan(30);
    for (const { id, type, title, description } of known.values()) {
      if (type !== 'document') continue;
      const { markdown } = await space.inSpace(`/content/page/${id}`);
      expect(markdown, title).to.match(/^\n?# .+\n\n/).and.not.match(/\]\(\.\/|="\.\//);
      expect(description, title).to.not.equal('');
      const links = [...markdown.matchAll(/\/pages\/(\w{20})/g)].map(([, page]) => known.get(page)?.type);
      expect(links, title).to.deep.equal(links.map(() => 'document'));
    }
    const [changelog] = [...known.values()].filter(({ title }) => title === 'What is new');
    expect((await space.inSpace(`/content/page/${changelog.id}`)).description).to.equal('All changes that you can notice, the latest first.');
    const steps: string[] = [];
    for (let id = content.id; id !== before; [id] = (await space.inSpace(`/revisions/${id}`)).parents) steps.push(id);
    expect(steps).to.have.lengthOf(IDS.length);
  });

  it('leave what a space has where it is', async () => {
    const { changes: [{ page }] } = await space.live(insert('What is new', { document: { markdown: 'mine' } }));
    const answer = await apply('changelog');
    expect([answer.status, answer.body]).to.deep.equal([201, '']);
    const { pages } = await space.inSpace('/content/pages');
    expect(pages[0].id).to.equal(page.id);
    expect((await space.inSpace(`/content/page/${page.id}`)).markdown).to.equal('mine');
    expect(pages.slice(1).map(({ title }: any) => title)).to.deep.equal(['What is new', 'What is coming', 'Versions and support', 'Upgrading']);
    must(await apply('changelog'), 201);
    expect((await space.inSpace('/content/pages')).pages).to.have.lengthOf(9);
  });

  it('are for those who may edit a space whose content is live', async () => {
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
