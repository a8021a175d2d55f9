import { expect } from 'chai';
import type pg from 'pg';
import { Database } from '../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { FlexibleRequestLimits } from '../../../src/adapters/flexible-request-limits.ts';
import type { RequestLimitTable } from '../../../src/ports/kernel/request-limits.ts';
import { onEveryBackend } from '../../support/backends.ts';

const LIMITS: RequestLimitTable = { token: { read: 2, write: 0 }, user: { heavy: 3 }, organization: {}, network: {} };

onEveryBackend('FlexibleRequestLimits', (backend) => {
  let pool: pg.Pool | undefined;
  let close = async (): Promise<void> => {};
  before(async () => {
    const url = await backend.database();
    if (url === undefined) return;
    const database = await Database.open({ url, connections: 4 });
    await database.migrate();
    pool = database.reads;
    close = () => database.close();
  });
  after(() => close());

  it('exceeds a limit with the first request beyond it', async () => {
    const limits = new FlexibleRequestLimits(LIMITS, pool);
    for (const [party, cost, limit, name] of [
      ['token', 'read', 2, 'read'],
      ['user', 'heavy', 3, 'heavy-user'],
    ] as const) {
      for (let n = 1; n <= limit + 2; n++) {
        const quota = (await limits.consume(party, cost, 'one'))!;
        expect(quota).to.include({
          name,
          limit,
          remaining: Math.max(limit - n, 0),
          windowSeconds: 60,
          isExceeded: n > limit,
        });
        expect(quota.resetSeconds).to.be.within(1, 60);
      }
      expect((await limits.consume(party, cost, 'other'))!.remaining).to.equal(limit - 1);
    }
  });

  it('peeks without counting, and reports a limit as exhausted when nothing remains', async () => {
    const limits = new FlexibleRequestLimits(LIMITS, pool);
    expect(await limits.peek('user', 'heavy', 'peeked')).to.equal(undefined);
    for (const left of [2, 1, 0]) {
      await limits.consume('user', 'heavy', 'peeked');
      for (let n = 0; n < 3; n++)
        expect(await limits.peek('user', 'heavy', 'peeked')).to.include({ remaining: left, isExceeded: left === 0 });
    }
  });

  it('has no limit where the table has none, or 0', async () => {
    const limits = new FlexibleRequestLimits(LIMITS, pool);
    for (const [party, cost] of [
      ['token', 'write'],
      ['token', 'heavy'],
      ['network', 'read'],
    ] as const) {
      expect(await limits.consume(party, cost, 'x')).to.equal(undefined);
      expect(await limits.peek(party, cost, 'x')).to.equal(undefined);
    }
  });

  const storesCounts = backend.name !== 'memory';
  if (storesCounts)
    it('counts concurrent heavy requests of all nodes together and exactly', async () => {
      const nodes = [new FlexibleRequestLimits(LIMITS, pool), new FlexibleRequestLimits(LIMITS, pool)];
      const quotas = await Promise.all(
        Array.from({ length: 10 }, (_, n) => nodes[n % 2]!.consume('user', 'heavy', 'many')),
      );
      expect(quotas.filter((quota) => !quota!.isExceeded)).to.have.length(3);
    });
});

describe('FlexibleRequestLimits without its database', () => {
  it('counts heavy requests in memory while the database is unreachable', async () => {
    const unreachable = { query: () => Promise.reject(new Error('connection refused')) } as unknown as pg.Pool;
    const limits = new FlexibleRequestLimits(LIMITS, unreachable);
    const exceeded = [];
    for (let n = 0; n < 4; n++) exceeded.push((await limits.consume('user', 'heavy', 'one'))!.isExceeded);
    expect(exceeded).to.deep.equal([false, false, false, true]);
  });
});
