import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend, temporaryFolder } from '../../support/backends.ts';
import { HOME, MAIN } from '../../support/git/git-imports.ts';
import { commitProject } from '../../support/git/git-project.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { must, World, type Api } from '../../support/world.ts';
import { serveGit, type GitServer } from '../../unit/adapters/git/git-server.ts';
import { poll } from '../../support/until.ts';

const SECOND = 1_000;

onEveryBackend('branches that are polled', (backend) => {
  let time: TimeTravel;
  let world: World;
  let api: Api;
  let server: GitServer;
  let root: string;
  before(async () => {
    time = await TimeTravel.start(backend);
    world = await World.create(time.instance);
    api = world.admin.api;
    root = temporaryFolder();
    server = await serveGit(root);
  });
  after(() => server.close());

  const until = async (id: string, isSo: (info: any, follow: any) => boolean): Promise<any> => {
    const [, follow] = await poll(
      `the state of the followed branch as in ${isSo}`,
      async () => [
        must(await api.get(`/v1/spaces/${id}/git/info`), 200),
        must(await api.get(`/v1/spaces/${id}/git/follow`), 200),
      ],
      ([info, follow]) => isSo(info, follow),
    );
    return follow;
  };
  const imported = (id: string, commit: string) =>
    until(
      id,
      ({ state, lastOperation }, follow) =>
        state === 'idle' && lastOperation?.commit === commit && follow.commit === commit,
    );
  /** Asks the queue of the database; that in memory nobody can ask. */
  const asked = async <T extends object>(sql: string, id: string): Promise<readonly T[]> => {
    const client = new pg.Client({ connectionString: time.database });
    await client.connect();
    try {
      return (await client.query<T>(sql, [`git-follow ${id} %`])).rows;
    } finally {
      await client.end();
    }
  };
  /** When the next looks of the chain are due, in seconds from now. */
  const due = async (id: string): Promise<readonly number[]> =>
    (await asked<{ at: Date }>('SELECT run_at AS at FROM graphile_worker.jobs WHERE key LIKE $1', id)).map(({ at }) =>
      Math.round((at.getTime() - Date.parse(time.now)) / SECOND),
    );
  /** Does the look that is due, as the queue does: it takes it off. */
  const look = async (id: string): Promise<void> => {
    if (time.database !== undefined)
      expect(
        await asked('SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE $1', id),
      ).to.have.length(1);
    const { generation } = (await time.instance.container.get(Tokens.Reads).gitFollows.get({ id })).snapshot();
    await time.run('follow-git-branch', { spaceId: id, generation, repeats: true });
  };
  const isNext = async (id: string, seconds: number, why: string): Promise<void> => {
    if (time.database !== undefined) expect(await due(id), why).to.deep.equal([seconds]);
  };

  describe('followGitBranch', () => {
    it('imports each new commit of a polled branch, and polls less often while imports fail', async function () {
      this.timeout(60_000);
      const { id } = await world.space();
      const repository = join(root, 'docs.git');
      const first = commitProject(repository, HOME);
      must(
        await api.put(`/v1/spaces/${id}/git/follow`, {
          url: `http://127.0.0.1:${server.port}/docs.git`,
          ref: MAIN,
          interval: 60,
        }),
        200,
      );
      await imported(id, first);
      await isNext(id, 60, 'after the first look');

      for (const text of ['One', 'Two']) {
        const commit = commitProject(repository, { ...HOME, 'usage.md': `# ${text}\n` });
        time.later(60 * SECOND);
        await look(id);
        expect(await imported(id, commit)).to.include({ checkedAt: time.now });
        await isNext(id, 60, text);
      }
      const at = time.later(60 * SECOND);
      const { revision } = must(await api.get(`/v1/spaces/${id}`), 200);
      await look(id);
      expect(await until(id, ({ state }) => state === 'idle'), 'a look at what did not move').to.include({
        checkedAt: at,
      });
      expect(must(await api.get(`/v1/spaces/${id}`), 200).revision).to.equal(revision);

      server.intercept = (_request, response) => (response.writeHead(503).end(), true);
      for (const [times, seconds] of [
        [1, 120],
        [2, 240],
        [3, 480],
      ] as const) {
        time.later(60 * SECOND);
        await look(id);
        expect(must(await api.get(`/v1/spaces/${id}/git/follow`), 200).failure).to.include({ times });
        await isNext(id, seconds, `failed ${times} times`);
      }
      server.intercept = undefined;
      const last = commitProject(repository, { ...HOME, 'usage.md': '# Back\n' });
      await look(id);
      expect(await imported(id, last)).to.not.have.property('failure');
      await isNext(id, 60, 'it is back');
    });
  });

  describe('deleteGitFollow', () => {
    it('ends the polling, as other settings do', async () => {
      const { id } = await world.space();
      const commit = commitProject(join(root, 'other.git'), HOME);
      const settings = { url: `http://127.0.0.1:${server.port}/other.git`, ref: MAIN };
      must(await api.put(`/v1/spaces/${id}/git/follow`, { ...settings, interval: 60 }), 200);
      await imported(id, commit);
      const { generation } = (await time.instance.container.get(Tokens.Reads).gitFollows.get({ id })).snapshot();
      must(await api.put(`/v1/spaces/${id}/git/follow`, { ...settings, interval: 90 }), 200);
      await until(id, (_info, { checkedAt }) => checkedAt !== undefined);
      const requests = server.requests.length;
      await time.run('follow-git-branch', { spaceId: id, generation, repeats: true });
      expect(server.requests.length, 'under settings that were changed').to.equal(requests);
      must(await api.delete(`/v1/spaces/${id}/git/follow`), 205);
      await time.run('follow-git-branch', { spaceId: id, generation, repeats: true });
      expect(server.requests.length, 'when it is not followed').to.equal(requests);
    });
  });
});
