import { expect } from 'chai';
import type { DefaultLevel, Level, Role } from '../../../src/domain/permissions/level.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('organizations, members and levels', (backend) => {
  let instance: Instance;
  let world: World;
  let operator: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    operator = world.operator;
  });

  describe('organizations', () => {
    describe('createOrganization', () => {
      it('makes the caller its administrator, and limits title and e-mail domains', async () => {
        const person = await world.stranger();
        const made = must(
          await person.api.post('/v1/orgs', {
            title: 'Ab',
            emailDomains: ['Example.com', 'example.COM', 'sub.example.org'],
          }),
          201,
        );
        expect(made).to.deep.include({
          object: 'organization',
          title: 'Ab',
          emailDomains: ['example.com', 'sub.example.org'],
        });
        expect(made.permissions).to.include({ view: true, admin: true, createContent: true, listMembers: true });
        expect((await person.client.orgs.getOrganizationById(made.id)).data).to.deep.equal(made);
        expect((await person.client.orgs.listOrganizationsForAuthenticatedUser()).data).to.deep.equal({
          items: [made],
          count: 1,
        });
        for (const title of ['A', 'x'.repeat(256), ''])
          expect(must(await person.api.post('/v1/orgs', { title }), 400).error.issues[0].path).to.equal('title');
        must(await person.api.post('/v1/orgs', { title: 'x'.repeat(255) }), 201);
        must(await person.api.post('/v1/orgs', { title: 'Ab', emailDomains: ['not a domain'] }), 400);
      });
    });

    describe('listOrganizationsForAuthenticatedUser', () => {
      it('lists organizations to their members with the permissions of each caller', async () => {
        for (const [role, createContent, listMembers] of [
          [null, false, false],
          ['read', false, true],
          ['create', true, true],
        ] as const) {
          const { api } = await world.member(role);
          expect(must(await api.get(`/v1/orgs/${world.organizationId}`), 200).permissions).to.include({
            view: true,
            admin: false,
            createContent,
            listMembers,
          });
          expect(must(await api.get('/v1/orgs'), 200).count).to.equal(1);
        }
      });
    });
  });

  describe('roles set by the operator', () => {
    const set = (organizationId: string, userId: string, role: Role) =>
      operator.put(`/v1/instance/orgs/${organizationId}/members/${userId}`, { role });

    describe('setOrganizationMember', () => {
      it('adds members and changes their roles', async () => {
        const own = await World.create(instance);
        const person = await own.stranger();
        must(await person.api.get(`/v1/orgs/${own.organizationId}`), 404);
        expect(must(await set(own.organizationId, person.userId, null), 200)).to.deep.include({
          object: 'member',
          id: person.userId,
          role: null,
          disabled: false,
          spaces: 0,
          teams: 0,
        });
        must(await person.api.get(`/v1/orgs/${own.organizationId}`), 200);
        expect(must(await set(own.organizationId, person.userId, 'edit'), 200).role).to.equal('edit');
        const { items, count } = must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200);
        expect(count).to.equal(2);
        expect(items.map(({ id, role }: any) => [id, role])).to.deep.equal([
          [own.admin.userId, 'admin'],
          [person.userId, 'edit'],
        ]);
        for (const role of ['owner', '', 0])
          must(await operator.put(`/v1/instance/orgs/${own.organizationId}/members/${person.userId}`, { role }), 400);
        must(await operator.put(`/v1/instance/orgs/${own.organizationId}/members/${person.userId}`, {}), 400);
        for (const [organizationId, userId] of [
          [UNKNOWN, person.userId],
          [own.organizationId, UNKNOWN],
        ] as const)
          must(await set(organizationId, userId, 'read'), 404);
      });

      it('is for the operator alone, not even for administrators', async () => {
        for (const role of ['edit', 'admin'] as const) {
          const person = await world.member(role);
          must(
            await person.api.put(`/v1/instance/orgs/${world.organizationId}/members/${person.userId}`, {
              role: 'admin',
            }),
            403,
          );
        }
      });

      it('refuses to demote the last administrator', async () => {
        const own = await World.create(instance);
        const refused = must(await set(own.organizationId, own.admin.userId, 'create'), 409);
        expect(refused.error.message).to.include('last administrator');
        must(await set(own.organizationId, own.admin.userId, 'admin'), 200);
        const second = await own.member('admin');
        must(await set(own.organizationId, own.admin.userId, 'create'), 200);
        must(await set(own.organizationId, second.userId, null), 409);
        must(await own.admin.api.get(`/v1/orgs/${own.organizationId}`), 200);
      });

      it('keeps an administrator when all are demoted at the same time', async () => {
        for (let round = 0; round < 3; round++) {
          const own = await World.create(instance);
          const admins = [own.admin, await own.member('admin'), await own.member('admin'), await own.member('admin')];
          const answers = await Promise.all(admins.map(({ userId }) => set(own.organizationId, userId, 'read')));
          expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 409]);
          const { items } = must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200);
          expect(items.filter(({ role }: any) => role === 'admin')).to.have.lengthOf(1);
        }
      });

      it('adds a member once, however many calls come at the same time', async () => {
        const own = await World.create(instance);
        const { userId } = await own.stranger();
        const answers = await Promise.all(Array.from({ length: 8 }, () => set(own.organizationId, userId, 'read')));
        expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
        expect(must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200).count).to.equal(2);
      });
    });
  });

  describe('levels on spaces', () => {
    let own: World;
    before(async () => {
      own = await World.create(instance);
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
      // What the space says, then its collections upwards; what was granted; what is seen.
      ['a member inherits the role', 'edit', ['inherit', 'inherit', 'inherit'], undefined, 'edit'],
      ['the space says it', 'create', ['read', 'create'], undefined, 'read'],
      ['the collection says it', 'read', ['inherit', 'review'], undefined, 'review'],
      ['the collection above says it', 'create', ['inherit', 'inherit', 'comment'], undefined, 'comment'],
      ['the nearest one says it', 'read', ['inherit', 'comment', 'create'], undefined, 'comment'],
      ['the space says nothing for all', 'create', [null, 'edit'], undefined, undefined],
      ['the collection says nothing for all', 'create', ['inherit', null, 'edit'], undefined, undefined],
      ['what was granted comes beside', 'create', [null], 'comment', 'comment'],
      ['what was granted takes nothing away', 'review', ['inherit'], 'read', 'review'],
      ['a guest inherits nothing', null, ['create', 'create'], undefined, undefined],
      ['a guest has what was granted', null, [null, null], 'edit', 'edit'],
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
            must(
              await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: granted, users: [userId] }),
              204,
            );
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
        expect((await client.spaces.inviteToSpace(space.id, { role: null, users: [other.userId] })).status).to.equal(
          204,
        );
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
        must(
          await creator.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'admin', users: [guest.userId] }),
          403,
        );
        must(
          await creator.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [guest.userId] }),
          204,
        );
        must(
          await creator.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: 'admin' }),
          403,
        );
        must(
          await guest.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [stranger.userId] }),
          404,
        );
        must(await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [] }), 400);
        must(
          await own.admin.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: 'owner' }),
          400,
        );
        must(
          await own.admin.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: null }),
          204,
        );
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

  describe('listOrganizationMembers', () => {
    it('lists the members of an organization for the operator alone', async () => {
      const own = await World.create(instance);
      const { userId } = await own.member('edit');
      const path = `/v1/instance/orgs/${own.organizationId}/members`;
      const { items, count } = must(await operator.get(path), 200);
      expect([items.map(({ id }: any) => id), count]).to.deep.equal([[own.admin.userId, userId], 2]);
      must(await own.admin.api.get(path), 403);
      must(await operator.get(`/v1/instance/orgs/${UNKNOWN}/members`), 404);
    });
  });
});
