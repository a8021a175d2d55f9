import { expect } from 'chai';
import fs from 'node:fs';
import path from 'node:path';
import { GitError } from '../../../../src/ports/git/git-repositories.ts';
import { until } from '../../../support/until.ts';
import { gitScene } from './git-scene.ts';
import { git, type GitServer } from './git-server.ts';

describe('ProgramGitRepositories for limits', () => {
  const scene = gitScene();
  const { repositories, take, url, all, failure, everything } = scene;
  let dir: string;
  let server: GitServer;
  let head: string;
  before(() => void ({ dir, server, head } = scene));

  it('reports a missing repository, branch or server', async () => {
    expect(await failure(take({ url: url('git.example', 'none.git') }))).to.include({ code: 'GIT_NOT_FOUND' });
    expect(await failure(take({ ref: 'refs/heads/none' }))).to.include({ code: 'GIT_REF_MISSING' });
    expect(await failure(take({ url: 'http://127.0.0.1:1/x' }))).to.include({
      code: 'GIT_NETWORK',
      category: 'unavailable',
    });
    server.intercept = (_request, response) => (
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<html>a page</html>'),
      true
    );
    expect(await failure(take())).to.include({ code: 'GIT_NOT_FOUND' });
    server.intercept = (_request, response) => (response.writeHead(503).end(), true);
    expect(await failure(take())).to.include({ code: 'GIT_NETWORK' });
    expect(everything()).to.deep.equal([]);
  });

  it('tells an empty repository from one without the branch', async () => {
    const folder = path.join(dir, 'srv', 'none-yet.git');
    fs.mkdirSync(folder);
    git(folder, ['init', '--quiet', '--bare', '--initial-branch=main']);
    const empty = { url: url('git.example', 'none-yet.git') };
    const tipOf = async (ref: string, of: object = {}) => (await repositories()).tip({ url: url(), ref, ...of });
    for (const failed of [await failure(take(empty)), await failure(tipOf('refs/heads/main', empty))])
      expect(failed).to.include({ code: 'GIT_REF_MISSING', message: 'the repository is empty and has no such branch' });
    for (const failed of [await failure(take({ ref: 'refs/heads/none' })), await failure(tipOf('refs/heads/none'))])
      expect(failed).to.include({ code: 'GIT_REF_MISSING', message: 'the repository has no such branch' });
    // The second list, of all branches, is not answered.
    let lists = 0;
    server.intercept = (request, response) => {
      if (!request.url!.includes('info/refs') || ++lists < 2) return false;
      response.writeHead(503).end();
      return true;
    };
    expect(await failure(take(empty))).to.include({ message: 'the repository has no such branch' });
    expect(lists).to.equal(2);
  });

  it('enforces the limits of entries, file size and repository size exactly', async () => {
    expect(await all((await take({}, { maxEntries: 8 })).list())).to.have.length(8);
    expect(await failure(take({}, { maxEntries: 7 }).then((snapshot) => all(snapshot.list())))).to.include({
      code: 'GIT_REFUSED',
    });
    const big = async (maxFileBytes: number) => {
      const snapshot = await take({}, { maxFileBytes });
      return all(snapshot.read([(await all(snapshot.list())).find(({ path: at }) => at === 'big.bin')?.oid as string]));
    };
    expect(await big(200_000)).to.have.length(1);
    expect(await failure(big(199_999))).to.include({ code: 'GIT_REFUSED' });
    expect(await failure(take({}, { maxBytes: 100 }))).to.include({ code: 'GIT_REFUSED' });
    scene.speakOld();
    expect(await failure(take({}, { maxBytes: 100 }))).to.include({ code: 'GIT_REFUSED' });
  });

  it('gives up on a silent server and when aborted, leaving no process', async () => {
    for (const isOld of [false, true]) {
      const answering = (intercept: NonNullable<GitServer['intercept']>) =>
        isOld ? scene.speakOld(intercept) : void (server.intercept = intercept);
      answering((request) => request.method === 'POST');
      for (const limit of [{ timeoutMs: 700 }, { idleTimeoutMs: 300 }])
        expect(await failure(take({}, limit)))
          .to.be.instanceOf(GitError)
          .and.include({ code: 'GIT_TIMEOUT' });
      const stop = new AbortController();
      answering((request) => (request.method === 'POST' ? (stop.abort(), true) : false));
      expect(await failure(take({}, {}, stop.signal))).to.include({ code: 'GIT_TIMEOUT' });
    }
    expect(await failure(take({}, {}, AbortSignal.abort()))).to.include({ code: 'GIT_TIMEOUT' });
    expect(everything()).to.deep.equal([]);
    if (process.platform === 'linux') await until(() => running('git', path.join(dir, 'data')).length === 0);
  });

  it('gives up on endless lists of branches and on endless packs', async () => {
    const endless = (head: string, type: string): NonNullable<GitServer['intercept']> => {
      return (request, response) => {
        if (type === 'result' ? request.method !== 'POST' : request.method !== 'GET') return false;
        response.writeHead(200, { 'Content-Type': `application/x-git-upload-pack-${type}` }).write(head);
        const line = `003f${'1'.repeat(40)} refs/heads/main-x\n`.repeat(1000);
        const more = () => {
          while (!response.destroyed && response.write(line));
        };
        response.on('drain', more);
        more();
        return true;
      };
    };
    for (const intercept of [endless('', 'result'), endless(`001e# service=git-upload-pack\n0000`, 'advertisement')]) {
      server.intercept = intercept;
      expect(await failure(take())).to.include({ code: 'GIT_REFUSED' });
    }
    expect(everything()).to.deep.equal([]);
  });

  /** Lists processes whose command line contains all of these words. */
  const running = (...words: readonly string[]): string[] =>
    fs
      .readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .filter((pid) => {
        try {
          const said = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          return (
            words.every((word) => said.includes(word)) &&
            !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
          );
        } catch {
          return false;
        }
      });

  it('leaves no process when the server disconnects while a reader starts', async function () {
    if (process.platform !== 'linux') return this.skip();
    const left = () => running('git', path.join(dir, 'data'));
    let posts = 0;
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || ++posts < 2) return false;
      setTimeout(() => response.destroy(), 50);
      return true;
    };
    expect(await failure(take({ cacheId: 'soon' }))).to.include({ code: 'GIT_NETWORK' });
    await until(() => left().length === 0);
    server.intercept = undefined;
    await (await take({ cacheId: 'soon' })).dispose();
    await until(() => left().length === 0);
  });

  it('[A42] runs no hooks and reads no configuration but its own', async () => {
    const traps = path.join(dir, 'traps');
    const sprung = path.join(dir, 'sprung');
    fs.mkdirSync(traps);
    fs.writeFileSync(
      path.join(traps, '.gitconfig'),
      `[core]\n\tfsmonitor = touch ${sprung}\n[credential]\n\thelper = "!touch ${sprung}; :"\n[url "http://127.0.0.1:1/"]\n\tinsteadOf = http://\n[init]\n\ttemplateDir = ${traps}\n`,
    );
    const kept = { ...process.env };
    Object.assign(process.env, {
      HOME: traps,
      GIT_DIR: '/nonexistent',
      GIT_CONFIG_GLOBAL: path.join(traps, '.gitconfig'),
      GIT_CONFIG_PARAMETERS: "'http.proxy=http://127.0.0.1:1'",
      http_proxy: 'http://127.0.0.1:1',
      GIT_SSH_COMMAND: `touch ${sprung}`,
      GIT_ASKPASS: traps,
      GIT_TRACE: path.join(dir, 'trace'),
    });
    try {
      server.credentials = 'ann:pw';
      expect((await take({ url: url('ann:pw@git.example') })).commit.oid).to.equal(head);
      expect(await failure(take())).to.include({ code: 'GIT_AUTH' });
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
      Object.assign(process.env, kept);
    }
    expect(fs.existsSync(sprung)).to.equal(false);
    expect(fs.existsSync(path.join(dir, 'trace'))).to.equal(false);
  });

  it('deletes leftovers of a killed process at start', async () => {
    const left = path.join(dir, 'data', 'git', 'work', 'left');
    fs.mkdirSync(left, { recursive: true });
    const old = path.join(dir, 'data', 'git', 'cache', 'old.0');
    fs.mkdirSync(old, { recursive: true });
    fs.utimesSync(old, 1000, 1000);
    await repositories();
    expect(fs.existsSync(left)).to.equal(false);
    expect(fs.existsSync(old)).to.equal(false);
  });
});
