import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('spaces and collections', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  describe('updateSpaceById', () => {
    it('creates, reads, lists and changes a space through the official client', async () => {
      const { client } = world.admin;
      const { data: space, status } = await client.orgs.createSpace(world.organizationId, {
        title: 'Guide',
        emoji: '📘',
      });
      expect(status).to.equal(201);
      expect(space).to.include({
        object: 'space',
        title: 'Guide',
        emoji: '📘',
        organization: world.organizationId,
        defaultLevel: 'inherit',
        changeRequests: 0,
      });
      expect((await client.spaces.getSpaceById(space.id)).data).to.deep.equal(space);

      const { data: changed } = await client.spaces.updateSpaceById(space.id, {
        title: 'Handbook',
        editMode: 'locked',
      } as never);
      expect(changed).to.include({ title: 'Handbook', editMode: 'locked', revision: space.revision });
      const { data: listed } = await client.orgs.listSpacesInOrganizationById(world.organizationId);
      expect(listed.items.map(({ id }: any) => id)).to.include(space.id);
    });
  });

  describe('createCollection', () => {
    it('nests collections, whose spaces and collections are listed', async () => {
      const { api } = world.admin;
      const outer = must(await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Outer' }), 201);
      const inner = must(
        await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Inner', parent: outer.id }),
        201,
      );
      expect(inner.parent).to.equal(outer.id);
      const space = await world.space({ title: 'In the inner one', parent: inner.id });

      const inside = must(await api.get(`/v1/collections/${inner.id}/spaces`), 200);
      expect(inside.items.map(({ id }: any) => id)).to.deep.equal([space.id]);
      expect(inside.count).to.equal(1);
      expect(must(await api.get(`/v1/collections/${outer.id}/spaces`), 200)).to.deep.equal({ items: [], count: 0 });

      const all = must(await api.get(`/v1/orgs/${world.organizationId}/collections`), 200);
      const atRoot = must(await api.get(`/v1/orgs/${world.organizationId}/collections?nested=false`), 200);
      expect(all.items.map(({ id }: any) => id)).to.include.members([outer.id, inner.id]);
      expect(atRoot.items.map(({ id }: any) => id))
        .to.include(outer.id)
        .and.not.include(inner.id);
    });
  });

  describe('createSpace', () => {
    it('names a space without a title, and refuses a title of more than 50 characters', async () => {
      const { api } = world.admin;
      expect(must(await api.post(`/v1/orgs/${world.organizationId}/spaces`), 201).title).to.equal('Untitled');
      must(await api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'x'.repeat(50) }), 201);
      const refused = must(await api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'x'.repeat(51) }), 400);
      expect(refused.error.issues[0].path).to.equal('title');
    });

    it('answers 404 for a parent that is unknown, foreign or invisible, and creates nothing', async () => {
      const other = await World.create(world.instance);
      const foreign = must(
        await other.admin.api.post(`/v1/orgs/${other.organizationId}/collections`, { title: 'Theirs' }),
        201,
      );
      const before = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces`), 200).count;
      for (const parent of [foreign.id, '00000000000000000000', 'nonsense']) {
        const refused = must(
          await world.admin.api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'No', parent }),
          404,
        );
        expect(refused.error.message).to.equal('parent not found');
      }
      expect(must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces`), 200).count).to.equal(before);
    });
  });

  describe('listSpacesInOrganizationById', () => {
    it('pages through all spaces without doubles or gaps, with their count', async () => {
      const own = await World.create(world.instance);
      const made = [];
      for (let i = 0; i < 7; i++) made.push((await own.space({ title: `Space ${i}` })).id);
      const seen: string[] = [];
      let page: string | undefined;
      do {
        const { data } = await own.admin.client.orgs.listSpacesInOrganizationById(own.organizationId, {
          limit: 3,
          page,
        });
        expect(data.count).to.equal(7);
        seen.push(...data.items.map(({ id }: any) => id));
        page = data.next?.page;
      } while (page !== undefined);
      expect(seen).to.deep.equal(made);
    });
  });

  describe('getCollectionById', () => {
    it('returns a collection to those who see it, and 404 to others', async () => {
      const { api } = world.admin;
      const made = must(await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Guides' }), 201);
      expect(must(await api.get(`/v1/collections/${made.id}`), 200)).to.deep.equal(made);
      for (const id of [made.id, '0'.repeat(20)])
        must(await (await world.stranger()).api.get(`/v1/collections/${id}`), 404);
    });
  });

  describe('updateCollectionById', () => {
    it('changes title and description, and names a title that is too long', async () => {
      const { api } = world.admin;
      const { id } = must(await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Old' }), 201);
      const path = `/v1/collections/${id}`;
      expect(must(await api.patch(path, { title: 'New' }), 200).title).to.equal('New');
      expect(must(await api.patch(path, { title: 'x'.repeat(51) }), 400).error.issues[0].path).to.equal('title');
      must(await (await world.stranger()).api.patch(path, { title: 'Theirs' }), 404);
      expect(must(await api.get(path), 200).title).to.equal('New');
    });

    it('records nothing where all values are the present ones', async () => {
      const { api } = world.admin;
      const { id } = must(await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Guides' }), 201);
      must(await api.patch(`/v1/collections/${id}`, { title: 'Guides', defaultLevel: 'inherit' }), 200);
      const events = `/v1/orgs/${world.organizationId}/audit-events?target=${id}`;
      expect(must(await api.get(events), 200).items.map(({ action }: any) => action)).to.deep.equal([
        'collection.created',
      ]);
    });
  });

  describe('listCollectionsInOrganizationById', () => {
    it('lists all collections, or those at the root, for members who see them', async () => {
      const own = await World.create(world.instance);
      const path = `/v1/orgs/${own.organizationId}/collections`;
      const outer = must(await own.admin.api.post(path, { title: 'Outer' }), 201);
      const inner = must(await own.admin.api.post(path, { title: 'Inner', parent: outer.id }), 201);
      const listed = async (query = ''): Promise<string[]> =>
        must(await own.admin.api.get(path + query), 200).items.map(({ id }: any) => id);
      expect(await listed()).to.have.members([outer.id, inner.id]);
      expect(await listed('?nested=false')).to.deep.equal([outer.id]);
      must(await world.admin.api.get(path), 404);
    });
  });

  describe('listSpacesInCollectionById', () => {
    it('lists the spaces of the collection itself that the caller sees', async () => {
      const { id } = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Guides' }),
        201,
      );
      const [seen, hidden] = [await world.space({ title: 'Seen', parent: id }), await world.space({ parent: id })];
      for (const [space, defaultLevel] of [
        [seen, 'read'],
        [hidden, null],
      ] as const)
        must(await world.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel }), 200);
      must(await world.admin.api.patch(`/v1/collections/${id}`, { defaultLevel: 'read' }), 200);
      const reader = await world.member('read');
      const { items, count } = must(await reader.api.get(`/v1/collections/${id}/spaces`), 200);
      expect([items.map((space: any) => space.id), count]).to.deep.equal([[seen.id], 1]);
      must(await (await world.stranger()).api.get(`/v1/collections/${id}/spaces`), 404);
    });
  });
});
