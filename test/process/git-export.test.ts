import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { answer, serveGit, type GitServer } from '../unit/adapters/git/git-server.ts';
import { temporaryFolder } from '../support/backends.ts';
import { waitForOperations, MAIN } from '../support/git/git-imports.ts';
import { commitProject } from '../support/git/git-project.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const PAGES = Array.from({ length: 40 }, (_, i) => `p${i}.md`);
const PROJECT: Readonly<Record<string, string>> = {
  'README.md': '# Home\n',
  'SUMMARY.md': `* [Home](README.md)\n${PAGES.map((path, i) => `* [P${i}](${path})\n`).join('')}`,
  ...Object.fromEntries(PAGES.map((path, i) => [path, `# P${i}\n\nWords.\n`])),
};

const isPush = ({ url, method }: IncomingMessage): boolean => method === 'POST' && url!.includes('git-receive-pack');
const asksToPush = ({ url, method }: IncomingMessage): boolean => method === 'GET' && url!.includes('git-receive-pack');

describe('exportToGitRepository when its process is killed', function () {
  this.timeout(600_000);

  let root: string;
  let server: GitServer;
  let environment: Record<string, string>;
  let quire: QuireProcess;
  let api: Api;
  let space: string;
  let order: object;

  const start = async (): Promise<void> => {
    quire = QuireProcess.start(environment);
    api = apiOf({ url: await quire.ready() }, QuireProcess.token(environment['DATA_DIR']!));
  };
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', join(root, 'docs.git'), ...args], { encoding: 'utf8' }).trimEnd();
  const tip = (): string => git('rev-parse', MAIN);
  const pageAt = async (path: string): Promise<any> =>
    must(await api.get(`/v1/spaces/${space}/content/path/${path}?format=markdown`), 200);
  const write = async (path: string, text: string): Promise<void> => {
    const { id } = await pageAt(path);
    must(
      await api.post(`/v1/spaces/${space}/content`, {
        changes: [{ operation: 'update_page', page: id, document: { markdown: text } }],
      }),
      200,
    );
  };

  before(async () => {
    root = temporaryFolder();
    server = await serveGit(root);
    environment = {
      DATA_DIR: join(temporaryFolder(), 'data'),
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      GIT_RETRY_MS: '10',
    };
    await start();
    const organization = must(await api.get('/v1/orgs'), 200).items[0].id;
    space = must(await api.post(`/v1/orgs/${organization}/spaces`, { title: 'Docs' }), 201).id;
    order = { url: `http://127.0.0.1:${server.port}/docs.git`, ref: MAIN, repoCacheID: 'c' };
    commitProject(join(root, 'docs.git'), PROJECT);
    must(await api.post(`/v1/spaces/${space}/git/import`, order), 204);
    expect(await waitForOperations(api, space)).to.include({ state: 'idle' });
  });
  after(async () => {
    server.intercept = undefined;
    await quire.end();
    server.close();
  });

  /** Checks that the repository has the content of the space in exactly one new commit, and that both sides know it. */
  const isThereOnce = async (before: string, texts: Readonly<Record<string, string>>): Promise<void> => {
    const info = await waitForOperations(api, space);
    expect(info.state, info.lastOperation.error).to.equal('idle');
    expect(info.lastOperation)
      .to.include({ kind: 'export', outcome: 'exported', commit: tip() })
      .and.not.have.any.keys('error', 'retryAt');
    expect(git('rev-list', '--count', `${before}..${MAIN}`)).to.equal('1');
    expect(git('rev-list', '--count', '--merges', MAIN)).to.equal('0');
    const names = Object.keys(texts)
      .map((path) => `${path}.md`)
      .sort();
    expect(git('diff', '--name-only', before, MAIN).split('\n').sort()).to.deep.equal(names);
    for (const [path, text] of Object.entries(texts)) {
      expect(git('show', `${MAIN}:${path}.md`)).to.equal(text);
      expect((await pageAt(path)).markdown).to.equal(text);
    }
    expect(info.synced.commit).to.equal(tip());
    const { revision } = must(await api.get(`/v1/spaces/${space}`), 200);
    must(await api.post(`/v1/spaces/${space}/git/export`, order), 204);
    expect((await waitForOperations(api, space)).lastOperation).to.include({ outcome: 'nothing' });
    must(await api.post(`/v1/spaces/${space}/git/import`, order), 204);
    expect((await waitForOperations(api, space)).lastOperation).to.include({ outcome: 'nothing' });
    expect(must(await api.get(`/v1/spaces/${space}`), 200).revision).to.equal(revision);
    expect(must(await api.get(`/v1/spaces/${space}/change-requests`), 200).count).to.equal(0);
  };

  /**
   * Moment at which the process is killed: receives each request, kills the process, and returns true for a request
   * that stays unanswered.
   */
  type Killer = (request: IncomingMessage, response: ServerResponse, kill: () => void) => boolean;
  const first = (which: (request: IncomingMessage) => boolean): Killer => {
    let isOver = false;
    return (request, _response, kill) => {
      if (isOver) return true;
      if (!which(request)) return false;
      isOver = true;
      kill();
      return true;
    };
  };
  /**
   * Kills after the server has the commit.
   *
   * @param answers number of API responses after that
   */
  const afterwards =
    (answers: number, isAnswered: boolean): Killer =>
    (request, response, kill) => {
      if (!isPush(request)) return false;
      const end = response.end.bind(response) as () => ServerResponse;
      if (!isAnswered) response.write = (() => true) as typeof response.write;
      response.end = (() => {
        if (isAnswered) end();
        void (async () => {
          for (let i = 0; i < answers; i++) await api.get(`/v1/spaces/${space}/git/info`).catch(() => undefined);
          kill();
        })();
        return response;
      }) as typeof response.end;
      return false;
    };

  const POINTS: readonly (readonly [string, () => Killer])[] = [
    ['when it asks what the branch has', () => first(({ url }) => url!.includes('git-upload-pack'))],
    ['when it has the branch and is about to push', () => first(asksToPush)],
    ['when it has sent the commit, and nobody took it', () => first(isPush)],
    ['when the server has the commit, and has not said so', () => afterwards(0, false)],
    ['when the server has just said that it has the commit', () => afterwards(0, true)],
    ['a moment later', () => afterwards(1, true)],
    ['some moments later', () => afterwards(4, true)],
  ];
  for (const [turn, [when, killer]] of POINTS.entries())
    it(`[A54] ${when}, the next process completes the export with exactly one commit`, async () => {
      const before = tip();
      const text = `# P${turn}\n\nTurn ${turn}.`;
      await write(`p${turn}`, text);
      const decide = killer();
      let killed: Promise<unknown> | undefined;
      const running = quire;
      const isKilled = new Promise<void>((resolve) => {
        server.intercept = (request, response) =>
          decide(request, response, () => {
            killed ??= running.end('SIGKILL');
            resolve();
          });
      });
      must(await api.post(`/v1/spaces/${space}/git/export`, order), 204);
      await isKilled;
      await killed;
      server.intercept = undefined;
      await start();
      await isThereOnce(before, { [`p${turn}`]: text });
    });

  it('creates no second commit beside a push of the killed process that the server still handles, whichever finishes first', async () => {
    for (const [turn, left] of (['before', 'after'] as const).entries()) {
      const before = tip();
      const path = `p${20 + turn}`;
      const text = `# P${20 + turn}\n\nLeft ${left}.`;
      await write(path, text);
      // The first push belongs to the killed process; the server has received all of it.
      const pushes: (() => Promise<void>)[] = [];
      let wake = (): void => {};
      const comes = (count: number): Promise<void> =>
        new Promise((resolve) => {
          wake = () => void (pushes.length >= count && resolve());
          wake();
        });
      server.intercept = (request, response) => {
        if (!isPush(request) || pushes.length === 2) return false;
        const { url, method, headers } = request;
        void buffer(request).then((body) => {
          const received = () => Object.assign(Readable.from([body]), { url, method, headers });
          // Output for a process that was killed is read by nobody, so the streams of the server may stay open.
          pushes.push(async () => void (await once(answer(root, received(), response), 'exit')));
          wake();
        });
        return true;
      };
      must(await api.post(`/v1/spaces/${space}/git/export`, order), 204);
      await comes(1);
      await quire.end('SIGKILL');
      await start();
      await comes(2);
      const [theirs, ours] = pushes as [() => Promise<void>, () => Promise<void>];
      for (const push of left === 'before' ? [theirs, ours] : [ours, theirs]) await push();
      server.intercept = undefined;
      await isThereOnce(before, { [path]: text });
    }
  });
});
