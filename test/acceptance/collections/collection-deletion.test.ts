import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Person } from '../../support/world.ts';

onEveryBackend('deleteCollectionById', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const newCollection = async (title: string, parent?: string): Promise<any> =>
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title, parent }), 201);
  const titles = ({ items }: any): string[] => items.map(({ title }: any) => title);
  const levelOf = async (person: Person, path: string): Promise<unknown> => {
    const { status, body } = await person.api.get(path);
    return status === 404 ? undefined : body.permissions;
  };
  const give = async (
    path: string,
    role: string,
    people: readonly Person[],
    teams: readonly string[] = [],
  ): Promise<void> => {
    if (people.length > 0)
      must(
        await world.admin.api.post(`/v1/${path}/permissions`, { role, users: people.map(({ userId }) => userId) }),
        204,
      );
    if (teams.length > 0) must(await world.admin.api.post(`/v1/${path}/permissions`, { role, teams }), 204);
  };

  it('moves the contents to the parent of the collection in their order', async () => {
    const outer = await newCollection('outer');
    const first = await world.space({ title: 'first', parent: outer.id });
    const gone = await newCollection('gone', outer.id);
    const last = await world.space({ title: 'last', parent: outer.id });
    const [a, inner, b] = [
      await world.space({ title: 'a', parent: gone.id }),
      await newCollection('inner', gone.id),
      await world.space({ title: 'b', parent: gone.id }),
    ];
    const deep = await world.space({ title: 'deep', parent: inner.id });
    expect((await world.admin.client.collections.deleteCollectionById(gone.id)).status).to.equal(205);
    expect(titles(must(await world.admin.api.get(`/v1/collections/${outer.id}/spaces`), 200))).to.deep.equal([
      'first',
      'a',
      'b',
      'last',
    ]);
    expect(must(await world.admin.api.get(`/v1/collections/${inner.id}`), 200).parent).to.equal(outer.id);
    expect(must(await world.admin.api.get(`/v1/spaces/${deep.id}`), 200)).to.deep.equal(deep);
    must(
      await world.admin.api.post(`/v1/collections/${inner.id}/move`, {
        position: { after: { type: 'space', space: a.id }, before: { type: 'space', space: b.id } },
      }),
      409,
    );
    for (const one of [first, last])
      expect(must(await world.admin.api.get(`/v1/spaces/${one.id}`), 200)).to.deep.equal(one);

    must(await world.admin.api.delete(`/v1/collections/${gone.id}`), 204);
    for (const path of ['', '/spaces', '/permissions/users'])
      must(await world.admin.api.get(`/v1/collections/${gone.id}${path}`), 404);
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/spaces`, { parent: gone.id }), 404);
    must(await world.admin.api.post(`/v1/spaces/${first.id}/move`, { parent: gone.id }), 404);
    must(
      await world.admin.api.post(`/v1/collections/${gone.id}/permissions`, {
        role: 'read',
        users: [world.admin.userId],
      }),
      404,
    );
  });

  it('neither takes access from anybody nor gives it to anybody', async function () {
    const [reader, author, guest, admin, granted, inTeam] = [
      await world.member('read'),
      await world.member('create'),
      await world.member(null),
      await world.member('admin'),
      await world.member('read'),
      await world.member('read'),
    ];
    const people = [reader, author, guest, admin, granted, inTeam];
    const team = must(
      await world.admin.api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'T', members: [inTeam.userId] }),
      201,
    );
    for (const [around, own] of [
      ['comment', null],
      [null, 'edit'],
      ['create', 'read'],
      ['inherit', 'inherit'],
      ['read', 'inherit'],
      ['inherit', null],
    ]) {
      const outer = await newCollection('outer');
      const gone = await newCollection('gone', outer.id);
      const inner = await newCollection('inner', gone.id);
      const places: string[] = [`collections/${outer.id}`, `collections/${inner.id}`];
      for (const [parent, level] of [
        [gone.id, 'inherit'],
        [gone.id, 'comment'],
        [gone.id, null],
        [inner.id, 'inherit'],
      ] as const) {
        const space = await world.space({ parent });
        must(await world.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: level }), 200);
        await give(`spaces/${space.id}`, 'review', [granted]);
        places.push(`spaces/${space.id}`);
      }
      must(await world.admin.api.patch(`/v1/collections/${outer.id}`, { defaultLevel: around }), 200);
      must(await world.admin.api.patch(`/v1/collections/${gone.id}`, { defaultLevel: own }), 200);
      await give(`collections/${gone.id}`, 'edit', [granted, guest], [team.id]);
      const all = async () =>
        Promise.all(people.map((person) => Promise.all(places.map((path) => levelOf(person, `/v1/${path}`)))));
      const before = await all();
      must(await world.admin.api.delete(`/v1/collections/${gone.id}`), 205);
      expect(await all(), `${around} around ${own}`).to.deep.equal(before);
    }
  });

  it('makes contents of a root collection private when their access came from it, also when restored later', async () => {
    const gone = await newCollection('gone');
    const [seen, deleted] = [
      await world.space({ title: 'seen', parent: gone.id }),
      await world.space({ title: 'deleted', parent: gone.id }),
    ];
    for (const { id } of [seen, deleted])
      must(await world.admin.api.patch(`/v1/spaces/${id}`, { visibility: 'in-collection' }), 200);
    must(await world.admin.api.delete(`/v1/spaces/${deleted.id}`), 205);
    must(await world.admin.api.delete(`/v1/collections/${gone.id}`), 205);
    for (const space of [
      must(await world.admin.api.get(`/v1/spaces/${seen.id}`), 200),
      must(await world.admin.api.post(`/v1/spaces/${deleted.id}/restore`), 200),
    ]) {
      expect(space).to.include({ visibility: 'private' });
      expect(space).not.to.have.property('parent');
    }
  });

  it('ends the invite links to the collection, and records that', async () => {
    const { api } = world.admin;
    const one = await newCollection('one');
    const links = `/v1/orgs/${world.organizationId}/link-invites`;
    const { id: kept } = must(await api.post(links, { role: 'read' }), 201);
    const { id } = must(await api.post(links, { level: 'read', collection: one.id }), 201);
    must(await api.delete(`/v1/collections/${one.id}`), 205);
    const { count } = must(await api.get(`/v1/orgs/${world.organizationId}/audit-events?action=invite.deleted`), 200);
    expect(must(await api.get(links), 200).items.map((link: any) => link.id)).to.deep.equal([kept]);
    must(await (await world.stranger()).api.post(`/v1/orgs/${world.organizationId}/invites/${id}`), 404);
    expect(count).to.equal(1);
  });

  it('requires a level on the collection itself, whatever the caller may do with the contents', async () => {
    const one = await newCollection('one');
    const inside = await world.space({ parent: one.id });
    const reviewer = await world.member('review');
    await give(`spaces/${inside.id}`, 'create', [reviewer]);
    must(await reviewer.api.delete(`/v1/collections/${one.id}`), 403);
    must(await (await world.member(null)).api.delete(`/v1/collections/${one.id}`), 204);
    await give(`collections/${one.id}`, 'create', [reviewer]);
    must(await reviewer.api.delete(`/v1/collections/${one.id}`), 205);
  });

  it('loses nothing that is put into the collection at the same time', async () => {
    const one = await newCollection('one');
    const made = await world.space({ title: 'made' });
    const answers = await Promise.all([
      world.admin.api.post(`/v1/spaces/${made.id}/move`, { parent: one.id }),
      world.admin.api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'new', parent: one.id }),
      world.admin.api.delete(`/v1/collections/${one.id}`),
      world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'new', parent: one.id }),
      world.admin.api.delete(`/v1/collections/${one.id}`),
      world.admin.api.post(`/v1/collections/${one.id}/permissions`, { role: 'read', users: [world.admin.userId] }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 205)).to.have.length(1);
    for (const [i, { status }] of answers.entries()) {
      expect(status).to.be.oneOf([200, 201, 204, 205, 404]);
      if (status !== 201) continue;
      const kept = must(
        await world.admin.api.get(`/v1/${i === 1 ? 'spaces' : 'collections'}/${answers[i]!.body.id}`),
        200,
      );
      expect(kept).not.to.have.property('parent');
    }
    expect(must(await world.admin.api.get(`/v1/spaces/${made.id}`), 200)).not.to.have.property('parent');
  });
});
