import { once } from 'node:events';
import type http from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { gitImports, HOME, MAIN, waitForOperations } from '../../support/git/git-imports.ts';
import { until } from '../../support/until.ts';
import { must, type Api } from '../../support/world.ts';
import { answer, git as runGit } from '../../unit/adapters/git/git-server.ts';

onEveryBackend('cancelGitOperation', (backend) => {
  const git = gitImports(backend);
  const { plant, start, run, spaceNow, urlOf } = git;
  const tipOf = (repository: string): string => runGit(join(git.root, repository), ['rev-parse', MAIN]);
  const cancel = async (spaceId: string, api: Api = git.api): Promise<void> =>
    void must(await api.post(`/v1/spaces/${spaceId}/git/cancel`), 204);
  const infoOf = async (spaceId: string): Promise<any> =>
    must(await git.api.get(`/v1/spaces/${spaceId}/git/info`), 200);
  const eventsOf = async (action: string, space: string): Promise<any[]> =>
    must(
      await git.api.get(`/v1/orgs/${git.world.organizationId}/audit-events?action=${action}&limit=100`),
      200,
    ).items.filter((event: any) => event.space === space);
  /** Leaves a request of Git without an answer; resolves with its response. */
  const holdRequest = (isHeld: (request: http.IncomingMessage) => boolean): Promise<http.ServerResponse> =>
    new Promise((resolve) => {
      git.server.intercept = (request, response) => {
        if (!isHeld(request)) return false;
        resolve(response);
        return true;
      };
    });
  const isFetch = ({ method, url }: http.IncomingMessage): boolean => method === 'POST' && url!.endsWith('upload-pack');
  const isPush = ({ method, url }: http.IncomingMessage): boolean => method === 'POST' && url!.endsWith('receive-pack');

  it('ends an import and its git program, leaves the content as it was, and says so', async () => {
    const { repository, commit } = plant(HOME);
    const space = await git.world.space();
    const held = holdRequest(isFetch);
    must(await start(space.id, repository), 204);
    const closed = once(await held, 'close');
    await cancel(space.id);
    const { state, lastOperation } = await infoOf(space.id);
    expect(state).to.equal('failed');
    expect(lastOperation).to.include({ kind: 'import', outcome: 'cancelled', error: 'the import was cancelled' });
    expect(lastOperation.finishedAt).to.be.a('string');
    await closed;
    git.server.intercept = undefined;
    expect(await spaceNow(space.id)).to.include({ revision: space.revision });
    expect(await eventsOf('git-sync.import-cancelled', space.id)).to.have.length(1);

    expect((await run(space.id, repository)).lastOperation).to.include({ outcome: 'replaced', commit });
  });

  it('keeps an import that still reads from changing the content', async () => {
    const { repository } = plant(HOME);
    const space = await git.world.space();
    const held = new Promise<() => void>((resolve) => {
      git.server.intercept = (request, response) => {
        if (!isFetch(request)) return false;
        resolve(() => answer(git.root, request, response));
        return true;
      };
    });
    must(await start(space.id, repository), 204);
    const release = await held;
    await cancel(space.id);
    release();
    git.server.intercept = undefined;
    // Takes longer than the rest of the first import.
    await run((await git.world.space()).id, plant(HOME).repository);
    expect(await spaceNow(space.id)).to.include({ revision: space.revision });
    expect((await infoOf(space.id)).lastOperation).to.include({ outcome: 'cancelled' });
  });

  it('ends an export that pushes, and the next export pushes its commit once', async () => {
    const { repository } = plant(HOME);
    const space = await git.world.space();
    await run(space.id, repository);
    const { revision } = must(
      await git.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'More', document: { markdown: 'More.\n' } }],
      }),
      200,
    );
    const before = tipOf(repository);
    const exportIt = async (): Promise<void> =>
      void must(await git.api.post(`/v1/spaces/${space.id}/git/export`, { url: urlOf(repository), ref: MAIN }), 204);
    const held = holdRequest(isPush);
    await exportIt();
    const closed = once(await held, 'close');
    await cancel(space.id);
    await closed;
    git.server.intercept = undefined;
    const cancelled = await infoOf(space.id);
    expect(cancelled.state).to.equal('failed');
    expect(cancelled.lastOperation).to.include({ outcome: 'cancelled', error: 'the export was cancelled' });
    expect(tipOf(repository)).to.equal(before);
    expect((await spaceNow(space.id)).revision).to.equal(revision);
    expect(await eventsOf('git-sync.export-cancelled', space.id)).to.have.length(1);

    await exportIt();
    expect((await waitForOperations(git.api, space.id)).lastOperation).to.include({ outcome: 'exported' });
    expect(runGit(join(git.root, repository), ['rev-list', '--count', `${before}..${MAIN}`])).to.equal('1');
  });

  it('ends an operation that waits to try an unreachable server again', async () => {
    const { repository } = plant(HOME);
    const space = await git.world.space();
    git.server.intercept = (request, response) => {
      request.resume();
      response.writeHead(503).end();
      return true;
    };
    must(await start(space.id, repository), 204);
    await until(async () => (await infoOf(space.id)).lastOperation.retryAt !== undefined);
    await cancel(space.id);
    const { state, lastOperation } = await infoOf(space.id);
    expect(state).to.equal('failed');
    expect(lastOperation).to.include({ outcome: 'cancelled' }).and.not.have.property('retryAt');
  });

  it('has no effect when nothing runs, and when it is repeated', async () => {
    const { repository } = plant(HOME);
    const { id } = await git.world.space();
    await cancel(id);
    must(await git.api.get(`/v1/spaces/${id}/git/info`), 404);
    const done = await run(id, repository);
    await cancel(id);
    expect(await infoOf(id)).to.deep.equal(done);
    expect(await eventsOf('git-sync.import-cancelled', id)).to.have.length(0);
  });

  it('keeps a followed branch from being imported again until it has another commit', async () => {
    const files = { ...HOME };
    const { repository } = plant(files);
    const { id } = await git.world.space();
    const follow = `/v1/spaces/${id}/git/follow`;
    const checked = async (): Promise<string | undefined> => must(await git.api.get(follow), 200).checkedAt;
    let posts = 0;
    // The first request asks for the branch, the second one is of the import.
    const held = holdRequest((request) => isFetch(request) && ++posts === 2);
    const { webhook } = must(await git.api.put(follow, { url: urlOf(repository), ref: MAIN, interval: null }), 200);
    await held;
    await cancel(id);
    git.server.intercept = undefined;
    const push = async (): Promise<void> => {
      const before = await checked();
      const headers = {
        'content-type': 'application/json',
        'x-gitlab-event': 'Push Hook',
        'x-gitlab-token': webhook.secret,
      };
      const body = JSON.stringify({ object_kind: 'push', ref: MAIN, after: String(Math.random()) });
      expect((await fetch(webhook.url, { method: 'POST', headers, body })).status).to.equal(204);
      await until(async () => (await checked()) !== before);
    };
    await push();
    expect((await infoOf(id)).lastOperation).to.include({ outcome: 'cancelled' });

    const { commit } = plant({ ...files, 'usage.md': '# New\n' }, repository);
    await push();
    expect((await waitForOperations(git.api, id)).lastOperation).to.include({ outcome: 'replaced', commit });
  });
});
