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
});
