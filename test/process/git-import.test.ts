import { join } from 'node:path';
import { expect } from 'chai';
import { serveGit, type GitServer } from '../unit/adapters/git/git-server.ts';
import { temporaryFolder } from '../support/backends.ts';
import { waitForOperations, MAIN } from '../support/git/git-imports.ts';
import { commitProject } from '../support/git/git-project.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';
import { poll, until } from '../support/until.ts';

const PAGES = Array.from({ length: 300 }, (_, i) => `p${i}.md`);
const project = (more: Record<string, string>): Record<string, string> => ({
  'README.md': '# Home\n',
  'SUMMARY.md': `* [Home](README.md)\n${PAGES.map((path, i) => `* [P${i}](${path})\n`).join('')}`,
  ...Object.fromEntries(PAGES.map((path, i) => [path, `# P${i}\n\nWords.\n`])),
  ...more,
});

/** Number of requests to a server that was located before: one resolves the branch, one fetches its content. */
const LAST = 2;

describe('importGitRepository when its process is killed', function () {
  this.timeout(600_000);

  it('[A54] is completed exactly once by the next process, from any point, with the content of both sides', async () => {
    const root = temporaryFolder();
    const server: GitServer = await serveGit(root);
    const environment = { DATA_DIR: join(temporaryFolder(), 'data'), ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' };
    const start = async (): Promise<{ quire: QuireProcess; api: Api }> => {
      const quire = QuireProcess.start(environment);
      return { quire, api: apiOf({ url: await quire.ready() }, QuireProcess.token(environment.DATA_DIR)) };
    };
    try {
      let { quire, api } = await start();
      const organization = must(await api.get('/v1/orgs'), 200).items[0].id;
      const { id } = must(await api.post(`/v1/orgs/${organization}/spaces`, { title: 'Docs' }), 201);
      const repository = join(root, 'docs.git');
      const order = { url: `http://127.0.0.1:${server.port}/docs.git`, ref: MAIN, repoCacheID: 'c' };
      const texts: Record<string, string> = {};
      commitProject(repository, project(texts));
      must(await api.post(`/v1/spaces/${id}/git/import`, order), 204);
      let { revision } = (await waitForOperations(api, id)).lastOperation;

      // Killed at the first request to the repository, at the second, which is the last, then after a number of API
      // responses.
      for (const [turn, { request, answers }] of [
        { request: 1, answers: 0 },
        { request: 2, answers: 0 },
        { request: LAST, answers: 1 },
        { request: LAST, answers: 4 },
        { request: LAST, answers: 12 },
      ].entries()) {
        const ours = must(await api.get(`/v1/spaces/${id}/content/path/p${100 + turn}`), 200);
        must(
          await api.post(`/v1/spaces/${id}/content`, {
            changes: [{ operation: 'update_page', page: ours.id, document: { markdown: `Ours ${turn}` } }],
          }),
          200,
        );
        for (const path of PAGES.slice(0, 50)) texts[path] = `# Turn ${turn}\n`;
        const commit = commitProject(repository, project(texts));
        const before = server.requests.length;
        let killed: Promise<unknown> | undefined;
        const running = quire;
        server.intercept = () => {
          if (answers === 0 && server.requests.length - before === request) killed ??= running.end('SIGKILL');
          return killed !== undefined;
        };
        must(await api.post(`/v1/spaces/${id}/git/import`, order), 204);
        if (answers > 0) {
          await poll(
            `request ${request} to the Git server`,
            async () => (await api.get(`/v1/spaces/${id}/git/info`), server.requests.length - before),
            (made) => made >= request,
          );
          for (let i = 0; i < answers; i++) await api.get(`/v1/spaces/${id}/git/info`);
          killed = running.end('SIGKILL');
        }
        await until(() => killed !== undefined);
        await killed;
        server.intercept = undefined;

        ({ quire, api } = await start());
        const info = await waitForOperations(api, id);
        expect(info.state, `turn ${turn}: ${info.lastOperation.error}`).to.equal('idle');
        expect(info.lastOperation).to.include({ commit, outcome: 'merged' });
        const made = must(await api.get(`/v1/spaces/${id}/revisions/${info.lastOperation.revision}`), 200);
        expect(made).to.deep.include({ type: 'edits' });
        const [edited] = made.parents;
        expect(
          must(await api.get(`/v1/spaces/${id}/revisions/${edited}`), 200).parents,
          'it was brought once',
        ).to.deep.equal([revision]);
        expect(must(await api.get(`/v1/spaces/${id}`), 200).revision).to.equal(made.id);
        for (const [path, text] of [
          ['p7', `# Turn ${turn}\n`],
          [`p${100 + turn}`, `Ours ${turn}`],
          ['p299', '# P299\n\nWords.\n'],
        ]) {
          expect(
            must(await api.get(`/v1/spaces/${id}/content/path/${path}?format=markdown`), 200).markdown,
            `turn ${turn}`,
          ).to.equal(text);
        }
        revision = made.id;
      }
      await quire.end();
    } finally {
      server.close();
    }
  });
});
