import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { until } from '../../support/until.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { must, World } from '../../support/world.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { databaseTrafficOf } from '../../support/persistence/database-traffic.ts';

onEveryBackend('duplicateSpace', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const duplicate = async (spaceId: string) => must(await world.admin.api.post(`/v1/spaces/${spaceId}/duplicate`), 201);
  const pagesOf = async (spaceId: string) =>
    must(await world.admin.api.get(`/v1/spaces/${spaceId}/content/pages`), 200).pages;

  it('copies the emoji of a space that has no icon', async () => {
    const space = await world.space({ emoji: '📘' });
    const copy = must(await world.admin.api.post(`/v1/spaces/${space.id}/duplicate`), 201);
    expect(copy.emoji).to.equal('📘');
    expect(copy.urls).not.to.have.property('icon');
  });

  it('copies content, place and settings, but no comments, through the official client', async () => {
    const { client, api } = world.admin;
    const collection = must(
      await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Collection' }),
      201,
    );
    const space = await world.space({ title: 'Guide', emoji: '📘', parent: collection.id, editMode: 'locked' });
    must(
      await api.patch(`/v1/spaces/${space.id}`, {
        defaultLevel: 'comment',
        visibility: 'public',
        mergeRules: { approvals: 1 },
        icon: 'https://example.com/icon.png',
      }),
      200,
    );
    const draft = await Draft.on(world.admin, space.id);
    await draft.edit(insert('Page', { document: { markdown: 'Words' } }));
    must(await api.post(`/v1/spaces/${space.id}/comments`, { body: { markdown: 'Words' } }), 200);

    const { data: copy, status } = await client.spaces.duplicateSpace(space.id);
    expect(status).to.equal(201);
    expect(copy).to.deep.include({
      object: 'space',
      title: 'Copy of Guide',
      parent: collection.id,
      organization: world.organizationId,
      editMode: 'locked',
      defaultLevel: 'comment',
      urls: { ...copy.urls, icon: 'https://example.com/icon.png' },
      visibility: 'private',
    });
    expect(copy.mergeRules).to.include({ type: 'rules', approvals: 1 });
    expect(copy)
      .to.include({ comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 })
      .and.to.deep.include({ permissions: space.permissions });
    expect(copy.id).to.not.equal(space.id);
    expect(copy.urls.location).to.include(copy.id);
    expect(
      (await fetch(copy.urls.location, { headers: { authorization: `Bearer ${world.admin.token}` } })).status,
    ).to.equal(200);
    expect((await client.spaces.getSpaceById(copy.id)).data).to.deep.equal(copy);
    expect(
      must(await api.get(`/v1/collections/${collection.id}/spaces`), 200).items.map(({ id }: any) => id),
    ).to.deep.equal([space.id, copy.id]);
    for (const list of ['comments', 'change-requests'])
      expect(must(await api.get(`/v1/spaces/${copy.id}/${list}`), 200).count, list).to.equal(0);
    expect(must(await api.get(`/v1/spaces/${copy.id}/revisions`), 200).count).to.equal(1);
    must(await api.get(`/v1/spaces/${copy.id}/change-requests/${draft.id}`), 404);
  });

  it('copies pages and files that change independently of the original afterwards', async () => {
    const draft = await Draft.open(world);
    const file = { name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' };
    await draft.live(
      insert('One', { document: { markdown: 'first words' } }),
      insert('Two', { document: { markdown: 'second words' } }),
      { operation: 'insert_files', files: [file] },
    );
    const before = await pagesOf(draft.spaceId);
    const copy = await duplicate(draft.spaceId);
    const ids = (pages: any[]) => pages.map(({ id, title, path }) => ({ id, title, path }));
    expect(ids(await pagesOf(copy.id))).to.deep.equal(ids(before));
    const {
      items: [copied],
    } = must(await world.admin.api.get(`/v1/spaces/${copy.id}/content/files`), 200);
    expect(await (await fetch(copied.downloadURL)).text()).to.equal('a');

    await draft.live({
      operation: 'update_page',
      page: before[0].id,
      document: { markdown: 'changed in the original' },
    });
    must(
      await world.admin.api.post(`/v1/spaces/${copy.id}/content`, {
        changes: [{ operation: 'delete_page', page: before[1].id }],
      }),
      200,
    );
    const markdown = async (spaceId: string) =>
      must(await world.admin.api.get(`/v1/spaces/${spaceId}/content/page/${before[0].id}?format=markdown`), 200)
        .markdown;
    expect(await markdown(copy.id)).to.include('first words');
    expect(await markdown(draft.spaceId)).to.include('changed in the original');
    expect((await pagesOf(draft.spaceId)).length).to.equal(2);
    expect((await pagesOf(copy.id)).length).to.equal(1);
    must(await world.admin.api.delete(`/v1/spaces/${draft.spaceId}`), 205);
    expect(await markdown(copy.id)).to.include('first words');
  });

  it('makes the copy findable by search and lists its links', async () => {
    const word = `w${randomBytes(6).toString('hex')}`;
    const draft = await Draft.open(world);
    await draft.live(
      insert('One', { document: { markdown: `The word ${word}, and a [link](https://example.com/${word}).` } }),
    );
    const copy = await duplicate(draft.spaceId);
    await until(
      async () => must(await world.admin.api.get(`/v1/spaces/${copy.id}/search?query=${word}`), 200).count === 1,
    );
    await until(async () => must(await world.admin.api.get(`/v1/spaces/${copy.id}/links`), 200).count === 1);
    expect(
      must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/search?query=${word}`), 200).count,
    ).to.equal(2);
  });

  it('shows the copy to those who see the original and to nobody else', async () => {
    const { api } = world.admin;
    const [editor, reader] = [await world.member('read'), await world.member('create')];
    const { id: teamId } = must(
      await api.put(`/v1/orgs/${world.organizationId}/teams`, {
        title: 'Team',
        members: [(await world.member('read')).userId],
      }),
      201,
    );
    const space = await world.space();
    must(await api.patch(`/v1/spaces/${space.id}`, { defaultLevel: null }), 200);
    must(await api.post(`/v1/spaces/${space.id}/permissions`, { role: 'edit', users: [editor.userId] }), 204);
    must(await api.post(`/v1/spaces/${space.id}/permissions`, { role: 'review', teams: [teamId] }), 204);
    const copy = await duplicate(space.id);
    expect(must(await editor.api.get(`/v1/spaces/${copy.id}`), 200).permissions).to.include({
      edit: true,
      review: false,
    });
    must(await reader.api.get(`/v1/spaces/${copy.id}`), 404);
    for (const of of ['users', 'teams']) {
      const [theirs, ours] = [
        must(await api.get(`/v1/spaces/${space.id}/permissions/${of}`), 200),
        must(await api.get(`/v1/spaces/${copy.id}/permissions/${of}`), 200),
      ];
      expect(ours.count).to.equal(1);
      expect(ours.items.map(({ permission, role }: any) => permission ?? role)).to.deep.equal(
        theirs.items.map(({ permission, role }: any) => permission ?? role),
      );
    }
  });

  it('requires the level create on the place as well as on the space', async () => {
    const space = await world.space();
    const [reviewer, guest] = [await world.member('review'), await world.member(null)];
    must(await reviewer.api.post(`/v1/spaces/${space.id}/duplicate`), 403);
    must(await guest.api.post(`/v1/spaces/${space.id}/duplicate`), 404);
    must(
      await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [guest.userId] }),
      204,
    );
    must(await guest.api.post(`/v1/spaces/${space.id}/duplicate`), 403);
    const collection = must(
      await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Collection' }),
      201,
    );
    const inside = await world.space({ parent: collection.id });
    must(
      await world.admin.api.post(`/v1/spaces/${inside.id}/permissions`, { role: 'create', users: [guest.userId] }),
      204,
    );
    must(await guest.api.post(`/v1/spaces/${inside.id}/duplicate`), 403);
    must(
      await world.admin.api.post(`/v1/collections/${collection.id}/permissions`, {
        role: 'create',
        users: [guest.userId],
      }),
      204,
    );
    must(await guest.api.post(`/v1/spaces/${inside.id}/duplicate`), 201);
  });

  it('places the copy right behind the original, the newest copy first', async () => {
    const parent = must(
      await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Collection' }),
      201,
    ).id;
    const [first, second] = [
      await world.space({ title: 'First', parent }),
      await world.space({ title: 'Second', parent }),
    ];
    const [older, newer] = [await duplicate(first.id), await duplicate(first.id)];
    const { items } = must(await world.admin.api.get(`/v1/collections/${parent}/spaces`), 200);
    expect(items.map(({ id }: any) => id)).to.deep.equal([first.id, newer.id, older.id, second.id]);
    const many = await Promise.all(Array.from({ length: 5 }, () => duplicate(second.id)));
    const after = must(await world.admin.api.get(`/v1/collections/${parent}/spaces`), 200);
    expect(after.items.slice(0, 4).map(({ id }: any) => id)).to.deep.equal([first.id, newer.id, older.id, second.id]);
    expect(after.items.slice(4).map(({ id }: any) => id)).to.have.members(many.map(({ id }) => id));
  });

  it('limits the title of the copy to 50 characters and cuts none of them in two', async () => {
    const titles = [
      ['x'.repeat(42), `Copy of ${'x'.repeat(42)}`],
      ['x'.repeat(43), `Copy of ${'x'.repeat(42)}`],
      [`${'x'.repeat(41)}👩‍👩‍👧`, `Copy of ${'x'.repeat(41)}`],
      ['📘'.repeat(43), `Copy of ${'📘'.repeat(42)}`],
    ];
    for (const [title, expected] of titles)
      expect((await duplicate((await world.space({ title })).id)).title).to.equal(expected);
  });

  it('copies the space or answers 404, never half of it, while the space is deleted at the same time', async () => {
    for (let i = 0; i < 5; i++) {
      const draft = await Draft.open(world);
      await draft.live(insert('One', { document: { markdown: 'words' } }));
      const [deleted, copied] = await Promise.all([
        world.admin.api.delete(draft.space),
        world.admin.api.post(`${draft.space}/duplicate`),
      ]);
      must(deleted, 205);
      expect([201, 404]).to.include(copied.status);
      if (copied.status === 201) expect((await pagesOf(copied.body.id)).length).to.equal(1);
      must(await world.admin.api.post(`${draft.space}/duplicate`), 404);
    }
  });

  if (backend.name !== 'memory')
    it('takes no longer for a space with many pages', async function () {
      const { instance, database } = await TimeTravel.start(backend);
      const own = await World.create(instance);
      const [small, large] = [await own.space(), await own.space()];
      await fillSpace(instance, small.id, { pages: [{ title: 'One', markdown: 'x' }] });
      await fillSpace(instance, large.id, {
        pages: Array.from({ length: 3_000 }, (_, i) => ({ title: `Page ${i}`, markdown: `words of page ${i}` })),
      });
      await waitForProjections(instance);
      // Jobs would exchange something too. The instance stops its queue once more when it ends.
      const queue = instance.container.get(Tokens.Queue);
      await queue.stop(10_000);
      queue.stop = async () => {};
      const copy = async (spaceId: string) => must(await own.admin.api.post(`/v1/spaces/${spaceId}/duplicate`), 201);
      await copy(small.id);
      // Tasks of a timer exchange something too, so the copy with the least traffic counts.
      const leastTrafficOf = async (spaceId: string) => {
        const copies = [];
        for (let i = 0; i < 3; i++) copies.push(await databaseTrafficOf(database!, () => copy(spaceId)));
        return copies.reduce((least, each) => (each.statements < least.statements ? each : least));
      };
      const [few, many] = [await leastTrafficOf(small.id), await leastTrafficOf(large.id)];
      expect(few.statements).to.be.greaterThan(0);
      expect(many.statements).to.equal(few.statements);
      expect(many.bytes).to.be.lessThan(few.bytes + 5_000);
    });
});
