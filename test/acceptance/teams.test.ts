import { expect } from 'chai';
import { onEveryBackend } from '../support/backends.ts';
import { must, World, type Person } from '../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const without = (body: any) => ({ ...body.error, requestId: '' });

onEveryBackend('teams', (backend) => {
  let own: World;
  let theirs: World;
  const at = (path = '') => `/v1/orgs/${own.organizationId}/teams${path}`;
  const team = async (title = 'Team', ...members: Person[]): Promise<string> =>
    must(await own.admin.api.put(at(), { title, members: members.map(({ userId }) => userId) }), 201).id;
  const rolesIn = async (id: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      must(await own.admin.api.get(at(`/${id}/members?limit=1000`)), 200).items.map((item: any) => [
        item.organization.id,
        item.team.role,
      ]),
    );
  const owned = async (...members: Person[]): Promise<{ id: string; owner: Person }> => {
    const owner = await own.member('read');
    const id = await team('Owned', owner, ...members);
    must(await own.admin.api.put(at(`/${id}/members/${owner.userId}`), { role: 'owner' }), 204);
    return { id, owner };
  };
  before(async () => {
    own = await World.create(await backend.instance());
    theirs = await World.create(own.instance);
  });

  describe('createOrganizationTeam', () => {
    it('creates, reads, lists, renames, fills and deletes a team through the official client', async () => {
      const { orgs } = own.admin.client;
      const o = own.organizationId;
      const [ann, bob] = [await own.member('edit'), await own.member(null)];
      const { status, data } = await orgs.createOrganizationTeam(o, {
        title: 'Writers',
        members: [ann.userId, ann.userId],
      });
      expect(status).to.equal(201);
      expect(data).to.deep.equal({
        object: 'team',
        id: data.id,
        title: 'Writers',
        members: 1,
        spaces: 0,
        createdAt: data.createdAt,
        permissions: { admin: true, view: true },
      });
      expect((await orgs.getTeamInOrganizationById(o, data.id)).data).to.deep.equal(data);
      expect((await orgs.updateTeamInOrganizationById(o, data.id, { title: 'Authors' })).data).to.deep.equal({
        ...data,
        title: 'Authors',
      });
      expect((await orgs.addMemberToOrganizationTeamById(o, data.id, bob.userId, { role: 'owner' })).status).to.equal(
        204,
      );
      expect(
        (await orgs.listTeamMembersInOrganizationById(o, data.id)).data.items.map((item: any) => [
          item.organization.id,
          item.organization.role,
          item.organization.teams,
          item.team,
          item.permissions,
        ]),
      ).to.deep.equal([
        [ann.userId, 'edit', 1, { role: 'member' }, { view: true }],
        [bob.userId, null, 1, { role: 'owner' }, { view: true }],
      ]);
      expect((await orgs.listTeamsForOrganizationMember(o, bob.userId)).data).to.deep.equal({
        items: [{ team: { ...data, title: 'Authors', members: 2 }, member: { role: 'owner' } }],
        count: 1,
      });
      expect(
        (await orgs.updateMembersInOrganizationTeam(o, data.id, { memberships: { [ann.userId]: { role: 'owner' } } }))
          .status,
      ).to.equal(204);
      expect((await orgs.deleteMemberFromOrganizationTeamById(o, data.id, bob.userId)).status).to.equal(205);
      expect((await orgs.deleteMemberFromOrganizationTeamById(o, data.id, bob.userId)).status).to.equal(204);
      expect((await orgs.listTeamsInOrganizationById(o)).data.items).to.deep.include({ ...data, title: 'Authors' });
      expect((await orgs.removeTeamFromOrganizationById(o, data.id)).status).to.equal(205);
      expect((await orgs.removeTeamFromOrganizationById(o, data.id)).status).to.equal(204);
      must(await own.admin.api.get(at(`/${data.id}`)), 404);
      expect((await orgs.listTeamsForOrganizationMember(o, ann.userId)).data).to.deep.equal({ items: [], count: 0 });
    });

    it('accepts titles of 1 to 64 characters', async () => {
      for (const [title, status] of [
        ['', 400],
        ['x', 201],
        ['x'.repeat(64), 201],
        ['x'.repeat(65), 400],
        [7, 400],
        [undefined, 400],
      ] as const)
        must(await own.admin.api.put(at(), { title }), status);
      const id = await team();
      const { error } = must(await own.admin.api.patch(at(`/${id}`), { title: 'x'.repeat(65) }), 400);
      expect(error.issues[0].path).to.equal('title');
    });
  });

  describe('listTeamsInOrganizationById', () => {
    it('lists no team by an owner who is a guest and therefore manages none', async () => {
      const { id, owner } = await owned();
      const owns = async (): Promise<string[]> =>
        must(await own.admin.api.get(at(`?owner=${owner.userId}`)), 200).items.map((one: any) => one.id);
      expect(await owns()).to.deep.equal([id]);
      must(await own.admin.api.patch(`/v1/orgs/${own.organizationId}/members/${owner.userId}`, { role: null }), 200);
      expect(await owns()).to.deep.equal([]);
    });

    it('filters by a part of the title in any case and by owner, page by page', async () => {
      const world = await World.create(own.instance);
      const path = `/v1/orgs/${world.organizationId}/teams`;
      const [owner, member] = [await world.member('read'), await world.member('read')];
      const ids: string[] = [];
      for (const title of ['Ärzte', 'docs 100%', 'Docs_team'])
        ids.push(must(await world.admin.api.put(path, { title, members: [owner.userId, member.userId] }), 201).id);
      must(await world.admin.api.put(`${path}/${ids[1]}/members/${owner.userId}`, { role: 'owner' }), 204);
      const titles = async (query: string) => {
        const { items, count } = must(await member.api.get(`${path}?${query}`), 200);
        expect(count).to.equal(items.length);
        return items.map(({ title }: any) => title);
      };
      expect(await titles('title=DOCS')).to.deep.equal(['docs 100%', 'Docs_team']);
      expect(await titles('title=%25')).to.deep.equal(['docs 100%']);
      expect(await titles('title=_')).to.deep.equal(['Docs_team']);
      expect(await titles(`title=${encodeURIComponent('äRZ')}`)).to.deep.equal(['Ärzte']);
      expect(await titles(`owner=${owner.userId}`)).to.deep.equal(['docs 100%']);
      expect(await titles(`owner=${owner.userId}&title=team`)).to.deep.equal([]);
      expect(await titles(`owner=${member.userId}`)).to.deep.equal([]);
      expect(await titles(`owner=${world.admin.userId}`), 'administrators manage all').to.have.lengthOf(3);
      expect(await titles(`owner=${UNKNOWN}`)).to.deep.equal([]);
      expect(
        must(
          await member.api.get(`/v1/orgs/${world.organizationId}/members/${owner.userId}/teams?title=docs`),
          200,
        ).items.map((item: any) => [item.team.id, item.member.role]),
      ).to.deep.equal([
        [ids[1], 'owner'],
        [ids[2], 'member'],
      ]);
      const first = must(await member.api.get(`${path}?limit=2`), 200);
      expect([first.count, first.items.map(({ id }: any) => id)]).to.deep.equal([3, ids.slice(0, 2)]);
      expect(must(await member.api.get(`${path}?limit=2&page=${first.next.page}`), 200)).to.have.nested.property(
        'items[0].id',
        ids[2],
      );
      must(await member.api.get(`${path}?page=${first.next.page.slice(0, -2)}xx`), 400);
    });
  });

  describe('updateMembersInOrganizationTeam', () => {
    it('takes ids and e-mail addresses, and removes a member who is added and removed at once', async () => {
      const [ann, bob, cid] = [await own.member('read'), await own.member('edit'), await own.member(null)];
      const id = await team('T', cid);
      must(
        await own.admin.api.put(at(`/${id}/members`), {
          add: [ann.email.toUpperCase(), bob.userId, cid.userId],
          remove: [cid.email, bob.userId],
          memberships: { [ann.userId]: { role: 'owner' }, [bob.userId]: { role: 'owner' } },
        }),
        204,
      );
      expect(await rolesIn(id)).to.deep.equal({ [ann.userId]: 'owner' });
      must(await own.admin.api.put(at(`/${id}/members`), { add: [ann.userId] }), 204);
      must(await own.admin.api.put(at(`/${id}/members/${ann.userId}`)), 204);
      expect(await rolesIn(id), 'who is in it already keeps the role').to.deep.equal({ [ann.userId]: 'owner' });
      must(await own.admin.api.put(at(`/${id}/members`), {}), 204);
      must(await own.admin.api.put(at(`/${id}/members/${ann.userId}`), { role: 'boss' }), 400);
      must(await own.admin.api.put(at(`/${id}/members`), { memberships: { [ann.userId]: { role: null } } }), 400);
    });

    it('takes members of the organization only, all or none, and answers alike for all others', async () => {
      const ann = await own.member('read');
      const foreign = await theirs.member('admin');
      const id = await team('T');
      for (const name of [foreign.userId, foreign.email, UNKNOWN, 'nobody@example.com', 'nonsense']) {
        for (const [path, body] of [
          ['add.1', { add: [ann.userId, name] }],
          ['remove.0', { add: [ann.userId], remove: [name] }],
          [`memberships.${name}`, { memberships: { [ann.userId]: { role: 'owner' }, [name]: { role: 'member' } } }],
        ] as const)
          expect(without(must(await own.admin.api.put(at(`/${id}/members`), body), 404))).to.deep.equal({
            code: 404,
            message: 'user not found',
            issues: [{ path, message: 'names no user that you can see' }],
            requestId: '',
          });
        expect(
          without(must(await own.admin.api.put(at(), { title: 'T', members: [ann.userId, name] }), 404)).message,
        ).to.equal('user not found');
      }
      for (const userId of [foreign.userId, UNKNOWN, 'nonsense']) {
        must(await own.admin.api.put(at(`/${id}/members/${userId}`), { role: 'member' }), 404);
        must(await own.admin.api.delete(at(`/${id}/members/${userId}`)), 204);
      }
      expect(await rolesIn(id)).to.deep.equal({});
    });

    it('[A8] lets owners manage the members of their team, and administrators everything', async () => {
      const [ann, editor, guest] = [await own.member('read'), await own.member('create'), await own.member(null)];
      const { id, owner } = await owned();
      const other = await team('Other', editor, guest);
      must(await owner.api.put(at(`/${id}/members`), { add: [ann.userId] }), 204);
      must(await owner.api.put(at(`/${id}/members/${ann.userId}`), { role: 'owner' }), 204);
      must(await ann.api.delete(at(`/${id}/members/${owner.userId}`)), 205);
      for (const { api } of [owner, editor]) {
        must(await api.put(at(`/${id}/members`), { add: [editor.userId] }), 403);
        must(await api.put(at(`/${id}/members/${editor.userId}`), { role: 'owner' }), 403);
        must(await api.delete(at(`/${id}/members/${ann.userId}`)), 403);
      }
      for (const { api } of [ann, editor, owner]) {
        must(await api.put(at(`/${other}/members/${ann.userId}`), { role: 'member' }), 403);
        must(await api.patch(at(`/${id}`), { title: 'Mine' }), 403);
        must(await api.delete(at(`/${id}`)), 403);
        must(await api.put(at(), { title: 'Mine' }), 403);
      }
      expect(must(await ann.api.get(at(`/${id}`)), 200).permissions).to.deep.equal({ admin: true, view: true });
      expect(must(await ann.api.get(at(`/${other}`)), 200).permissions).to.deep.equal({ admin: false, view: true });
      must(
        await ann.api.put(at(`/${id}/members/${ann.userId}`), {
          role: 'owner',
          organization: theirs.organizationId,
          team: other,
        }),
        204,
      );
      expect(await rolesIn(id)).to.deep.equal({ [ann.userId]: 'owner' });
      expect(await rolesIn(other)).to.deep.equal({ [editor.userId]: 'member', [guest.userId]: 'member' });
    });

    it('refuses to remove the last owner, who can still leave the organization', async () => {
      const { id, owner } = await owned();
      const member = await own.member('read');
      for (const api of [own.admin.api, owner.api]) {
        must(await api.put(at(`/${id}/members/${owner.userId}`), { role: 'member' }), 409);
        must(await api.delete(at(`/${id}/members/${owner.userId}`)), 409);
        must(await api.put(at(`/${id}/members`), { add: [member.userId], remove: [owner.userId] }), 409);
      }
      expect(await rolesIn(id)).to.deep.equal({ [owner.userId]: 'owner' });
      must(
        await owner.api.put(at(`/${id}/members`), {
          memberships: { [member.userId]: { role: 'owner' } },
          remove: [owner.userId],
        }),
        204,
      );
      expect(await rolesIn(id)).to.deep.equal({ [member.userId]: 'owner' });
      must(await own.admin.api.delete(`/v1/orgs/${own.organizationId}/members/${member.userId}`), 205);
      expect(await rolesIn(id)).to.deep.equal({});
      must(await own.admin.api.put(at(`/${id}/members/${owner.userId}`), { role: 'member' }), 204);
      must(await own.admin.api.delete(at(`/${id}/members/${owner.userId}`)), 205);
    });
  });

  describe('listTeamsForOrganizationMember', () => {
    it('shows guests the teams that they are in, and conceals all others', async () => {
      const guest = await own.member(null);
      const mine = await team('Mine', guest);
      const other = await team('Other');
      must(await guest.api.get(at()), 403);
      expect(must(await guest.api.get(at(`/${mine}`)), 200).permissions).to.deep.equal({ admin: false, view: true });
      expect(must(await guest.api.get(at(`/${mine}/members`)), 200).count).to.equal(1);
      expect(
        must(await guest.api.get(`/v1/orgs/${own.organizationId}/members/${guest.userId}/teams`), 200).count,
      ).to.equal(1);
      must(await guest.api.get(`/v1/orgs/${own.organizationId}/members/${own.admin.userId}/teams`), 403);
      for (const id of [other, UNKNOWN]) {
        expect(without(must(await guest.api.get(at(`/${id}`)), 403))).to.deep.equal(
          without(must(await guest.api.get(at(`/${id}/members`)), 403)),
        );
        must(await guest.api.put(at(`/${id}/members/${guest.userId}`), { role: 'owner' }), 403);
      }
      must(await own.admin.api.get(`/v1/orgs/${own.organizationId}/members/${theirs.admin.userId}/teams`), 404);
    });
  });

  describe('deleteMemberFromOrganizationTeamById', () => {
    it('[A10] keeps an owner when two of them leave at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, owner } = await owned();
        const second = await own.member('read');
        must(await own.admin.api.put(at(`/${id}/members/${second.userId}`), { role: 'owner' }), 204);
        const answers = await Promise.all([
          owner.api.delete(at(`/${id}/members/${owner.userId}`)),
          second.api.put(at(`/${id}/members/${second.userId}`), { role: 'member' }),
        ]);
        expect(
          answers.filter(({ status }) => status === 409),
          JSON.stringify(answers),
        ).to.have.lengthOf(1);
        expect(Object.values(await rolesIn(id)).filter((role) => role === 'owner')).to.have.lengthOf(1);
      }
    });
  });

  describe('addMemberToOrganizationTeamById', () => {
    it('adds a member once, however many calls come at the same time', async () => {
      const id = await team();
      const { userId } = await own.member('read');
      for (const { status } of await Promise.all(
        Array.from({ length: 6 }, () => own.admin.api.put(at(`/${id}/members/${userId}`), { role: 'owner' })),
      ))
        expect(status).to.equal(204);
      expect(await rolesIn(id)).to.deep.equal({ [userId]: 'owner' });
    });
  });

  describe('getTeamInOrganizationById', () => {
    it('answers alike for teams of other organizations and for none, in paths and in bodies', async () => {
      const foreign = must(
        await theirs.admin.api.put(`/v1/orgs/${theirs.organizationId}/teams`, { title: 'Theirs' }),
        201,
      ).id;
      const space = await own.space();
      for (const id of [foreign, UNKNOWN]) {
        expect(without(must(await own.admin.api.get(at(`/${id}`)), 404)).message).to.equal('team not found');
        must(await own.admin.api.patch(at(`/${id}`), { title: 'Ours' }), 404);
        must(await own.admin.api.delete(at(`/${id}`)), 204);
        must(await own.admin.api.put(at(`/${id}/members/${own.admin.userId}`), { role: 'owner' }), 404);
        must(await own.admin.api.delete(at(`/${id}/members/${own.admin.userId}`)), 404);
        expect(
          without(
            must(await own.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'read', teams: [id] }), 404),
          ).message,
        ).to.equal('team not found');
        must(await own.admin.api.patch(`/v1/spaces/${space.id}/permissions/teams/${id}`, { role: 'read' }), 404);
      }
      expect(must(await theirs.admin.api.get(`/v1/orgs/${theirs.organizationId}/teams/${foreign}`), 200)).to.include({
        title: 'Theirs',
        members: 0,
      });
    });
  });

  describe('removeTeamFromOrganizationById', () => {
    it('records the life of a team in the audit log', async () => {
      const world = await World.create(own.instance);
      const path = `/v1/orgs/${world.organizationId}/teams`;
      const { id } = must(await world.admin.api.put(path, { title: 'T', members: [world.admin.userId] }), 201);
      must(await world.admin.api.patch(`${path}/${id}`, { title: 'U' }), 200);
      must(await world.admin.api.put(`${path}/${id}/members/${world.admin.userId}`, { role: 'owner' }), 204);
      must(await world.admin.api.delete(`${path}/${id}`), 205);
      const { items } = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?limit=100`), 200);
      const types = JSON.stringify(items);
      for (const type of [
        'team.created',
        'team.member-joined',
        'team.renamed',
        'team.member-role-changed',
        'team.deleted',
      ])
        expect(types).to.include(type);
    });
  });

  describe('updateTeamInOrganizationById', () => {
    it('renames a team for administrators, but not for its owners', async () => {
      const { id, owner } = await owned();
      expect(must(await own.admin.api.patch(at(`/${id}`), { title: 'Renamed' }), 200).title).to.equal('Renamed');
      must(await owner.api.patch(at(`/${id}`), { title: 'Mine' }), 403);
      must(await own.admin.api.patch(at(`/${UNKNOWN}`), { title: 'None' }), 404);
      expect(must(await own.admin.api.get(at(`/${id}`)), 200).title).to.equal('Renamed');
    });
  });
});
