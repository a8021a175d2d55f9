import { join } from 'node:path';
import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { EVENT_TOLERANCE_MS, GitSync } from '../../../src/domain/git/git-sync.ts';
import { onEveryBackend, temporaryFolder } from '../../support/backends.ts';
import { waitForOperations, HOME, MAIN } from '../../support/git/git-imports.ts';
import { commitProject } from '../../support/git/git-project.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { must, World } from '../../support/world.ts';
import { serveGit, type GitServer } from '../../unit/adapters/git/git-server.ts';

onEveryBackend('importGitRepository', (backend) => {
  let time: TimeTravel;
  let world: World;
  let server: GitServer;
  let root: string;
  before(async () => {
    time = await TimeTravel.start(backend);
    world = await World.create(time.instance);
    root = temporaryFolder();
    server = await serveGit(root);
  });
  after(() => server.close());

  let number = 0;
  /** A space and a repository that gets a commit with each import. @returns whether the import was done */
  const importing = async () => {
    const { id: space } = await world.space();
    const repository = `docs-${++number}.git`;
    let texts = 0;
    const run = async (timestamp?: string): Promise<boolean> => {
      const commit = commitProject(join(root, repository), { ...HOME, 'usage.md': `# Text ${++texts}\n` });
      const body = {
        url: `http://127.0.0.1:${server.port}/${repository}`,
        ref: MAIN,
        ...(timestamp !== undefined && { timestamp }),
      };
      must(await world.admin.api.post(`/v1/spaces/${space}/git/import`, body), 204);
      const { state, lastOperation } = await waitForOperations(world.admin.api, space);
      expect(state, lastOperation.error).to.equal('idle');
      return lastOperation.commit === commit;
    };
    return { space, run };
  };
  const ahead = (ms: number): string => new Date(Date.parse(time.now) + ms).toISOString();

  it('[A91] accepts later events after one that was dated years ahead', async () => {
    for (const date of ['2099-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', undefined]) {
      const timestamp = date ?? ahead(EVENT_TOLERANCE_MS + 1);
      const { run } = await importing();
      expect(await run(timestamp), timestamp).to.equal(true);
      expect(await run(ahead(-1)), `older than ${timestamp} was received`).to.equal(false);
      expect(await run(time.later()), timestamp).to.equal(true);
    }
  });

  it('[A91] keeps a time of at most 5 minutes in the future as it is', async () => {
    const { run } = await importing();
    expect(await run(ahead(EVENT_TOLERANCE_MS))).to.equal(true);
    expect(await run(ahead(EVENT_TOLERANCE_MS - 1))).to.equal(false);
    expect(await run(ahead(EVENT_TOLERANCE_MS))).to.equal(true);
  });

  it('[A91] accepts events again where a time years ahead had been stored', async () => {
    const { space, run } = await importing();
    expect(await run(time.now)).to.equal(true);
    const context = {
      organizationId: world.organizationId,
      spaceId: space,
      actorId: null,
      tokenId: null,
      requestId: null,
      at: time.now,
    };
    await time.instance.container.get(Tokens.UnitOfWork).run(context, async (work) => {
      const sync = await work.gitSyncs.get({ id: space });
      const state = sync.snapshot();
      await work.gitSyncs.delete(sync);
      await work.gitSyncs.save(GitSync.restore({ ...state, eventAt: '2099-01-01T00:00:00.000Z' }));
    });
    expect(await run(time.later())).to.equal(true);
    expect(await run(ahead(-1)), 'the stored time is replaced').to.equal(false);
  });

  it('takes the earliest time that can be stored for an older one', async () => {
    const { run } = await importing();
    expect(await run('0000-01-01T00:00:00+14:00')).to.equal(true);
    expect(await run('1969-12-31T23:59:59Z')).to.equal(true);
    expect(await run('1970-01-01T00:00:01Z')).to.equal(true);
    expect(await run('1970-01-01T00:00:00Z')).to.equal(false);
  });
});
