import { expect } from 'chai';
import { PASSWORD, passwordLink, setPassword, withPassword } from '../../support/accounts.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { HeldPasswords } from '../../support/held-passwords.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { must, World, type Person } from '../../support/world.ts';
import { totpCode } from '../../support/totp-code.ts';

const OTHER = 'another long pass phrase';

onEveryBackend('requests that wait for the password hash', (backend) => {
  let world: World;
  let held: HeldPasswords;
  before(async () => {
    const travel = await TimeTravel.start(backend);
    world = await World.create(travel.instance);
    held = new HeldPasswords(travel.instance);
  });
  const browser = () => new WebBrowser(world.instance);
  const disable = (person: Person, disabled: boolean) =>
    world.operator.patch(`/v1/instance/users/${person.userId}`, { disabled });
  /** A browser whose session goes on, on the page of the account. */
  const onAccount = async (person: Person) => {
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    await mine.open('/account');
    return mine;
  };
  const account = async (person: Person) => (await browser().signIn(person.email, PASSWORD)).at;

  describe('signInWithPassword', () => {
    it('[A76] opens no session after the password was changed', async () => {
      const person = await withPassword(world);
      const late = browser();
      await late.open('/sign-in');
      const seen = await held.during(
        () => late.send('/sign-in', { email: person.email, password: PASSWORD }),
        () => setPassword(world, person, OTHER),
      );
      expect([seen.status, late.session]).to.deep.equal([403, undefined]);
      expect((await browser().signIn(person.email, OTHER)).at).to.equal('/app');
    });
    it('[A76] opens no session after the same password was set anew', async () => {
      const person = await withPassword(world);
      const late = browser();
      await late.open('/sign-in');
      const seen = await held.during(
        () => late.send('/sign-in', { email: person.email, password: PASSWORD }),
        () => setPassword(world, person, PASSWORD),
      );
      expect([seen.status, late.session]).to.deep.equal([403, undefined]);
    });
    it('[A76] opens no session for a user who was disabled', async () => {
      const person = await withPassword(world);
      const late = browser();
      await late.open('/sign-in');
      const seen = await held.during(
        () => late.send('/sign-in', { email: person.email, password: PASSWORD }),
        async () => must(await disable(person, true), 200),
      );
      expect([seen.status, late.session]).to.deep.equal([403, undefined]);
      must(await disable(person, false), 200);
      expect(await account(person)).to.equal('/app');
    });
    it('[A76] asks for a code that was turned on', async () => {
      const person = await withPassword(world);
      const mine = await onAccount(person);
      await mine.send('/account/codes', { present: PASSWORD });
      const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(mine.seen.text)![1]!;
      const late = browser();
      await late.open('/sign-in');
      const turnOn = () => mine.send('/account/codes/on', { code: totpCode(secret, Math.floor(Date.now() / 30_000)) });
      const seen = await held.during(() => late.send('/sign-in', { email: person.email, password: PASSWORD }), turnOn);
      expect(seen.text).to.include('/sign-in/code');
      expect(late.session).to.equal(undefined);
    });
    it('opens a session where nothing changed', async () => {
      const person = await withPassword(world);
      const late = browser();
      await late.open('/sign-in');
      const seen = await held.during(
        () => late.send('/sign-in', { email: person.email, password: PASSWORD }),
        async () => {},
      );
      expect(seen.at).to.equal('/app');
    });
  });

  describe('changePassword', () => {
    it('[A76] changes nothing after the password was reset and the session ended', async () => {
      const person = await withPassword(world);
      const late = await onAccount(person);
      const seen = await held.during(
        () =>
          late.send(
            '/account/password',
            { current: PASSWORD, password: 'the pass phrase of a thief' },
            { follow: false },
          ),
        () => setPassword(world, person, OTHER),
      );
      expect(seen.headers.get('location')).to.equal('/sign-in');
      expect((await browser().signIn(person.email, 'the pass phrase of a thief')).status).to.equal(403);
      expect((await browser().signIn(person.email, OTHER)).at).to.equal('/app');
    });
    it('[A76] accepts one of two changes that compared the same password', async () => {
      const person = await withPassword(world);
      const [first, second] = [await onAccount(person), await onAccount(person)];
      const change = (by: WebBrowser, password: string) =>
        by.send('/account/password', { current: PASSWORD, password }, { follow: false });
      const late = await held.during(
        () => change(first, 'the late pass phrase'),
        () => change(second, OTHER),
      );
      expect(late.headers.get('location')).to.equal('/sign-in');
      expect((await browser().signIn(person.email, OTHER)).at).to.equal('/app');
    });
    it('[A70] revokes API tokens where the user asks for it, and keeps them otherwise', async () => {
      const person = await withPassword(world);
      const mine = await onAccount(person);
      expect(mine.seen.text).to.include('<input id="revoke-tokens" name="revoke-tokens" type="checkbox" value="1">');
      await mine.send('/account/password', { current: PASSWORD, password: OTHER });
      must(await person.api.get('/v1/user'), 200);
      await mine.open('/account');
      await mine.send('/account/password', { current: OTHER, password: PASSWORD, 'revoke-tokens': '1' });
      must(await person.api.get('/v1/user'), 401);
      expect((await mine.open('/account')).text).to.include('You have none.');
    });
  });

  describe('setPasswordByLink', () => {
    it('[A70] revokes every API token and session of the user', async () => {
      const person = await withPassword(world);
      const mine = await onAccount(person);
      await setPassword(world, person, OTHER);
      must(await person.api.get('/v1/user'), 401);
      expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
    });
    it('[A70] leaves the token that the configuration gives to the operator', async () => {
      const operator = must(await world.operator.get('/v1/user'), 200);
      const { token } = must(await world.operator.post('/v1/user/tokens', { name: 'second' }), 201);
      const mine = browser();
      await mine.open(await passwordLink(world, operator.id));
      await mine.send('', { password: PASSWORD });
      must(await world.operator.get('/v1/user'), 200);
      expect(
        (await fetch(`${world.instance.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status,
      ).to.equal(401);
    });
  });

  describe('turnTwoFactorOff', () => {
    it('[A76] does nothing after the session ended', async () => {
      const person = await withPassword(world);
      const mine = await onAccount(person);
      await mine.send('/account/codes', { present: PASSWORD });
      const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(mine.seen.text)![1]!;
      const step = Math.floor(Date.now() / 30_000);
      await mine.send('/account/codes/on', { code: totpCode(secret, step - 1) });
      await mine.open('/account');
      const seen = await held.during(
        () => mine.send('/account/codes/off', { present: PASSWORD, code: totpCode(secret, step) }, { follow: false }),
        () => setPassword(world, person, OTHER),
      );
      expect(seen.headers.get('location')).to.equal('/sign-in');
      expect((await browser().signIn(person.email, OTHER)).text).to.include('/sign-in/code');
    });
  });
});
