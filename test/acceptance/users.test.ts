import { expect } from 'chai';
import type { Instance } from '../../src/instance.ts';
import { onEveryBackend } from '../support/backends.ts';
import { TimeTravel } from '../support/time-travel.ts';
import { apiOf, must, World, type Api, type Person } from '../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const START = '2030-01-01T00:00:00.000Z';

onEveryBackend('users and their tokens', (backend) => {
  let time: TimeTravel;
  let instance: Instance;
  let world: World;
  let operator: Api;
  before(async () => {
    time = await TimeTravel.start(backend);
    time.to(START);
    instance = time.instance;
    world = await World.create(instance);
    operator = world.operator;
  });

  describe('accounts', () => {
    describe('createUser', () => {
      it('creates accounts for the operator, with an address that is unique in any case', async () => {
        const user = must(
          await operator.post('/v1/instance/users', { email: 'Ada@Example.COM', displayName: '  Ada  ' }),
          201,
        );
        expect(user).to.include({ object: 'user', email: 'ada@example.com', displayName: 'Ada' });
        expect(user.urls.location).to.equal(`${instance.publicUrl}/v1/users/${user.id}`);
        const again = must(
          await operator.post('/v1/instance/users', { email: 'ADA@example.com', displayName: 'Other' }),
          409,
        );
        expect(again.error.message).to.equal('a user with this e-mail address exists already');
        expect(
          must(await operator.get('/v1/instance/users?limit=1000'), 200).items.filter(
            ({ email }: any) => email === 'ada@example.com',
          ),
        ).to.deep.equal([user]);
      });

      it('requires an address and a name', async () => {
        for (const [body, path] of [
          [{ displayName: 'A' }, 'email'],
          [{ email: 'nobody', displayName: 'A' }, 'email'],
          [{ email: `${'a'.repeat(250)}@example.com`, displayName: 'A' }, 'email'],
          [{ email: 'b@example.com' }, 'displayName'],
          [{ email: 'b@example.com', displayName: '   ' }, 'displayName'],
          [{ email: 'b@example.com', displayName: 'x'.repeat(65) }, 'displayName'],
        ] as const)
          expect(
            must(await operator.post('/v1/instance/users', body), 400).error.issues.map((issue: any) => issue.path),
          ).to.deep.equal([path]);
        must(await operator.post('/v1/instance/users', { email: 'c@example.com', displayName: 'x'.repeat(64) }), 201);
      });

      it('ignores every field except address and name', async () => {
        const user = must(
          await operator.post('/v1/instance/users', {
            email: 'd@example.com',
            displayName: 'D',
            operator: true,
            id: UNKNOWN,
            role: 'admin',
            organization: world.organizationId,
            createdAt: '2000-01-01T00:00:00Z',
          }),
          201,
        );
        expect(user.id).not.to.equal(UNKNOWN);
        const { token } = must(
          await operator.post(`/v1/instance/users/${user.id}/tokens`, {
            name: 't',
            userId: world.admin.userId,
            token: 'qr_mine',
            operator: true,
          }),
          201,
        );
        must(await apiOf(instance, token).get('/v1/instance/users'), 403);
        expect(must(await apiOf(instance, token).get('/v1/orgs'), 200).count).to.equal(0);
        expect(must(await apiOf(instance, token).get('/v1/user'), 200).id).to.equal(user.id);
      });
    });

    describe('getUserById', () => {
      it('finds the caller and members of the same organizations, and nobody else', async () => {
        const [member, stranger] = [await world.member('read'), await world.stranger()];
        const { data: me } = await member.client.user.getAuthenticatedUser();
        expect(me).to.include({ object: 'user', id: member.userId, email: member.email });
        expect((await member.client.users.getUserById(world.admin.userId)).data.id).to.equal(world.admin.userId);
        expect((await stranger.client.users.getUserById(stranger.userId)).data.id).to.equal(stranger.userId);
        for (const id of [stranger.userId, UNKNOWN, 'nonsense'])
          expect(must(await member.api.get(`/v1/users/${id}`), 404).error.message).to.equal('user not found');
        must(await operator.get(`/v1/users/${stranger.userId}`), 200);
      });
    });
  });

  describe('API tokens', () => {
    let person: Person;
    beforeEach(async () => {
      person = await world.stranger();
    });
    const create = async (input: object = {}) =>
      must(await person.api.post('/v1/user/tokens', { name: 'script', ...input }), 201);

    describe('listApiTokens', () => {
      it('lists tokens without their secret, which is shown once', async () => {
        const issued = await create({ expiresAt: '2031-01-01T01:00:00+01:00', readOnly: true });
        expect(issued).to.include({
          object: 'api-token',
          name: 'script',
          readOnly: true,
          createdAt: START,
          expiresAt: '2031-01-01T00:00:00.000Z',
        });
        expect(issued.token).to.match(/^qr_[\w-]{27,}$/);
        const listed = await person.api.get('/v1/user/tokens');
        const { token: _, ...shown } = issued;
        expect(must(listed, 200).items).to.deep.include(shown);
        expect(JSON.stringify(listed.body)).not.to.include(issued.token).and.not.match(/hash/);
        expect((await create()).token).not.to.equal(issued.token);
      });

      it('lists tokens page by page', async () => {
        for (let i = 0; i < 4; i++) await create({ name: `token ${i}` });
        const seen: string[] = [];
        let page = '';
        do {
          const { items, next, count } = must(
            await person.api.get(`/v1/user/tokens?limit=2${page && `&page=${page}`}`),
            200,
          );
          expect(count).to.equal(5);
          seen.push(...items.map(({ name }: any) => name));
          page = next?.page ?? '';
        } while (page !== '');
        expect(seen).to.deep.equal(['test', 'token 0', 'token 1', 'token 2', 'token 3']);
      });
    });

    describe('createApiToken', () => {
      it('requires a name, and an expiry in the future', async () => {
        for (const [input, path] of [
          [{ name: '' }, 'name'],
          [{ name: ' ' }, 'name'],
          [{ name: 'x'.repeat(101) }, 'name'],
          [{ expiresAt: START }, 'expiresAt'],
          [{ expiresAt: '2029-12-31T23:59:59.999Z' }, 'expiresAt'],
          [{ expiresAt: 'tomorrow' }, 'expiresAt'],
          [{ expiresAt: '2030-02-30T00:00:00Z' }, 'expiresAt'],
          [{ expiresAt: '9999-12-31T23:59:59-01:00' }, 'expiresAt'],
          [{ readOnly: 'yes' }, 'readOnly'],
        ] as const)
          expect(
            must(await person.api.post('/v1/user/tokens', Object.assign({ name: 'x' }, input)), 400).error.issues[0]
              .path,
            JSON.stringify(input),
          ).to.equal(path);
        await create({ expiresAt: '2030-01-01T00:00:00.001Z', name: 'x'.repeat(100) });
        await create({ expiresAt: '9999-12-31T23:59:59Z' });
        await create({ expiresAt: null });
      });

      it('creates a token that works until its last millisecond', async () => {
        const api = apiOf(instance, (await create({ expiresAt: '2030-06-01T00:00:00.000Z' })).token);
        try {
          time.to('2030-05-31T23:59:59.999Z');
          must(await api.get('/v1/user'), 200);
          time.to('2030-06-01T00:00:00.000Z');
          must(await api.get('/v1/user'), 401);
          must(await api.post('/v1/orgs', { title: 'Too late' }), 401);
        } finally {
          time.to(START);
        }
      });

      it('creates read-only tokens, which can neither change anything nor create others', async () => {
        const reader = apiOf(instance, (await create({ readOnly: true })).token);
        must(await reader.get('/v1/orgs'), 200);
        for (const answer of [
          await reader.post('/v1/user/tokens', { name: 'stronger' }),
          await reader.post('/v1/orgs', { title: 'Mine' }),
          await reader.delete(`/v1/user/tokens/${UNKNOWN}`),
        ])
          expect(must(answer, 403).error.message).to.include('read-only');
        expect(must(await reader.get('/v1/orgs'), 200).count).to.equal(0);
      });
    });

    describe('deleteApiToken', () => {
      it('ends a token at once', async () => {
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
    });

    describe('deleteApiTokenOfUser', () => {
      it('deletes tokens of the named user only, for their owner and the operator', async () => {
        const { id, token } = await create();
        must(await world.admin.api.delete(`/v1/user/tokens/${id}`), 204);
        must(await operator.delete(`/v1/user/tokens/${id}`), 204);
        must(await operator.delete(`/v1/instance/users/${world.admin.userId}/tokens/${id}`), 204);
        must(await operator.delete(`/v1/instance/users/${UNKNOWN}/tokens/${id}`), 404);
        must(await apiOf(instance, token).get('/v1/user'), 200);
        must(await operator.delete(`/v1/instance/users/${person.userId}/tokens/${id}`), 205);
        must(await apiOf(instance, token).get('/v1/user'), 401);
      });
    });
  });

  describe('getAuthenticatedUser', () => {
    it('returns the user of the token, and 401 without a token', async () => {
      const person = await world.stranger();
      expect(must(await person.api.get('/v1/user'), 200)).to.include({ id: person.userId, email: person.email });
      must(await apiOf(instance).get('/v1/user'), 401);
    });
  });

  describe('listUsers', () => {
    it('lists every account, page by page, for the operator alone', async () => {
      const { userId } = await world.stranger();
      const first = must(await operator.get('/v1/instance/users?limit=1'), 200);
      expect([first.items.length, first.count > 1]).to.deep.equal([1, true]);
      const all = must(await operator.get('/v1/instance/users?limit=1000'), 200);
      expect(all.items.map(({ id }: any) => id)).to.include.members([userId, world.admin.userId]);
      must(await world.admin.api.get('/v1/instance/users'), 403);
    });

    it('finds users by a part of the name or the address, whatever the case', async () => {
      const { id, email } = must(
        await operator.post('/v1/instance/users', { email: 'ziska@berg.example', displayName: 'Züleyha Özgür' }),
        201,
      );
      for (const part of ['ÖZG', 'ZISKA@BERG', email]) {
        const { items, count } = must(await operator.get(`/v1/instance/users?search=${encodeURIComponent(part)}`), 200);
        expect([items.map((user: any) => user.id), count], part).to.deep.equal([[id], 1]);
      }
      expect(must(await operator.get('/v1/instance/users?search=_'), 200).items).to.deep.equal([]);
    });
  });

  describe('listApiTokensOfUser', () => {
    it('lists the tokens of a user without their secret, for the operator alone', async () => {
      const person = await world.stranger();
      const path = `/v1/instance/users/${person.userId}/tokens`;
      const { items, count } = must(await operator.get(path), 200);
      expect([items.map(({ name }: any) => name), count]).to.deep.equal([['test'], 1]);
      expect(JSON.stringify(items)).not.to.include(person.token);
      must(await person.api.get(path), 403);
      must(await operator.get(`/v1/instance/users/${UNKNOWN}/tokens`), 404);
    });
  });

  describe('updateUserById', () => {
    it('lets users change their own profile and nobody else’s', async () => {
      const [ann, bob] = [await world.member('read'), await world.member('admin')];
      const { data } = await ann.client.users.updateUserById(ann.userId, {
        displayName: ' Ann ',
        photoURL: 'https://example.com/ann.png',
      });
      expect(data).to.deep.include({
        id: ann.userId,
        displayName: 'Ann',
        photoURL: 'https://example.com/ann.png',
        email: ann.email,
      });
      expect(must(await bob.api.get(`/v1/users/${ann.userId}`), 200)).to.deep.equal(data);
      for (const by of [bob.api, world.operator])
        must(await by.patch(`/v1/users/${ann.userId}`, { displayName: 'Eve' }), 403);
      for (const id of [UNKNOWN, (await world.stranger()).userId])
        must(await ann.api.patch(`/v1/users/${id}`, { displayName: 'Eve' }), 404);
      const { photoURL: _, ...plain } = data;
      expect(
        must(
          await ann.api.patch(`/v1/users/${ann.userId}`, {
            photoURL: null,
            email: 'eve@example.com',
            operator: true,
            disabled: true,
            id: UNKNOWN,
          }),
          200,
        ),
      ).to.deep.equal(plain);
      for (const [body, at] of [
        [{ displayName: '' }, 'displayName'],
        [{ displayName: 'x'.repeat(65) }, 'displayName'],
        [{ photoURL: 'data:image/png;base64,AA' }, 'photoURL'],
        [{ photoURL: 'x' }, 'photoURL'],
      ] as const)
        expect(must(await ann.api.patch(`/v1/users/${ann.userId}`, body), 400).error.issues[0].path).to.equal(at);
      must(await ann.api.patch(`/v1/users/${ann.userId}`, { displayName: 'x'.repeat(64) }), 200);
    });
  });

  describe('updateUserByOperator', () => {
    it('disables an account with all its tokens at once, and enables it again', async () => {
      const ann = await world.member('admin');
      const readOnly = await world.readOnly(ann);
      expect(must(await world.operator.patch(`/v1/instance/users/${ann.userId}`, { disabled: true }), 200)).to.include({
        id: ann.userId,
        disabled: true,
      });
      for (const api of [ann.api, readOnly])
        for (const to of ['/v1/user', `/v1/orgs/${world.organizationId}`, '/v1/orgs']) must(await api.get(to), 401);
      expect(
        must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/members/${ann.userId}`), 200).disabled,
      ).to.equal(true);
      expect(
        must(await world.operator.get('/v1/instance/users?limit=1000'), 200).items.find(
          ({ id }: any) => id === ann.userId,
        ).disabled,
      ).to.equal(true);
      expect(
        must(await world.operator.patch(`/v1/instance/users/${ann.userId}`, { disabled: false }), 200).disabled,
      ).to.equal(false);
      must(await ann.api.get(`/v1/orgs/${world.organizationId}`), 200);
      must(await ann.api.patch(`/v1/instance/users/${world.admin.userId}`, { disabled: true }), 403);
      must(await world.operator.patch(`/v1/instance/users/${UNKNOWN}`, { disabled: true }), 404);
      must(await world.operator.patch(`/v1/instance/users/${ann.userId}`, { disabled: 'yes' }), 400);
      const { id } = must(await world.operator.get('/v1/user'), 200);
      must(await world.operator.patch(`/v1/instance/users/${id}`, { disabled: true }), 409);
    });
  });
});
