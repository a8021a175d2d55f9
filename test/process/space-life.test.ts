import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/backends.ts';
import { until } from '../support/until.ts';
import { apiOf, must } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const WEEK_S = 7 * 24 * 60 * 60;
/** What Debian's `faketime` has a program load; undefined where it is not there. */
const library = (): string | undefined => /^LD_PRELOAD=(.+)$/m.exec(spawnSync('faketime', ['-f', '+0', 'env'], { encoding: 'utf8' }).stdout ?? '')?.[1];

describe('the week of a deleted space', function () {
  this.timeout(240_000);

  it('is that of the clock of the machine, goes on while nothing runs, and ends with its removal', async function () {
    const preloaded = library();
    if (preloaded === undefined) {
      if (process.env['CI'] === '1') throw new Error('faketime is not installed');
      this.test!.title += ' (there is no faketime here: Debian has it as the package faketime)';
      this.skip();
    }
    const dataDir = join(temporaryFolder(), 'data');
    const startLater = async (seconds: number) => {
      const quire = QuireProcess.start({ DATA_DIR: dataDir, ...(seconds > 0 && { LD_PRELOAD: preloaded, FAKETIME: `+${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }) });
      return { quire, api: apiOf({ url: await quire.ready() }, QuireProcess.token(dataDir)) };
    };

    const first = await startLater(0);
    const organization = must(await first.api.get('/v1/orgs'), 200).items[0].id;
    const spaces = [];
    for (const title of ['Kept', 'Lost']) spaces.push(must(await first.api.post(`/v1/orgs/${organization}/spaces`, { title }), 201));
    const [kept, lost] = spaces;
    for (const { id } of spaces) must(await first.api.delete(`/v1/spaces/${id}`), 205);
    await first.quire.end();

    const justInTime = await startLater(WEEK_S - 10 * 60);
    expect(must(await justInTime.api.get(`/v1/spaces/${lost.id}`), 200).deletedAt).to.be.a('string');
    must(await justInTime.api.post(`/v1/spaces/${kept.id}/restore`), 200);
    await justInTime.quire.end();

    const late = await startLater(WEEK_S + 20 * 60);
    must(await late.api.post(`/v1/spaces/${lost.id}/restore`), 404);
    must(await late.api.get(`/v1/spaces/${kept.id}`), 200);
    await until(async () => must(await late.api.get(`/v1/orgs/${organization}/audit-events?action=space.purged`), 200).items.length > 0);
    const { items } = must(await late.api.get(`/v1/orgs/${organization}/audit-events?action=space.purged`), 200);
    expect(items.map(({ target }: any) => target.id)).to.deep.equal([lost.id]);
    must(await late.api.get(`/v1/spaces/${kept.id}`), 200);
    await late.quire.end();
  });
});
