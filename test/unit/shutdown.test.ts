import { expect } from 'chai';
import { Shutdown } from '../../src/startup/shutdown.ts';
import { until } from '../support/until.ts';

describe('Shutdown', () => {
  it('runs all steps in reverse order although some fail, and reports the first failure to every caller', async () => {
    const shutdown = new Shutdown();
    const ran: string[] = [];
    shutdown.add(() => void ran.push('database'));
    shutdown.add(async () => {
      ran.push('jobs');
      throw new Error('the jobs did not stop');
    });
    shutdown.add(() => {
      ran.push('lock');
      throw new Error('the lock is read-only');
    });
    const said = () =>
      shutdown.run().then(
        () => 'nothing',
        (error: Error) => error.message,
      );
    expect(await Promise.all([said(), said()])).to.deep.equal(['the lock is read-only', 'the lock is read-only']);
    expect(ran).to.deep.equal(['lock', 'jobs', 'database']);
  });

  it('shares one period among its steps, which begins with the first', async () => {
    const shutdown = new Shutdown();
    const left: number[] = [];
    shutdown.add(() => void left.push(shutdown.timeLeft(60_000), shutdown.timeLeft(0)));
    shutdown.add(async () => {
      left.push(shutdown.timeLeft(60_000));
      const start = performance.now();
      await until(async () => performance.now() > start + 5);
    });
    expect(shutdown.timeLeft(60_000)).to.equal(60_000);
    await shutdown.run();
    const [first, second, none] = left as [number, number, number];
    expect(first).to.be.within(30_000, 60_000);
    expect(second).to.be.within(30_000, first - 5);
    expect(none).to.equal(0);
  });
});
