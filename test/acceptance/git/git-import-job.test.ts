import { expect } from 'chai';
import pg from 'pg';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import type { GitServer } from '../../unit/adapters/git/git-server.ts';
import { afterSuite, onEveryBackend, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { waitForOperations, gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

onEveryBackend('importGitRepository as a job', (backend) => {
  const git = gitImports(backend);
  const { plant, urlOf, start, run, spaceNow, hold } = git;
  let world: World;
  let api: Api;
  let server: GitServer;
  before(() => void ({ world, api, server } = git));

  it('accepts one import at a time, and moves the head only at the end', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const { held, release } = hold();
    must(await start(space.id, repository), 204);
    await held;
    expect(must(await start(space.id, repository), 409).error.message).to.include('the space is already importing');
    expect(must(await api.get(`/v1/spaces/${space.id}/git/info`), 200)).to.include({ state: 'importing' });
    expect(await spaceNow(space.id))
      .to.include({ revision: space.revision })
      .and.not.have.property('gitSync');
    release();
    await waitForOperations(api, space.id);
    expect(await run(space.id, repository)).to.include({ state: 'idle' });
  });

  it('starts exactly one of many that are requested at once', async () => {
    const { repository } = plant(HOME);
    for (const space of [await world.space(), await world.space()]) {
      const { release } = hold();
      const statuses = (await Promise.all(Array.from({ length: 8 }, () => start(space.id, repository)))).map(
        ({ status }) => status,
      );
      expect(statuses.sort()).to.deep.equal([204, 409, 409, 409, 409, 409, 409, 409]);
      release();
      await waitForOperations(api, space.id);
    }
  });

  it('retries a server that broke off, and reports the number of attempts', async () => {
    const { repository, commit } = plant(HOME);
    const space = await world.space();
    let faults = 2;
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || faults === 0) return false;
      faults--;
      request.resume();
      response.writeHead(503).end();
      return true;
    };
    const { state, lastOperation } = await run(space.id, repository);
    expect(state).to.equal('idle');
    expect(lastOperation).to.include({ commit, faults: 2 }).and.not.have.any.keys('error', 'retryAt');
  });

  it('follows events in their order, unless forced', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const first = await run(space.id, repository, { timestamp: '2026-03-01T12:00:00+02:00' });
    plant({ ...HOME, 'usage.md': '# Other\n' }, repository);
    const late = await run(space.id, repository, { timestamp: '2026-03-01T09:59:59Z' });
    const { ignored, ...rest } = late;
    expect(rest).to.deep.equal(first);
    expect(ignored.timestamp).to.equal('2026-03-01T09:59:59.000Z');
    expect(Date.parse(ignored.at)).to.be.at.least(Date.parse(first.lastOperation.finishedAt));
    const same = await run(space.id, repository, { timestamp: '2026-03-01T10:00:00Z' });
    expect(same.lastOperation.commit).to.not.equal(first.lastOperation.commit);
    plant(HOME, repository);
    const forced = await run(space.id, repository, { timestamp: '2026-01-01T00:00:00Z', force: true });
    expect(forced.lastOperation.commit).to.not.equal(same.lastOperation.commit);
    expect((await spaceNow(space.id)).revision).to.equal(forced.lastOperation.revision);
  });

  if (backend.name === 'memory') return;

  describe('across processes', () => {
    const instanceOn = async (databaseUrl: string, environment: Record<string, string>): Promise<Instance> => {
      const instance = await startInstance(readConfig({ ...environment, DATABASE_URL: databaseUrl }), {
        welcome: false,
        ...QUICK_START,
        drainMs: 500,
      });
      afterSuite(() => instance.stop());
      return instance;
    };

    it('[A43] resumes where it was interrupted, with credentials that are never stored in clear text', async function () {
      const { repository, commit } = plant(HOME);
      const databaseUrl = (await backend.database())!;
      const environment = testEnvironment();
      const first = await instanceOn(databaseUrl, environment);
      const own = await World.create(first);
      const space = await own.space();
      server.credentials = 'ann:kept-s3cr3t';
      const { held, release } = hold();
      must(
        await own.admin.api.post(`/v1/spaces/${space.id}/git/import`, {
          url: urlOf(repository, 'ann:kept-s3cr3t'),
          ref: MAIN,
        }),
        204,
      );
      await held;
      const everything = await dump(databaseUrl);
      expect(everything).to.include('import-git-repository').and.include(space.id).and.not.include('kept-s3cr3t');
      await first.stop();

      const second = await instanceOn(databaseUrl, environment);
      const again = apiOf(second, own.admin.token);
      expect(must(await again.get(`/v1/spaces/${space.id}`), 200).revision).to.equal(space.revision);
      release();
      const info = await waitForOperations(again, space.id);
      expect(info).to.include({ state: 'idle' });
      expect(info.lastOperation).to.include({ commit, pages: 2 });
      expect(must(await again.get(`/v1/spaces/${space.id}`), 200).revision).to.equal(info.lastOperation.revision);
      expect(await dump(databaseUrl)).to.not.include('kept-s3cr3t');
      await second.stop();
    });
  });
});

/** Every row of every table, as text. */
async function dump(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts = [];
    for (const { name } of rows)
      texts.push(name, ...(await client.query(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row));
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
