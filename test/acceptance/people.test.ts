import { expect } from 'chai';
import { readConfig } from '../../src/config.ts';
import type { DefaultLevel, Level, Role } from '../../src/domain/access/level.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { onEveryBackend, testEnvironment } from '../support/backends.ts';
import { apiOf, must, World, type Api, type Person } from '../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('people', (backend) => {
  let now = '2030-01-01T00:00:00.000Z';
  let instance: Instance;
  let world: World;
  let operator: Api;
  before(async () => {
    const url = await backend.database();
    const environment = testEnvironment(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url });
    instance = await startInstance(readConfig(environment), { clock: { now: () => now }, welcome: false, drainMs: 1_000 });
    world = await World.create(instance);
    operator = world.operator;
  });
  after(() => instance?.stop());

  describe('users', () => {
    it('are made by the operator, with an address of their own in any case', async () => {
      const user = must(await operator.post('/v1/instance/users', { email: 'Ada@Example.COM', displayName: '  Ada  ' }), 201);
      expect(user).to.include({ object: 'user', email: 'ada@example.com', displayName: 'Ada' });
      expect(user.urls.location).to.equal(`${instance.publicUrl}/v1/users/${user.id}`);
      const again = must(await operator.post('/v1/instance/users', { email: 'ADA@example.com', displayName: 'Other' }), 409);
      expect(again.error.message).to.equal('a user with this e-mail address exists already');
      expect(must(await operator.get('/v1/instance/users?limit=1000'), 200).items.filter(({ email }: any) => email === 'ada@example.com')).to.deep.equal([user]);
    });

    it('need an address and a name', async () => {
      for (const [body, path] of [
        [{ displayName: 'A' }, 'email'],
        [{ email: 'nobody', displayName: 'A' }, 'email'],
        [{ email: `${'a'.repeat(250)}@example.com`, displayName: 'A' }, 'email'],
        [{ email: 'b@example.com' }, 'displayName'],
        [{ email: 'b@example.com', displayName: '   ' }, 'displayName'],
        [{ email: 'b@example.com', displayName: 'x'.repeat(65) }, 'displayName'],
      ] as const)
        expect(must(await operator.post('/v1/instance/users', body), 400).error.issues.map((issue: any) => issue.path)).to.deep.equal([path]);
      must(await operator.post('/v1/instance/users', { email: 'c@example.com', displayName: 'x'.repeat(64) }), 201);
    });

    it('know themselves and those they share an organization with', async () => {
      const [member, stranger] = [await world.member(null), await world.stranger()];
      const { data: me } = await member.client.user.getAuthenticatedUser();
      expect(me).to.include({ object: 'user', id: member.userId, email: member.email });
      expect((await member.client.users.getUserById(world.admin.userId)).data.id).to.equal(world.admin.userId);
      expect((await stranger.client.users.getUserById(stranger.userId)).data.id).to.equal(stranger.userId);
      for (const id of [stranger.userId, UNKNOWN, 'nonsense']) expect(must(await member.api.get(`/v1/users/${id}`), 404).error.message).to.equal('user not found');
      must(await operator.get(`/v1/users/${stranger.userId}`), 200);
    });

    it('cannot be given more than an address and a name', async () => {
      const user = must(await operator.post('/v1/instance/users', { email: 'd@example.com', displayName: 'D', operator: true, id: UNKNOWN, role: 'admin', organization: world.organizationId, createdAt: '2000-01-01T00:00:00Z' }), 201);
      expect(user.id).not.to.equal(UNKNOWN);
      const { token } = must(await operator.post(`/v1/instance/users/${user.id}/tokens`, { name: 't', userId: world.admin.userId, token: 'qr_mine', operator: true }), 201);
      must(await apiOf(instance, token).get('/v1/instance/users'), 403);
      expect(must(await apiOf(instance, token).get('/v1/orgs'), 200).count).to.equal(0);
      expect(must(await apiOf(instance, token).get('/v1/user'), 200).id).to.equal(user.id);
    });
  });

  describe('API tokens', () => {
    let person: Person;
    beforeEach(async () => {
      person = await world.stranger();
    });
    const create = async (wish: object = {}) => must(await person.api.post('/v1/user/tokens', { name: 'script', ...wish }), 201);

    it('are shown once, and listed without what they are', async () => {
      const issued = await create({ expiresAt: '2031-01-01T01:00:00+01:00', readOnly: true });
      expect(issued).to.include({ object: 'api-token', name: 'script', readOnly: true, createdAt: now, expiresAt: '2031-01-01T00:00:00.000Z' });
      expect(issued.token).to.match(/^qr_[\w-]{27,}$/);
      const listed = await person.api.get('/v1/user/tokens');
      const { token: _, ...shown } = issued;
      expect(must(listed, 200).items).to.deep.include(shown);
      expect(JSON.stringify(listed.body)).not.to.include(issued.token).and.not.match(/hash/);
      expect((await create()).token).not.to.equal(issued.token);
    });

    it('need a name, and an end that is still to come', async () => {
      for (const [wish, path] of [
        [{ name: '' }, 'name'],
        [{ name: ' ' }, 'name'],
        [{ name: 'x'.repeat(101) }, 'name'],
        [{ expiresAt: now }, 'expiresAt'],
        [{ expiresAt: '2029-12-31T23:59:59.999Z' }, 'expiresAt'],
        [{ expiresAt: 'tomorrow' }, 'expiresAt'],
        [{ expiresAt: '2030-02-30T00:00:00Z' }, 'expiresAt'],
        [{ readOnly: 'yes' }, 'readOnly'],
      ] as const)
        expect(must(await person.api.post('/v1/user/tokens', Object.assign({ name: 'x' }, wish)), 400).error.issues[0].path, JSON.stringify(wish)).to.equal(path);
      await create({ expiresAt: '2030-01-01T00:00:00.001Z', name: 'x'.repeat(100) });
      await create({ expiresAt: null });
    });

    it('work to their last millisecond', async () => {
      const api = apiOf(instance, (await create({ expiresAt: '2030-06-01T00:00:00.000Z' })).token);
      try {
        now = '2030-05-31T23:59:59.999Z';
        must(await api.get('/v1/user'), 200);
        now = '2030-06-01T00:00:00.000Z';
        must(await api.get('/v1/user'), 401);
        must(await api.post('/v1/orgs', { title: 'Too late' }), 401);
      } finally {
        now = '2030-01-01T00:00:00.000Z';
      }
    });

    it('stop working the moment they are revoked', async () => {
      const { id, token } = await create();
      const api = apiOf(instance, token);
      must(await api.get('/v1/user'), 200);
      must(await person.api.delete(`/v1/user/tokens/${id}`), 205);
      must(await api.get('/v1/user'), 401);
      must(await person.api.delete(`/v1/user/tokens/${id}`), 204);
      expect(must(await person.api.get('/v1/user/tokens'), 200).items.map((one: any) => one.id)).not.to.include(id);
      const own = await create();
      must(await apiOf(instance, own.token).delete(`/v1/user/tokens/${own.id}`), 205);
      must(await apiOf(instance, own.token).get('/v1/user'), 401);
    });

    it('are revoked by their owner and the operator only, under their owner only', async () => {
      const { id, token } = await create();
      must(await world.admin.api.delete(`/v1/user/tokens/${id}`), 204);
      must(await operator.delete(`/v1/user/tokens/${id}`), 204);
      must(await operator.delete(`/v1/instance/users/${world.admin.userId}/tokens/${id}`), 204);
      must(await operator.delete(`/v1/instance/users/${UNKNOWN}/tokens/${id}`), 404);
      must(await apiOf(instance, token).get('/v1/user'), 200);
      must(await operator.delete(`/v1/instance/users/${person.userId}/tokens/${id}`), 205);
      must(await apiOf(instance, token).get('/v1/user'), 401);
    });

    it('that only read can neither change anything nor make one that can', async () => {
      const reader = apiOf(instance, (await create({ readOnly: true })).token);
      must(await reader.get('/v1/orgs'), 200);
      for (const answer of [await reader.post('/v1/user/tokens', { name: 'stronger' }), await reader.post('/v1/orgs', { title: 'Mine' }), await reader.delete(`/v1/user/tokens/${UNKNOWN}`)])
        expect(must(answer, 403).error.message).to.include('read-only');
      expect(must(await reader.get('/v1/orgs'), 200).count).to.equal(0);
    });

    it('are paged like any list', async () => {
      for (let i = 0; i < 4; i++) await create({ name: `token ${i}` });
      const seen: string[] = [];
      let page = '';
      do {
        const { items, next, count } = must(await person.api.get(`/v1/user/tokens?limit=2${page && `&page=${page}`}`), 200);
        expect(count).to.equal(5);
        seen.push(...items.map(({ name }: any) => name));
        page = next?.page ?? '';
      } while (page !== '');
      expect(seen).to.deep.equal(['test', 'token 0', 'token 1', 'token 2', 'token 3']);
    });
  });

  describe('organizations', () => {
    it('are made by anybody, who then is their administrator', async () => {
      const person = await world.stranger();
      const made = must(await person.api.post('/v1/orgs', { title: 'Ab', emailDomains: ['Example.com', 'example.COM', 'sub.example.org'] }), 201);
      expect(made).to.deep.include({ object: 'organization', title: 'Ab', emailDomains: ['example.com', 'sub.example.org'] });
      expect(made.permissions).to.include({ view: true, admin: true, createContent: true, listMembers: true });
      expect((await person.client.orgs.getOrganizationById(made.id)).data).to.deep.equal(made);
      expect((await person.client.orgs.listOrganizationsForAuthenticatedUser()).data).to.deep.equal({ items: [made], count: 1 });
      for (const title of ['A', 'x'.repeat(256), '']) expect(must(await person.api.post('/v1/orgs', { title }), 400).error.issues[0].path).to.equal('title');
      must(await person.api.post('/v1/orgs', { title: 'x'.repeat(255) }), 201);
      must(await person.api.post('/v1/orgs', { title: 'Ab', emailDomains: ['not a domain'] }), 400);
    });

    it('are seen by their members, each with the own permissions', async () => {
      for (const [role, createContent, listMembers] of [[null, false, false], ['read', false, true], ['create', true, true]] as const) {
        const { api } = await world.member(role);
        expect(must(await api.get(`/v1/orgs/${world.organizationId}`), 200).permissions).to.include({ view: true, admin: false, createContent, listMembers });
        expect(must(await api.get('/v1/orgs'), 200).count).to.equal(1);
      }
    });
  });

  describe('members', () => {
    const set = (organizationId: string, userId: string, role: Role) => operator.put(`/v1/instance/orgs/${organizationId}/members/${userId}`, { role });

    it('join, change roles and are listed', async () => {
      const own = await World.create(instance);
      const person = await own.stranger();
      must(await person.api.get(`/v1/orgs/${own.organizationId}`), 404);
      expect(must(await set(own.organizationId, person.userId, null), 200)).to.deep.include({ object: 'member', id: person.userId, role: null, disabled: false, spaces: 0, teams: 0 });
      must(await person.api.get(`/v1/orgs/${own.organizationId}`), 200);
      expect(must(await set(own.organizationId, person.userId, 'edit'), 200).role).to.equal('edit');
      const { items, count } = must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200);
      expect(count).to.equal(2);
      expect(items.map(({ id, role }: any) => [id, role])).to.deep.equal([[own.admin.userId, 'admin'], [person.userId, 'edit']]);
      for (const role of ['owner', '', 0]) must(await operator.put(`/v1/instance/orgs/${own.organizationId}/members/${person.userId}`, { role }), 400);
      must(await operator.put(`/v1/instance/orgs/${own.organizationId}/members/${person.userId}`, {}), 400);
      for (const [organizationId, userId] of [[UNKNOWN, person.userId], [own.organizationId, UNKNOWN]] as const) must(await set(organizationId, userId, 'read'), 404);
    });

    it('cannot set roles themselves, not even administrators', async () => {
      for (const role of ['edit', 'admin'] as const) {
        const person = await world.member(role);
        must(await person.api.put(`/v1/instance/orgs/${world.organizationId}/members/${person.userId}`, { role: 'admin' }), 403);
      }
    });

    it('always have an administrator among them', async () => {
      const own = await World.create(instance);
      const refused = must(await set(own.organizationId, own.admin.userId, 'create'), 409);
      expect(refused.error.message).to.include('last administrator');
      must(await set(own.organizationId, own.admin.userId, 'admin'), 200);
      const second = await own.member('admin');
      must(await set(own.organizationId, own.admin.userId, 'create'), 200);
      must(await set(own.organizationId, second.userId, null), 409);
      must(await own.admin.api.get(`/v1/orgs/${own.organizationId}`), 200);
    });

    it('keep one when all are demoted at the same time', async () => {
      for (let round = 0; round < 3; round++) {
        const own = await World.create(instance);
        const admins = [own.admin, await own.member('admin'), await own.member('admin'), await own.member('admin')];
        const answers = await Promise.all(admins.map(({ userId }) => set(own.organizationId, userId, 'read')));
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 409]);
        const { items } = must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200);
        expect(items.filter(({ role }: any) => role === 'admin')).to.have.lengthOf(1);
      }
    });

    it('join once, however many times they are added at the same time', async () => {
      const own = await World.create(instance);
      const { userId } = await own.stranger();
      const answers = await Promise.all(Array.from({ length: 8 }, () => set(own.organizationId, userId, 'read')));
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
      expect(must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200).count).to.equal(2);
    });
  });

  describe('levels on spaces', () => {
    let own: World;
    before(async () => {
      own = await World.create(instance);
    });
    const collection = async (defaultLevel: DefaultLevel, parent?: string) => {
      const { id } = must(await own.admin.api.post(`/v1/orgs/${own.organizationId}/collections`, { title: 'C', ...(parent && { parent }) }), 201);
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
    for (const [why, role, [ofSpace, ...ofCollections], granted, expected] of rows)
      it(`are computed: ${why}`, async () => {
        let parent: string | undefined;
        for (const each of [...ofCollections].reverse()) parent = await collection(each, parent);
        const space = await own.space({ title: 'S', ...(parent && { parent }) });
        must(await own.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: ofSpace }), 200);
        const { api, userId } = await own.member(role);
        if (granted !== undefined) must(await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: granted, users: [userId] }), 204);
        expect(levelShown(await api.get(`/v1/spaces/${space.id}`))).to.equal(expected);
        const listed = must(await api.get(`/v1/orgs/${own.organizationId}/spaces?limit=1000`), 200);
        expect(listed.items.some(({ id }: any) => id === space.id)).to.equal(expected !== undefined);
        expect(listed.count).to.equal(listed.items.length);
        expect(levelShown(await own.admin.api.get(`/v1/spaces/${space.id}`))).to.equal('create');
      });

    it('change at once with every default on the way', async () => {
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

    it('are granted, changed, listed and withdrawn, with the official client', async () => {
      const space = await own.space({ title: 'S' });
      const { client } = own.admin;
      const [guest, other] = [await own.member(null), await own.member(null)];
      expect((await client.spaces.inviteToSpace(space.id, { role: 'read', users: [guest.userId, other.userId, guest.userId] })).status).to.equal(204);
      expect((await client.spaces.listUserPermissionsInSpace(space.id)).data.items.map((row: any) => [row.user.id, row.permission])).to.have.deep.members([[guest.userId, 'read'], [other.userId, 'read']]);
      must(await guest.api.patch(`/v1/spaces/${space.id}`, { title: 'No' }), 403);
      expect((await client.spaces.updateUserPermissionInSpace(space.id, guest.userId, { role: 'create' })).status).to.equal(204);
      must(await guest.api.patch(`/v1/spaces/${space.id}`, { title: 'Yes' }), 200);
      expect((await client.spaces.removeUserFromSpace(space.id, guest.userId)).status).to.equal(205);
      expect((await client.spaces.removeUserFromSpace(space.id, guest.userId)).status).to.equal(204);
      must(await guest.api.get(`/v1/spaces/${space.id}`), 404);
      expect((await client.spaces.inviteToSpace(space.id, { role: null, users: [other.userId] })).status).to.equal(204);
      expect((await client.spaces.listUserPermissionsInSpace(space.id)).data).to.deep.equal({ items: [], count: 0 });
    });

    it('are granted to members only, all or none, and nobody gives more than they have', async () => {
      const space = await own.space({ title: 'S' });
      const [guest, creator, stranger] = [await own.member(null), await own.member('create'), await own.stranger()];
      for (const unknown of [stranger.userId, UNKNOWN, 'nonsense']) expect(must(await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [guest.userId, unknown] }), 404).error.message).to.equal('user not found');
      must(await guest.api.get(`/v1/spaces/${space.id}`), 404);
      must(await creator.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'admin', users: [guest.userId] }), 403);
      must(await creator.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [guest.userId] }), 204);
      must(await creator.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: 'admin' }), 403);
      must(await guest.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [stranger.userId] }), 404);
      must(await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [] }), 400);
      must(await own.admin.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: 'owner' }), 400);
      must(await own.admin.api.patch(`/v1/spaces/${space.id}/permissions/users/${guest.userId}`, { role: null }), 204);
      must(await guest.api.get(`/v1/spaces/${space.id}`), 404);
    });

    it('are granted once, however many do so at the same time', async () => {
      const space = await own.space({ title: 'S' });
      const { userId } = await own.member(null);
      const answers = await Promise.all(Array.from({ length: 8 }, () => own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', users: [userId] })));
      for (const { status } of answers) expect([204, 409]).to.include(status);
      expect(must(await own.admin.api.get(`/v1/spaces/${space.id}/permissions/users`), 200).count).to.equal(1);
    });
  });
});
