import { expect } from 'chai';
import { codeAt } from '../../src/adapters/sign-in/time-codes.ts';
import { onEveryBackend } from '../support/backends.ts';
import { apiOf, must, World, type Person } from '../support/world.ts';
import { until } from '../support/until.ts';
import { WebBrowser } from '../support/web-browser.ts';

const PASSWORD = 'a long enough pass phrase';

/** The path of a link that the operator made for somebody. */
export const passwordLink = async (world: World, userId: string): Promise<string> => {
  const { url } = must(await world.operator.post(`/v1/instance/users/${userId}/password-link`), 201);
  expect(url).to.match(new RegExp(`^${world.instance.publicUrl}/set-password/ql_[\\w-]{32}$`));
  return url.slice(world.instance.publicUrl.length);
};
export const setPassword = async (world: World, person: Pick<Person, 'userId'>, password = PASSWORD): Promise<void> => {
  const browser = new WebBrowser(world.instance);
  await browser.open(await passwordLink(world, person.userId));
  const seen = await browser.send('', { password });
  expect(seen.at, seen.text).to.equal('/sign-in?set');
};

onEveryBackend('signing in', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const browser = (headers: Record<string, string> = {}) => new WebBrowser(world.instance, headers);
  const withPassword = async (): Promise<Person> => {
    const person = await world.member('read');
    await setPassword(world, person);
    return person;
  };

  it('leads to the page that one wanted, with a session that reads what one may see and nothing else', async () => {
    const person = await withPassword();
    const mine = browser();
    const wanted = `/app/orgs/${world.organizationId}`;
    const seen = await mine.signIn(person.email, PASSWORD, wanted);
    expect(seen).to.include({ status: 200, at: wanted });
    expect(seen.text).to.include('data-session');
    expect(JSON.parse((await mine.open(`/app/~/v1/orgs/${world.organizationId}`)).text).id).to.equal(world.organizationId);
    expect(JSON.parse((await mine.open('/app/~/v1/user')).text).email).to.equal(person.email);
    const other = await World.create(world.instance);
    expect((await mine.open(`/app/~/v1/orgs/${other.organizationId}`)).status).to.equal(404);
    expect((await mine.open('/app/~/v1/instance/users')).status).to.equal(403);
    expect((await browser().open('/app/~/v1/user')).status).to.equal(401);
  });

  it('changes nothing through the reads of our pages, and lets no other site read', async () => {
    const person = await withPassword();
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect((await mine.open('/app/~/v1/user/tokens', { method })).status, method).to.equal(405);
    for (const site of ['cross-site', 'same-site', 'none']) expect((await mine.open('/app/~/v1/user', { headers: { 'sec-fetch-site': site } })).status, site).to.equal(403);
    const { headers } = await mine.open('/app/~/v1/user', { headers: { origin: 'https://evil.example' } });
    expect(headers.get('access-control-allow-origin')).to.equal(null);
    expect(headers.get('access-control-allow-credentials')).to.equal(null);
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('takes a session from its cookie alone and a token from its header alone', async () => {
    const person = await withPassword();
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    const session = mine.session!;
    expect(session).to.match(/^qs_[\w-]{32}$/);
    expect((await apiOf(world.instance, session).get('/v1/user')).status).to.equal(401);
    const anybody = apiOf(world.instance);
    for (const cookie of [`quire-session=${session}`, `quire-session=${person.token}`]) expect((await anybody.get('/v1/user', { cookie })).status).to.equal(401);
    for (const secret of [session, person.token]) for (const name of ['token', 'access_token', 'quire-session']) expect((await anybody.get(`/v1/user?${name}=${secret}`)).status).to.be.oneOf([400, 401]);
    expect((await anybody.get('/app/~/v1/user', { cookie: `quire-session=${person.token}` })).status).to.equal(401);
    expect((await anybody.get('/app/~/v1/user', { authorization: `Bearer ${person.token}` })).status).to.equal(401);
    expect((await anybody.get('/account', { cookie: `quire-session=${person.token}` })).status).to.equal(303);
  });

  it('keeps the cookie from scripts, other sites and, under https, other hosts', async () => {
    const person = await withPassword();
    const mine = browser();
    await mine.open('/sign-in');
    const { headers } = await mine.send('/sign-in', { email: person.email, password: PASSWORD }, { follow: false });
    const cookie = headers.getSetCookie().find((line) => line.startsWith('quire-session='))!;
    expect(cookie).to.match(/; Expires=/).and.include('; Path=/; HttpOnly; SameSite=Lax').and.not.include('Domain');
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('gives a new secret each time, and ends the session that the browser had', async () => {
    const person = await withPassword();
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    const first = mine.session!;
    await mine.signIn(person.email, PASSWORD);
    expect(mine.session).not.to.equal(first);
    const old = browser();
    old.cookies.set('quire-session', first);
    expect((await old.open('/app/~/v1/user')).status).to.equal(401);
  });

  it('does not take up a session that somebody else gave the browser', async () => {
    const person = await withPassword();
    const mine = browser();
    mine.cookies.set('quire-session', `qs_${'a'.repeat(32)}`);
    await mine.signIn(person.email, PASSWORD);
    expect(mine.session).not.to.equal(`qs_${'a'.repeat(32)}`);
  });

  it('ends with signing out, here or everywhere', async () => {
    const person = await withPassword();
    const [here, there] = [browser(), browser()];
    await here.signIn(person.email, PASSWORD);
    await there.signIn(person.email, PASSWORD);
    const secret = here.session!;
    await here.open('/account');
    expect((await here.send('/sign-out')).at).to.equal('/sign-in');
    expect(here.session).to.equal(undefined);
    here.cookies.set('quire-session', secret);
    expect((await here.open('/app/~/v1/user')).status).to.equal(401);
    expect((await there.open('/app/~/v1/user')).status).to.equal(200);
    await here.signIn(person.email, PASSWORD);
    await here.open('/account');
    await here.send('/sign-out', { everywhere: '1' });
    expect((await there.open('/app/~/v1/user')).status).to.equal(401);
    must(await person.api.get('/v1/user'), 200);
  });

  it('ends at once when the user is shut out, who then cannot come back', async () => {
    const person = await withPassword();
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    must(await world.operator.patch(`/v1/instance/users/${person.userId}`, { disabled: true }), 200);
    expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
    expect((await browser().signIn(person.email, PASSWORD)).alert).to.equal('The address or the password is not right.');
    must(await world.operator.patch(`/v1/instance/users/${person.userId}`, { disabled: false }), 200);
    expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
  });

  it('says the same whoever the address belongs to', async () => {
    const person = await withPassword();
    const none = await world.stranger();
    const answers = [];
    for (const email of [person.email, none.email, 'nobody@example.com', 'not an address']) {
      const { status, text } = await browser().signIn(email, 'wrong password here');
      answers.push({ status, text: text.replaceAll(email, '').replace(/value="[^"]*"/g, '') });
    }
    expect(answers[0]!.status).to.equal(403);
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
  });

  describe('forms', () => {
    it('are taken from our own pages alone', async () => {
      const person = await withPassword();
      const mine = browser();
      await mine.signIn(person.email, PASSWORD);
      const count = async () => must(await person.api.get('/v1/user/tokens'), 200).count;
      const before = await count();
      const fields = { name: 'mine' };
      expect((await mine.post('/account/tokens', fields)).status).to.equal(403);
      expect((await mine.post('/account/tokens', { ...fields, form: 'x' })).status).to.equal(403);
      const stranger = browser();
      await stranger.open('/sign-in');
      const foreign = /name="form" value="([^"]+)"/.exec(stranger.seen.text)![1]!;
      expect((await mine.post('/account/tokens', { ...fields, form: foreign })).status).to.equal(403);
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }] as Record<string, string>[]) {
        await mine.open('/account');
        expect((await mine.send('/account/tokens', fields, { headers })).status, JSON.stringify(headers)).to.equal(403);
      }
      expect(await count()).to.equal(before);
      await mine.open('/account');
      expect((await mine.send('/account/tokens', fields, { headers: { origin: world.instance.publicUrl, 'sec-fetch-site': 'same-origin' } })).status).to.equal(200);
      expect(await count()).to.equal(before + 1);
    });

    it('of the sign-in page are protected too, as nobody is to be signed in as somebody else', async () => {
      const person = await withPassword();
      const mine = browser();
      expect((await mine.post('/sign-in', { email: person.email, password: PASSWORD })).status).to.equal(403);
      expect(mine.session).to.equal(undefined);
    });

    it('are forms: other bodies, and large ones, are refused', async () => {
      const mine = browser();
      await mine.open('/sign-in');
      expect((await mine.open('/sign-in', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).to.equal(415);
      expect((await mine.post('/sign-in', { email: 'x'.repeat(17 * 1024) })).status).to.equal(413);
      expect((await mine.open('/sign-in', { method: 'DELETE' })).status).to.equal(405);
      expect((await mine.open('/sign-out')).status).to.equal(405);
    });
  });

  for (const to of ['//evil.example', 'https:evil.example', '\\evil.example', '/\\evil.example', 'https://evil.example', 'app.example.com.evil', '/app/..//evil.example', '/\t/evil.example', 'javascript:alert(1)', '/%09/evil', '/v1/user', '', '/app.evil.example'])
    it(`leads home, not to ${JSON.stringify(to)}`, async () => {
      const person = await withPassword();
      const mine = browser();
      await mine.open(`/sign-in?to=${encodeURIComponent(to)}`);
      const { headers } = await mine.send('/sign-in', { email: person.email, password: PASSWORD, to }, { follow: false });
      expect(headers.get('location')).to.equal('/app');
    });

  describe('a password', () => {
    const refused: readonly (readonly [string, string, string])[] = [
      ['nine char', 'too short', 'at least 10'],
      ['x'.repeat(201), 'too long', 'at most 200'],
      ['aaaaaaaaaaaaaa', 'one character', 'more different'],
      ['password1234', 'a common word with digits', 'first that are guessed'],
      ['P@ssw0rd!!!!', 'a common word in disguise', 'first that are guessed'],
      ['1234567890', 'a run', 'first that are guessed'],
    ];
    for (const [password, what, says] of refused)
      it(`is not ${what}`, async () => {
        const person = await world.stranger();
        const mine = browser();
        await mine.open(await passwordLink(world, person.userId));
        const seen = await mine.send('', { password });
        expect(seen.status).to.equal(400);
        expect(seen.alert).to.include(says);
        expect(seen.text).not.to.include(password);
      });
    for (const password of ['ten chars!', 'é'.repeat(3) + 'x y z w'.repeat(28) + 'q', '密碼是很長的一句話吧'])
      it(`may be ${[...password].length} characters long`, async () => {
        const person = await world.stranger();
        await setPassword(world, person, password);
        expect((await browser().signIn(person.email.toUpperCase(), password)).at).to.equal('/app');
      });

    it('is set by a link once, and by the latest link alone', async () => {
      const person = await world.stranger();
      const [first, second] = [await passwordLink(world, person.userId), await passwordLink(world, person.userId)];
      const mine = browser();
      expect((await mine.open(first)).status).to.equal(404);
      await mine.open(second);
      const form = mine.seen;
      expect((await mine.send('', { password: PASSWORD })).at).to.equal('/sign-in?set');
      mine.seen = form;
      expect((await mine.send('', { password: 'another pass phrase' })).status).to.equal(404);
      expect((await browser().open('/set-password/ql_nothing')).status).to.equal(404);
      expect((await mine.signIn(person.email, PASSWORD)).at).to.equal('/app');
    });

    it('that is set anew by a link ends every session', async () => {
      const person = await withPassword();
      const mine = browser();
      await mine.signIn(person.email, PASSWORD);
      await setPassword(world, person, 'another pass phrase');
      expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
      expect((await browser().signIn(person.email, PASSWORD)).status).to.equal(403);
    });

    it('is changed by who knows the present one; all other sessions end', async () => {
      const person = await withPassword();
      const [here, there] = [browser(), browser()];
      await here.signIn(person.email, PASSWORD);
      await there.signIn(person.email, PASSWORD);
      await here.open('/account');
      expect((await here.send('/account/password', { current: 'not the one', password: 'another pass phrase' })).alert).to.equal('The present password is not your password.');
      const before = here.session;
      await here.open('/account');
      expect((await here.send('/account/password', { current: PASSWORD, password: 'another pass phrase' })).at).to.equal('/account');
      expect(here.session).not.to.equal(before);
      expect((await here.open('/app/~/v1/user')).status).to.equal(200);
      expect((await there.open('/app/~/v1/user')).status).to.equal(401);
      expect((await browser().signIn(person.email, 'another pass phrase')).at).to.equal('/app');
    });

    it('is set through links of the operator alone', async () => {
      const person = await world.stranger();
      expect((await world.admin.api.post(`/v1/instance/users/${person.userId}/password-link`)).status).to.equal(403);
      expect((await world.operator.post(`/v1/instance/users/${'0'.repeat(20)}/password-link`)).status).to.equal(404);
      expect((await browser().open('/sign-in/forgot')).text).to.include('Ask whoever runs it');
    });
  });

  describe('codes', () => {
    const turnOn = async (): Promise<{ person: Person; mine: WebBrowser; secret: string; recovery: string[] }> => {
      const person = await withPassword();
      const mine = browser();
      await mine.signIn(person.email, PASSWORD);
      await mine.open('/account');
      await mine.send('/account/codes', { present: PASSWORD });
      const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(mine.seen.text)![1]!;
      expect(mine.seen.text).to.include(`otpauth://totp/Quire:${encodeURIComponent(person.email)}?secret=${secret}`);
      await mine.send('/account/codes/on', { code: codeAt(secret, now() - 1) });
      expect(mine.seen.text).to.include('Codes are asked for from now on');
      const recovery = [...mine.seen.text.matchAll(/<code>([a-z2-7]{8}-[a-z2-7]{8})<\/code>/g)].map(([, code]) => code!);
      expect(recovery).to.have.length(10);
      return { person, mine, secret, recovery };
    };
    const now = (): number => Math.floor(Date.now() / 30_000);

    it('are asked for after the password once they are on, and each counts once', async () => {
      const { person, secret } = await turnOn();
      const other = browser();
      await other.signIn(person.email, PASSWORD);
      expect(other.session).to.equal(undefined);
      const form = other.seen;
      expect((await other.send('/sign-in/code', { code: '000000' })).status).to.equal(403);
      const code = codeAt(secret, now());
      other.seen = form;
      expect((await other.send('/sign-in/code', { code })).at).to.equal('/app');
      expect(other.session).to.match(/^qs_/);
      const again = browser();
      await again.signIn(person.email, PASSWORD);
      expect((await again.send('/sign-in/code', { code })).alert).to.equal('The code is not right.');
      expect(again.session).to.equal(undefined);
    });

    it('can be stood in for by recovery codes, each once', async () => {
      const { person, recovery } = await turnOn();
      for (const [code, at] of [[recovery[0]!, '/app'], [recovery[0]!, '/sign-in/code'], [recovery[1]!.toUpperCase().replace('-', ''), '/app']] as const) {
        const other = browser();
        await other.signIn(person.email, PASSWORD);
        expect((await other.send('/sign-in/code', { code })).at).to.equal(at);
      }
    });

    it('are tried a few times, whatever address one comes from, and whichever ticket one holds', async () => {
      const { person, secret } = await turnOn();
      let refused = 0;
      for (let tries = 0; tries < 8; tries++) {
        const other = browser();
        await other.signIn(person.email, PASSWORD);
        const { status, headers } = await other.send('/sign-in/code', { code: 'aaaaaa' });
        if (status === 429) {
          refused++;
          expect(Number(headers.get('retry-after'))).to.be.within(1, 300);
        }
      }
      expect(refused).to.equal(2);
      const other = browser();
      await other.signIn(person.email, PASSWORD);
      expect((await other.send('/sign-in/code', { code: codeAt(secret, now()) })).status).to.equal(429);
    });

    it('are turned off by the password', async () => {
      const { person, mine } = await turnOn();
      await mine.open('/account');
      expect((await mine.send('/account/codes/off', { present: 'not the one' })).status).to.equal(400);
      await mine.open('/account');
      await mine.send('/account/codes/off', { present: PASSWORD });
      expect((await browser().signIn(person.email, PASSWORD)).at).to.equal('/app');
    });

    it('need a ticket that is one', async () => {
      const other = browser();
      await other.open('/sign-in');
      const form = /name="form" value="([^"]+)"/.exec(other.seen.text)![1]!;
      expect((await other.post('/sign-in/code', { form, ticket: 'nothing', code: '123456', to: '' })).alert).to.equal('That took too long: begin again.');
    });
  });

  describe('the account', () => {
    it('makes tokens that are shown once, lists them without sessions, and revokes them', async () => {
      const person = await withPassword();
      const mine = browser();
      await mine.signIn(person.email, PASSWORD, '/account');
      expect(mine.seen.at).to.equal('/account');
      await mine.send('/account/tokens', { name: '<b>script</b>', 'read-only': '1', expires: '2999-01-01' });
      const secret = /<code>(qr_[\w-]{32})<\/code>/.exec(mine.seen.text)![1]!;
      expect(mine.seen.text).to.include('&lt;b&gt;script&lt;/b&gt;, only reads').and.not.include('<b>script');
      const token = apiOf(world.instance, secret);
      must(await token.get('/v1/user'), 200);
      expect((await token.post('/v1/user/tokens', { name: 'x' })).status).to.equal(403);
      await mine.open('/account');
      expect(mine.seen.text).not.to.include(secret);
      const { items } = must(await person.api.get('/v1/user/tokens'), 200);
      expect(items.map(({ name }: any) => name)).to.have.members(['test', '<b>script</b>']);
      await mine.send('/account/tokens/revoke', {}, { only: (form) => form.includes('script') });
      expect((await token.get('/v1/user')).status).to.equal(401);
      for (const fields of [{ name: '' }, { name: 'x'.repeat(101) }, { name: 'x', expires: '2001-01-01' }, { name: 'x', expires: 'soon' }] as Record<string, string>[]) {
        await mine.open('/account');
        expect((await mine.send('/account/tokens', fields)).status, JSON.stringify(fields)).to.equal(400);
      }
    });

    it('asks to sign in first, and leads back', async () => {
      const person = await withPassword();
      const mine = browser();
      expect((await mine.open('/account')).at).to.equal('/sign-in?to=%2Faccount');
      expect((await mine.send('/sign-in', { email: person.email, password: PASSWORD })).at).to.equal('/account');
    });
  });

  it('is in the audit log, and so is not getting in', async () => {
    const person = await withPassword();
    await browser().signIn(person.email, 'wrong password here');
    await browser().signIn(person.email, PASSWORD);
    const events = async (): Promise<any[]> => must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?target=${person.userId}`), 200).items;
    await until(async () => (await events()).some(({ action }) => action === 'session.refused'));
    const all = await events();
    expect(all.map(({ action }) => action)).to.include.members(['session.opened', 'session.refused', 'password.set']);
    for (const { action, payload, address } of all) if (action.startsWith('session.')) expect({ payload, address }).to.deep.equal({ payload: { userId: person.userId, via: 'password' }, address: '127.0.0.1' });
    // Who set the password by a link and who came in with it is known; who knew it not may be anybody.
    const actors = Object.fromEntries(all.map(({ action, actor }) => [action, actor.id]));
    expect(actors).to.include({ 'session.opened': person.userId, 'password.set': person.userId, 'session.refused': 'system' });
  });
});
