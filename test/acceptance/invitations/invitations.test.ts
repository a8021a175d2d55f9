import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { RATE_LIMITS } from '../../../src/application/sessions/rate-limits.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { proveDomain } from '../../support/sso/saml-world.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';
import { WebBrowser } from '../../support/web-browser.ts';

const PASSWORD = 'a long enough pass phrase';
const address = (domain = 'example.com'): string => `${randomBytes(8).toString('hex')}@${domain}`;
const settled = async (tasks: readonly Promise<unknown>[]): Promise<any[]> =>
  (await Promise.allSettled(tasks)).map((each) => (each.status === 'fulfilled' ? each.value : each.reason));

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
  const join = (person: Person, link: string, organizationId = world.organizationId) =>
    person.api.post(`/v1/orgs/${organizationId}/invites/${secretOf(link)}`);
  const roleOf = async (userId: string): Promise<unknown> =>
    (await world.admin.api.get(`${path}/members/${userId}`)).body.role;

  it('[A32] let somebody in who has no account, once, with the role that was given', async () => {
    const email = address();
    const link = await invite(email.toUpperCase());
    const mine = new WebBrowser(world.instance);
    await mine.open(link);
    expect(mine.seen.text).to.include(email).and.include('comment');
    expect((await mine.send('', { displayName: 'New', password: 'short' })).status).to.equal(400);
    expect((await mine.send('', { displayName: '\u200b', password: PASSWORD })).status).to.equal(400);
    const seen = await mine.send('', { displayName: 'New <b>One</b>', password: PASSWORD });
    expect(seen.at).to.equal(`/app/orgs/${world.organizationId}`);
    const user = JSON.parse((await mine.open('/app/~/v1/user')).text);
    expect(user).to.include({ email, displayName: 'New <b>One</b>' });
    expect(await roleOf(user.id)).to.equal('comment');
    expect((await mine.open(link)).status).to.equal(404);
    expect((await new WebBrowser(world.instance).signIn(email, PASSWORD)).at).to.equal('/app');
  });

  describe('joinOrganizationWithInvite', () => {
    it('[A32] lets in the account of the invited address when signed in with it, and no other', async () => {
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
      expect((await mine.open(theirs)).text)
        .to.include('Sign in to accept')
        .and.not.include('new-password');
      const form = /name="form" value="([^"]+)"/.exec((await mine.open('/sign-in')).text)![1]!;
      expect((await mine.post(theirs, { form, displayName: 'Thief', password: PASSWORD })).status).to.equal(409);
      expect((await new WebBrowser(world.instance).signIn(third.email, PASSWORD)).status).to.equal(403);
    });

    it('refuses an invitation whose creator can no longer invite people', async () => {
      const [admin, person] = [await world.member('admin'), await world.stranger()];
      const link = await invite(person.email, { role: 'admin' }, admin);
      must(
        await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${admin.userId}`, {
          role: 'create',
        }),
        200,
      );
      const refused = await join(person, link);
      expect(refused.status).to.equal(409);
      expect(refused.body.error.message).to.include('can no longer invite people');
      expect((await world.admin.api.get(`${path}/members/${person.userId}`)).status).to.equal(404);
    });

    it('[A32] is accepted once when several accept an invitation at the same time', async () => {
      const email = address();
      const link = await invite(email);
      const browsers = Array.from({ length: 4 }, () => new WebBrowser(world.instance));
      for (const each of browsers) await each.open(link);
      const seen = await settled(
        browsers.map((each, index) =>
          each.send('', { displayName: `New ${index}`, password: `${PASSWORD} ${index}` }, { follow: false }),
        ),
      );
      expect(seen.filter(({ status }) => status === 303)).to.have.length(1);
      for (const { status } of seen) expect(status).to.be.oneOf([303, 404, 409]);
      const person = await world.stranger();
      const again = await invite(person.email);
      const answers = await settled(Array.from({ length: 4 }, () => join(person, again)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404]);
    });
  });

  describe('inviteUsersToOrganization', () => {
    it('invites several people with a role each through the official client, and skips members', async () => {
      const [known, member] = [await world.stranger(), await world.member('read')];
      const fresh = address();
      const { data } = await world.admin.client.orgs.inviteUsersToOrganization(world.organizationId, {
        emails: [fresh, { email: known.email, role: 'admin' }, member.email, known.email.toUpperCase()],
        role: 'review',
      });
      expect(data).to.include({ invited: 2 });
      expect(data.users).to.deep.equal([]);
      expect(data).not.to.have.property('failedSSOEmails');
      const { items } = must(await world.admin.api.get(`${path}/invites?limit=1000`), 200);
      expect(items.find(({ email }: any) => email === fresh)).to.include({
        object: 'invitation',
        role: 'review',
        sso: false,
        invitedBy: world.admin.userId,
      });
      expect(JSON.stringify(items)).not.to.match(/ql_/);
      expect(await roleOf(member.userId)).to.equal('read');
      const open = items.find(({ email }: any) => email === known.email);
      expect((await world.admin.api.delete(`${path}/invites/${open.id}`)).status).to.equal(205);
      expect((await world.admin.api.delete(`${path}/invites/${open.id}`)).status).to.equal(204);
    });

    it('invites as guests those for whom no role is given', async () => {
      const person = await world.stranger();
      expect(must(await join(person, await invite(person.email, {})), 200).role).to.equal(null);
    });

    it('ends the previous link of an address that is invited again', async () => {
      const person = await world.stranger();
      const [first, second] = [
        await invite(person.email, { role: 'admin' }),
        await invite(person.email, { role: 'read' }),
      ];
      expect((await join(person, first)).status).to.equal(404);
      expect(must(await join(person, second), 200).role).to.equal('read');
    });

    it('is for administrators', async () => {
      for (const level of ['create', 'read', null] as const)
        expect(
          (await (await world.member(level)).api.post(`${path}/invites`, { emails: [address()] })).status,
          String(level),
        ).to.equal(403);
      expect((await (await world.stranger()).api.post(`${path}/invites`, { emails: [address()] })).status).to.equal(
        404,
      );
      for (const body of [
        {},
        { emails: [] },
        { emails: ['nobody'] },
        { emails: [{ role: 'read' }] },
        { emails: [address()], role: 'owner' },
        { emails: Array.from({ length: 101 }, () => address()) },
      ])
        expect(
          (await world.admin.api.post(`${path}/invites`, body)).status,
          JSON.stringify(body).slice(0, 60),
        ).to.equal(400);
    });

    it('refuses SSO invitations for addresses outside the domains, and to accept them without the provider', async () => {
      const own = await World.create(world.instance);
      const domain = `${randomBytes(4).toString('hex')}.example`;
      await proveDomain(own, domain);
      const [inside, outside] = [address(domain), address()];
      const { invited, failedSSOEmails, links } = must(
        await own.admin.api.post(`/v1/orgs/${own.organizationId}/invites`, {
          emails: [inside, outside],
          sso: true,
          role: 'read',
        }),
        200,
      );
      expect({ invited, failedSSOEmails }).to.deep.equal({ invited: 1, failedSSOEmails: [outside] });
      const mine = new WebBrowser(world.instance);
      const link = links[0].url.slice(world.instance.publicUrl.length);
      expect((await mine.open(link)).text)
        .to.include('identity provider')
        .and.not.include('new-password');
      const form = /name="form" value="([^"]+)"/.exec((await mine.open('/sign-in')).text)![1]!;
      expect((await mine.post(link, { form, displayName: 'New', password: PASSWORD })).status).to.equal(403);
    });

    it('makes links that expire after seven days, and limits their number for each address', async () => {
      const time = await TimeTravel.start(backend);
      const own = await World.create(time.instance);
      const person = await own.stranger();
      const again = () =>
        own.admin.api.post(`/v1/orgs/${own.organizationId}/invites`, { emails: [person.email], role: 'read' });
      const linkOf = (answer: any): string => answer.links[0].url.split('/').at(-1);
      let link = linkOf(must(await again(), 200));
      time.later(7 * DAY_MS);
      expect((await person.api.post(`/v1/orgs/${own.organizationId}/invites/${link}`)).status).to.equal(404);
      link = linkOf(must(await again(), 200));
      time.later(7 * DAY_MS - 1);
      must(await person.api.post(`/v1/orgs/${own.organizationId}/invites/${link}`), 200);
      const email = address();
      const more = () => own.admin.api.post(`/v1/orgs/${own.organizationId}/invites`, { emails: [email] });
      for (let tries = 0; tries < 10; tries++) must(await more(), 200);
      const refused = await more();
      expect(refused.status).to.equal(429);
      expect(refused.headers.get('retry-after')).to.equal('3600');
      time.later(60 * 60 * 1000);
      must(await more(), 200);
      expect((await more()).status).to.equal(429);
    });

    it('[A85] names accounts only of people whom the caller knows, and all to the operator', async () => {
      const [known, unknown, fresh] = [await world.stranger(), await world.stranger(), address()];
      const other = must(await world.admin.api.post('/v1/orgs', { title: 'Shared' }), 201).id;
      must(await world.operator.put(`/v1/instance/orgs/${other}/members/${known.userId}`, { role: null }), 200);
      const emails = [known.email, unknown.email, fresh];
      expect(must(await world.admin.api.post(`${path}/invites`, { emails }), 200)).to.deep.include({
        invited: 3,
        users: [known.userId],
      });
      const own = must(await world.operator.post('/v1/orgs', { title: 'Of the operator' }), 201).id;
      expect(must(await world.operator.post(`/v1/orgs/${own}/invites`, { emails }), 200)).to.deep.include({
        invited: 3,
        users: [known.userId, unknown.userId],
      });
    });

    it('[A89] limits the invitations of one person to one address, whatever the organization', async () => {
      const own = await World.create(world.instance);
      const email = address();
      const organizations = [own.organizationId];
      for (let count = 1; count <= RATE_LIMITS.invited.burst; count++)
        organizations.push(must(await own.admin.api.post('/v1/orgs', { title: `Org ${count}` }), 201).id);
      const statuses: number[] = [];
      for (const id of organizations)
        statuses.push((await own.admin.api.post(`/v1/orgs/${id}/invites`, { emails: [email] })).status);
      expect(statuses).to.deep.equal([...Array(RATE_LIMITS.invited.burst).fill(200), 429]);
      must(await own.admin.api.post(`/v1/orgs/${organizations[0]}/invites`, { emails: [address()] }), 200);
    });

    it('[A89] limits the invitations of everybody to one address', async () => {
      const email = address();
      const statuses: number[] = [];
      for (let people = 0; people < 3; people++) {
        const own = await World.create(world.instance);
        for (let count = 0; count < 7; count++)
          statuses.push(
            (await own.admin.api.post(`/v1/orgs/${own.organizationId}/invites`, { emails: [email.toUpperCase()] }))
              .status,
          );
      }
      expect(statuses).to.deep.equal([...Array(RATE_LIMITS.mailbox.burst).fill(200), 429]);
    });
  });

  describe('deleteInvitationInOrganization', () => {
    it('ends the link of the invitation', async () => {
      const person = await world.stranger();
      const link = await invite(person.email);
      const { items } = must(await world.admin.api.get(`${path}/invites?limit=1000`), 200);
      must(
        await world.admin.api.delete(`${path}/invites/${items.find(({ email }: any) => email === person.email).id}`),
        205,
      );
      expect((await join(person, link)).status).to.equal(404);
      expect((await new WebBrowser(world.instance).open(link)).status).to.equal(404);
    });
  });

  describe('listInvitationsInOrganization', () => {
    it('lists open invitations without their secret, for administrators alone', async () => {
      const email = address();
      const link = await invite(email);
      const { items } = must(await world.admin.api.get(`${path}/invites?limit=1000`), 200);
      expect(items.find((item: any) => item.email === email)).to.include({ object: 'invitation', role: 'comment' });
      expect(JSON.stringify(items)).not.to.include(secretOf(link));
      must(await (await world.member('create')).api.get(`${path}/invites`), 403);
    });
  });
});
