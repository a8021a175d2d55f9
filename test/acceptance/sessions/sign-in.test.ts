import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { PASSWORD, withPassword } from '../../support/accounts.ts';
import { apiOf, must, World } from '../../support/world.ts';
import type { TextRequest } from '../../support/send-request.ts';
import { until } from '../../support/until.ts';
import { WebBrowser } from '../../support/web-browser.ts';

onEveryBackend('sign-in', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const browser = () => new WebBrowser(world.instance);

  it('returns to the requested page with a session that reads what the user may see and nothing else', async () => {
    const person = await withPassword(world);
    const mine = browser();
    const destination = `/app/orgs/${world.organizationId}`;
    const seen = await mine.signIn(person.email, PASSWORD, destination);
    expect(seen).to.include({ status: 200, at: destination });
    expect(seen.text).to.include('data-session');
    expect(JSON.parse((await mine.open(`/app/~/v1/orgs/${world.organizationId}`)).text).id).to.equal(
      world.organizationId,
    );
    expect(JSON.parse((await mine.open('/app/~/v1/user')).text).email).to.equal(person.email);
    const other = await World.create(world.instance);
    expect((await mine.open(`/app/~/v1/orgs/${other.organizationId}`)).status).to.equal(404);
    expect((await mine.open('/app/~/v1/instance/users')).status).to.equal(403);
    expect((await browser().open('/app/~/v1/user')).status).to.equal(401);
  });

  it("[A11] serves scripts of the instance's own pages, and refuses reads and writes of other pages", async () => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    const own = { origin: world.instance.url, 'quire-app': '1' };
    const write = (method: string, headers: Record<string, string>) =>
      mine.open('/app/~/v1/user/tokens', {
        method,
        body: JSON.stringify({ name: 'from a page' }),
        headers: { 'content-type': 'application/json', ...headers },
      });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const headers of [
        {} as Record<string, string>,
        { 'quire-app': '1' },
        { origin: world.instance.url },
        { ...own, origin: 'https://evil.example' },
        { ...own, origin: 'null' },
        { ...own, 'sec-fetch-site': 'same-site' },
        { ...own, 'sec-fetch-site': 'cross-site' },
      ])
        expect((await write(method, headers)).status, `${method} ${JSON.stringify(headers)}`).to.equal(403);
    const preflight = await mine.open('/app/~/v1/user/tokens', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'quire-app',
      },
    });
    expect(preflight.status).to.equal(403);
    expect(preflight.headers.get('access-control-allow-origin')).to.equal(null);
    expect((await write('POST', own)).status).to.equal(201);
    expect((await write('POST', { ...own, 'sec-fetch-site': 'same-origin' })).status).to.equal(201);
    expect(
      (await mine.open('/app/~/v1/user/tokens', { headers: { 'sec-fetch-site': 'same-origin' } })).status,
    ).to.equal(200);
    expect((await mine.open('/app/~/v1/nothing', { headers: own })).status).to.equal(404);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await mine.open('/app/~/v1/user', { headers: { 'sec-fetch-site': site } })).status, site).to.equal(403);
    const { headers } = await mine.open('/app/~/v1/user', { headers: { origin: 'https://evil.example' } });
    expect(headers.get('access-control-allow-origin')).to.equal(null);
    expect(headers.get('access-control-allow-credentials')).to.equal(null);
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('refuses requests of the app in the name of another user than that of the session', async () => {
    const [person, another] = [await withPassword(world), await withPassword(world)];
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    const own = { origin: world.instance.url, 'quire-app': '1' };
    const named = (userId: string) => ({ ...own, 'quire-user': userId });
    const send = (headers: Record<string, string>, request: Partial<TextRequest> = {}) =>
      mine.open('/app/~/v1/user/tokens', { headers: { 'content-type': 'application/json', ...headers }, ...request });
    const write = { method: 'POST', body: JSON.stringify({ name: 'of a tab' }) };
    for (const init of [{}, write]) {
      const refused = await send(named(another.userId), init);
      expect(refused.status).to.equal(409);
      expect(JSON.parse(refused.text).error.message).to.equal('another user has signed in in this browser');
      expect(refused.headers.get('quire-user')).to.equal(person.userId);
    }
    const { items } = JSON.parse((await send(named(person.userId))).text);
    expect(items.map(({ name }: any) => name)).not.to.include('of a tab');
    expect((await send(named(person.userId), write)).status).to.equal(201);
    expect((await send(own)).headers.get('quire-user')).to.equal(person.userId);
    const ofClient = await apiOf(world.instance, person.token).get('/v1/user', { 'quire-user': another.userId });
    expect(ofClient.status).to.equal(200);
    expect(ofClient.headers.get('quire-user')).to.equal(null);
  });

  it('[A11] takes a session from its cookie alone and a token from its header alone', async () => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    const session = mine.session!;
    expect(session).to.match(/^qs_[\w-]{32}$/);
    expect((await apiOf(world.instance, session).get('/v1/user')).status).to.equal(401);
    const anybody = apiOf(world.instance);
    for (const cookie of [`quire-session=${session}`, `quire-session=${person.token}`])
      expect((await anybody.get('/v1/user', { cookie })).status).to.equal(401);
    for (const secret of [session, person.token])
      for (const name of ['token', 'access_token', 'quire-session'])
        expect((await anybody.get(`/v1/user?${name}=${secret}`)).status).to.be.oneOf([400, 401]);
    expect((await anybody.get('/app/~/v1/user', { cookie: `quire-session=${person.token}` })).status).to.equal(401);
    expect((await anybody.get('/app/~/v1/user', { authorization: `Bearer ${person.token}` })).status).to.equal(401);
    expect((await anybody.get('/account', { cookie: `quire-session=${person.token}` })).status).to.equal(303);
  });

  it('hides the cookie from scripts, other sites and, under HTTPS, other hosts', async () => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.open('/sign-in');
    const { headers } = await mine.send('/sign-in', { email: person.email, password: PASSWORD }, { follow: false });
    const cookie = headers.getSetCookie().find((line) => line.startsWith('quire-session='))!;
    expect(cookie)
      .to.match(/; Expires=/)
      .and.include('; Path=/; HttpOnly; SameSite=Lax')
      .and.not.include('Domain');
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('makes a new secret each time, and ends the previous session of the browser', async () => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    const first = mine.session!;
    await mine.signIn(person.email, PASSWORD);
    expect(mine.session).not.to.equal(first);
    const old = browser();
    old.cookies.set('quire-session', first);
    expect((await old.open('/app/~/v1/user')).status).to.equal(401);
  });

  it('ignores a session that somebody else gave the browser', async () => {
    const person = await withPassword(world);
    const mine = browser();
    mine.cookies.set('quire-session', `qs_${'a'.repeat(32)}`);
    await mine.signIn(person.email, PASSWORD);
    expect(mine.session).not.to.equal(`qs_${'a'.repeat(32)}`);
  });

  it('ends by signing out, in this browser or everywhere', async () => {
    const person = await withPassword(world);
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

  it('runs one script, of the instance, on the page after a sign-out only', async () => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    await mine.open('/account');
    const { text, headers } = await mine.send('/sign-out');
    expect(headers.get('content-security-policy')).to.match(/; script-src 'self'$/);
    const scripts = [...text.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, path]) => path!);
    expect(scripts).to.have.length(1);
    expect((await mine.open(scripts[0]!)).headers.get('content-type')).to.include('text/javascript');
    const next = await mine.open('/sign-in');
    expect(next.text).not.to.include('<script');
    expect(next.headers.get('content-security-policy')).not.to.include('script-src');
  });

  it('ends at once when the user is disabled, who then cannot sign in again', async () => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    must(await world.operator.patch(`/v1/instance/users/${person.userId}`, { disabled: true }), 200);
    expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
    expect((await browser().signIn(person.email, PASSWORD)).alert).to.equal(
      'The e-mail address or the password is incorrect.',
    );
    must(await world.operator.patch(`/v1/instance/users/${person.userId}`, { disabled: false }), 200);
    expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
  });

  it('answers alike whether the address has an account or not', async () => {
    const person = await withPassword(world);
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
    it('are accepted from pages of the instance only', async () => {
      const person = await withPassword(world);
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
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ] as Record<string, string>[]) {
        await mine.open('/account');
        expect((await mine.send('/account/tokens', fields, { headers })).status, JSON.stringify(headers)).to.equal(403);
      }
      expect(await count()).to.equal(before);
      await mine.open('/account');
      expect(
        (
          await mine.send('/account/tokens', fields, {
            headers: { origin: world.instance.publicUrl, 'sec-fetch-site': 'same-origin' },
          })
        ).status,
      ).to.equal(200);
      expect(await count()).to.equal(before + 1);
    });

    it('of the sign-in page are protected against signing somebody in as another user', async () => {
      const person = await withPassword(world);
      const mine = browser();
      expect((await mine.post('/sign-in', { email: person.email, password: PASSWORD })).status).to.equal(403);
      expect(mine.session).to.equal(undefined);
    });

    it('refuse other content types, other methods and bodies over 16 KB', async () => {
      const mine = browser();
      await mine.open('/sign-in');
      expect(
        (await mine.open('/sign-in', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
          .status,
      ).to.equal(415);
      expect((await mine.post('/sign-in', { email: 'x'.repeat(17 * 1024) })).status).to.equal(413);
      expect((await mine.open('/sign-in', { method: 'DELETE' })).status).to.equal(405);
      expect((await mine.open('/sign-out')).status).to.equal(405);
    });
  });

  for (const to of [
    '//evil.example',
    'https:evil.example',
    '\\evil.example',
    '/\\evil.example',
    'https://evil.example',
    'app.example.com.evil',
    '/app/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/%09/evil',
    '/v1/user',
    '',
    '/app.evil.example',
  ])
    it(`[A30] redirects to the start page, not to ${JSON.stringify(to)}`, async () => {
      const person = await withPassword(world);
      const mine = browser();
      await mine.open(`/sign-in?to=${encodeURIComponent(to)}`);
      const { headers } = await mine.send(
        '/sign-in',
        { email: person.email, password: PASSWORD, to },
        { follow: false },
      );
      expect(headers.get('location')).to.equal('/app');
    });

  it('records accepted and refused sign-ins in the audit log', async () => {
    const person = await withPassword(world);
    await browser().signIn(person.email, 'wrong password here');
    await browser().signIn(person.email, PASSWORD);
    const events = async (): Promise<any[]> =>
      must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?target=${person.userId}`), 200)
        .items;
    await until(async () => (await events()).some(({ action }) => action === 'session.refused'));
    const all = await events();
    expect(all.map(({ action }) => action)).to.include.members(['session.opened', 'session.refused', 'password.set']);
    for (const { action, payload, address } of all)
      if (action.startsWith('session.'))
        expect({ payload, address }).to.deep.equal({
          payload: { userId: person.userId, via: 'password' },
          address: '127.0.0.1',
        });
    // Who set the password by a link and who came in with it is known; who knew it not may be anybody.
    const actors = Object.fromEntries(all.map(({ action, actor }) => [action, actor.id]));
    expect(actors).to.include({
      'session.opened': person.userId,
      'password.set': person.userId,
      'session.refused': 'system',
    });
  });
});
