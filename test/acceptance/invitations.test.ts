import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { readConfig } from '../../src/config.ts';
import { startInstance } from '../../src/instance.ts';
import { onEveryBackend, QUICK_PASSWORDS, testEnvironment } from '../support/backends.ts';
import { serve, send } from '../support/http-server.ts';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { apiOf, must, World, type Person } from '../support/world.ts';
import { WebBrowser } from '../support/web-browser.ts';

const PASSWORD = 'a long enough pass phrase';
const UNKNOWN = '0'.repeat(20);
const address = (domain = 'example.com'): string => `${randomBytes(8).toString('hex')}@${domain}`;
const settled = async (tasks: readonly Promise<unknown>[]): Promise<any[]> => (await Promise.allSettled(tasks)).map((each) => (each.status === 'fulfilled' ? each.value : each.reason));

onEveryBackend('invitations by e-mail', (backend) => {
  let world: World;
  let path: string;
  before(async () => {
    world = await World.create(await backend.instance());
    path = `/v1/orgs/${world.organizationId}`;
  });
  const invite = async (email: string, more: object = { role: 'comment' }, by = world.admin): Promise<string> => {
    const { links, ...rest } = must(await by.api.post(`${path}/invites`, { emails: [email], ...more }), 200);
    expect(rest.invited).to.equal(1);
    expect(links).to.have.length(1);
    expect(links[0].url).to.match(new RegExp(`^${world.instance.publicUrl}/invitations/ql_[\\w-]{32}$`));
    return links[0].url.slice(world.instance.publicUrl.length);
  };
  const secretOf = (link: string): string => link.split('/').at(-1)!;
  const join = (person: Person, link: string, organizationId = world.organizationId) => person.api.post(`/v1/orgs/${organizationId}/invites/${secretOf(link)}`);
  const roleOf = async (userId: string): Promise<unknown> => (await world.admin.api.get(`${path}/members/${userId}`)).body.role;

  it('let somebody in who has no account, once, with the role that was given', async () => {
    const email = address();
    const link = await invite(email.toUpperCase());
    const mine = new WebBrowser(world.instance);
    await mine.open(link);
    expect(mine.seen.text).to.include(email).and.include('comment');
    expect((await mine.send('', { displayName: 'New', password: 'short' })).status).to.equal(400);
    const seen = await mine.send('', { displayName: 'New <b>One</b>', password: PASSWORD });
    expect(seen.at).to.equal(`/app/orgs/${world.organizationId}`);
    const user = JSON.parse((await mine.open('/app/~/v1/user')).text);
    expect(user).to.include({ email, displayName: 'New <b>One</b>' });
    expect(await roleOf(user.id)).to.equal('comment');
    expect((await mine.open(link)).status).to.equal(404);
    expect((await new WebBrowser(world.instance).signIn(email, PASSWORD)).at).to.equal('/app');
  });

  it('let somebody in who has an account and is signed in with it, and nobody else', async () => {
    const [person, other] = [await world.stranger(), await world.stranger()];
    const link = await invite(person.email, { role: 'edit' });
    const refused = await join(other, link);
    expect(refused.status).to.equal(403);
    expect(refused.body.error.message).to.include('for another e-mail address');
    expect((await apiOf(world.instance).post(`${path}/invites/${secretOf(link)}`)).status).to.equal(401);
    expect((await join(person, link, (await World.create(world.instance)).organizationId)).status).to.equal(404);
    expect(must(await join(person, link), 200)).to.deep.equal({ organization: world.organizationId, role: 'edit' });
    expect((await join(person, link)).status).to.equal(404);
    // A page asks who has an account to sign in, and never for a new password.
    const third = await world.stranger();
    const mine = new WebBrowser(world.instance);
    const theirs = await invite(third.email);
    expect((await mine.open(theirs)).text).to.include('Sign in to accept').and.not.include('new-password');
    const form = /name="form" value="([^"]+)"/.exec((await mine.open('/sign-in')).text)![1]!;
    expect((await mine.post(theirs, { form, displayName: 'Thief', password: PASSWORD })).status).to.equal(409);
    expect((await new WebBrowser(world.instance).signIn(third.email, PASSWORD)).status).to.equal(403);
  });

  it('are sent with the official client, to several at once, with a role each; members are left alone', async () => {
    const [known, member] = [await world.stranger(), await world.member('read')];
    const fresh = address();
    const { data } = await world.admin.client.orgs.inviteUsersToOrganization(world.organizationId, { emails: [fresh, { email: known.email, role: 'admin' }, member.email, known.email.toUpperCase()], role: 'review' });
    expect(data).to.include({ invited: 2 });
    expect(data.users).to.deep.equal([known.userId]);
    expect(data).not.to.have.property('failedSSOEmails');
    const { items } = must(await world.admin.api.get(`${path}/invites?limit=1000`), 200);
    expect(items.find(({ email }: any) => email === fresh)).to.include({ object: 'invitation', role: 'review', sso: false, invitedBy: world.admin.userId });
    expect(JSON.stringify(items)).not.to.match(/ql_/);
    expect(await roleOf(member.userId)).to.equal('read');
    const open = items.find(({ email }: any) => email === known.email);
    expect((await world.admin.api.delete(`${path}/invites/${open.id}`)).status).to.equal(205);
    expect((await world.admin.api.delete(`${path}/invites/${open.id}`)).status).to.equal(204);
  });

  it('make guests of those for whom no role is given', async () => {
    const person = await world.stranger();
    expect(must(await join(person, await invite(person.email, {})), 200).role).to.equal(null);
  });

  it('made anew put an end to the link before', async () => {
    const person = await world.stranger();
    const [first, second] = [await invite(person.email, { role: 'admin' }), await invite(person.email, { role: 'read' })];
    expect((await join(person, first)).status).to.equal(404);
    expect(must(await join(person, second), 200).role).to.equal('read');
  });

  it('that were taken back open nothing', async () => {
    const person = await world.stranger();
    const link = await invite(person.email);
    const { items } = must(await world.admin.api.get(`${path}/invites?limit=1000`), 200);
    must(await world.admin.api.delete(`${path}/invites/${items.find(({ email }: any) => email === person.email).id}`), 205);
    expect((await join(person, link)).status).to.equal(404);
    expect((await new WebBrowser(world.instance).open(link)).status).to.equal(404);
  });

  it('of somebody who may not invite any more open nothing', async () => {
    const [admin, person] = [await world.member('admin'), await world.stranger()];
    const link = await invite(person.email, { role: 'admin' }, admin);
    must(await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${admin.userId}`, { role: 'create' }), 200);
    const refused = await join(person, link);
    expect(refused.status).to.equal(409);
    expect(refused.body.error.message).to.include('may not invite any longer');
    expect((await world.admin.api.get(`${path}/members/${person.userId}`)).status).to.equal(404);
  });

  it('are taken up by one of those who come at the same time', async () => {
    const email = address();
    const link = await invite(email);
    const browsers = Array.from({ length: 4 }, () => new WebBrowser(world.instance));
    for (const each of browsers) await each.open(link);
    const seen = await settled(browsers.map((each, index) => each.send('', { displayName: `New ${index}`, password: `${PASSWORD} ${index}` }, { follow: false })));
    expect(seen.filter(({ status }) => status === 303)).to.have.length(1);
    for (const { status } of seen) expect(status).to.be.oneOf([303, 404, 409]);
    const person = await world.stranger();
    const again = await invite(person.email);
    const answers = await settled(Array.from({ length: 4 }, () => join(person, again)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404]);
  });

  it('are for administrators to make', async () => {
    for (const level of ['create', 'read', null] as const) expect((await (await world.member(level)).api.post(`${path}/invites`, { emails: [address()] })).status, String(level)).to.equal(403);
    expect((await (await world.stranger()).api.post(`${path}/invites`, { emails: [address()] })).status).to.equal(404);
    for (const body of [{}, { emails: [] }, { emails: ['nobody'] }, { emails: [{ role: 'read' }] }, { emails: [address()], role: 'owner' }, { emails: Array.from({ length: 101 }, () => address()) }])
      expect((await world.admin.api.post(`${path}/invites`, body)).status, JSON.stringify(body).slice(0, 60)).to.equal(400);
  });

  it('through the identity provider are for addresses of the organization alone, and not taken up otherwise', async () => {
    const own = await World.create(world.instance);
    const domain = `${randomBytes(4).toString('hex')}.example`;
    must(await own.admin.api.patch(`/v1/orgs/${own.organizationId}`, { emailDomains: [domain] }), 200);
    const [inside, outside] = [address(domain), address()];
    const { invited, failedSSOEmails, links } = must(await own.admin.api.post(`/v1/orgs/${own.organizationId}/invites`, { emails: [inside, outside], sso: true, role: 'read' }), 200);
    expect({ invited, failedSSOEmails }).to.deep.equal({ invited: 1, failedSSOEmails: [outside] });
    const mine = new WebBrowser(world.instance);
    const link = links[0].url.slice(world.instance.publicUrl.length);
    expect((await mine.open(link)).text).to.include('identity provider').and.not.include('new-password');
    const form = /name="form" value="([^"]+)"/.exec((await mine.open('/sign-in')).text)![1]!;
    expect((await mine.post(link, { form, displayName: 'New', password: PASSWORD })).status).to.equal(403);
  });

  it('run out after seven days, and are limited in number for each address', async () => {
    let now = Date.parse('2031-01-01T00:00:00.000Z');
    const url = await backend.database();
    const instance = await startInstance(readConfig(testEnvironment(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url })), {
      welcome: false, drainMs: 1_000, passwordCost: QUICK_PASSWORDS, clock: { now: () => new Date(now).toISOString() },
    });
    try {
      const own = await World.create(instance);
      const person = await own.stranger();
      const again = () => own.admin.api.post(`/v1/orgs/${own.organizationId}/invites`, { emails: [person.email], role: 'read' });
      const linkOf = (answer: any): string => answer.links[0].url.split('/').at(-1);
      let link = linkOf(must(await again(), 200));
      now += 7 * 24 * 60 * 60 * 1000;
      expect((await person.api.post(`/v1/orgs/${own.organizationId}/invites/${link}`)).status).to.equal(404);
      link = linkOf(must(await again(), 200));
      now += 7 * 24 * 60 * 60 * 1000 - 1;
      must(await person.api.post(`/v1/orgs/${own.organizationId}/invites/${link}`), 200);
      const email = address();
      const more = () => own.admin.api.post(`/v1/orgs/${own.organizationId}/invites`, { emails: [email] });
      for (let tries = 0; tries < 10; tries++) must(await more(), 200);
      const refused = await more();
      expect(refused.status).to.equal(429);
      expect(refused.headers.get('retry-after')).to.equal('3600');
      now += 60 * 60 * 1000;
      must(await more(), 200);
      expect((await more()).status).to.equal(429);
    } finally {
      await instance.stop();
    }
  });
});

onEveryBackend('invite links', (backend) => {
  let world: World;
  let path: string;
  before(async () => {
    world = await World.create(await backend.instance());
    path = `/v1/orgs/${world.organizationId}`;
  });
  const make = async (body: object, by = world.admin): Promise<any> => must(await by.api.post(`${path}/link-invites`, body), 201);
  const join = (person: Person, id: string) => person.api.post(`${path}/invites/${id}`);

  it('are made, listed, read, changed and deleted with the official client', async () => {
    const { orgs } = world.admin.client;
    const { data: made } = await orgs.createOrganizationInvite(world.organizationId, { role: 'edit' });
    expect(made).to.include({ object: 'invite', role: 'edit', redundant: true });
    expect(made).not.to.have.any.keys('level', 'space', 'collection');
    // To know it is to have been told: 130 bits.
    expect(made.id).to.match(/^[0-9A-Za-z]{22}$/);
    expect((await orgs.getOrganizationInviteLink(world.organizationId, made.id)).data).to.deep.equal(made);
    expect((await orgs.updateOrganizationInviteById(world.organizationId, made.id, { role: null })).data).to.include({ id: made.id, role: null });
    const { data: all } = await orgs.listOrganizationInviteLinks(world.organizationId);
    expect(all.items.map(({ id }: any) => id)).to.include(made.id);
    expect(all.count).to.equal(all.items.length);
    expect((await orgs.deleteOrganizationInviteById(world.organizationId, made.id)).status).to.equal(205);
    expect((await orgs.deleteOrganizationInviteById(world.organizationId, made.id)).status).to.equal(204);
    expect((await world.admin.api.get(`${path}/link-invites/${made.id}`)).status).to.equal(404);
  });

  it('let in everybody who has one, as often as they are used, and raise roles but never lower them', async () => {
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

  it('let in as a guest, with a level on one space or collection', async () => {
    const [collection, hidden] = [must(await world.admin.api.post(`${path}/collections`, { title: 'C' }), 201), await world.space()];
    const space = await world.space({ title: 'Inside', parent: collection.id });
    const onSpace = await make({ level: 'comment', space: hidden.id });
    expect(onSpace).to.include({ level: 'comment', redundant: true });
    expect(onSpace.space.id).to.equal(hidden.id);
    const onCollection = await make({ level: 'edit', collection: collection.id });
    expect(onCollection.collection.id).to.equal(collection.id);
    const person = await world.stranger();
    expect(must(await join(person, onSpace.id), 200).role).to.equal(null);
    expect(must(await person.api.get(`/v1/spaces/${hidden.id}`), 200).permissions).to.include({ comment: true, edit: false });
    expect((await person.api.get(`/v1/spaces/${space.id}`)).status).to.equal(404);
    must(await join(person, onCollection.id), 200);
    expect(must(await person.api.get(`/v1/spaces/${space.id}`), 200).permissions).to.include({ edit: true, merge: false });
  });

  it('are shown to those who may give them on, who are told whether they need them', async () => {
    const space = await world.space();
    const creator = await world.member('read');
    must(await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [creator.userId] }), 204);
    const reader = await world.member('read');
    const mine = await make({ level: 'review', space: space.id }, creator);
    const forAll = await make({ role: 'read' });
    const ids = async (person: Person): Promise<string[]> => must(await person.api.get(`${path}/link-invites?limit=1000`), 200).items.map(({ id }: any) => id);
    expect(await ids(creator)).to.deep.equal([mine.id]);
    expect(await ids(reader)).to.deep.equal([]);
    expect(await ids(world.admin)).to.include.members([mine.id, forAll.id]);
    for (const id of [forAll.id, mine.id]) for (const method of ['GET', 'PATCH', 'DELETE']) expect((await reader.api(method, `${path}/link-invites/${id}`, method === 'PATCH' ? { role: null } : undefined)).status, method).to.equal(403);
    expect((await creator.api.get(`${path}/link-invites/${forAll.id}`)).status).to.equal(403);
    expect((await reader.api.delete(`${path}/link-invites/${UNKNOWN}`)).status).to.equal(204);
    must(await creator.api.get(`${path}/link-invites/${mine.id}`), 200);
  });

  it('give nobody more than whoever makes or changes them has', async () => {
    const space = await world.space();
    const [creator, reader] = [await world.member('read'), await world.member('read')];
    must(await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [creator.userId] }), 204);
    for (const level of ['read', 'create']) await make({ level, space: space.id }, creator);
    expect((await creator.api.post(`${path}/link-invites`, { level: 'admin', space: space.id })).status).to.equal(403);
    expect((await creator.api.post(`${path}/link-invites`, { role: 'read' })).status).to.equal(403);
    expect((await reader.api.post(`${path}/link-invites`, { level: 'read', space: space.id })).status).to.equal(403);
    const { id } = await make({ level: 'read', space: space.id }, creator);
    expect((await creator.api.patch(`${path}/link-invites/${id}`, { level: 'admin' })).status).to.equal(403);
    // The right goes, and with it the link.
    must(await world.admin.api.delete(`/v1/spaces/${space.id}/permissions/users/${creator.userId}`), 205);
    expect((await join(await world.stranger(), id)).status).to.equal(409);
  });

  it('are for places of the organization alone', async () => {
    const other = await World.create(world.instance);
    const foreign = await other.space();
    const collection = must(await other.admin.api.post(`/v1/orgs/${other.organizationId}/collections`, { title: 'C' }), 201);
    for (const [name, ids] of [['space', [foreign.id, UNKNOWN]], ['collection', [collection.id, UNKNOWN]]] as const) {
      const [first, second] = await Promise.all(ids.map((id) => world.admin.api.post(`${path}/link-invites`, { level: 'read', [name]: id })));
      expect(first!.status).to.equal(404);
      expect(second!.body.error.message).to.equal(first!.body.error.message);
    }
    for (const body of [{}, { level: 'read' }, { space: foreign.id }, { role: 'read', level: 'read' }, { role: 'read', space: foreign.id }, { level: 'read', space: UNKNOWN, collection: UNKNOWN }, { role: 'owner' }])
      expect((await world.admin.api.post(`${path}/link-invites`, body)).status, JSON.stringify(body)).to.equal(400);
    const { id } = await make({ role: 'read' });
    for (const body of [{}, { level: 'read' }]) expect((await world.admin.api.patch(`${path}/link-invites/${id}`, body)).status, JSON.stringify(body)).to.equal(400);
  });

  it('are neither made nor taken where the organization wants none', async () => {
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

  it('lead to a page that lets in who is signed in', async () => {
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

  it('cannot be tried out', async () => {
    const person = await world.stranger();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 31; tries++) statuses.add((await join(person, randomBytes(10).toString('hex'))).status);
    expect([...statuses]).to.deep.equal([404, 429]);
  });
});

describe('links that open something', () => {
  it('are not in the log', async () => {
    const server = await serve(ROUTES);
    const secrets = [`ql_${'s'.repeat(32)}`, 'I'.repeat(20)];
    const headers = { authorization: `Bearer ${server.adminToken}` };
    for (const path of [`/invitations/${secrets[0]}`, `/set-password/${secrets[0]}`, `/join/${'O'.repeat(20)}/${secrets[1]}`]) await send(server.url, { path });
    for (const secret of secrets) await send(server.url, { method: 'POST', path: `/v1/orgs/${'O'.repeat(20)}/invites/${secret}`, headers });
    for (const method of ['GET', 'DELETE']) await send(server.url, { method, path: `/v1/orgs/${'O'.repeat(20)}/link-invites/${secrets[1]}`, headers });
    expect(server.logged().match(/"request"/g)).to.have.length(7);
    for (const secret of secrets) expect(server.logged()).not.to.include(secret);
  });
});
