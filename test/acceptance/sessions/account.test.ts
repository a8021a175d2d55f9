import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { PASSWORD, withPassword } from '../../support/accounts.ts';
import { apiOf, must, World } from '../../support/world.ts';
import { WebBrowser } from '../../support/web-browser.ts';

onEveryBackend('the account page', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const browser = () => new WebBrowser(world.instance);

  it('creates tokens that are shown once, lists them without sessions, and revokes them', async () => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.signIn(person.email, PASSWORD, '/account');
    expect(mine.seen.at).to.equal('/account');
    await mine.send('/account/tokens', { name: '<b>script</b>', 'read-only': '1', expires: '2999-01-01' });
    const secret = /<code>(qr_[\w-]{32})<\/code>/.exec(mine.seen.text)![1]!;
    expect(mine.seen.text).to.include('&lt;b&gt;script&lt;/b&gt;, read-only').and.not.include('<b>script');
    const token = apiOf(world.instance, secret);
    must(await token.get('/v1/user'), 200);
    expect((await token.post('/v1/user/tokens', { name: 'x' })).status).to.equal(403);
    await mine.open('/account');
    expect(mine.seen.text).not.to.include(secret);
    const { items } = must(await person.api.get('/v1/user/tokens'), 200);
    expect(items.map(({ name }: any) => name)).to.have.members(['test', '<b>script</b>']);
    await mine.send('/account/tokens/revoke', {}, { only: (form) => form.includes('script') });
    expect((await token.get('/v1/user')).status).to.equal(401);
    for (const fields of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { name: 'x', expires: '2001-01-01' },
      { name: 'x', expires: 'soon' },
    ] as Record<string, string>[]) {
      await mine.open('/account');
      expect((await mine.send('/account/tokens', fields)).status, JSON.stringify(fields)).to.equal(400);
    }
  });

  it('asks to sign in first, and returns to the page afterwards', async () => {
    const person = await withPassword(world);
    const mine = browser();
    expect((await mine.open('/account')).at).to.equal('/sign-in?to=%2Faccount');
    expect((await mine.send('/sign-in', { email: person.email, password: PASSWORD })).at).to.equal('/account');
  });
});
