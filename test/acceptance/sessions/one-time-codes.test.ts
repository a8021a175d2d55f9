import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { PASSWORD, withPassword } from '../../support/accounts.ts';
import { must, World, type Person } from '../../support/world.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { totpCode } from '../../support/totp-code.ts';

onEveryBackend('one-time codes', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const browser = () => new WebBrowser(world.instance);

  const turnOn = async (): Promise<{ person: Person; mine: WebBrowser; secret: string; recovery: string[] }> => {
    const person = await withPassword(world);
    const mine = browser();
    await mine.signIn(person.email, PASSWORD);
    await mine.open('/account');
    await mine.send('/account/codes', { present: PASSWORD });
    const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(mine.seen.text)![1]!;
    expect(mine.seen.text).to.include(`otpauth://totp/Quire:${encodeURIComponent(person.email)}?secret=${secret}`);
    await mine.send('/account/codes/on', { code: totpCode(secret, now() - 1) });
    expect(mine.seen.text).to.include('Two-factor authentication is on');
    const recovery = [...mine.seen.text.matchAll(/<code>([a-z2-7]{8}-[a-z2-7]{8})<\/code>/g)].map(([, code]) => code!);
    expect(recovery).to.have.length(10);
    return { person, mine, secret, recovery };
  };
  const now = (): number => Math.floor(Date.now() / 30_000);

  it('are required after the password once they are turned on, and each is accepted once', async () => {
    const { person, secret } = await turnOn();
    const other = browser();
    await other.signIn(person.email, PASSWORD);
    expect(other.session).to.equal(undefined);
    const form = other.seen;
    expect((await other.send('/sign-in/code', { code: '000000' })).status).to.equal(403);
    const code = totpCode(secret, now());
    other.seen = form;
    expect((await other.send('/sign-in/code', { code })).at).to.equal('/app');
    expect(other.session).to.match(/^qs_/);
    const again = browser();
    await again.signIn(person.email, PASSWORD);
    expect((await again.send('/sign-in/code', { code })).alert).to.equal('The code is incorrect.');
    expect(again.session).to.equal(undefined);
  });

  it('can be replaced by recovery codes, each once', async () => {
    const { person, recovery } = await turnOn();
    for (const [code, at] of [
      [recovery[0]!, '/app'],
      [recovery[0]!, '/sign-in/code'],
      [recovery[1]!.toUpperCase().replace('-', ''), '/app'],
    ] as const) {
      const other = browser();
      await other.signIn(person.email, PASSWORD);
      expect((await other.send('/sign-in/code', { code })).at).to.equal(at);
    }
  });

  it('[A33] are limited in attempts, whatever address or ticket a caller uses', async () => {
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
    expect((await other.send('/sign-in/code', { code: totpCode(secret, now()) })).status).to.equal(429);
  });

  describe('turnTwoFactorOff', () => {
    it('[A92] asks for the password and for a code, and takes neither alone', async () => {
      const { person, mine, secret } = await turnOn();
      const code = totpCode(secret, now());
      for (const [fields, problem] of [
        [{ present: PASSWORD }, 'code'],
        [{ present: PASSWORD, code: '000000' }, 'code'],
        [{ present: PASSWORD, code: totpCode(secret, now() - 1) }, 'code'],
        [{ present: 'not the one', code }, 'password'],
      ] as const) {
        await mine.open('/account');
        const seen = await mine.send('/account/codes/off', fields);
        expect([seen.status, seen.alert!.toLowerCase()]).to.satisfy(
          ([status, alert]: [number, string]) => status === 400 && alert.includes(problem),
        );
        expect((await browser().signIn(person.email, PASSWORD)).text).to.include('/sign-in/code');
      }
      await mine.open('/account');
      await mine.send('/account/codes/off', { present: PASSWORD, code });
      expect((await browser().signIn(person.email, PASSWORD)).at).to.equal('/app');
    });
    it('[A92] takes a recovery code in place of a one-time code', async () => {
      const { person, mine, recovery } = await turnOn();
      await mine.open('/account');
      await mine.send('/account/codes/off', { present: PASSWORD, code: recovery[3]! });
      expect((await browser().signIn(person.email, PASSWORD)).at).to.equal('/app');
    });
    it('[A92] limits the tries of codes together with those at sign-in', async () => {
      const { mine, secret } = await turnOn();
      const statuses: number[] = [];
      for (let tries = 0; tries < 7; tries++) {
        await mine.open('/account');
        statuses.push((await mine.send('/account/codes/off', { present: PASSWORD, code: '000000' })).status);
      }
      expect(statuses).to.deep.equal([400, 400, 400, 400, 400, 400, 429]);
      await mine.open('/account');
      expect(
        (await mine.send('/account/codes/off', { present: PASSWORD, code: totpCode(secret, now()) })).status,
      ).to.equal(429);
    });
  });

  describe('updateUserByOperator', () => {
    it('[A92] turns codes off for a user who has lost them, and is for the operator alone', async () => {
      const { person, recovery } = await turnOn();
      const path = `/v1/instance/users/${person.userId}`;
      must(await person.api.patch(path, { twoFactor: false }), 403);
      must(await world.operator.patch(path, { twoFactor: true }), 400);
      must(await world.operator.patch(path, { twoFactor: false }), 200);
      must(await world.operator.patch(path, { twoFactor: false }), 200);
      const mine = browser();
      expect((await mine.signIn(person.email, PASSWORD)).at).to.equal('/app');
      expect((await mine.open('/account')).text)
        .to.include('Turn codes on')
        .and.not.include(recovery[0]!);
    });
  });

  it('require a valid ticket', async () => {
    const other = browser();
    await other.open('/sign-in');
    const form = /name="form" value="([^"]+)"/.exec(other.seen.text)![1]!;
    expect((await other.post('/sign-in/code', { form, ticket: 'nothing', code: '123456', to: '' })).alert).to.equal(
      'The sign-in took too long; start again.',
    );
  });
});
