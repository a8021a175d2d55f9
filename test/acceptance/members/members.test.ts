import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { LEVELS } from '../../../src/domain/permissions/level.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('members', (backend) => {
  let time: TimeTravel;
  let instance: Instance;
  let world: World;
  let path: string;
  const later = (ms?: number): string => time.later(ms);
  before(async () => {
    time = await TimeTravel.start(backend);
    ({ instance } = time);
  });
  beforeEach(async () => {
    later();
    world = await World.create(instance);
    path = `/v1/orgs/${world.organizationId}`;
  });
  /** Members with these names, who joined one after the other. */
  const named = async (...names: string[]): Promise<Person[]> => {
    const people: Person[] = [];
    for (const displayName of names) {
      later();
      const person = await world.member('read');
      must(await person.api.patch(`/v1/users/${person.userId}`, { displayName }), 200);
      people.push(person);
    }
    return people;
  };
  const list = async (query = ''): Promise<any> => must(await world.admin.api.get(`${path}/members${query}`), 200);
  const names = ({ items }: any): string[] => items.map(({ user }: any) => user.displayName);

  describe('listMembersInOrganizationById', () => {
    it('lists members with all their fields, the latest first', async () => {
      const [ann] = await named('Ann');
      const space = await world.space();
      must(
        await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'edit', users: [ann!.userId] }),
        204,
      );
      const { data } = await world.admin.client.orgs.listMembersInOrganizationById(world.organizationId);
      expect(data.count).to.equal(2);
      expect(data.items.map(({ id }: any) => id)).to.deep.equal([ann!.userId, world.admin.userId]);
      const [first] = data.items;
      expect(first).to.deep.include({
        object: 'member',
        id: ann!.userId,
        role: 'read',
        disabled: false,
        sso: false,
        spaces: 1,
        teams: 0,
        joinedAt: time.now,
      });
      expect(first).to.not.have.property('lastSeenAt');
      expect(first.user).to.include({ object: 'user', id: ann!.userId, displayName: 'Ann', email: ann!.email });
      expect(
        (await world.admin.client.orgs.getMemberInOrganizationById(world.organizationId, ann!.userId)).data,
      ).to.deep.equal(first);
    });

    it('sorts by time of joining or by name, in either direction, page by page', async () => {
      await named('bob', 'Ann', 'ådne', 'Ann', 'Zoë', '\u{10400}');
      must(await world.admin.api.patch(`/v1/users/${world.admin.userId}`, { displayName: 'Me' }), 200);
      const joined = ['Me', 'bob', 'Ann', 'ådne', 'Ann', 'Zoë', '\u{10400}'];
      const alphabetical = ['Ann', 'Ann', 'bob', 'Me', 'Zoë', 'ådne', '\u{10400}'];
      for (const [query, expected] of [
        ['?', [...joined].reverse()],
        ['?order=asc', joined],
        ['?sort=name&order=asc', alphabetical],
        ['?sort=name', [...alphabetical].reverse()],
      ] as const)
        for (const limit of [1, 2, 1000]) {
          const seen: string[] = [];
          let next = '';
          do {
            const page = await list(`${query}&limit=${limit}${next}`);
            expect(page.count).to.equal(7);
            seen.push(...names(page));
            next = page.next === undefined ? '' : `&page=${page.next.page}`;
          } while (next !== '');
          expect(seen, `${query} by ${limit}`).to.deep.equal(expected);
        }
    });

    it('sorts by when members were last seen, and filters by whether they are disabled', async () => {
      const [ann, bob, , cid] = await named('Ann', 'Bob', 'Never seen', 'Cid');
      for (const person of [ann, cid, bob]) {
        later(60_000);
        must(await person!.api.post(`${path}/ping`), 200);
      }
      expect(names(await list('?sort=lastSeenAt'))).to.deep.equal(['Bob', 'Cid', 'Ann']);
      expect(names(await list('?sort=lastSeenAt&order=asc&limit=2'))).to.deep.equal(['Ann', 'Cid']);
      must(await world.operator.patch(`/v1/instance/users/${cid!.userId}`, { disabled: true }), 200);
      const seen = await list('?sort=lastSeenAt');
      expect([names(seen), seen.count]).to.deep.equal([['Bob', 'Ann'], 2]);
      expect((await list()).items.find(({ id }: any) => id === cid!.userId).disabled).to.equal(true);
    });

    it('filters by role, including guests', async () => {
      const people = await Promise.all([null, ...LEVELS].map((role) => world.member(role)));
      for (const [index, role] of ['guest', ...LEVELS].entries()) {
        const { items, count } = await list(`?role=${role}`);
        const expected = [people[index]!.userId, ...(role === 'admin' ? [world.admin.userId] : [])];
        expect([items.map(({ id }: any) => id).sort(), count], role).to.deep.equal([expected.sort(), expected.length]);
      }
    });

    it('searches a part of the name or the address in any case, without patterns', async () => {
      const [ann] = await named('Ann Élise', 'Bob_', 'B%b');
      for (const [search, expected] of [
        ['ÉLI', ['Ann Élise']],
        ['n é', ['Ann Élise']],
        ['_', ['Bob_']],
        ['%', ['B%b']],
        ['nobody', []],
        [ann!.email.slice(2, 12).toUpperCase(), ['Ann Élise']],
      ] as const) {
        const found = await list(`?search=${encodeURIComponent(search)}&order=asc`);
        expect([names(found), found.count], search).to.deep.equal([expected, expected.length]);
      }
      expect((await list(`?search=${'x'.repeat(512)}`)).count).to.equal(0);
    });

    it('refuses filters and sort orders that do not exist', async () => {
      for (const [query, at] of [
        ['role=owner', 'role'],
        ['role=null', 'role'],
        ['sort=email', 'sort'],
        ['order=up', 'order'],
        [`search=${'x'.repeat(513)}`, 'search'],
        ['limit=1001', 'limit'],
        ['page=nonsense', 'page'],
      ])
        expect(must(await world.admin.api.get(`${path}/members?${query}`), 400).error.issues[0].path, query).to.equal(
          at,
        );
      const { page } = (await list('?limit=0')).next ?? {};
      expect(page).to.equal(undefined);
    });

    it('is for members; guests get only themselves', async () => {
      const [guest, reader] = [await world.member(null), await world.member('read')];
      must(await reader.api.get(`${path}/members`), 200);
      must(await reader.api.get(`${path}/members/${guest.userId}`), 200);
      must(await guest.api.get(`${path}/members`), 403);
      for (const id of [reader.userId, UNKNOWN])
        for (const part of ['', '/spaces']) must(await guest.api.get(`${path}/members/${id}${part}`), 403);
      expect(must(await guest.api.get(`${path}/members/${guest.userId}`), 200).role).to.equal(null);
    });

    it('accepts a page token from the caller who began the list, with the same filters only', async () => {
      const [ann] = await named('Ann', 'Bob', 'Cid');
      const { next } = await list('?limit=1&sort=name');
      for (const query of [
        `?limit=1&sort=joinedAt&page=${next.page}`,
        `?limit=1&sort=name&role=read&page=${next.page}`,
        `?limit=1&sort=name&page=${next.page.slice(0, -2)}xx`,
      ])
        must(await world.admin.api.get(`${path}/members${query}`), 400);
      must(await ann!.api.get(`${path}/members?limit=1&sort=name&page=${next.page}`), 400);
      expect(names(await list(`?limit=2&sort=name&page=${next.page}`))).to.have.lengthOf(2);
    });
  });

  describe('updateMemberInOrganizationById', () => {
    it('lets administrators change roles', async () => {
      const ann = await world.member('read');
      expect(
        (
          await world.admin.client.orgs.updateMemberInOrganizationById(world.organizationId, ann.userId, {
            role: 'create',
          })
        ).data,
      ).to.include({ id: ann.userId, role: 'create' });
      must(await ann.api.post(`${path}/spaces`, { title: 'S' }), 201);
      expect(must(await world.admin.api.patch(`${path}/members/${ann.userId}`, { role: null }), 200).role).to.equal(
        null,
      );
      must(await ann.api.post(`${path}/spaces`, { title: 'S' }), 403);
      expect(must(await world.admin.api.patch(`${path}/members/${ann.userId}`, {}), 200).role).to.equal(null);
      must(await world.admin.api.patch(`${path}/members/${ann.userId}`, { role: 'owner' }), 400);
      for (const id of [UNKNOWN, (await world.stranger()).userId])
        must(await world.admin.api.patch(`${path}/members/${id}`, { role: 'read' }), 404);
    });

    it('[A8] refuses to change the own role without being an administrator', async () => {
      for (const role of [null, 'read', 'create'] as const) {
        const { userId, api } = await world.member(role);
        for (const id of [userId, world.admin.userId, UNKNOWN])
          must(await api.patch(`${path}/members/${id}`, { role: 'admin' }), 403);
        must(await api.post(`${path}/members/${userId}/sso`), 403);
        expect(must(await api.get(`${path}/members/${userId}`), 200)).to.include({ role, sso: false });
      }
    });
  });

  describe('setUserAsSSOMemberForOrganization', () => {
    it('makes a member sign in through the provider', async () => {
      const { userId } = await world.member('read');
      for (let i = 0; i < 2; i++)
        expect(
          (await world.admin.client.orgs.setUserAsSsoMemberForOrganization(world.organizationId, userId)).data,
        ).to.include({ id: userId, sso: true });
      must(await world.admin.api.post(`${path}/members/${UNKNOWN}/sso`), 404);
    });
  });

  describe('removeMemberFromOrganizationById', () => {
    const removed = async (userId: string): Promise<number> =>
      (await world.admin.client.orgs.removeMemberFromOrganizationById(world.organizationId, userId)).status;

    it('removes a member, and answers 204 the second time', async () => {
      const { userId } = await world.member('edit');
      expect(await removed(userId)).to.equal(205);
      expect(await removed(userId)).to.equal(204);
      expect(await removed(UNKNOWN)).to.equal(204);
      must(await world.admin.api.get(`${path}/members/${userId}`), 404);
    });

    it('lets members leave, and lets nobody but administrators remove others', async () => {
      const [guest, creator] = [await world.member(null), await world.member('create')];
      for (const id of [guest.userId, world.admin.userId, UNKNOWN])
        must(await creator.api.delete(`${path}/members/${id}`), 403);
      must(await guest.api.delete(`${path}/members/${guest.userId}`), 205);
      must(await creator.api.delete(`${path}/members/${creator.userId}`), 205);
      must(await creator.api.delete(`${path}/members/${creator.userId}`), 404);
    });

    it('[A6] ends page tokens, links and access of the removed member', async () => {
      const ann = await world.member('edit');
      const space = await world.space();
      await world.space();
      const { next } = must(await ann.api.get(`${path}/spaces?limit=1`), 200);
      expect(await removed(ann.userId)).to.equal(205);
      for (const gone of [
        path,
        `${path}/spaces?limit=1&page=${next.page}`,
        `${path}/members`,
        `/v1/spaces/${space.id}`,
        `${path}/search?query=a`,
        `${path}/audit-events`,
      ])
        must(await ann.api.get(gone), 404);
      expect(must(await ann.api.get('/v1/orgs'), 200)).to.deep.equal({ items: [], count: 0 });
    });

    it('ends grants, teams and review requests, none of which return with the member', async () => {
      const ann = await world.member(null);
      const [space, other] = [await world.space(), await World.create(instance)];
      const otherSpace = await other.space();
      must(
        await world.operator.put(`/v1/instance/orgs/${other.organizationId}/members/${ann.userId}`, { role: null }),
        200,
      );
      for (const [{ admin }, id] of [
        [world, space.id],
        [other, otherSpace.id],
      ] as const) {
        must(await admin.api.post(`/v1/spaces/${id}/permissions`, { role: 'review', users: [ann.userId] }), 204);
        const { id: changeRequest } = must(
          await admin.api.post(`/v1/spaces/${id}/change-requests`, { subject: 'S' }),
          201,
        );
        must(
          await admin.api.post(`/v1/spaces/${id}/change-requests/${changeRequest}/requested-reviewers`, {
            users: [ann.userId],
          }),
          200,
        );
      }
      const requests = async ({ admin, organizationId }: World) =>
        must(await admin.api.get(`/v1/orgs/${organizationId}/change-requests?requestedReviewer=${ann.userId}`), 200)
          .count;
      expect([await requests(world), await requests(other)]).to.deep.equal([1, 1]);

      expect(await removed(ann.userId)).to.equal(205);
      must(await ann.api.get(`/v1/spaces/${space.id}`), 404);
      must(
        await world.operator.put(`${path.replace('/v1', '/v1/instance')}/members/${ann.userId}`, { role: null }),
        200,
      );
      must(await ann.api.get(`/v1/spaces/${space.id}`), 404);
      expect(must(await world.admin.api.get(`${path}/members/${ann.userId}`), 200)).to.include({ spaces: 0, teams: 0 });
      must(await ann.api.get(`/v1/spaces/${otherSpace.id}`), 200);
      expect([await requests(world), await requests(other)]).to.deep.equal([0, 1]);
    });
  });

  describe('the last administrator', () => {
    it('[A10] can neither leave nor be demoted', async () => {
      const own = `${path}/members/${world.admin.userId}`;
      for (const answer of [
        await world.admin.api.patch(own, { role: 'create' }),
        await world.admin.api.patch(own, { role: null }),
        await world.admin.api.delete(own),
      ])
        expect(must(answer, 409).error.message).to.equal(
          'the last administrator of the organization can neither leave nor be demoted',
        );
      must(await world.admin.api.patch(own, { role: 'admin' }), 200);
      const second = await world.member('admin');
      must(await world.operator.patch(`/v1/instance/users/${second.userId}`, { disabled: true }), 200);
      must(await world.admin.api.delete(own), 409);
      must(await world.operator.patch(`/v1/instance/users/${second.userId}`, { disabled: false }), 200);
      must(await world.admin.api.delete(own), 205);
      must(await second.api.delete(`${path}/members/${second.userId}`), 409);
    });

    it('[A10] remains whatever several administrators do at once', async () => {
      for (let round = 0; round < 5; round++) {
        const own = await World.create(instance);
        const admins = [own.admin, await own.member('admin'), await own.member('admin')];
        const members = `/v1/orgs/${own.organizationId}/members`;
        const answers = await Promise.all([
          admins[0]!.api.delete(`${members}/${admins[0]!.userId}`),
          admins[1]!.api.patch(`${members}/${admins[1]!.userId}`, { role: 'read' }),
          admins[2]!.api.delete(`${members}/${admins[2]!.userId}`),
          world.operator.put(`/v1/instance/orgs/${own.organizationId}/members/${admins[0]!.userId}`, { role: 'read' }),
        ]);
        expect(
          answers.every(({ status }) => [200, 205, 409].includes(status)),
          JSON.stringify(answers.map(({ status }) => status)),
        ).to.equal(true);
        const left = must(
          await world.operator.get(`/v1/instance/orgs/${own.organizationId}/members`),
          200,
        ).items.filter(({ role }: any) => role === 'admin');
        expect(left.length).to.be.greaterThan(0);
      }
    });
  });

  describe('listSpacesForOrganizationMember', () => {
    it('lists the spaces of a member with the level on each, as far as the caller sees them', async () => {
      const [ann, bob] = [await world.member('edit'), await world.member('comment')];
      const [open, closed, hidden] = [
        await world.space({ title: 'open' }),
        await world.space({ title: 'closed' }),
        await world.space({ title: 'hidden' }),
      ];
      for (const { id } of [closed, hidden])
        must(await world.admin.api.patch(`/v1/spaces/${id}`, { defaultLevel: null }), 200);
      must(
        await world.admin.api.post(`/v1/spaces/${closed.id}/permissions`, { role: 'review', users: [ann.userId] }),
        204,
      );
      const seen = async (by: Person, of: Person, query = '?order=asc') =>
        must(await by.api.get(`${path}/members/${of.userId}/spaces${query}`), 200).items.map(
          ({ permission, space }: any) => [space.title, permission],
        );

      const { data } = await world.admin.client.orgs.listSpacesForOrganizationMember(world.organizationId, ann.userId);
      expect(
        data.items.map(({ permission, space }: any) => [space.id, permission, space.permissions.admin]),
      ).to.deep.equal([
        [closed.id, 'review', true],
        [open.id, 'edit', true],
      ]);
      expect(data.count).to.equal(2);
      expect(await seen(ann, ann)).to.deep.equal([
        ['open', 'edit'],
        ['closed', 'review'],
      ]);
      expect(await seen(bob, ann)).to.deep.equal([['open', 'edit']]);
      expect(await seen(ann, world.admin)).to.deep.equal([
        ['open', 'admin'],
        ['closed', 'admin'],
      ]);
      expect(await seen(world.admin, world.admin)).to.have.lengthOf(3);

      const first = must(await bob.api.get(`${path}/members/${world.admin.userId}/spaces?limit=1`), 200);
      expect([first.count, first.items[0].permission, first.items[0].space.permissions.edit, first.next]).to.deep.equal(
        [1, 'admin', false, undefined],
      );
      const page = must(await world.admin.api.get(`${path}/members/${ann.userId}/spaces?limit=1`), 200);
      expect(await seen(world.admin, ann, `?limit=1&page=${page.next.page}`)).to.deep.equal([['open', 'edit']]);
      for (const id of [UNKNOWN, (await world.stranger()).userId])
        must(await world.admin.api.get(`${path}/members/${id}/spaces`), 404);
    });
  });

  describe('getMemberInOrganizationById', () => {
    it('reveals nothing about members to administrators of other organizations', async () => {
      const [theirs, ann] = [await World.create(instance), await world.member('read')];
      const known = randomBytes(10).toString('hex');
      for (const [method, tail, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { role: 'read' }],
        ['POST', '/sso', undefined],
        ['GET', '/spaces', undefined],
      ] as const) {
        const [foreign, unknown] = await Promise.all(
          [ann.userId, known].map((id) =>
            theirs.admin.api(method, `/v1/orgs/${theirs.organizationId}/members/${id}${tail}`, body),
          ),
        );
        expect(must(foreign!, 404).error.message).to.equal(must(unknown!, 404).error.message);
      }
      must(await theirs.admin.api.delete(`/v1/orgs/${theirs.organizationId}/members/${ann.userId}`), 204);
      must(await ann.api.get(path), 200);
    });
  });

  describe('updateOrganizationMemberLastSeenAt', () => {
    it('records when the member was last seen, to the minute', async () => {
      const ann = await world.member(null);
      const seenAt = async () => must(await world.admin.api.get(`${path}/members/${ann.userId}`), 200).lastSeenAt;
      const at = later();
      await ann.client.orgs.updateOrganizationMemberLastSeenAt(world.organizationId);
      expect(await seenAt()).to.equal(at);
      later(59_999);
      must(await ann.api.post(`${path}/ping`), 200);
      expect(await seenAt()).to.equal(at);
      const again = later(1);
      for (const answer of await Promise.all(Array.from({ length: 5 }, () => ann.api.post(`${path}/ping`))))
        must(answer, 200);
      expect(await seenAt()).to.equal(again);
      must(await (await world.stranger()).api.post(`${path}/ping`), 404);
    });
  });

  describe('getOrganizationKeys', () => {
    it('verifies the claims of a member, which are valid for an hour', async () => {
      const ann = await world.member('review');
      const { serviceVisitorClaims: token } = must(await ann.api.post(`${path}/ping`), 200);
      const keys = createRemoteJWKSet(new URL(`${instance.url}${path}/jwks`));
      const expected = { issuer: instance.publicUrl, audience: world.organizationId, algorithms: ['ES256'] };
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        ...expected,
        currentDate: new Date(time.now),
      });
      expect(payload).to.include({
        iss: instance.publicUrl,
        aud: world.organizationId,
        sub: ann.userId,
        email: ann.email,
        role: 'review',
      });
      expect(payload.exp! - payload.iat!).to.equal(3600);
      const { keys: published } = must(await world.admin.api.get(`${path}/jwks`, { authorization: '' }), 200);
      expect(published).to.have.lengthOf(1);
      expect(published[0])
        .to.have.all.keys('kty', 'crv', 'x', 'y', 'alg', 'use', 'kid')
        .and.include({ kid: protectedHeader.kid });
      const failed = async (what: Promise<unknown>) =>
        what.then(
          () => 'verified',
          ({ code }) => code,
        );
      expect(
        await failed(jwtVerify(token, keys, { ...expected, currentDate: new Date(Date.parse(time.now) + 3_600_000) })),
      ).to.equal('ERR_JWT_EXPIRED');
      expect(
        await failed(jwtVerify(token, keys, { ...expected, audience: UNKNOWN, currentDate: new Date(time.now) })),
      ).to.equal('ERR_JWT_CLAIM_VALIDATION_FAILED');
    });

    it('has one key for each organization, made once', async () => {
      const other = await World.create(instance);
      const pings = await Promise.all([
        ...Array.from({ length: 5 }, () => world.admin.api.post(`${path}/ping`)),
        other.admin.api.post(`/v1/orgs/${other.organizationId}/ping`),
      ]);
      const kids = pings.map((answer) => decodeProtectedHeader(must(answer, 200).serviceVisitorClaims).kid);
      expect(new Set(kids.slice(0, 5)).size).to.equal(1);
      expect(kids[5]).to.not.equal(kids[0]);
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const forged = await new SignJWT({ aud: world.organizationId, jwk: await exportJWK(publicKey) })
        .setProtectedHeader({ alg: 'ES256', kid: kids[0]! })
        .sign(privateKey);
      const keys = createRemoteJWKSet(new URL(`${instance.url}${path}/jwks`));
      expect(await jwtVerify(forged, keys).catch(({ code }) => code)).to.equal('ERR_JWS_SIGNATURE_VERIFICATION_FAILED');
      for (const id of [UNKNOWN, 'nonsense', (await World.create(instance)).organizationId])
        expect(must(await world.admin.api.get(`/v1/orgs/${id}/jwks`), 200)).to.deep.equal({ keys: [] });
    });
  });
});
