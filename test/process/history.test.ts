import { join } from 'node:path';
import { expect } from 'chai';
import { checkHistory } from '../../scripts/history/check-history.ts';
import { temporaryFolder } from '../support/backends.ts';

describe('a server that is killed repeatedly while clients work on one space', function () {
  it('keeps every acknowledged write in the order of acknowledgement', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { violations, kills, outcomes } = await checkHistory({
      seconds: 10,
      seed,
      dataDir: join(temporaryFolder(), 'data'),
    });
    expect(violations, `seed ${seed}`).to.deep.equal([]);
    expect(kills).to.be.at.least(4);
    expect(outcomes.done).to.be.at.least(100);
  });
});
