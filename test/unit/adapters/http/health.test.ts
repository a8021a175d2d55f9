import { expect } from 'chai';
import { healthHandlers } from '../../../../src/adapters/http/system/health.handlers.ts';
import { Readiness, type ReadinessCheck } from '../../../../src/adapters/http/system/readiness.ts';

const failures: string[] = [];
const readiness = (run: ReadinessCheck['run'], timeoutMs = 60_000): Readiness =>
  new Readiness([{ name: 'database', validMs: 60_000, run }], {
    timeoutMs,
    onFailure: (name, error) => void failures.push(`${name}: ${(error as Error).message}`),
  });

/** Answers of `/readyz`, in the order of their requests. */
async function answers(ready: Readiness, requests: number): Promise<{ status: number; body: unknown }[]> {
  const pages = healthHandlers({
    readiness: ready,
    draining: () => false,
    metrics: async () => ({ type: '', body: '' }),
    metricsToken: undefined,
    proxies: 0,
  });
  const page = pages.find(({ path }) => path === '/readyz')!;
  return Promise.all(
    Array.from({ length: requests }, async () => {
      const ctx = {} as { status: number; body: unknown };
      await page.handle(ctx as never);
      return ctx;
    }),
  );
}

describe('readyz', () => {
  beforeEach(() => void failures.splice(0));

  it('[A58] queries the database once for a thousand requests within a second', async () => {
    let queries = 0;
    const seen = await answers(
      readiness(async () => (queries++, [])),
      1000,
    );
    expect(new Set(seen.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(seen[0]!.body).to.deep.equal({ status: 'ready' });
    expect(queries).to.equal(1);
  });

  it('answers 503 while the database fails, with the reason in the log only', async () => {
    const seen = await answers(
      readiness(() => Promise.reject(new Error('password of quire at 10.0.0.7'))),
      10,
    );
    for (const { status, body } of seen)
      expect([status, body]).to.deep.equal([
        503,
        { status: 'not ready', problems: ['the database cannot be used: see the log'] },
      ]);
    expect(failures).to.deep.equal(['database: password of quire at 10.0.0.7']);
  });

  it('answers 503 when a check takes too long', async () => {
    const [seen] = await answers(
      readiness(() => new Promise(() => {}), 20),
      1,
    );
    expect(seen).to.deep.equal({
      status: 503,
      body: { status: 'not ready', problems: ['the database did not answer in 20 ms'] },
    });
  });

  it('lists the problems that a check finds', async () => {
    const [seen] = await answers(
      readiness(async () => ['the database accepts no changes']),
      1,
    );
    expect(seen).to.deep.equal({
      status: 503,
      body: { status: 'not ready', problems: ['the database accepts no changes'] },
    });
  });
});
