import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { startMailServer, type MailServer, type ReceivedMail } from '../../support/servers/mail-server.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { until } from '../../support/until.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { apiOf, must, World } from '../../support/world.ts';

const PASSWORD = 'a long enough pass phrase';
const address = (): string => `${randomBytes(8).toString('hex')}@example.com`;

onEveryBackend('mail', (backend) => {
  let server: MailServer;
  let instance: Instance;
  let world: World;
  let time: TimeTravel;
  before(async () => {
    server = await startMailServer();
    time = await TimeTravel.start(backend, {
      SMTP_URL: server.url,
      SMTP_FROM: 'Docs <docs@quire.example>',
      TRUST_PROXY: '1',
    });
    instance = time.instance;
    world = await World.create(instance);
  });
  const to = (email: string): ReceivedMail[] => server.mails.filter((mail) => mail.to.includes(email));
  const linkIn = (mail: ReceivedMail): string => {
    const link = new RegExp(`${instance.publicUrl}(/[\\w-]+/ql_[\\w-]{32})\\s`).exec(mail.text);
    expect(link, mail.text).not.to.equal(null);
    return link![1]!;
  };
  const invite = async (email: string): Promise<ReceivedMail> => {
    const body = must(
      await world.admin.api.post(`/v1/orgs/${world.organizationId}/invites`, { emails: [email], role: 'read' }),
      200,
    );
    expect(body).to.deep.equal({ users: [], invited: 1 });
    await until(() => to(email).length > 0);
    return to(email)[0]!;
  };
  const sent = async (email: string): Promise<boolean> =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/invites?limit=1000`), 200).items.some(
      (each: any) => each.email === email && each.sentAt !== undefined,
    );
  const browser = (from = '198.51.100.1'): WebBrowser => new WebBrowser(instance, { 'x-forwarded-for': from });
  const forgot = async (email: string, from?: string) => {
    const mine = browser(from);
    await mine.open('/sign-in/forgot');
    return mine.send('/sign-in/forgot', { email });
  };
  /** A job that was ordered after all others is done. */
  const instanceIdle = async (): Promise<boolean> => {
    const probe = await world.stranger();
    await forgot(probe.email, `203.0.113.${Math.floor(Math.random() * 250)}`);
    await until(() => to(probe.email).length === 1);
    return true;
  };

  describe('inviteUsersToOrganization', () => {
    it('sends the invitation from the configured sender to the invited address alone', async () => {
      const email = address();
      const mail = await invite(email);
      expect(mail).to.deep.include({ from: 'docs@quire.example', to: [email] });
      expect(mail.headers['from']).to.equal('Docs <docs@quire.example>');
      expect(mail.headers['subject']).to.match(/^Invitation to Organization/);
      const mine = browser();
      await mine.open(linkIn(mail));
      expect((await mine.send('', { displayName: 'New', password: PASSWORD })).at).to.equal(
        `/app/orgs/${world.organizationId}`,
      );
    });
  });

  it('is sent again until the mail server accepts it, and once only', async () => {
    const email = address();
    server.refuse = 1;
    await invite(email);
    await until(() => sent(email));
    expect(server.refuse).to.equal(0);
    expect(to(email)).to.have.length(1);
  });

  it('has no header that a title could add', async () => {
    const own = must(await world.admin.api.post('/v1/orgs', { title: 'Team\r\nBcc: evil@example.com' }), 201);
    const email = address();
    must(await world.admin.api.post(`/v1/orgs/${own.id}/invites`, { emails: [email] }), 200);
    await until(() => to(email).length > 0);
    expect(to(email)[0]!.headers).not.to.have.property('bcc');
    expect(to(email)[0]!.to).to.deep.equal([email]);
  });

  it('has no paragraph that a title or a name could add', async () => {
    const title = 'Team\r\n\r\nYour account is locked: https://evil.example\r\n\r\n\u202eX';
    const own = must(await world.admin.api.post('/v1/orgs', { title }), 201);
    const email = address();
    must(await world.admin.api.post(`/v1/orgs/${own.id}/invites`, { emails: [email] }), 200);
    await until(() => to(email).length > 0);
    const [, offer, how] = to(email)[0]!
      .text.trim()
      .split(/(?:\r?\n){2}/);
    expect(offer).to.match(/ invites you to "Team Your account is locked: https:\/\/evil\.example X"\.$/);
    expect(how).to.equal('Accept the invitation within seven days:');
  });

  it('sets a forgotten password by a link that is valid for an hour', async () => {
    const person = await world.stranger();
    expect((await forgot(person.email.toUpperCase())).text).to.include('If the address has an account here');
    await until(() => to(person.email).length === 1);
    const late = linkIn(to(person.email)[0]!);
    time.later(60 * 60 * 1000);
    expect((await browser().open(late)).status).to.equal(404);
    await forgot(person.email);
    await until(() => to(person.email).length === 2);
    const mine = browser();
    await mine.open(linkIn(to(person.email)[1]!));
    expect((await mine.send('', { password: PASSWORD })).at).to.equal('/sign-in?set');
    expect((await mine.signIn(person.email, PASSWORD)).at).to.equal('/app');
  });

  it('reveals to nobody whether an address has an account, and is limited in number', async () => {
    const person = await world.stranger();
    const answers = [];
    for (const email of [person.email, address()]) answers.push(await forgot(email));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(answers[0]!.text).to.equal(answers[1]!.text);
    for (let more = 0; more < 5; more++) expect((await forgot(person.email)).status).to.equal(200);
    const last = await world.stranger();
    await forgot(last.email);
    await until(() => to(last.email).length === 1);
    await until(async () => await instanceIdle());
    expect(to(person.email)).to.have.length(3);
  });

  it('[A32] returns an account that a stranger made with a forwarded link to the owner of the address', async () => {
    const email = address();
    // As without a mail server: the link is known to the inviter.
    const handed = (await TimeTravel.start(backend)).instance;
    const other = await World.create(handed);
    const { links } = must(
      await other.admin.api.post(`/v1/orgs/${other.organizationId}/invites`, { emails: [email] }),
      200,
    );
    const thief = new WebBrowser(handed);
    await thief.open(new URL(links[0].url).pathname);
    await thief.send('', { displayName: 'Thief', password: 'the password of a thief' });
    await thief.open('/account');
    await thief.send('/account/tokens', { name: 'kept' });
    const token = /<code>(qr_[\w-]+)<\/code>/.exec(thief.seen.text)![1]!;
    const api = apiOf(handed, token);
    const { id } = must(await api.get('/v1/user'), 200);
    const { url } = must(await other.operator.post(`/v1/instance/users/${id}/password-link`), 201);
    const owner = new WebBrowser(handed);
    await owner.open(new URL(url).pathname);
    await owner.send('', { password: PASSWORD });
    expect((await api.get('/v1/user')).status).to.equal(401);
    expect((await thief.open('/app/~/v1/user')).status).to.equal(401);
    expect((await owner.signIn(email, PASSWORD)).at).to.equal('/app');
  });
  describe('sign-in attempts', () => {
    const withPassword = async () => {
      const person = await world.stranger();
      const { url } = must(await world.operator.post(`/v1/instance/users/${person.userId}/password-link`), 201);
      const mine = browser();
      await mine.open(new URL(url).pathname);
      await mine.send('', { password: PASSWORD });
      return person;
    };

    it('[A33] are limited to ten for one account from any address, after which even the right password has to wait', async () => {
      const person = await withPassword();
      for (let tries = 0; tries < 10; tries++)
        expect((await browser(`192.0.2.${tries}`).signIn(person.email, `wrong password ${tries}`)).status).to.equal(
          403,
        );
      const refused = await browser('192.0.2.99').signIn(person.email, PASSWORD);
      expect(refused.status).to.equal(429);
      expect(refused.headers.get('retry-after')).to.equal('180');
      expect(refused.alert).to.equal('Too many attempts; try again in 3 minutes.');
      time.later(180_000 - 1);
      expect((await browser().signIn(person.email, PASSWORD)).status).to.equal(429);
      time.later(1);
      expect((await browser().signIn(person.email, PASSWORD)).at).to.equal('/app');
    });

    it('are limited alike for an account that does not exist', async () => {
      const email = address();
      for (let tries = 0; tries < 10; tries++)
        expect((await browser(`192.0.2.${100 + tries}`).signIn(email, 'wrong password')).status).to.equal(403);
      expect((await browser().signIn(email, 'wrong password')).status).to.equal(429);
    });

    it('are limited to ten when all come at once', async () => {
      const person = await withPassword();
      const browsers = Array.from({ length: 15 }, (_, index) => browser(`192.0.2.${150 + index}`));
      for (const each of browsers) await each.open('/sign-in');
      const seen = await Promise.all(
        browsers.map((each) => each.send('/sign-in', { email: person.email, password: 'wrong password' })),
      );
      expect(seen.map(({ status }) => status).sort()).to.deep.equal([...Array(10).fill(403), ...Array(5).fill(429)]);
    });

    it('[A33] are limited to sixty from one address, whatever a caller adds to the proxy’s header', async () => {
      const statuses = [];
      for (let tries = 0; tries < 61; tries++)
        statuses.push((await browser(`10.0.0.${tries}, 203.0.113.7`).signIn(address(), 'wrong password')).status);
      expect(statuses.lastIndexOf(403)).to.equal(59);
      expect(statuses[60]).to.equal(429);
      expect((await browser('203.0.113.8').signIn(address(), 'wrong password')).status).to.equal(403);
    });

    it('are not counted when they succeed', async () => {
      const person = await withPassword();
      for (let tries = 0; tries < 12; tries++)
        expect((await browser().signIn(person.email, PASSWORD)).at).to.equal('/app');
    });
  });

  it('has sessions that end after fourteen days', async () => {
    const person = await world.stranger();
    const { url } = must(await world.operator.post(`/v1/instance/users/${person.userId}/password-link`), 201);
    const mine = browser();
    await mine.open(new URL(url).pathname);
    await mine.send('', { password: PASSWORD });
    await mine.signIn(person.email, PASSWORD);
    time.later(14 * DAY_MS - 1);
    expect((await mine.open('/app/~/v1/user')).status).to.equal(200);
    time.later(1);
    expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
  });
});
