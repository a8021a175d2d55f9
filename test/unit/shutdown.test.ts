import { expect } from 'chai';
import { Shutdown } from '../../src/startup/shutdown.ts';

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
});
