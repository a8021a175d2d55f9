import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { serve, send } from '../../support/http-server.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { Invite } from '../../../src/domain/invitations.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { beforeNextLock } from '../../support/next-work.ts';
import { until } from '../../support/until.ts';
import { WebhookEndpoint } from '../../support/webhooks.ts';
import { must, World, type Person } from '../../support/world.ts';
import { WebBrowser } from '../../support/web-browser.ts';

const PASSWORD = 'a long enough pass phrase';
const UNKNOWN = '0'.repeat(20);

onEveryBackend('invite links', (backend) => {
  let world: World;
  let path: string;
  before(async () => {
    world = await World.create(await backend.instance());
    path = `/v1/orgs/${world.organizationId}`;
  });
  const make = async (body: object, by = world.admin): Promise<any> =>
    must(await by.api.post(`${path}/link-invites`, body), 201);
  const join = (person: Person, id: string) => person.api.post(`${path}/invites/${id}`);

  describe('createOrganizationInvite', () => {
    it('creates, lists, reads, changes and deletes invite links through the official client', async () => {
      const { orgs } = world.admin.client;
      const { data: made } = await orgs.createOrganizationInvite(world.organizationId, { role: 'edit' });
      expect(made).to.include({ object: 'invite', role: 'edit', redundant: true });
      expect(made).not.to.have.any.keys('level', 'space', 'collection');
      // To know it is to have been told: 130 bits.
      expect(made.id).to.match(/^[0-9A-Za-z]{22}$/);
      expect((await orgs.getOrganizationInviteLink(world.organizationId, made.id)).data).to.deep.equal(made);
      expect((await orgs.updateOrganizationInviteById(world.organizationId, made.id, { role: null })).data).to.include({
        id: made.id,
        role: null,
      });
      const { data: all } = await orgs.listOrganizationInviteLinks(world.organizationId);
      expect(all.items.map(({ id }: any) => id)).to.include(made.id);
      expect(all.count).to.equal(all.items.length);
      expect((await orgs.deleteOrganizationInviteById(world.organizationId, made.id)).status).to.equal(205);
      expect((await orgs.deleteOrganizationInviteById(world.organizationId, made.id)).status).to.equal(204);
      expect((await world.admin.api.get(`${path}/link-invites/${made.id}`)).status).to.equal(404);
    });

    it('gives no level above that of the member who creates or changes the link', async () => {
      const space = await world.space();
      const [creator, reader] = [await world.member('read'), await world.member('read')];
      must(
        await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [creator.userId] }),
        204,
      );
      for (const level of ['read', 'create']) await make({ level, space: space.id }, creator);
      expect((await creator.api.post(`${path}/link-invites`, { level: 'admin', space: space.id })).status).to.equal(
        403,
      );
      expect((await creator.api.post(`${path}/link-invites`, { role: 'read' })).status).to.equal(403);
      expect((await reader.api.post(`${path}/link-invites`, { level: 'read', space: space.id })).status).to.equal(403);
      const { id, role, level } = await make({ level: 'read', space: space.id }, creator);
      expect([role, level]).to.deep.equal([null, 'read']);
      expect(await make({ role: 'read' }))
        .to.include({ role: 'read' })
        .and.not.have.property('level');
      expect((await creator.api.patch(`${path}/link-invites/${id}`, { level: 'admin' })).status).to.equal(403);
      // The right goes, and with it the link.
      must(await world.admin.api.delete(`/v1/spaces/${space.id}/permissions/users/${creator.userId}`), 205);
      expect((await join(await world.stranger(), id)).status).to.equal(409);
    });

    it('accepts places of the same organization only', async () => {
      const other = await World.create(world.instance);
      const foreign = await other.space();
      const collection = must(
        await other.admin.api.post(`/v1/orgs/${other.organizationId}/collections`, { title: 'C' }),
        201,
      );
      for (const [name, ids] of [
        ['space', [foreign.id, UNKNOWN]],
        ['collection', [collection.id, UNKNOWN]],
      ] as const) {
        const [first, second] = await Promise.all(
          ids.map((id) => world.admin.api.post(`${path}/link-invites`, { level: 'read', [name]: id })),
        );
        expect(first!.status).to.equal(404);
        expect(second!.body.error.message).to.equal(first!.body.error.message);
      }
      for (const body of [
        {},
        { level: 'read' },
        { space: foreign.id },
        { role: 'read', level: 'read' },
        { role: 'read', space: foreign.id },
        { level: 'read', space: UNKNOWN, collection: UNKNOWN },
        { role: 'owner' },
      ])
        expect((await world.admin.api.post(`${path}/link-invites`, body)).status, JSON.stringify(body)).to.equal(400);
      const { id } = await make({ role: 'read' });
      must(await world.admin.api.patch(`${path}/link-invites/${id}`, { level: 'read' }), 400);
      expect(must(await world.admin.api.patch(`${path}/link-invites/${id}`, {}), 200).role).to.equal('read');
    });

    it('is refused, like joining, where the organization allows no invite links', async () => {
      const own = await World.create(world.instance);
      const at = `/v1/orgs/${own.organizationId}`;
      const { id } = must(await own.admin.api.post(`${at}/link-invites`, { role: 'read' }), 201);
      must(await own.admin.api.patch(at, { inviteLinks: false }), 200);
      expect((await own.admin.api.post(`${at}/link-invites`, { role: 'read' })).status).to.equal(403);
      const person = await own.stranger();
      expect((await person.api.post(`${at}/invites/${id}`)).status).to.equal(403);
      must(await own.admin.api.patch(at, { inviteLinks: true }), 200);
      must(await person.api.post(`${at}/invites/${id}`), 200);
    });
  });

  describe('listOrganizationAuditEvents', () => {
    it('[A86] names an invite link by a digest of its id, also to webhooks and in filters', async () => {
      const own = await World.create(world.instance);
      const at = `/v1/orgs/${own.organizationId}`;
      const endpoint = await WebhookEndpoint.start();
      must(await own.admin.api.post(`${at}/webhooks`, { url: endpoint.url, events: ['invite'] }), 201);
      const { id } = must(await own.admin.api.post(`${at}/link-invites`, { role: 'read' }), 201);
      must(await own.admin.api.patch(`${at}/link-invites/${id}`, { role: 'edit' }), 200);
      must(await (await own.stranger()).api.post(`${at}/invites/${id}`), 200);
      must(await own.admin.api.delete(`${at}/link-invites/${id}`), 205);
      must(await own.admin.api.post(`${at}/invites`, { emails: ['somebody@example.org'] }), 200);
      const invitation = must(await own.admin.api.get(`${at}/invites`), 200).items[0].id;

      const readOnly = await own.readOnly(own.admin);
      const list = async (query: string): Promise<any[]> =>
        must(await readOnly.get(`${at}/audit-events?limit=100${query}`), 200).items;
      const [byMail, ...ofLink] = await list('&action=invite');
      const digest = createHash('sha256').update(id).digest('hex');
      expect(byMail.target).to.deep.equal({ type: 'invite', id: invitation });
      expect(ofLink.map(({ action, target }) => [action, target.id])).to.deep.equal(
        ['deleted', 'accepted', 'changed', 'created'].map((action) => [`invite.${action}`, digest]),
      );
      expect(JSON.stringify(await list(''))).not.to.include(id);
      expect(must(await readOnly.get(`${at}/audit-events/${ofLink[0].id}`), 200)).to.deep.equal(ofLink[0]);
      for (const target of [digest, id]) expect(await list(`&target=${target}`), target).to.deep.equal(ofLink);
      await until(() => endpoint.received.length === 5);
      for (const { text } of endpoint.received) expect(text).not.to.include(id);
    });
  });

  describe('joinOrganizationWithInvite', () => {
    it('lets in everybody who has the link, and raises roles but never lowers them', async () => {
      const { id } = await make({ role: 'edit' });
      const [first, second, admin] = [await world.stranger(), await world.member('read'), await world.member('admin')];
      for (const person of [first, second]) {
        const { data } = await person.client.orgs.joinOrganizationWithInvite(world.organizationId, id);
        expect(data).to.deep.equal({ organization: world.organizationId, role: 'edit' });
      }
      expect(must(await join(admin, id), 200).role).to.equal('admin');
      expect((await world.admin.api.delete(`${path}/link-invites/${id}`)).status).to.equal(205);
      expect((await join(await world.stranger(), id)).status).to.equal(404);
    });

    it('lets in a guest with a level on one space or collection', async () => {
      const [collection, hidden] = [
        must(await world.admin.api.post(`${path}/collections`, { title: 'C' }), 201),
        await world.space(),
      ];
      const space = await world.space({ title: 'Inside', parent: collection.id });
      const onSpace = await make({ level: 'comment', space: hidden.id });
      expect(onSpace).to.include({ level: 'comment', redundant: true });
      expect(onSpace.space.id).to.equal(hidden.id);
      const onCollection = await make({ level: 'edit', collection: collection.id });
      expect(onCollection.collection.id).to.equal(collection.id);
      const person = await world.stranger();
      expect(must(await join(person, onSpace.id), 200).role).to.equal(null);
      expect(must(await person.api.get(`/v1/spaces/${hidden.id}`), 200).permissions).to.include({
        comment: true,
        edit: false,
      });
      expect((await person.api.get(`/v1/spaces/${space.id}`)).status).to.equal(404);
      must(await join(person, onCollection.id), 200);
      expect(must(await person.api.get(`/v1/spaces/${space.id}`), 200).permissions).to.include({
        edit: true,
        merge: false,
      });
    });
  });

  it('are neither made for a space that is being deleted nor lead to one of another organization', async () => {
    const space = await world.space();
    const before = must(await world.admin.api.get(`${path}/link-invites`), 200).count;
    beforeNextLock(world.instance, world.admin, async () =>
      must(await world.withToken(world.admin).then(({ api }) => api.delete(`/v1/spaces/${space.id}`)), 205),
    );
    must(await world.admin.api.post(`${path}/link-invites`, { level: 'read', space: space.id }), 404);
    expect(must(await world.admin.api.get(`${path}/link-invites`), 200).count).to.equal(before);

    const other = await World.create(world.instance);
    const { container } = world.instance;
    const at = new Date().toISOString();
    const id = container.get(Tokens.Services).ids.random();
    const context = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at };
    const grant = { level: 'admin' as const, spaceId: (await other.space()).id };
    await container
      .get(Tokens.UnitOfWork)
      .run(context, (work) =>
        work.invites.save(
          Invite.createLink({ id, organizationId: world.organizationId, grant, by: world.admin.userId, at }),
        ),
      );
    const person = await world.stranger();
    must(await join(person, id), 404);
    expect(must(await other.admin.api.get(`/v1/spaces/${grant.spaceId}/permissions/users`), 200).count).to.equal(0);
  });

  it('to a deleted space are seen and deleted by those who may restore the space, and admit nobody', async () => {
    const space = await world.space();
    const [creator, reader] = [await world.member('create'), await world.member('read')];
    const { id } = await make({ level: 'read', space: space.id }, creator);
    must(await creator.api.delete(`/v1/spaces/${space.id}`), 205);
    must(await join(await world.stranger(), id), 404);

    const listed = must(await creator.api.get(`${path}/link-invites`), 200).items;
    expect(listed.map((one: any) => one.id)).to.deep.equal([id]);
    expect(listed[0].space.deletedAt).to.be.a('string');
    must(await reader.api.delete(`${path}/link-invites/${id}`), 204);
    must(await world.admin.api.get(`${path}/link-invites/${id}`), 200);
    must(await world.admin.api.delete(`${path}/link-invites/${id}`), 205);
    must(await creator.api.post(`/v1/spaces/${space.id}/restore`), 200);
    must(await join(await world.stranger(), id), 404);
  });

  describe('listOrganizationInviteLinks', () => {
    it('lists links to those who may pass them on', async () => {
      const space = await world.space();
      const creator = await world.member('read');
      must(
        await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [creator.userId] }),
        204,
      );
      const reader = await world.member('read');
      const mine = await make({ level: 'review', space: space.id }, creator);
      const forAll = await make({ role: 'read' });
      const ids = async (person: Person): Promise<string[]> =>
        must(await person.api.get(`${path}/link-invites?limit=1000`), 200).items.map(({ id }: any) => id);
      expect(await ids(creator)).to.deep.equal([mine.id]);
      expect(await ids(reader)).to.deep.equal([]);
      expect(await ids(world.admin)).to.include.members([mine.id, forAll.id]);
      for (const id of [forAll.id, mine.id])
        for (const method of ['GET', 'PATCH', 'DELETE'])
          expect(
            (await reader.api(method, `${path}/link-invites/${id}`, method === 'PATCH' ? { role: null } : undefined))
              .status,
            method,
          ).to.equal(403);
      expect((await creator.api.get(`${path}/link-invites/${forAll.id}`)).status).to.equal(403);
      expect((await reader.api.delete(`${path}/link-invites/${UNKNOWN}`)).status).to.equal(204);
      must(await creator.api.get(`${path}/link-invites/${mine.id}`), 200);
    });
  });

  it('lead to a page on which a signed-in user joins', async () => {
    const { urls } = await make({ role: 'read' });
    const link = urls.join.slice(world.instance.publicUrl.length);
    const person = await world.stranger();
    const { url } = must(await world.operator.post(`/v1/instance/users/${person.userId}/password-link`), 201);
    const mine = new WebBrowser(world.instance);
    await mine.open(new URL(url).pathname);
    await mine.send('', { password: PASSWORD });
    expect((await mine.open(link)).text).to.include(`href="/sign-in?to=${encodeURIComponent(link)}"`);
    await mine.open(`/sign-in?to=${encodeURIComponent(link)}`);
    expect((await mine.send('/sign-in', { email: person.email, password: PASSWORD })).at).to.equal(link);
    expect((await mine.send('')).at).to.equal(`/app/orgs/${world.organizationId}`);
    expect((await mine.open(link.replace(/[^/]+$/, UNKNOWN))).status).to.equal(404);
  });

  it('cannot be guessed by trying many', async () => {
    const person = await world.stranger();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 31; tries++) statuses.add((await join(person, randomBytes(10).toString('hex'))).status);
    expect([...statuses]).to.deep.equal([404, 429]);
  });

  describe('getOrganizationInviteLink', () => {
    it('returns a link to administrators, and 404 for an unknown one', async () => {
      const made = await make({ role: 'edit' });
      expect(must(await world.admin.api.get(`${path}/link-invites/${made.id}`), 200)).to.deep.equal(made);
      must(await world.admin.api.get(`${path}/link-invites/${UNKNOWN}`), 404);
      must(await (await world.stranger()).api.get(`${path}/link-invites/${made.id}`), 404);
    });
  });

  describe('updateOrganizationInviteById', () => {
    it('changes the role that the link gives, for those who may give it', async () => {
      const { id } = await make({ role: 'edit' });
      const person = await world.stranger();
      expect(must(await world.admin.api.patch(`${path}/link-invites/${id}`, { role: 'read' }), 200).role).to.equal(
        'read',
      );
      must(await world.admin.api.patch(`${path}/link-invites/${UNKNOWN}`, { role: 'read' }), 404);
      must(await person.api.patch(`${path}/link-invites/${id}`, { role: 'admin' }), 404);
      must(await join(person, id), 200);
      expect(must(await world.admin.api.get(`${path}/members/${person.userId}`), 200).role).to.equal('read');
    });
  });

  describe('deleteOrganizationInviteById', () => {
    it('ends a link once, so that nobody can join with it', async () => {
      const { id } = await make({ role: 'edit' });
      for (const status of [205, 204])
        expect((await world.admin.api.delete(`${path}/link-invites/${id}`)).status).to.equal(status);
      must(await join(await world.stranger(), id), 404);
    });
  });
});

describe('secret links', () => {
  it('[A12] are not written to the log', async () => {
    const server = await serve(ROUTES);
    const secrets = [`ql_${'s'.repeat(32)}`, 'I'.repeat(20)];
    const headers = { authorization: `Bearer ${server.adminToken}` };
    for (const path of [
      `/invitations/${secrets[0]}`,
      `/set-password/${secrets[0]}`,
      `/join/${'O'.repeat(20)}/${secrets[1]}`,
    ])
      await send(server.url, { path });
    for (const secret of secrets)
      await send(server.url, { method: 'POST', path: `/v1/orgs/${'O'.repeat(20)}/invites/${secret}`, headers });
    for (const method of ['GET', 'DELETE'])
      await send(server.url, { method, path: `/v1/orgs/${'O'.repeat(20)}/link-invites/${secrets[1]}`, headers });
    // By methods that the paths do not have, and by pages of another origin.
    for (const method of ['GET', 'OPTIONS', 'DELETE'])
      await send(server.url, { method, path: `/v1/orgs/${'O'.repeat(20)}/invites/${secrets[1]}`, headers });
    await send(server.url, { method: 'POST', path: `/app/~/v1/orgs/${'O'.repeat(20)}/invites/${secrets[1]}` });
    expect(server.logged().match(/"request"/g)).to.have.length(11);
    for (const secret of secrets) expect(server.logged()).not.to.include(secret);
  });
});
