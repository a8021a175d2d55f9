import { expect } from 'chai';
import { MemoryRateLimiter } from '../../../../src/adapters/persistence/memory/sessions.ts';
import { PgRateLimiter } from '../../../../src/adapters/persistence/mikro-orm/sessions.ts';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import type { RateLimiter } from '../../../../src/ports/sessions.ts';
import { onEveryBackend } from '../../../support/backends.ts';

const RULE = { burst: 3, refillMs: 10_000 };
const at = (seconds: number): string => new Date(Date.parse('2031-01-01T00:00:00.000Z') + seconds * 1000).toISOString();

onEveryBackend('attempts', (backend) => {
  let attempts: RateLimiter;
  let close = async (): Promise<void> => {};
  before(async () => {
    const url = await backend.database();
    if (url === undefined) attempts = new MemoryRateLimiter();
    else {
      const database = await Database.open({ url, connections: 4 });
      await database.migrate();
      attempts = new PgRateLimiter(database.reads);
      close = () => database.close();
    }
  });
  after(() => close());
  const take = (key: string, seconds: number): Promise<number> => attempts.consume(key, RULE, at(seconds));

  it('allow a burst, then one more after each interval', async () => {
    for (let tries = 0; tries < 3; tries++) expect(await take('a', 0)).to.equal(0);
    expect(await take('a', 0)).to.equal(10_000);
    expect(await take('a', 4)).to.equal(6_000);
    expect(await take('a', 9.999)).to.equal(1);
    expect(await take('a', 10)).to.equal(0);
    expect(await take('a', 10)).to.equal(10_000);
  });

  it('are available again in full after a pause, and no more than before', async () => {
    for (let tries = 0; tries < 3; tries++) await take('b', 0);
    for (let tries = 0; tries < 3; tries++) expect(await take('b', 1_000)).to.equal(0);
    expect(await take('b', 1_000)).to.equal(10_000);
  });

  it('are counted for each key apart', async () => {
    for (let tries = 0; tries < 4; tries++) await take('c', 0);
    expect(await take('d', 0)).to.equal(0);
  });

  it('can be returned, one or all', async () => {
    for (let tries = 0; tries < 3; tries++) await take('e', 0);
    await attempts.refund('e', RULE);
    expect(await take('e', 0)).to.equal(0);
    expect(await take('e', 0)).to.equal(10_000);
    await attempts.reset('e');
    for (let tries = 0; tries < 3; tries++) expect(await take('e', 0)).to.equal(0);
    expect(await take('e', 0)).to.equal(10_000);
    await attempts.refund('nobody', RULE);
    await attempts.reset('nobody');
  });

  it('do not exceed the limit when they are concurrent', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => take('f', 0)));
    expect(taken.filter((wait) => wait === 0)).to.have.length(3);
    for (const wait of taken) expect(wait).to.be.oneOf([0, 10_000]);
  });
});
