import { join } from 'node:path';
import { expect } from 'chai';
import type { Context } from 'mocha';
import pg from 'pg';
import { backends, temporaryFolder } from '../support/backends.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { poll, until } from '../support/until.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const WEEK_S = 7 * 24 * 60 * 60;
/**
 * Generous limit for taking over the jobs of a killed process: a minute without heartbeat, the next check, the pause
 * after each failed attempt, and a busy machine.
 */
const TAKEOVER_MS = 400_000;
/** Finds statements that wait for a lock of a connection. */
const IS_BLOCKED = 'SELECT 1 FROM pg_stat_activity WHERE $1::int = ANY(pg_blocking_pids(pid)) AND query LIKE $2';

/** Starts processes whose clock is ahead by a number of seconds. The test is skipped if that is not possible. */
function startingLater(
  test: Context,
  environment: { readonly DATA_DIR: string; readonly DATABASE_URL?: string },
): (seconds: number) => Promise<{ quire: QuireProcess; api: Api }> {
  const clock = fakeClock(test);
  return async (seconds) => {
    const quire = QuireProcess.start({
      ...environment,
      ...(seconds > 0 && clock(seconds)),
    });
    return { quire, api: apiOf({ url: await quire.ready() }, QuireProcess.token(environment.DATA_DIR)) };
  };
}

describe('retention of a deleted space', function () {
  this.timeout(1_500_000);

  it('is measured by the clock of the machine, continues while no process runs, and ends with the removal', async function () {
    const startLater = startingLater(this, { DATA_DIR: join(temporaryFolder(), 'data') });

    const first = await startLater(0);
    const organization = must(await first.api.get('/v1/orgs'), 200).items[0].id;
    const spaces = [];
    for (const title of ['Kept', 'Lost'])
      spaces.push(must(await first.api.post(`/v1/orgs/${organization}/spaces`, { title }), 201));
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
    await until(
      async () =>
        must(await late.api.get(`/v1/orgs/${organization}/audit-events?action=space.purged`), 200).items.length > 0,
    );
    const { items } = must(await late.api.get(`/v1/orgs/${organization}/audit-events?action=space.purged`), 200);
    expect(items.map(({ target }: any) => target.id)).to.deep.equal([lost.id]);
    must(await late.api.get(`/v1/spaces/${kept.id}`), 200);
    await late.quire.end();
  });

  it('ends with a complete removal whenever the process is killed, and keeps content shared with other spaces', async function () {
    const url = (await backends.find(({ name }) => name !== 'memory')!.database())!;
    const startLater = startingLater(this, { DATA_DIR: join(temporaryFolder(), 'data'), DATABASE_URL: url });
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    const holder = (await database.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
    // A transaction sees the list of connections as it was at its first look.
    const observer = new pg.Client({ connectionString: url });
    await observer.connect();
    try {
      const first = await startLater(0);
      const organization = must(await first.api.get('/v1/orgs'), 200).items[0].id;
      const lost = must(await first.api.post(`/v1/orgs/${organization}/spaces`, { title: 'Lost' }), 201).id;
      const changes = Array.from({ length: 40 }, (_, i) => ({
        operation: 'insert_page',
        title: `Page ${i}`,
        document: { markdown: `Words ${i}, [a link](https://example.com/${i})` },
      }));
      must(await first.api.post(`/v1/spaces/${lost}/content`, { changes }), 200);
      must(await first.api.post(`/v1/spaces/${lost}/comments`, { body: { markdown: 'Words' } }), 200);
      must(await first.api.post(`/v1/spaces/${lost}/change-requests`, { subject: 'Better' }), 201);
      const copy = must(await first.api.post(`/v1/spaces/${lost}/duplicate`), 201).id;
      const pagesOfCopy = async (api: Api) =>
        must(await api.get(`/v1/spaces/${copy}/content/pages`), 200).pages.map(({ id, title }: any) => ({ id, title }));
      const pages = await pagesOfCopy(first.api);
      must(await first.api.delete(`/v1/spaces/${lost}`), 205);
      await first.quire.end();

      const rows = async (table: string): Promise<number> =>
        (
          await database.query(
            `SELECT count(*)::int AS n FROM ${table} WHERE ${table === 'spaces' ? 'id' : 'space_id'} = $1`,
            [lost],
          )
        ).rows[0].n;
      const purged = (api: Api) => api.get(`/v1/orgs/${organization}/audit-events?action=space.purged`);
      for (const [at, gone] of [
        ['page_links', 'page_search'],
        ['comments', 'branches'],
        ['revisions', 'change_requests'],
      ] as const) {
        await database.query('BEGIN');
        expect(
          (await database.query(`SELECT 1 FROM ${at} WHERE space_id = $1 FOR UPDATE`, [lost])).rowCount,
          at,
        ).to.be.greaterThan(0);
        const { quire, api } = await startLater(WEEK_S + 20 * 60);
        // The purge itself waits: other transactions may wait for locks before it gets to the table.
        await until(
          async () => (await observer.query(IS_BLOCKED, [holder, `DELETE FROM ${at} %`])).rowCount! > 0,
          TAKEOVER_MS,
          `the purge waits for ${at}`,
        );
        expect(await rows(gone), `${gone} while ${at} are held`).to.equal(0);
        must(await api.get(`/v1/spaces/${lost}`), 404);
        must(await api.post(`/v1/spaces/${lost}/restore`), 404);
        expect(must(await purged(api), 200).items).to.deep.equal([]);
        expect((await quire.end('SIGKILL')).signal).to.equal('SIGKILL');
        await database.query('ROLLBACK');
      }

      const last = await startLater(WEEK_S + 20 * 60);
      await until(
        async () => must(await purged(last.api), 200).items.length > 0,
        TAKEOVER_MS,
        'the purge of the space is recorded',
      );
      for (const table of [
        'spaces',
        'page_search',
        'page_links',
        'branches',
        'comments',
        'change_requests',
        'revisions',
      ])
        expect(await rows(table), table).to.equal(0);
      expect(must(await purged(last.api), 200).items).to.have.length(1);
      expect(await pagesOfCopy(last.api))
        .to.deep.equal(pages)
        .and.have.length(40);
      // A killed process may have been building the search of the copy; its queue is taken over like its jobs.
      await poll(
        'the search of the copy is complete',
        async () => must(await last.api.get(`/v1/spaces/${copy}/search?query=words`), 200).count,
        (count) => count === 40,
        TAKEOVER_MS,
      );
      await last.quire.end();
    } finally {
      await observer.end();
      await database.end();
    }
  });
});
