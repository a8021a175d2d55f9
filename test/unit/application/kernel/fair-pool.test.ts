import { expect } from 'chai';
import {
  FairPool,
  PoolBusy,
  ShareExhausted,
  type FairPoolOptions,
} from '../../../../src/application/kernel/fair-pool.ts';
import type { ResourceConsumer } from '../../../../src/ports/kernel/request-limits.ts';

const OPTIONS: FairPoolOptions = {
  work: 'tests',
  places: 4,
  perOrganization: 3,
  perUser: 2,
  waiting: { total: 100, perOrganization: 50, perUser: 20 },
};
const of = (organizationId: string | undefined, user: string): ResourceConsumer => ({ organizationId, user });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Asks for places and notes who was given one, in order. */
class Callers {
  readonly admitted: string[] = [];
  readonly refused: unknown[] = [];
  readonly #releases: (() => void)[] = [];

  constructor(readonly pool: FairPool) {}

  async ask(name: string, holder: ResourceConsumer, signal?: AbortSignal): Promise<void> {
    this.pool.acquire(holder, signal).then(
      (release) => {
        this.admitted.push(name);
        this.#releases.push(release);
      },
      (error: unknown) => this.refused.push(error),
    );
    await settled();
  }

  /** Frees the place that has been held longest. */
  async release(): Promise<void> {
    this.#releases.shift()!();
    await settled();
  }
}

describe('FairPool.acquire', () => {
  it('gives one user at most its share, over all organizations', async () => {
    const callers = new Callers(new FairPool(OPTIONS));
    for (const organization of ['a', 'b', 'c']) await callers.ask(organization, of(organization, 'ann'));
    expect(callers.admitted).to.deep.equal(['a', 'b']);
    await callers.ask('other user', of('a', 'bob'));
    expect(callers.admitted).to.deep.equal(['a', 'b', 'other user']);
  });

  it('gives one organization at most its share, and the place that is left to another', async () => {
    const callers = new Callers(new FairPool(OPTIONS));
    for (let n = 0; n < 10; n++) await callers.ask(`a${n}`, of('a', `user ${n}`));
    expect(callers.admitted).to.deep.equal(['a0', 'a1', 'a2']);
    await callers.ask('b', of('b', 'bob'));
    expect(callers.admitted.at(-1)).to.equal('b');
  });

  it('gives anonymous callers of one address the share of one user', async () => {
    const callers = new Callers(new FairPool(OPTIONS));
    for (let n = 0; n < 5; n++) await callers.ask(`x${n}`, of(undefined, '192.0.2.1'));
    await callers.ask('y', of(undefined, '192.0.2.2'));
    expect(callers.admitted).to.deep.equal(['x0', 'x1', 'y']);
  });

  it('gives free places in turns to the organizations that wait, each in its order', async () => {
    const callers = new Callers(new FairPool({ ...OPTIONS, places: 1 }));
    await callers.ask('first', of('z', 'zoe'));
    for (const organization of ['a', 'b', 'c']) {
      for (let n = 0; n < 3; n++) await callers.ask(`${organization}${n}`, of(organization, `user of ${organization}`));
    }
    for (let n = 0; n < 9; n++) await callers.release();
    expect(callers.admitted.slice(1).join(' ')).to.equal('a0 b0 c0 a1 b1 c1 a2 b2 c2');
  });

  it('gives free places in turns to the users of one organization', async () => {
    const callers = new Callers(new FairPool({ ...OPTIONS, places: 1 }));
    await callers.ask('first', of('z', 'zoe'));
    for (const user of ['u', 'v']) for (let n = 0; n < 3; n++) await callers.ask(`${user}${n}`, of('a', user));
    for (let n = 0; n < 6; n++) await callers.release();
    expect(callers.admitted.slice(1).join(' ')).to.equal('u0 v0 u1 v1 u2 v2');
  });

  it('lets no caller wait forever while new callers arrive', async () => {
    const callers = new Callers(new FairPool({ ...OPTIONS, places: 1 }));
    await callers.ask('first', of('z', 'zoe'));
    await callers.ask('a0', of('a', 'ann'));
    await callers.ask('a1', of('a', 'ann'));
    for (let n = 0; n < 5; n++) {
      await callers.ask(`new ${n}`, of(`new ${n}`, `new ${n}`));
      await callers.release();
    }
    expect(callers.admitted.indexOf('a1')).to.be.within(1, 4);
  });

  it('limits the waiting requests of a user exactly, and refuses the next with a time to retry', async () => {
    const callers = new Callers(new FairPool({ ...OPTIONS, waiting: { total: 100, perOrganization: 50, perUser: 3 } }));
    for (let n = 0; n < 2 + 3; n++) await callers.ask(String(n), of('a', 'ann'));
    expect(callers.refused).to.deep.equal([]);
    await callers.ask('one more', of('b', 'ann'));
    expect(callers.refused[0]).to.be.instanceOf(ShareExhausted).with.property('retryAfter').greaterThan(0);
    await callers.ask('other user', of('b', 'bob'));
    expect(callers.admitted.at(-1)).to.equal('other user');
  });

  it('limits the waiting requests of an organization exactly', async () => {
    const callers = new Callers(new FairPool({ ...OPTIONS, waiting: { total: 100, perOrganization: 3, perUser: 3 } }));
    for (let n = 0; n < 3 + 3; n++) await callers.ask(String(n), of('a', `user ${n}`));
    expect(callers.refused).to.deep.equal([]);
    await callers.ask('one more', of('a', 'ann'));
    expect(callers.refused[0]).to.be.instanceOf(ShareExhausted).with.property('message').includes('your organization');
  });

  it('limits all waiting requests exactly', async () => {
    const callers = new Callers(new FairPool({ ...OPTIONS, waiting: { total: 3, perOrganization: 3, perUser: 3 } }));
    for (let n = 0; n < 4 + 3; n++) await callers.ask(String(n), of(`organization ${n}`, `user ${n}`));
    expect(callers.refused).to.deep.equal([]);
    await callers.ask('one more', of('other', 'other'));
    expect(callers.refused[0]).to.be.instanceOf(PoolBusy).with.property('category', 'unavailable');
  });

  it('refuses a request that waits too long, and names the share that is used up', async () => {
    const pool = new FairPool({ ...OPTIONS, waitMs: 20 });
    for (const user of ['ann', 'ann', 'bob']) await pool.acquire(of('a', user));
    const refusals = [of('b', 'ann'), of('a', 'cid')].map((holder) =>
      pool.acquire(holder).catch((error: Error) => error.message),
    );
    expect(await refusals[0]).to.include('of yours');
    expect(await refusals[1]).to.include('your organization');
    await pool.acquire(of('b', 'dan'));
    expect(await pool.acquire(of('c', 'eve')).catch((error: unknown) => error)).to.be.instanceOf(PoolBusy);
  });

  it('drops a request whose client has disconnected, and continues with the next', async () => {
    const callers = new Callers(
      new FairPool({ ...OPTIONS, places: 1, waiting: { total: 2, perOrganization: 2, perUser: 2 } }),
    );
    await callers.ask('first', of('z', 'zoe'));
    const client = new AbortController();
    await callers.ask('gone', of('a', 'ann'), client.signal);
    await callers.ask('stays', of('a', 'ann'));
    client.abort(new Error('gone'));
    await settled();
    expect(callers.refused).to.have.lengthOf(1);
    await callers.ask('takes its room', of('a', 'ann'));
    await callers.release();
    await callers.release();
    expect(callers.admitted).to.deep.equal(['first', 'stays', 'takes its room']);
    await callers.ask('aborted before', of('b', 'bob'), client.signal);
    expect(callers.refused).to.have.lengthOf(2);
  });
});

describe('FairPool.run', () => {
  it('frees the place when the task ends, however it ends, and once', async () => {
    const pool = new FairPool({ ...OPTIONS, places: 1 });
    expect(await pool.run(of('a', 'ann'), async () => pool.running)).to.equal(1);
    expect(
      await pool.run(of('a', 'ann'), () => Promise.reject(new Error('broken'))).catch((error: Error) => error.message),
    ).to.equal('broken');
    const release = await pool.acquire(of('a', 'ann'));
    release();
    release();
    expect(pool.running).to.equal(0);
  });
});
