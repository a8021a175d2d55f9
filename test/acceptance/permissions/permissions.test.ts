import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('permissions on spaces and collections', (backend) => {
  let own: World;
  let theirs: World;
  const collection = async (parent?: string, defaultLevel: unknown = null): Promise<string> => {
    const { id } = must(
      await own.admin.api.post(`/v1/orgs/${own.organizationId}/collections`, { title: 'C', ...(parent && { parent }) }),
      201,
    );
    must(await own.admin.api.patch(`/v1/collections/${id}`, { defaultLevel }), 200);
    return id;
  };
  const spaceIn = async (parent?: string): Promise<string> =>
    (await own.space({ title: 'S', ...(parent && { parent }) })).id;
  const team = async (...members: Person[]): Promise<string> =>
    must(
      await own.admin.api.put(`/v1/orgs/${own.organizationId}/teams`, {
        title: 'Team',
        members: members.map(({ userId }) => userId),
      }),
      201,
    ).id;
  const give = async (on: string, body: object, status = 204): Promise<any> =>
    must(await own.admin.api.post(`/v1/${on}/permissions`, body), status);
  const status = async ({ api }: Person, path: string): Promise<number> => (await api.get(path)).status;
  before(async () => {
    own = await World.create(await backend.instance());
    theirs = await World.create(own.instance);
  });

  for (const [kind, of, inside] of [
    ['a space', 'spaces', false],
    ['a collection', 'collections', true],
  ] as const)
    it(`are granted on ${kind}, changed, listed and revoked with the official client, to users and to teams`, async () => {
      const client = own.admin.client[of];
      const name = (method: string) => client[`${method}${inside ? 'Collection' : 'Space'}`].bind(client);
      const [user, member] = [await own.member(null), await own.member(null)];
      const teamId = await team(member);
      const place = inside ? await collection() : await spaceIn(await collection());
      const seen = inside ? await spaceIn(await collection(place, 'inherit')) : place;
      expect([await status(user, `/v1/spaces/${seen}`), await status(member, `/v1/spaces/${seen}`)]).to.deep.equal([
        404, 404,
      ]);

      expect((await name('inviteTo')(place, { role: 'read', users: [user.userId, user.userId] })).status).to.equal(204);
      expect((await name('inviteTo')(place, { role: 'comment', teams: [teamId] })).status).to.equal(204);
      expect([await status(user, `/v1/spaces/${seen}`), await status(member, `/v1/spaces/${seen}`)]).to.deep.equal([
        200, 200,
      ]);
      expect(
        (await name('listUserPermissionsIn')(place)).data.items.map((item: any) => [item.user.id, item.permission]),
      ).to.deep.equal([[user.userId, 'read']]);
      const { items, count } = (await name('listTeamPermissionsIn')(place)).data;
      expect(
        items.map((item: any) => [
          item.permission,
          item.team.id,
          item.team.members,
          item.team.spaces,
          item.team.permissions.admin,
        ]),
      ).to.deep.equal([['comment', teamId, 1, 1, true]]);
      expect(count).to.equal(1);

      expect(must(await member.api.get(`/v1/spaces/${seen}`), 200).permissions).to.include({
        comment: true,
        edit: false,
      });
      expect((await name('updateTeamPermissionIn')(place, teamId, { role: 'edit' })).status).to.equal(204);
      expect((await name('updateUserPermissionIn')(place, user.userId, { role: 'create' })).status).to.equal(204);
      expect(must(await member.api.get(`/v1/spaces/${seen}`), 200).permissions).to.include({
        edit: true,
        merge: false,
        admin: false,
      });
      expect(must(await user.api.get(`/v1/spaces/${seen}`), 200).permissions).to.include({
        edit: true,
        merge: true,
        admin: true,
      });
      if (inside)
        expect(must(await user.api.get(`/v1/collections/${place}`), 200).permissions).to.deep.equal({
          view: true,
          admin: true,
          viewInviteLinks: true,
          create: true,
        });

      const removeTeam = name('removeTeamFrom');
      const removeUser = name('removeUserFrom');
      expect([
        (await removeTeam(place, teamId)).status,
        (await removeTeam(place, teamId)).status,
        (await removeUser(place, user.userId)).status,
        (await removeUser(place, user.userId)).status,
      ]).to.deep.equal([205, 204, 205, 204]);
      expect([await status(user, `/v1/spaces/${seen}`), await status(member, `/v1/spaces/${seen}`)]).to.deep.equal([
        404, 404,
      ]);
    });

  describe('inviteToSpace', () => {
    it('revokes levels with a null role, and requires users, teams or both', async () => {
      const [user, member] = [await own.member(null), await own.member(null)];
      const [teamId, space] = [await team(member), await spaceIn()];
      await give(`spaces/${space}`, { role: 'read', users: [user.userId], teams: [teamId] });
      expect([await status(user, `/v1/spaces/${space}`), await status(member, `/v1/spaces/${space}`)]).to.deep.equal([
        200, 200,
      ]);
      await give(`spaces/${space}`, { role: null, users: [user.userId] });
      must(await own.admin.api.patch(`/v1/spaces/${space}/permissions/teams/${teamId}`, { role: null }), 204);
      expect([await status(user, `/v1/spaces/${space}`), await status(member, `/v1/spaces/${space}`)]).to.deep.equal([
        404, 404,
      ]);
      for (const body of [
        { role: 'read' },
        { role: 'read', users: [] },
        { role: 'read', teams: [] },
        { users: [user.userId] },
        { role: 'owner', users: [user.userId] },
        { role: 'read', users: Array(1001).fill(user.userId) },
      ])
        await give(`spaces/${space}`, body, 400);
      await give(`spaces/${space}`, { role: 'read', users: Array(1000).fill(user.userId) });
    });

    it('gives no level above the caller’s own, not even to the caller’s team, and none by a reader', async () => {
      const [creator, editor] = [await own.member('create'), await own.member('edit')];
      const [teamId, space, place] = [
        await team(creator, editor),
        await spaceIn(),
        await collection(undefined, 'inherit'),
      ];
      for (const of of [`spaces/${space}`, `collections/${place}`]) {
        for (const role of ['admin', 'read']) {
          must(await editor.api.post(`/v1/${of}/permissions`, { role, users: [editor.userId] }), 403);
          must(await editor.api.post(`/v1/${of}/permissions`, { role, teams: [teamId] }), 403);
          must(await editor.api.patch(`/v1/${of}/permissions/users/${editor.userId}`, { role }), 403);
          must(await editor.api.patch(`/v1/${of}/permissions/teams/${teamId}`, { role }), 403);
        }
        for (const path of ['users', 'teams', 'aggregate'])
          must(await editor.api.get(`/v1/${of}/permissions/${path}`), 403);
        must(await editor.api.delete(`/v1/${of}/permissions/users/${creator.userId}`), 403);
        must(await creator.api.post(`/v1/${of}/permissions`, { role: 'admin', teams: [teamId] }), 403);
        must(await creator.api.patch(`/v1/${of}/permissions/teams/${teamId}`, { role: 'admin' }), 403);
        expect(must(await own.admin.api.get(`/v1/${of}/permissions/teams`), 200).count).to.equal(0);
        must(await creator.api.post(`/v1/${of}/permissions`, { role: 'create', teams: [teamId] }), 204);
      }
    });

    it('[A4] checks every id of the request, and grants nothing when one user, team or place is foreign', async () => {
      const [ann, space, place] = [await own.member(null), await spaceIn(), await collection()];
      const foreignSpace = (await theirs.space()).id;
      const foreignTeam = must(
        await theirs.admin.api.put(`/v1/orgs/${theirs.organizationId}/teams`, { title: 'Theirs' }),
        201,
      ).id;
      const message = (answer: any) => answer.error.message;
      for (const of of [`spaces/${space}`, `collections/${place}`]) {
        for (const userId of [theirs.admin.userId, UNKNOWN, 'nonsense'])
          expect(message(await give(of, { role: 'read', users: [ann.userId, userId] }, 404))).to.equal(
            'user not found',
          );
        for (const teamId of [foreignTeam, UNKNOWN, 'nonsense'])
          expect(message(await give(of, { role: 'read', users: [ann.userId], teams: [teamId] }, 404))).to.equal(
            'team not found',
          );
        expect(must(await own.admin.api.get(`/v1/${of}/permissions/users`), 200).count).to.equal(0);
      }
      for (const of of [`spaces/${foreignSpace}`, `spaces/${UNKNOWN}`, `collections/${UNKNOWN}`])
        await give(of, { role: 'read', users: [ann.userId] }, 404);
      must(await own.admin.api.delete(`/v1/spaces/${space}/permissions/teams/${foreignTeam}`), 204);
    });
  });

  describe('inviteToCollection', () => {
    it('gives the level on everything inside nested collections, in lists, counts, search and inbox', async () => {
      const outer = await collection();
      const inner = await collection(outer, 'inherit');
      const space = await spaceIn(inner);
      const word = `zweiundvierzig${space.slice(-6).toLowerCase()}`;
      must(
        await own.admin.api.post(`/v1/spaces/${space}/content`, {
          changes: [{ operation: 'insert_page', title: word, document: { markdown: 'Words' } }],
        }),
        200,
      );
      must(await own.admin.api.post(`/v1/spaces/${space}/change-requests`, { subject: word }), 201);
      const guest = await own.member(null);
      const teamId = await team(guest);
      const all = async () => {
        const spaces = must(await guest.api.get(`/v1/orgs/${own.organizationId}/spaces`), 200);
        const collections = must(await guest.api.get(`/v1/orgs/${own.organizationId}/collections`), 200);
        const found = await guest.api.get(`/v1/orgs/${own.organizationId}/search?query=${word}`);
        const inbox = await guest.api.get(`/v1/orgs/${own.organizationId}/change-requests`);
        return {
          spaces: [spaces.count, ...spaces.items.map(({ id }: any) => id)],
          collections: [collections.count, ...collections.items.map(({ id }: any) => id)],
          found: found.body.count ?? found.status,
          inbox: inbox.body.count ?? inbox.status,
          in: (await guest.api.get(`/v1/collections/${inner}/spaces`)).body.count,
        };
      };
      const before = await all();
      expect(before).to.deep.include({ spaces: [0], collections: [0], in: undefined });
      await give(`collections/${outer}`, { role: 'read', teams: [teamId] });
      const during = await all();
      expect(during).to.deep.include({ spaces: [1, space], collections: [2, outer, inner], in: 1 });
      expect([during.found, during.inbox]).to.deep.equal([1, 1]);
      must(await own.admin.api.delete(`/v1/collections/${outer}/permissions/teams/${teamId}`), 205);
      expect(await all()).to.deep.equal(before);
    });
  });

  describe('removeTeamFromCollection', () => {
    it('[A7] ends access at once, like removing the membership, the team or the member', async () => {
      const [guest, other] = [await own.member(null), await own.member(null)];
      const place = await collection();
      const space = await spaceIn(place);
      const paths = [
        `/v1/spaces/${space}`,
        `/v1/spaces/${space}/content`,
        `/v1/spaces/${space}/comments`,
        `/v1/spaces/${space}/change-requests`,
        `/v1/collections/${place}`,
      ];
      const seen = async (person: Person) => new Set(await Promise.all(paths.map((path) => status(person, path))));
      const only = (code: number) => new Set([code]);
      const teams = `/v1/orgs/${own.organizationId}/teams`;
      let teamId = await team(guest, other);
      await give(`collections/${place}`, { role: 'read', teams: [teamId] });
      expect(await seen(guest)).to.deep.equal(only(200));
      must(await own.admin.api.delete(`${teams}/${teamId}/members/${guest.userId}`), 205);
      expect([await seen(guest), await seen(other)]).to.deep.equal([only(404), only(200)]);
      must(await own.admin.api.put(`${teams}/${teamId}/members/${guest.userId}`, {}), 204);
      expect(await seen(guest)).to.deep.equal(only(200));
      must(await own.admin.api.delete(`${teams}/${teamId}`), 205);
      expect([await seen(guest), await seen(other)]).to.deep.equal([only(404), only(404)]);
      expect(must(await own.admin.api.get(`/v1/collections/${place}/permissions/teams`), 200).count).to.equal(0);
      teamId = await team(guest);
      await give(`collections/${place}`, { role: 'read', teams: [teamId] });
      await give(`spaces/${space}`, { role: 'read', users: [guest.userId] });
      must(await own.admin.api.delete(`/v1/orgs/${own.organizationId}/members/${guest.userId}`), 205);
      expect(await seen(guest)).to.deep.equal(only(404));
      must(
        await own.operator.put(`/v1/instance/orgs/${own.organizationId}/members/${guest.userId}`, { role: null }),
        200,
      );
      expect(await seen(guest), 'coming back brings nothing back').to.deep.equal(only(404));
    });
  });

  describe('updateUserByOperator', () => {
    it('closes every space to a disabled user', async () => {
      const guest = await own.member(null);
      const space = await spaceIn();
      await give(`spaces/${space}`, { role: 'read', users: [guest.userId] });
      must(await own.operator.patch(`/v1/instance/users/${guest.userId}`, { disabled: true }), 200);
      expect(await status(guest, `/v1/spaces/${space}`)).to.equal(401);
      must(await own.operator.patch(`/v1/instance/users/${guest.userId}`, { disabled: false }), 200);
      const fresh = apiOf(
        own.instance,
        must(await own.operator.post(`/v1/instance/users/${guest.userId}/tokens`, { name: 'again' }), 201).token,
      );
      must(await fresh.get(`/v1/spaces/${space}`), 200);
    });
  });

  describe('listReviewersInSpace', () => {
    it('[A85] lists everybody who can review in the space, page by page, for those who edit', async () => {
      const world = await World.create(own.instance);
      const { api } = world.admin;
      const { id: space } = await world.space({ title: 'Reviewed' });
      const writer = await world.member('edit');
      const reviewer = await world.member('review');
      const guest = await world.member(null);
      const reader = await world.member('read');
      const away = await world.member('review');
      must(await world.operator.patch(`/v1/instance/users/${away.userId}`, { disabled: true }), 200);
      const team = must(
        await api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'Crew', members: [guest.userId] }),
        201,
      );
      must(await api.post(`/v1/spaces/${space}/permissions`, { role: 'create', teams: [team.id] }), 204);
      const reviewers = async (query = '') => must(await writer.api.get(`/v1/spaces/${space}/reviewers${query}`), 200);
      const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
      expect(ids(await reviewers())).to.deep.equal([world.admin.userId, reviewer.userId, guest.userId]);
      const first = await reviewers('?limit=2');
      expect(first.count).to.equal(3);
      expect(ids(await reviewers(`?limit=2&page=${first.next.page}`))).to.deep.equal([guest.userId]);

      const [editing, reviewing] = [await world.member(null), await world.member(null)];
      for (const [role, { userId }] of [
        ['edit', editing],
        ['review', reviewing],
      ] as const)
        must(await api.post(`/v1/spaces/${space}/permissions`, { role, users: [userId] }), 204);
      const seenBy = async (person: typeof guest) => must(await person.api.get(`/v1/spaces/${space}/reviewers`), 200);
      expect(await seenBy(editing), '[A85] guests see only themselves').to.deep.equal({ items: [], count: 0 });
      expect(ids(await seenBy(reviewing))).to.deep.equal([reviewing.userId]);
      expect(ids(await seenBy(guest)), 'unless they manage the space').to.have.length(4);
      must(await api.delete(`/v1/spaces/${space}/permissions/users/${reviewing.userId}`), 205);

      must(await reader.api.get(`/v1/spaces/${space}/reviewers`), 403);
      must(await api.patch(`/v1/spaces/${space}`, { defaultLevel: 'comment' }), 200);
      expect(ids(must(await api.get(`/v1/spaces/${space}/reviewers`), 200))).to.deep.equal([
        world.admin.userId,
        guest.userId,
      ]);
      must(await writer.api.get(`/v1/spaces/${space}/reviewers`), 403);
    });
  });

  describe('listPermissionsAggregateInSpace', () => {
    it('lists everybody with access, with the level and its reasons', async () => {
      const world = await World.create(own.instance);
      const { api } = world.admin;
      const made = async (path: string, body: object) => must(await api.post(path, body), 201).id as string;
      const outer = await made(`/v1/orgs/${world.organizationId}/collections`, { title: 'Outer' });
      const space = await made(`/v1/orgs/${world.organizationId}/spaces`, { title: 'S', parent: outer });
      const [reader, guest, outsider, shut] = [
        await world.member('read'),
        await world.member(null),
        await world.member(null),
        await world.member('edit'),
      ];
      must(await world.operator.patch(`/v1/instance/users/${shut.userId}`, { disabled: true }), 200);
      const team = {
        id: must(
          await api.put(`/v1/orgs/${world.organizationId}/teams`, {
            title: 'Crew',
            members: [reader.userId, guest.userId],
          }),
          201,
        ).id,
        title: 'Crew',
      };
      must(await api.post(`/v1/collections/${outer}/permissions`, { role: 'edit', teams: [team.id] }), 204);
      must(await api.post(`/v1/spaces/${space}/permissions`, { role: 'comment', users: [guest.userId] }), 204);
      const effectivePermissions = async (place: string, query = '') => {
        const { items, count } = must(await api.get(`/v1/${place}/permissions/aggregate${query}`), 200);
        expect(count).to.equal(items.length);
        return Object.fromEntries(
          items.map(({ user, permission, reasons }: any) => [user.id, [permission, ...reasons]]),
        );
      };
      const byTeam = { kind: 'team', permission: 'edit', collection: outer, team };
      const admin = ['admin', { kind: 'administrator', permission: 'admin' }];
      expect(await effectivePermissions(`spaces/${space}`)).to.deep.equal({
        [world.admin.userId]: admin,
        [reader.userId]: ['edit', byTeam, { kind: 'default', permission: 'read' }],
        [guest.userId]: ['edit', byTeam, { kind: 'grant', permission: 'comment', space }],
      });
      expect(await effectivePermissions(`collections/${outer}`)).to.deep.equal({
        [world.admin.userId]: admin,
        [reader.userId]: ['edit', byTeam, { kind: 'default', permission: 'read' }],
        [guest.userId]: ['edit', byTeam],
      });
      must(await api.patch(`/v1/collections/${outer}`, { defaultLevel: 'review' }), 200);
      expect((await effectivePermissions(`spaces/${space}`))[reader.userId]).to.deep.equal([
        'review',
        { kind: 'default', permission: 'review', collection: outer },
        byTeam,
      ]);
      must(await api.patch(`/v1/spaces/${space}`, { defaultLevel: null }), 200);
      expect((await effectivePermissions(`spaces/${space}`))[reader.userId]).to.deep.equal(['edit', byTeam]);
      expect(Object.keys(await effectivePermissions(`spaces/${space}`, '?role=edit'))).to.have.members([
        reader.userId,
        guest.userId,
      ]);
      expect(await effectivePermissions(`spaces/${space}`, '?role=read')).to.deep.equal({});
      const first = must(await api.get(`/v1/spaces/${space}/permissions/aggregate?limit=1`), 200);
      expect([first.count, first.items[0].user.id]).to.deep.equal([3, world.admin.userId]);
      expect(
        must(await api.get(`/v1/spaces/${space}/permissions/aggregate?limit=2&page=${first.next.page}`), 200).items.map(
          ({ user }: any) => user.id,
        ),
      ).to.deep.equal([reader.userId, guest.userId]);
      expect(
        (await world.admin.client.spaces.listPermissionsAggregateInSpace(space, { role: 'admin' })).data.items,
      ).to.have.lengthOf(1);
      expect(await status(outsider, `/v1/spaces/${space}`)).to.equal(404);
    });
  });
});
