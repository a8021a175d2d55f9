import { expect } from 'chai';
import { checkCluster } from '../../scripts/cluster/check-cluster.ts';
import { temporaryFolder } from '../support/backends.ts';

const SECONDS = 8;

describe('a cluster whose nodes, workers and database are killed while clients work', function () {
  this.timeout(600_000);

  it('loses nothing acknowledged, does no work twice, and shows no client more than a request to repeat', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { violations, faults, steps, ...figures } = await checkCluster({
      seconds: SECONDS,
      seed,
      folder: temporaryFolder(),
    });
    const summary = JSON.stringify({ seed, faults, steps, ...figures });
    expect(violations, summary).to.deep.equal([]);
    expect(Object.keys(faults), summary).to.have.lengthOf.at.least(3);
    expect(figures.acknowledged, summary).to.be.at.least(20);
    expect(Object.keys(steps), summary).to.include.members(['shared edits', 'own pages', 'merges', 'uploads', 'reads']);
  });
});
