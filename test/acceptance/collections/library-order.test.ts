import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Person } from '../../support/world.ts';

const space = (id: string) => ({ type: 'space', space: id });
const collection = (id: string) => ({ type: 'collection', collection: id });
const UNKNOWN = '00000000000000000000';

onEveryBackend('order of spaces and collections', (backend) => {
  let world: World;
  const newCollection = async (title: string, parent?: string, of = world): Promise<any> =>
    must(await of.admin.api.post(`/v1/orgs/${of.organizationId}/collections`, { title, parent }), 201);
  const newSpace = (title: string, parent?: string): Promise<any> => world.space({ title, parent });
  const move = (what: 'spaces' | 'collections', id: string, body: object, { api }: Pick<Person, 'api'> = world.admin) =>
    api.post(`/v1/${what}/${id}/move`, body);
  const titles = ({ items }: any): string[] => items.map(({ title }: any) => title);
  const inside = async (id: string): Promise<string[]> =>
    titles(must(await world.admin.api.get(`/v1/collections/${id}/spaces`), 200));
  const atRoot = async (): Promise<string[]> =>
    titles(must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/collections?nested=false`), 200));
  const spaces = async (): Promise<string[]> =>
    titles(must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces`), 200));

  beforeEach(async () => {
    world = await World.create(await backend.instance());
  });

  describe('moveSpace', () => {
    it('moves a space before or after a sibling; others keep their order of creation and new ones come last', async () => {
      const parent = await newCollection('C');
      const [a, b, c] = [
        await newSpace('a', parent.id),
        await newSpace('b', parent.id),
        await newSpace('c', parent.id),
      ];
      const { data, status } = await world.admin.client.spaces.moveSpace(c.id, { position: { before: space(a.id) } });
      expect(status).to.equal(200);
      expect(data).to.deep.include({ id: c.id, title: 'c', parent: parent.id, permissions: c.permissions });
      expect(await inside(parent.id)).to.deep.equal(['c', 'a', 'b']);
      must(await move('spaces', c.id, { position: { after: space(a.id) } }), 200);
      expect(await inside(parent.id)).to.deep.equal(['a', 'c', 'b']);
      must(await move('spaces', a.id, { position: { after: space(b.id) } }), 200);
      await newSpace('d', parent.id);
      expect(await inside(parent.id)).to.deep.equal(['c', 'b', 'a', 'd']);
      must(await move('spaces', a.id, { position: { after: space(c.id), before: space(b.id) } }), 200);
      expect(await inside(parent.id)).to.deep.equal(['c', 'a', 'b', 'd']);
      expect(await spaces()).to.deep.equal(['c', 'a', 'b', 'd']);
    });

    it('moves spaces and collections into another collection, at its end or at a position, and back to the root', async () => {
      const [one, two] = [await newCollection('one'), await newCollection('two')];
      const [a, b] = [await newSpace('a', one.id), await newSpace('b', two.id)];
      expect(must(await move('spaces', a.id, { parent: two.id }), 200).parent).to.equal(two.id);
      expect(await inside(two.id)).to.deep.equal(['b', 'a']);
      expect(await inside(one.id)).to.deep.equal([]);
      expect(must(await move('spaces', b.id, { parent: null }), 200)).not.to.have.property('parent');
      must(await move('spaces', b.id, { parent: two.id, position: { after: space(a.id) } }), 200);
      expect(await inside(two.id)).to.deep.equal(['a', 'b']);
      expect(must(await move('collections', two.id, { parent: one.id }), 200).parent).to.equal(one.id);
      expect(await atRoot()).to.deep.equal(['one']);
      expect(await inside(two.id)).to.deep.equal(['a', 'b']);
      must(await move('collections', two.id, { parent: null, position: { before: collection(one.id) } }), 200);
      expect(await atRoot()).to.deep.equal(['two', 'one']);
    });

    it('answers 409 and changes nothing when the position stays the same', async () => {
      const parent = await newCollection('C');
      const [a, b] = [await newSpace('a', parent.id), await newSpace('b', parent.id)];
      for (const body of [
        { parent: parent.id },
        { position: { before: space(b.id) } },
        { parent: parent.id, position: { before: space(b.id) } },
      ])
        must(await move('spaces', a.id, body), 409);
      must(await move('spaces', b.id, { position: { after: space(a.id) } }), 409);
      for (const body of [
        { parent: null },
        { parent: parent.id },
        { parent: parent.id, position: { after: space(a.id) } },
      ])
        must(await move('collections', parent.id, body), 409);
      expect(await inside(parent.id)).to.deep.equal(['a', 'b']);
      expect(must(await world.admin.api.get(`/v1/spaces/${a.id}`), 200)).to.deep.equal(a);
    });

    it('names the field of a position that is unknown, foreign, elsewhere or deleted, with one answer for all of them', async () => {
      const theirs = await World.create(world.instance);
      const [parent, foreign] = [await newCollection('C'), await newCollection('F', undefined, theirs)];
      const [a, b, topLevel, gone] = [
        await newSpace('a', parent.id),
        await newSpace('b', parent.id),
        await newSpace('s'),
        await newSpace('gone', parent.id),
      ];
      const theirSpace = await theirs.space();
      must(await world.admin.api.delete(`/v1/spaces/${gone.id}`), 205);
      const named = [
        space(UNKNOWN),
        space('nonsense'),
        space(theirSpace.id),
        space(topLevel.id),
        space(gone.id),
        space(a.id),
        collection(foreign.id),
        collection(b.id),
        space(parent.id),
        collection(parent.id),
      ];
      const messages = new Set<string>();
      for (const one of named)
        for (const end of ['before', 'after']) {
          const { error } = must(await move('spaces', a.id, { position: { [end]: one } }), 400);
          expect(error.issues[0].path).to.equal(`position.${end}`);
          messages.add(error.issues[0].message);
        }
      expect(messages.size).to.equal(1);
      expect(
        must(await move('spaces', a.id, { position: { before: space(b.id), after: space(b.id) } }), 400).error.issues[0]
          .path,
      ).to.equal('position');
      for (const body of [
        {},
        { position: {} },
        { position: { before: { type: 'page', page: a.id } } },
        { position: { before: { type: 'space' } } },
        { parent: 7 },
      ])
        must(await move('spaces', a.id, body), 400);
      expect(await inside(parent.id)).to.deep.equal(['a', 'b']);
    });

    it('answers alike for a parent that is unknown, foreign or invisible', async () => {
      const theirs = await World.create(world.instance);
      const [mine, foreign] = [await newCollection('mine'), await newCollection('theirs', undefined, theirs)];
      const s = await newSpace('s');
      for (const parent of [foreign.id, UNKNOWN, 'nonsense', s.id]) {
        expect(must(await move('spaces', s.id, { parent }), 404).error.message).to.equal('parent not found');
        expect(must(await move('collections', mine.id, { parent }), 404).error.message).to.equal('parent not found');
      }
      const guest = await world.member(null);
      must(
        await world.admin.api.post(`/v1/spaces/${s.id}/permissions`, { role: 'create', users: [guest.userId] }),
        204,
      );
      expect(must(await move('spaces', s.id, { parent: mine.id }, guest), 404).error.message).to.equal(
        'parent not found',
      );
      must(
        await world.admin.api.post(`/v1/collections/${mine.id}/permissions`, { role: 'review', users: [guest.userId] }),
        204,
      );
      must(await move('spaces', s.id, { parent: mine.id }, guest), 403);
      must(
        await world.admin.api.post(`/v1/collections/${mine.id}/permissions`, { role: 'create', users: [guest.userId] }),
        204,
      );
      expect(must(await move('spaces', s.id, { parent: mine.id }, guest), 200).permissions.admin).to.equal(true);
      must(await move('spaces', s.id, { parent: null }, guest), 403);
    });

    it('answers with the permissions of the caller at the new place', async () => {
      const closed = await newCollection('closed');
      must(await world.admin.api.patch(`/v1/collections/${closed.id}`, { defaultLevel: 'read' }), 200);
      const s = await newSpace('s');
      const author = await world.member('create');
      must(
        await world.admin.api.post(`/v1/collections/${closed.id}/permissions`, {
          role: 'create',
          users: [author.userId],
        }),
        204,
      );
      must(await world.admin.api.patch(`/v1/spaces/${s.id}`, { defaultLevel: 'create' }), 200);
      const moved = must(await move('spaces', s.id, { parent: closed.id }, author), 200);
      expect(moved).to.deep.equal(must(await author.api.get(`/v1/spaces/${s.id}`), 200));
    });

    it('makes a space private at the root when its access came from the collection', async () => {
      const parent = await newCollection('C');
      const s = await newSpace('s', parent.id);
      must(await world.admin.api.patch(`/v1/spaces/${s.id}`, { visibility: 'in-collection' }), 200);
      expect(must(await move('spaces', s.id, { parent: null }), 200).visibility).to.equal('private');
    });

    it('neither loses nor doubles anything when many spaces move at once', async function () {
      const parent = await newCollection('C');
      const made: any[] = [];
      for (let i = 0; i < 8; i++) made.push(await newSpace(`s${i}`, parent.id));
      const answers = await Promise.all(
        made.flatMap((one, i) => [
          move('spaces', one.id, { position: { before: space(made[(i + 3) % 8]!.id) } }),
          move('spaces', one.id, { position: { after: space(made[(i + 5) % 8]!.id) } }),
        ]),
      );
      for (const { status } of answers) expect(status).to.be.oneOf([200, 409]);
      expect((await inside(parent.id)).sort()).to.deep.equal(made.map(({ title }) => title).sort());
      // Each into the other: one of them comes too late.
      const [x, y] = [await newCollection('x'), await newCollection('y')];
      const both = await Promise.all([
        move('collections', x.id, { parent: y.id }),
        move('collections', y.id, { parent: x.id }),
      ]);
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    });
  });

  describe('moveCollection', () => {
    it('orders collections among spaces and spaces among collections', async () => {
      const [x, s, y] = [await newCollection('x'), await newSpace('s'), await newCollection('y')];
      const { data } = await world.admin.client.collections.moveCollection(y.id, { position: { before: space(s.id) } });
      expect(data).to.deep.equal(y);
      must(await move('collections', x.id, { position: { after: space(s.id) } }), 200);
      expect(await atRoot()).to.deep.equal(['y', 'x']);
      must(await move('spaces', s.id, { position: { before: collection(y.id) } }), 200);
      must(await move('collections', x.id, { position: { after: space(s.id), before: collection(y.id) } }), 200);
      expect(await atRoot()).to.deep.equal(['x', 'y']);
      must(await move('spaces', s.id, { position: { before: collection(x.id) } }), 409);
    });

    it('refuses to move a collection into itself', async () => {
      const outer = await newCollection('outer');
      const inner = await newCollection('inner', outer.id);
      const innermost = await newCollection('innermost', inner.id);
      for (const parent of [outer.id, inner.id, innermost.id])
        must(await move('collections', outer.id, { parent }), 409);
      expect(await atRoot()).to.deep.equal(['outer']);
    });
  });

  describe('listSpacesInOrganizationById', () => {
    it('pages stably while spaces move behind the page', async () => {
      const made: any[] = [];
      for (let i = 0; i < 7; i++) made.push(await newSpace(`s${i}`));
      must(await move('spaces', made[6].id, { position: { before: space(made[0].id) } }), 200);
      const seen: string[] = [];
      let page: string | undefined;
      do {
        const { data } = await world.admin.client.orgs.listSpacesInOrganizationById(world.organizationId, {
          limit: 2,
          page,
        });
        expect(data.count).to.equal(7);
        seen.push(...titles(data));
        page = data.next?.page;
      } while (page !== undefined);
      expect(seen).to.deep.equal(['s6', 's0', 's1', 's2', 's3', 's4', 's5']);
    });
  });
});
