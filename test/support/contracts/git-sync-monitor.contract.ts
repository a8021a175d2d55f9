import { expect } from 'chai';
import type { GitFollowState } from '../../../src/domain/git/git-follow.ts';
import type { GitSyncState } from '../../../src/domain/git/git-sync.ts';
import type { Backend } from '../backends.ts';
import { makeStates, put } from '../persistence/aggregates.ts';
import { openPersistence, type Persistence } from '../persistence/persistence.ts';

const NOW = '2030-02-01T12:00:00.000Z';
const minutesAgo = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

/** Contract of figures about Git synchronization, on a store of its own. */
export function gitSyncMonitorContract(backend: Backend): void {
  let persistence: Persistence;
  before(async () => void (persistence = await openPersistence(backend)));
  after(() => persistence.close());

  it('counts spaces by state, failing branches, and the longest delay', async () => {
    const empty = { spaces: { idle: 0, importing: 0, exporting: 0, failed: 0 }, failingFollows: 0, lagSeconds: 0 };
    expect(await persistence.gitSyncs.figures(NOW)).to.deep.equal(empty);
    const states = await makeStates(persistence);

    const add = (sync: Partial<GitSyncState>, follow?: Partial<GitFollowState>): Promise<void> =>
      persistence.run(async (work) => {
        const id = persistence.next();
        await put(work, 'spaces', { ...states.spaces, id });
        await put(work, 'gitSyncs', { ...states.gitSyncs, id, ...sync });
        if (follow !== undefined)
          await put(work, 'gitFollows', { ...states.gitFollows, id, paused: null, failure: null, ...follow });
      });
    const lag = async (): Promise<number> => (await persistence.gitSyncs.figures(NOW)).lagSeconds;

    await add({ state: 'idle' }, { interval: 3600, checkedAt: minutesAgo(59) });
    await add({ state: 'idle' }, { interval: null, checkedAt: minutesAgo(10_000) });
    expect(await lag()).to.equal(0);
    await add({ state: 'importing' }, { interval: 60, checkedAt: minutesAgo(3) });
    expect(await lag()).to.equal(120);
    await add({ state: 'idle' }, { interval: 60, checkedAt: null, createdAt: minutesAgo(5) });
    expect(await lag()).to.equal(240);
    const failure = { error: 'unreachable', since: minutesAgo(10), times: 2 };
    await add({ state: 'failed' }, { interval: 60, checkedAt: minutesAgo(1), failure });
    await add(
      { state: 'failed' },
      { failure: { ...failure, since: minutesAgo(900) }, paused: { reason: 'permission-lost', since: NOW } },
    );
    await add({ state: 'exporting' });
    expect(await persistence.gitSyncs.figures(NOW)).to.deep.equal({
      spaces: { idle: 3, importing: 1, exporting: 1, failed: 2 },
      failingFollows: 1,
      lagSeconds: 600,
    });
  });
}
