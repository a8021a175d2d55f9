import { join } from 'node:path';
import { expect } from 'chai';
import { checkLoad } from '../../scripts/load/check-load.ts';
import { temporaryFolder } from '../support/backends.ts';

const MAX_P99_MS = 250;
const MAX_MEGABYTES = 700;
/** Factor by which a machine busy with other tests may be slower than without hostile load. */
const MAX_SLOWDOWN = 10;

describe('hostile load', function () {
  it('[A71] [A73] [A81] [A88] keeps the p99 of an ordinary reader below 250 ms and memory below 700 MB', async () => {
    const { calm, underLoad, peakMegabytes, hostile } = await checkLoad({
      seconds: 8,
      dataDir: join(temporaryFolder(), 'data'),
    });
    const summary = JSON.stringify({ calm, underLoad, peakMegabytes, hostile });
    expect(underLoad.requests, summary).to.be.greaterThan(20);
    expect(underLoad.p99, summary).to.be.lessThan(Math.max(MAX_P99_MS, MAX_SLOWDOWN * calm.p99));
    if (peakMegabytes !== undefined) expect(peakMegabytes, summary).to.be.lessThan(MAX_MEGABYTES);
    expect(hostile['bomb 401'], summary).to.be.greaterThan(30);
    expect(hostile['page 200'], summary).to.be.greaterThan(4);
    expect(hostile['document 200'], summary).to.be.greaterThan(2);
    expect(
      Object.keys(hostile).filter((what) => / 5\d\d$/.test(what)),
      summary,
    ).to.deep.equal([]);
  });
});
