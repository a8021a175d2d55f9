import { expect } from 'chai';
import { GitBookAPI as NewestClient } from 'gitbook-api-newest';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Person } from '../../support/world.ts';

onEveryBackend('permissions on sites', (backend) => {
  let world: World;
  let at: string;
  let siteId: string;
  let site: string;
  let space: string;
  before(async () => {
    world = await World.create(await backend.instance());
    at = `/v1/orgs/${world.organizationId}`;
  });
  beforeEach(async () => {
    space = (await world.space()).id;
    must(await world.admin.api.patch(`/v1/spaces/${space}`, { defaultLevel: null }), 200);
    siteId = must(await world.admin.api.post(`${at}/sites`, { title: 'Docs', spaces: [space] }), 201).id;
    site = `${at}/sites/${siteId}`;
  });

  const grant = async (role: string | null, person: Person, by = world.admin): Promise<void> =>
    void must(await by.api.post(`${site}/permissions`, { role, users: [person.userId] }), 204);
  const clientOf = ({ token }: Person): any => new NewestClient({ endpoint: world.instance.url, authToken: token });

  it('are granted, listed, changed and removed with the newest official client', async () => {
    const { orgs } = clientOf(world.admin);
    const [guest, colleague] = [await world.member(null), await world.member(null)];
    const team = must(await world.admin.api.put(`${at}/teams`, { title: 'Team', members: [colleague.userId] }), 201).id;
    await orgs.inviteToSite(world.organizationId, siteId, { role: 'read', users: [guest.userId] });
    await orgs.inviteToSite(world.organizationId, siteId, { role: 'edit', teams: [team] });

    const users = (await orgs.listUserPermissionsInSite(world.organizationId, siteId)).data;
    expect(users.items.map((one: any) => [one.user.id, one.permission])).to.deep.equal([[guest.userId, 'read']]);
    const teams = (await orgs.listTeamPermissionsInSite(world.organizationId, siteId)).data;
    expect(teams.items.map((one: any) => [one.team.id, one.permission])).to.deep.equal([[team, 'edit']]);

    const { items } = must(
      await world.admin.api.get(`${site}/permissions/aggregate?role=guest`, { 'quire-version': '2' }),
      200,
    );
    const origins = Object.fromEntries(items.map((one: any) => [one.user.id, [one.permission, one.origin]]));
    expect(origins).to.deep.equal({
      [guest.userId]: ['read', { type: 'site', site: siteId, reason: 'member' }],
      [colleague.userId]: ['edit', { type: 'site', site: siteId, reason: 'team', team }],
    });

    await orgs.updateUserPermissionInSite(world.organizationId, siteId, guest.userId, { role: 'create' });
    await orgs.updateTeamPermissionInSite(world.organizationId, siteId, team, { role: 'comment' });
    expect(must(await guest.api.get(site), 200).permissions).to.include({ view: true, edit: true, admin: true });
    expect(must(await colleague.api.get(site), 200).permissions).to.include({ view: true, edit: false, admin: false });
    await orgs.removeUserFromSite(world.organizationId, siteId, guest.userId);
    await orgs.removeTeamFromSite(world.organizationId, siteId, team);
    must(await guest.api.get(site), 404);
    must(await colleague.api.get(site), 404);
  });

  describe('inviteToSite', () => {
    it('shows a guest the site in lists, and no other site', async () => {
      const guest = await world.member(null);
      expect(must(await guest.api.get(`${at}/sites`), 200)).to.deep.include({ items: [], count: 0 });
      await grant('read', guest);
      const { items, count } = must(await guest.api.get(`${at}/sites`), 200);
      expect([items.map(({ id }: any) => id), count]).to.deep.equal([[siteId], 1]);
      const other = must(await world.admin.api.post(`${at}/sites`, { title: 'Other' }), 201).id;
      const hidden = must(await guest.api.get(`${at}/sites/${other}`), 404);
      const unknown = must(await guest.api.get(`${at}/sites/${'0'.repeat(20)}`), 404);
      expect(hidden.error.message).to.equal(unknown.error.message);
    });

    it('[A75] lets a guest manage the site without its invisible spaces, their readers or the organization', async () => {
      const manager = await world.member(null);
      await grant('create', manager);
      must(await manager.api.patch(site, { title: 'Renamed' }), 200);
      must(await manager.api.patch(site, { visibility: 'visitor-auth' }), 200);
      const redirect = { source: '/old', destination: { kind: 'external', url: 'https://example.com/' } };
      must(await manager.api.post(`${site}/redirects`, redirect), 201);
      expect(must(await manager.api.get(`${site}/site-spaces`), 200).items).to.deep.equal([]);

      must(await manager.api.post(`${site}/publish`), 403);
      must(await manager.api.patch(site, { visibility: 'public' }), 403);
      must(await manager.api.post(`${site}/share-links`, { name: 'Friends' }), 403);
      must(await manager.api.get(`${site}/publishing/auth`), 403);
      must(await manager.api.get(`${site}/publishing/preview`), 403);
      must(await manager.api.post(`${site}/site-spaces`, { spaceId: space }), 404);
      must(await manager.api.delete(site), 403);
      must(await manager.api.post(`${at}/sites`, { title: 'Own' }), 403);
      must(await manager.api.post(`${at}/spaces`, { title: 'Own' }), 403);
      must(await manager.api.get(`/v1/spaces/${space}`), 404);
    });

    it('lets nobody give or take more than they have', async () => {
      const [manager, other] = [await world.member(null), await world.member(null)];
      await grant('create', manager);
      await grant('admin', other);
      must(await manager.api.post(`${site}/permissions`, { role: 'admin', users: [manager.userId] }), 403);
      must(await manager.api.patch(`${site}/permissions/users/${other.userId}`, { role: 'read' }), 403);
      must(await manager.api.delete(`${site}/permissions/users/${other.userId}`), 403);
      const third = await world.member(null);
      await grant('create', third, manager);
      must(await third.api.patch(site, { title: 'Third' }), 200);
    });

    it('does not admit guests to the content of the site', async () => {
      const guest = await world.member(null);
      await grant('read', guest);
      must(await world.admin.api.patch(site, { visibility: 'visitor-auth' }), 200);
      must(await world.admin.api.post(`${site}/publish`), 200);
      expect(must(await guest.api.get(`${site}/site-spaces`), 200).count).to.equal(0);
      const found = must(await guest.api.post(`${site}/search`, { query: 'Docs', scope: { mode: 'all' } }), 200);
      expect(found.items).to.deep.equal([]);
    });
  });

  it('[A6] end with the membership, the team and the site', async () => {
    const [guest, colleague] = [await world.member(null), await world.member(null)];
    const team = must(await world.admin.api.put(`${at}/teams`, { title: 'Team', members: [colleague.userId] }), 201).id;
    await grant('create', guest);
    must(await world.admin.api.post(`${site}/permissions`, { role: 'create', teams: [team] }), 204);
    must(await world.admin.api.delete(`${at}/members/${guest.userId}`), 205);
    must(await guest.api.get(site), 404);
    must(
      await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${guest.userId}`, { role: null }),
      200,
    );
    must(await guest.api.get(site), 404);
    must(await colleague.api.get(site), 200);
    must(await world.admin.api.delete(`${at}/teams/${team}`), 205);
    must(await colleague.api.get(site), 404);
    await grant('create', colleague);
    must(await world.admin.api.delete(site), 205);
    must(await colleague.api.get(site), 404);
  });

  it('are recorded in the audit log', async () => {
    const guest = await world.member(null);
    await grant('read', guest);
    await grant('edit', guest);
    await grant(null, guest);
    const { items } = must(await world.admin.api.get(`${at}/audit-events?action=grant&target=${guest.userId}`), 200);
    expect(items.map(({ action, payload }: any) => ({ action, ...payload })).reverse()).to.deep.equal([
      { action: 'grant.given', site: siteId, userId: guest.userId, level: 'read' },
      { action: 'grant.changed', site: siteId, userId: guest.userId, before: 'read', after: 'edit' },
      { action: 'grant.withdrawn', site: siteId, userId: guest.userId, level: 'edit' },
    ]);
  });

  describe('listPermissionsAggregateInSite', () => {
    const list = async (query: string): Promise<any> =>
      must(await world.admin.api.get(`${site}/permissions/aggregate?${query}`), 200);
    const people = async (query: string): Promise<string[]> =>
      (await list(query)).items.map(({ user }: any) => user.id);

    it('filters by level, team and name, and sorts', async () => {
      const own = await World.create(world.instance);
      const base = `/v1/orgs/${own.organizationId}/sites`;
      const created = must(await own.admin.api.post(base, { title: 'Docs' }), 201).id;
      site = `${base}/${created}`;
      const [reader, editor, guest] = [await own.member('read'), await own.member('edit'), await own.member(null)];
      const body = { title: 'Team', members: [guest.userId, reader.userId] };
      const team = must(await own.admin.api.put(`/v1/orgs/${own.organizationId}/teams`, body), 201).id;
      must(await own.admin.api.post(`${site}/permissions`, { role: 'edit', users: [reader.userId] }), 204);
      const ask = async (query: string): Promise<string[]> =>
        must(await own.admin.api.get(`${site}/permissions/aggregate?${query}`), 200).items.map(
          ({ user }: any) => user.id,
        );
      expect(await ask('order=asc')).to.deep.equal([own.admin.userId, reader.userId, editor.userId]);
      expect(await ask('')).to.deep.equal([editor.userId, reader.userId, own.admin.userId]);
      expect(await ask('role=edit&order=asc')).to.deep.equal([reader.userId, editor.userId]);
      expect(await ask('role=read')).to.deep.equal([]);
      expect(await ask(`team=${team}`)).to.deep.equal([reader.userId]);
      expect(await ask(`search=${editor.email}`)).to.deep.equal([editor.userId]);
      expect(await ask('sort=name&order=asc')).to.have.length(3);
      const first = must(await own.admin.api.get(`${site}/permissions/aggregate?order=asc&limit=2`), 200);
      expect(first.count).to.equal(3);
      expect(await ask(`order=asc&limit=2&page=${first.next.page}`)).to.deep.equal([editor.userId]);
    });

    it('[A85] searches names alone for guests, who may not see the addresses of others', async () => {
      const [manager, reader] = [await world.member(null), await world.member('read')];
      await grant('create', manager);
      const ask = async (search: string): Promise<string[]> =>
        must(await manager.api.get(`${site}/permissions/aggregate?search=${search}`), 200).items.map(
          ({ user }: any) => user.id,
        );
      expect(await ask(reader.email)).to.deep.equal([]);
      expect(await ask('@example.com')).to.deep.equal([]);
      expect(await ask(`Person%20${reader.email.slice(0, 4)}`)).to.include(reader.userId);
    });

    it('names the role in the organization as the origin of members without a grant', async () => {
      const reader = await world.member('read');
      const { items } = await list(`search=${reader.email}`);
      expect(items[0]).to.deep.include({
        permission: 'read',
        disabled: false,
        origin: { type: 'organization', organization: world.organizationId },
      });
      expect(await people('team=unknown')).to.deep.equal([]);
    });
  });
});
