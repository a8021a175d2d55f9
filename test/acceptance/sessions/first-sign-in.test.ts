import { expect } from 'chai';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { afterSuite, onEveryBackend, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { PASSWORD, setPassword } from '../../support/accounts.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { World } from '../../support/world.ts';

const MINUTE_MS = 60_000;

onEveryBackend('the first sign-in', (backend) => {
  let instance: Instance;
  let now: number;
  beforeEach(async () => {
    const url = await backend.database();
    now = Date.now();
    const started = await startInstance(
      readConfig(testEnvironment(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url })),
      {
        welcome: false,
        drainMs: 1_000,
        ...QUICK_START,
        clock: { now: () => new Date(now).toISOString() },
      },
    );
    afterSuite(() => started.stop());
    instance = started;
  });
  const newLink = async (): Promise<string> =>
    (await instance.createSignInLink())!.url.slice(instance.publicUrl.length);
  const browser = () => new WebBrowser(instance);

  it('opens the app as the operator, by a link that works once', async () => {
    const link = await newLink();
    expect(link).to.match(/^\/sign-in\/first\/ql_[\w-]{32}$/);
    const mine = browser();
    expect((await mine.open(link)).at).to.equal('/app');
    const { status, text } = await mine.open('/app/~/v1/instance/users');
    expect(status, text).to.equal(200);
    const other = browser();
    expect((await other.open(link)).status).to.equal(404);
    expect(other.session).to.equal(undefined);
  });

  it('is not used up by a browser that looks ahead', async () => {
    const link = await newLink();
    const mine = browser();
    expect((await mine.open(link, { method: 'HEAD' })).status).to.equal(404);
    expect((await mine.open(link, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).to.equal(404);
    expect(mine.session).to.equal(undefined);
    expect((await mine.open(link)).at).to.equal('/app');
  });

  it('is possible for 15 minutes, and by the last link only', async () => {
    const [first, second] = [await newLink(), await newLink()];
    expect((await browser().open(first)).status).to.equal(404);
    now += 16 * MINUTE_MS;
    expect((await browser().open(second)).status).to.equal(404);
    expect((await browser().open(await newLink())).at).to.equal('/app');
  });

  it('has no link after somebody has signed in or set a password', async () => {
    const link = await newLink();
    const mine = browser();
    await mine.open(link);
    expect(await instance.createSignInLink()).to.equal(undefined);
    await mine.open('/account');
    await mine.send('/sign-out');
    expect(await instance.createSignInLink()).not.to.equal(undefined);
    const world = await World.create(instance);
    await setPassword(world, await world.member('read'));
    expect(await instance.createSignInLink()).to.equal(undefined);
  });

  it('is refused to operators with a password, and to other users', async () => {
    const world = await World.create(instance);
    const linkOf = async (userId: string): Promise<string> => {
      const { body } = await world.operator.post(`/v1/instance/users/${userId}/password-link`);
      return (body.url as string).replace(`${instance.publicUrl}/set-password/`, '/sign-in/first/');
    };
    const mine = browser();
    expect((await mine.open(await linkOf(world.admin.userId))).status).to.equal(404);
    const { id } = (await world.operator.get('/v1/user')).body;
    const setLink = (await linkOf(id)).replace('/sign-in/first/', '/set-password/');
    await mine.open(setLink);
    await mine.send('', { password: PASSWORD });
    expect((await mine.open(await linkOf(id))).status).to.equal(404);
    expect(mine.session).to.equal(undefined);
  });
});
