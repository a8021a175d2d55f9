import { expect } from 'chai';
import pg from 'pg';
import { afterSuite, onEveryBackend } from '../../support/backends.ts';
import { RETRIES_OF_MEASUREMENTS, slownessOfMachine } from '../../support/cpu-time.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { fetchUnvalidated } from '../../support/routes/conformance.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { poll, until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

const DIFFS = 30;
const SEARCHES = 40;
/** Time for which a search sleeps in the database, beyond what a busy machine takes to notice a disconnection. */
const SLEEP_SECONDS = 90;
/** Time in which the work of abandoned requests has to end. */
const END_MS = 1_000;
const PAGES = 20;
const LINES = 100;

/** Pages whose every other line differs between two versions. */
const pagesOf = (version: number) =>
  Array.from({ length: PAGES }, (_, page) => ({
    title: `Page ${page}`,
    markdown: Array.from(
      { length: LINES },
      (_, line) => `Line ${line} of page ${page}${line % 2 === 0 ? ` in version ${version}` : ''}.\n`,
    ).join('\n'),
  }));

onEveryBackend('requests whose client disconnects', (backend) => {
  let travel: TimeTravel;
  let world: World;
  let spaceId: string;
  let revision: string;
  before(async function () {
    this.timeout(240_000);
    travel = await TimeTravel.start(backend, { DATABASE_STATEMENT_TIMEOUT_MS: '300000' });
    world = await World.create(travel.instance);
    spaceId = (await world.space()).id;
    const known = await fillSpace(travel.instance, spaceId, { pages: pagesOf(1) });
    await fillSpace(travel.instance, spaceId, { pages: pagesOf(2) }, known);
    revision = must(await world.admin.api.get(`/v1/spaces/${spaceId}`), 200).revision;
  });

  /** Sends requests; the function disconnects all of them. */
  const send = (count: number, method: string, path: string): (() => Promise<void>) => {
    const stop = new AbortController();
    const { token } = world.admin;
    const sent = Array.from({ length: count }, () =>
      fetchUnvalidated(travel.instance.url + path, {
        method,
        signal: stop.signal,
        headers: { authorization: `Bearer ${token}` },
      }).then(
        (response) => `answered ${response.status}`,
        () => 'abandoned',
      ),
    );
    return async () => {
      stop.abort();
      expect(new Set(await Promise.all(sent))).to.deep.equal(new Set(['abandoned']));
    };
  };
  const processorMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };

  it('compute no more differences soon after', async function () {
    this.timeout(240_000);
    this.retries(RETRIES_OF_MEASUREMENTS);
    const endMs = END_MS * slownessOfMachine();
    const diff = `/v1/spaces/${spaceId}/revisions/${revision}/changes?limit=1000`;
    const before = processorMs();
    expect(must(await world.admin.api.get(diff), 200).changes.length).to.be.greaterThan(15);
    const alone = processorMs() - before;
    const disconnect = send(DIFFS, 'GET', diff);
    const sentAt = processorMs();
    await until(() => processorMs() - sentAt > alone);
    await disconnect();
    const disconnectedAt = processorMs();
    await new Promise((resolve) => setTimeout(resolve, endMs));
    const afterwards = processorMs();
    await new Promise((resolve) => setTimeout(resolve, endMs));
    // One difference takes `alone`; without the end, the others would keep the processor busy all the time.
    expect(processorMs() - afterwards, `one takes ${alone} ms`).to.be.lessThan(endMs / 2);
    expect(afterwards - disconnectedAt).to.be.lessThan(endMs * 1.5);
  });

  if (backend.name === 'memory') return;

  describe('with a database', () => {
    let client: pg.Client;
    before(async () => {
      client = new pg.Client({ connectionString: travel.database! });
      await client.connect();
      afterSuite(() => client.end());
    });
    const sleeping = async (): Promise<number> =>
      (
        await client.query(
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event = 'PgSleep'`,
        )
      ).rows[0].count;
    /** Makes each search sleep within the database. */
    const whileSearchesSleep = async (task: () => Promise<void>): Promise<void> => {
      await client.query('ALTER TABLE search_terms RENAME TO stored_search_terms');
      await client.query(
        `CREATE VIEW search_terms AS SELECT t.* FROM stored_search_terms t WHERE (SELECT pg_sleep(${SLEEP_SECONDS})) IS NOT NULL`,
      );
      try {
        await task();
      } finally {
        await client.query('DROP VIEW search_terms');
        await client.query('ALTER TABLE stored_search_terms RENAME TO search_terms');
      }
    };
    const search = (): string => `/v1/orgs/${world.organizationId}/search?query=version`;

    it('leave no statement running', async () => {
      await whileSearchesSleep(async () => {
        const disconnect = send(SEARCHES, 'GET', search());
        await until(async () => (await sleeping()) > 0);
        await disconnect();
        await poll('no statement runs', sleeping, (count) => count === 0, (SLEEP_SECONDS * 1000) / 3);
      });
      expect(must(await world.admin.api.get(search()), 200).items).to.have.length(1);
    });

    it('do not end the statements of others', async () => {
      // Somebody else, because one caller has few places for searches.
      const member = await world.member('admin');
      const stop = new AbortController();
      await whileSearchesSleep(async () => {
        const disconnect = send(1, 'GET', search());
        const other = fetch(travel.instance.url + search(), {
          signal: stop.signal,
          headers: { authorization: `Bearer ${member.token}` },
        }).catch(() => undefined);
        await until(async () => (await sleeping()) === 2);
        await disconnect();
        await poll('one statement runs', sleeping, (count) => count === 1, (SLEEP_SECONDS * 1000) / 3);
        stop.abort();
        await other;
        await until(async () => (await sleeping()) === 0);
      });
    });

    it('carry a command out', async () => {
      const path = `/v1/spaces/${spaceId}/change-requests`;
      const count = async (): Promise<number> => must(await world.admin.api.get(path), 200).count;
      const before = await count();
      await client.query(
        `CREATE FUNCTION sleep_first() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); RETURN NEW; END'`,
      );
      await client.query(
        'CREATE TRIGGER sleep_first BEFORE INSERT ON change_requests FOR EACH ROW EXECUTE FUNCTION sleep_first()',
      );
      const disconnect = send(1, 'POST', path);
      await until(async () => (await sleeping()) === 1);
      await disconnect();
      await poll('the change request is created', count, (now) => now === before + 1);
    });
  });
});
