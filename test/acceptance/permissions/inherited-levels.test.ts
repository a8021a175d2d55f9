import { expect } from 'chai';
import type { DefaultLevel, Level, Role } from '../../../src/domain/permissions/level.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('levels on spaces', (backend) => {
  let own: World;
  before(async () => {
    own = await World.create(await backend.instance());
  });
  const collection = async (defaultLevel: DefaultLevel, parent?: string) => {
    const { id } = must(
      await own.admin.api.post(`/v1/orgs/${own.organizationId}/collections`, {
        title: 'C',
        ...(parent && { parent }),
      }),
      201,
    );
    must(await own.admin.api.patch(`/v1/collections/${id}`, { defaultLevel }), 200);
    return id as string;
  };
  const levelShown = ({ status, body }: { status: number; body: any }): Level | undefined => {
    if (status === 404) return undefined;
    expect(status).to.equal(200);
    const { admin, review, edit, comment } = body.permissions;
    return admin ? 'create' : review ? 'review' : edit ? 'edit' : comment ? 'comment' : 'read';
  };

  const rows: readonly [string, Role, readonly DefaultLevel[], Level | undefined, Level | undefined][] = [
    // Default of the space, then of its collections upwards; granted level; expected level.
    ['a member inherits the role', 'edit', ['inherit', 'inherit', 'inherit'], undefined, 'edit'],
    ['the default of the space applies', 'create', ['read', 'create'], undefined, 'read'],
    ['the default of the collection applies', 'read', ['inherit', 'review'], undefined, 'review'],
    ['the default of the outer collection applies', 'create', ['inherit', 'inherit', 'comment'], undefined, 'comment'],
    ['the nearest default applies', 'read', ['inherit', 'comment', 'create'], undefined, 'comment'],
    ['a space without a default is closed', 'create', [null, 'edit'], undefined, undefined],
    ['a collection without a default is closed', 'create', ['inherit', null, 'edit'], undefined, undefined],
    ['a grant opens a closed space', 'create', [null], 'comment', 'comment'],
    ['a lower grant takes nothing away', 'review', ['inherit'], 'read', 'review'],
    ['a guest inherits nothing', null, ['create', 'create'], undefined, undefined],
    ['a guest has the granted level', null, [null, null], 'edit', 'edit'],
  ];

  describe('getSpaceById', () => {
    for (const [why, role, [ofSpace, ...ofCollections], granted, expected] of rows)
      it(`computes the level: ${why}`, async () => {
        let parent: string | undefined;
        for (const each of [...ofCollections].reverse()) parent = await collection(each, parent);
        const space = await own.space({ title: 'S', ...(parent && { parent }) });
        must(await own.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: ofSpace }), 200);
        const { api, userId } = await own.member(role);
        if (granted !== undefined)
          must(await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: granted, users: [userId] }), 204);
        expect(levelShown(await api.get(`/v1/spaces/${space.id}`))).to.equal(expected);
        const listed = must(await api.get(`/v1/orgs/${own.organizationId}/spaces?limit=1000`), 200);
        expect(listed.items.some(({ id }: any) => id === space.id)).to.equal(expected !== undefined);
        expect(listed.count).to.equal(listed.items.length);
        expect(levelShown(await own.admin.api.get(`/v1/spaces/${space.id}`))).to.equal('create');
      });

    it('computes the level anew with every default on the way', async () => {
      const outer = await collection('inherit');
      const inner = await collection('inherit', outer);
      const space = await own.space({ title: 'S', parent: inner });
      const { api } = await own.member('edit');
      const seen = async () => levelShown(await api.get(`/v1/spaces/${space.id}`));
      expect(await seen()).to.equal('edit');
      must(await own.admin.api.patch(`/v1/collections/${outer}`, { defaultLevel: 'review' }), 200);
      expect(await seen()).to.equal('review');
      must(await own.admin.api.patch(`/v1/collections/${inner}`, { defaultLevel: null }), 200);
      expect(await seen()).to.equal(undefined);
      must(await own.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'comment' }), 200);
      expect(await seen()).to.equal('comment');
    });
  });

  describe('updateUserPermissionInSpace', () => {
    it('grants, changes, lists and revokes levels through the official client', async () => {
      const space = await own.space({ title: 'S' });
      const { client } = own.admin;
      const [guest, other] = [await own.member(null), await own.member(null)];
      expect(
        (
          await client.spaces.inviteToSpace(space.id, {
            role: 'read',
            users: [guest.userId, other.userId, guest.userId],
          })
        ).status,
      ).to.equal(204);
      expect(
        (await client.spaces.listUserPermissionsInSpace(space.id)).data.items.map((row: any) => [
          row.user.id,
          row.permission,
        ]),
      ).to.have.deep.members([
        [guest.userId, 'read'],
        [other.userId, 'read'],
      ]);
      must(await guest.api.patch(`/v1/spaces/${space.id}`, { title: 'No' }), 403);
      expect(
        (await client.spaces.updateUserPermissionInSpace(space.id, guest.userId, { role: 'create' })).status,
      ).to.equal(204);
      must(await guest.api.patch(`/v1/spaces/${space.id}`, { title: 'Yes' }), 200);
      expect((await client.spaces.removeUserFromSpace(space.id, guest.userId)).status).to.equal(205);
      expect((await client.spaces.removeUserFromSpace(space.id, guest.userId)).status).to.equal(204);
      must(await guest.api.get(`/v1/spaces/${space.id}`), 404);
      expect((await client.spaces.inviteToSpace(space.id, { role: null, users: [other.userId] })).status).to.equal(204);
      expect((await client.spaces.listUserPermissionsInSpace(space.id)).data).to.deep.equal({ items: [], count: 0 });
    });
  });

  describe('inviteToSpace', () => {
    it('grants to members only, to all or to none, and no level above the caller’s own', async () => {
      const space = await own.space({ title: 'S' });
      const [guest, creator, stranger] = [await own.member(null), await own.member('create'), await own.stranger()];
      for (const unknown of [stranger.userId, UNKNOWN, 'nonsense'])
        expect(
          must(
            await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, {
              role: 'read',
              users: [guest.userId, unknown],
            }),
            404,
          ).error.message,
        ).to.equal('user not found');
      must(await guest.api.get(`/v1/spaces/${space.id}`), 404);
      must(await creator.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'admin', users: [guest.userId] }), 403);
      must(
        await creator.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [guest.userId] }),
        204,
      );
      must(await creator.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: 'admin' }), 403);
      must(await guest.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [stranger.userId] }), 404);
      must(await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [] }), 400);
      must(
        await own.admin.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: 'owner' }),
        400,
      );
      must(await own.admin.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: null }), 204);
      must(await guest.api.get(`/v1/spaces/${space.id}`), 404);
    });

    it('grants once, however many callers do so at the same time', async () => {
      const space = await own.space({ title: 'S' });
      const { userId } = await own.member(null);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [userId] }),
        ),
      );
      for (const { status } of answers) expect([204, 409]).to.include(status);
      expect(must(await own.admin.api.get(`/v1/spaces/${space.id}/permissions/users`), 200).count).to.equal(1);
    });
  });
});
