import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { afterSuite, onEveryBackend, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { waitForOperations, gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { apiOf, must, World } from '../../support/world.ts';

onEveryBackend('exportToGitRepository as a job', (backend) => {
  const git = gitImports(backend);
  const { plant, urlOf, run } = git;
  const inRepository = (repository: string, ...args: string[]) =>
    execFileSync('git', ['-C', join(git.root, repository), ...args], { encoding: 'utf8' }).trimEnd();

  it('refuses to run beside another Git operation of the space', async () => {
    const { api, world } = git;
    const { repository } = plant(HOME);
    const space = await world.space();
    await run(space.id, repository);
    const { held, release } = git.hold();
    must(await api.post(`/v1/spaces/${space.id}/git/export`, { url: urlOf(repository), ref: MAIN }), 204);
    await held;
    expect(must(await api.get(`/v1/spaces/${space.id}/git/info`), 200)).to.include({ state: 'exporting' });
    expect(
      must(await api.post(`/v1/spaces/${space.id}/git/import`, { url: urlOf(repository), ref: MAIN }), 409).error
        .message,
    ).to.include('the space is already exporting');
    must(await api.delete(`/v1/spaces/${space.id}/git/legacy-installation`), 409);
    release();
    await waitForOperations(api, space.id);
  });

  it('[A42] leaves symbolic links, submodules and hooks of the repository alone', async () => {
    const { api, world } = git;
    const { repository, commit } = plant({
      'README.md': { symlink: '/etc/passwd' },
      docs: { submodule: '1'.repeat(40) },
      'SUMMARY.md': '',
      'x.md': 'x',
    });
    const space = await world.space();
    must(
      await api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Docs', document: { markdown: 'Words.\n' } }],
      }),
      200,
    );
    must(await api.post(`/v1/spaces/${space.id}/git/export`, { url: urlOf(repository), ref: MAIN, force: true }), 204);
    expect((await waitForOperations(api, space.id)).lastOperation).to.include({ outcome: 'exported' });
    expect(
      inRepository(repository, 'diff', '--raw', '--no-abbrev', commit, 'main')
        .split('\n')
        .map((line) => line.replace(/[0-9a-f]{40}/g, ''))
        .map((line) => line.split('\t')[1]),
    ).to.deep.equal(['SUMMARY.md', 'docs.md']);
  });

  if (backend.name === 'memory') return;

  it('resumes where it was interrupted, and does not push again a commit that was pushed', async function () {
    const { repository, commit } = plant(HOME);
    const databaseUrl = (await backend.database())!;
    const environment = testEnvironment();
    const instanceOn = async (): Promise<Instance> => {
      const instance = await startInstance(readConfig({ ...environment, DATABASE_URL: databaseUrl }), {
        welcome: false,
        ...QUICK_START,
        drainMs: 500,
      });
      afterSuite(() => instance.stop());
      return instance;
    };
    const first = await instanceOn();
    const own = await World.create(first);
    const space = await own.space();
    must(await own.admin.api.post(`/v1/spaces/${space.id}/git/import`, { url: urlOf(repository), ref: MAIN }), 204);
    await waitForOperations(own.admin.api, space.id);
    const [page] = must(await own.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages;
    must(
      await own.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'update_page', page: page.id, description: 'Ours' }],
      }),
      200,
    );

    // The server takes the commit, and its answer never comes.
    const pushed = new Promise<void>((resolve) => {
      git.server.intercept = (request, response) => {
        if (!request.url!.includes('git-receive-pack') || request.method !== 'POST') return false;
        response.write = (() => true) as typeof response.write;
        response.end = (() => (resolve(), response)) as typeof response.end;
        return false;
      };
    });
    must(await own.admin.api.post(`/v1/spaces/${space.id}/git/export`, { url: urlOf(repository), ref: MAIN }), 204);
    await pushed;
    await first.stop();
    git.server.intercept = undefined;
    expect(inRepository(repository, 'rev-list', '--count', `${commit}..main`)).to.equal('1');

    const second = await instanceOn();
    const again = apiOf(second, own.admin.token);
    const info = await waitForOperations(again, space.id);
    expect(info).to.include({ state: 'idle' });
    expect(info.lastOperation).to.include({
      outcome: 'exported',
      commit: inRepository(repository, 'rev-parse', 'main'),
    });
    expect(inRepository(repository, 'rev-list', '--count', `${commit}..main`)).to.equal('1');
    must(await again.post(`/v1/spaces/${space.id}/git/import`, { url: urlOf(repository), ref: MAIN }), 204);
    expect((await waitForOperations(again, space.id)).lastOperation).to.include({ outcome: 'nothing' });
    await second.stop();
  });
});
