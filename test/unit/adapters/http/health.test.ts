import { expect } from 'chai';
import { healthHandlers } from '../../../../src/adapters/http/system/health.handlers.ts';

/** Answers of `/readyz`, in the order of their requests. */
async function statuses(check: () => Promise<unknown>, requests: number): Promise<number[]> {
  const pages = healthHandlers({
    check,
    draining: () => false,
    metrics: async () => ({ type: '', body: '' }),
    metricsToken: undefined,
    proxies: 0,
  });
  const page = pages.find(({ path }) => path === '/readyz')!;
  return Promise.all(
    Array.from({ length: requests }, async () => {
      const ctx = {} as { status: number };
      await page.handle(ctx as never);
      return ctx.status;
    }),
  );
}

describe('readyz', () => {
  it('[A58] asks the database once for a thousand requests of the same second', async () => {
    let asked = 0;
    const seen = await statuses(async () => void asked++, 1000);
    expect(new Set(seen)).to.deep.equal(new Set([200]));
    expect(asked).to.be.at.most(3);
  });

  it('answers 503 to each of them while the database fails', async () => {
    const seen = await statuses(() => Promise.reject(new Error('down')), 10);
    expect(new Set(seen)).to.deep.equal(new Set([503]));
  });
});
