import { expect } from 'chai';
import { loadOnce } from '../../../../src/application/kernel/load-once.ts';

describe('loadOnce', () => {
  it('loads once for concurrent and later calls', async () => {
    let count = 0;
    const load = loadOnce(async () => ++count);
    expect([...(await Promise.all([load(), load()])), await load()]).to.deep.equal([1, 1, 1]);
  });

  it('loads again after a failure', async () => {
    let count = 0;
    const load = loadOnce(async () => {
      if (++count === 1) throw new Error('unreadable');
      return count;
    });
    const failures = await Promise.all([load(), load()].map((call) => call.catch(({ message }: Error) => message)));
    expect(failures).to.deep.equal(['unreadable', 'unreadable']);
    expect(await load()).to.equal(2);
  });
});
