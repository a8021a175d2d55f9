import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { standardWebhooks } from '../../../src/adapters/standard-webhooks.ts';

const NOW = 1_893_456_000;
const MESSAGE = { id: 'D0000000047119aBcDeF', timestamp: NOW, body: '{"type":"member.joined","text":"Grüße"}' };

/** Loads the receiver that the guide shows. */
async function guideReceiver(): Promise<{
  isGenuine(headers: object, body: string, secret: string, now: number): boolean;
}> {
  const guide = readFileSync(new URL('../../../docs/guide/access/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n([^]*?)```/.exec(guide)![1]!;
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

describe('standardWebhooks', () => {
  it('signs as the published example of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
    expect(standardWebhooks.headers(message, [secret])['webhook-signature']).to.equal(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('makes signatures that the receiver of the guide accepts, with either secret during a rotation', async () => {
    const { isGenuine } = await guideReceiver();
    const [secret, old, other] = [1, 2, 3].map(() => standardWebhooks.newSecret()) as [string, string, string];
    const headers = standardWebhooks.headers(MESSAGE, [secret, old]);
    const check = (one: string, body = MESSAGE.body, now = NOW): boolean => isGenuine(headers, body, one, now * 1000);
    expect([check(secret), check(old), check(other)]).to.deep.equal([true, true, false]);
    expect([check(secret, `${MESSAGE.body} `), check(secret, MESSAGE.body, NOW + 300)]).to.deep.equal([false, false]);
    expect(check(secret, MESSAGE.body, NOW + 299)).to.equal(true);
  });
});
