import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { PASSWORD, passwordLink, setPassword, withPassword } from '../../support/accounts.ts';
import { World } from '../../support/world.ts';
import { WebBrowser } from '../../support/web-browser.ts';

onEveryBackend('passwords', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const browser = () => new WebBrowser(world.instance);

  const refused: readonly (readonly [string, string, string])[] = [
    ['nine char', 'too short', 'at least 10'],
    ['x'.repeat(201), 'too long', 'at most 200'],
    ['aaaaaaaaaaaaaa', 'one character', 'more different'],
    ['password1234', 'a common word with digits', 'too common'],
    ['P@ssw0rd!!!!', 'a common word in disguise', 'too common'],
    ['1234567890', 'a run', 'too common'],
  ];
  for (const [password, what, says] of refused)
    it(`are refused when they are ${what}`, async () => {
      const person = await world.stranger();
      const mine = browser();
      await mine.open(await passwordLink(world, person.userId));
      const seen = await mine.send('', { password });
      expect(seen.status).to.equal(400);
      expect(seen.alert).to.include(says);
      expect(seen.text).not.to.include(password);
    });
  for (const password of ['ten chars!', 'é'.repeat(3) + 'x y z w'.repeat(28) + 'q', '密碼是很長的一句話吧'])
    it(`may have ${[...password].length} characters`, async () => {
      const person = await world.stranger();
      await setPassword(world, person, password);
      expect((await browser().signIn(person.email.toUpperCase(), password)).at).to.equal('/app');
    });

  describe('createPasswordLink', () => {
    it('makes a link that sets the password once, and ends earlier links', async () => {
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

    it('ends every session when the link is used', async () => {
      const person = await withPassword(world);
      const mine = browser();
      await mine.signIn(person.email, PASSWORD);
      await setPassword(world, person, 'another pass phrase');
      expect((await mine.open('/app/~/v1/user')).status).to.equal(401);
      expect((await browser().signIn(person.email, PASSWORD)).status).to.equal(403);
    });

    it('is for the operator alone', async () => {
      const person = await world.stranger();
      expect((await world.admin.api.post(`/v1/instance/users/${person.userId}/password-link`)).status).to.equal(403);
      expect((await world.operator.post(`/v1/instance/users/${'0'.repeat(20)}/password-link`)).status).to.equal(404);
      expect((await browser().open('/sign-in/forgot')).text).to.include('Ask its operator');
    });
  });

  it('are changed by a user who knows the present one, which ends all other sessions', async () => {
    const person = await withPassword(world);
    const [here, there] = [browser(), browser()];
    await here.signIn(person.email, PASSWORD);
    await there.signIn(person.email, PASSWORD);
    await here.open('/account');
    expect(
      (await here.send('/account/password', { current: 'not the one', password: 'another pass phrase' })).alert,
    ).to.equal('The current password is incorrect.');
    const before = here.session;
    await here.open('/account');
    expect((await here.send('/account/password', { current: PASSWORD, password: 'another pass phrase' })).at).to.equal(
      '/account',
    );
    expect(here.session).not.to.equal(before);
    expect((await here.open('/app/~/v1/user')).status).to.equal(200);
    expect((await there.open('/app/~/v1/user')).status).to.equal(401);
    expect((await browser().signIn(person.email, 'another pass phrase')).at).to.equal('/app');
  });
});
