import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { GitError } from '../../../../src/ports/git/git-repositories.ts';
import { gitScene, MAIN } from './git-scene.ts';
import { RepositoryBuilder } from './git-server.ts';
import type { GitServer } from './git-server.ts';

describe('ProgramGitRepositories for addresses', () => {
  const scene = gitScene();
  const { take, url, failure } = scene;
  let dir: string;
  let server: GitServer;
  let planted: RepositoryBuilder;
  let head: string;
  before(() => void ({ dir, server, planted, head } = scene));

  it('follows a redirect to the repository, without the credentials if the origin changes', async () => {
    server.intercept = (request, response) => {
      if (!request.url?.startsWith('/moved')) return false;
      response
        .writeHead(301, { Location: url('other.example') + (request.url as string).slice('/moved'.length) })
        .end();
      return true;
    };
    expect((await take({ url: url('ann:s3cret@git.example', 'moved') })).commit.oid).to.equal(head);
    expect(
      server.requests.map(({ headers }) => [headers.host?.split(':')[0], headers.authorization !== undefined]),
    ).to.deep.equal([['git.example', true], ...server.requests.slice(1).map(() => ['other.example', false])]);
  });

  for (const isOld of [false, true])
    it(`refuses a first or later redirect to a private network${isOld ? ', also from a server with an old protocol' : ''}`, async () => {
      server.intercept = (_request, response) => (
        response.writeHead(302, { Location: 'http://169.254.169.254/info/refs?service=git-upload-pack' }).end(),
        true
      );
      expect(await failure(take())).to.include({ code: 'GIT_REFUSED' });
      server.requests.length = 0;
      let inside = 0;
      const target = net.createServer((socket) => (inside++, socket.destroy()));
      await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
      const lead: GitServer['intercept'] = (request, response) => {
        if (request.method === 'GET' && server.requests.length < 2) return false; // The first request passes, later ones are redirected.
        response
          .writeHead(302, {
            Location: `http://127.0.0.1:${(target.address() as net.AddressInfo).port}/info/refs?service=git-upload-pack`,
          })
          .end();
        return true;
      };
      if (isOld) scene.speakOld(lead);
      else server.intercept = lead;
      expect(await failure(take())).to.be.instanceOf(GitError);
      expect(server.requests).to.have.length(2);
      target.close();
      expect(inside).to.equal(0);
    });

  it('restricts git to the checked address, independent of the name resolution of the system', async () => {
    expect(
      spawnSync('git', ['ls-remote', url()], { env: { PATH: process.env.PATH, GIT_TERMINAL_PROMPT: '0' } }).status,
    ).to.not.equal(0);
    expect((await take({ url: url('GIT.example.') })).commit.oid).to.equal(head);
    scene.speakOld();
    expect((await take({ url: url('GIT.example.') })).commit.oid).to.equal(head);
  });

  it('[A38] resolves a name once for all requests, so that it cannot turn to a private network', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const rebinding = () =>
      new UndiciGuardedFetch({
        allowPrivateNetworks: ['127.0.0.0/8'],
        resolver: async () => answers.shift() ?? ['10.0.0.1'],
      });
    expect((await take({}, { web: rebinding() })).commit.oid).to.equal(head);
    expect(server.requests).to.have.length(4);
    expect(answers).to.have.length(1);
    expect(await failure(take({}, { web: rebinding() }))).to.include({ code: 'GIT_REFUSED' });
  });

  it('[A38] checks the address again before it pushes', async () => {
    let address = '127.0.0.1';
    const web = new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'], resolver: async () => [address] });
    const draft = await (await scene.repositories({ web })).draft({ url: url(), ref: MAIN });
    address = '10.0.0.1';
    expect(await failure(draft.push(head))).to.include({ code: 'GIT_REFUSED' });
    await draft.dispose();
  });

  it('[A38] follows no alternates of a dumb server', async () => {
    let inside = 0;
    const target = net.createServer((socket) => (inside++, socket.destroy()));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const alternates = `http://127.0.0.1:${(target.address() as net.AddressInfo).port}/objects\n`;
    server.intercept = (request, response) => {
      if (request.url!.includes('/info/refs')) response.end(`${head}\t${MAIN}\n`);
      else if (request.url!.endsWith('alternates')) response.end(alternates);
      else response.writeHead(404).end();
      return true;
    };
    expect(await failure(take())).to.be.instanceOf(GitError);
    target.close();
    expect(inside).to.equal(0);
  });

  for (const address of [
    'http://127.0.0.1:1/x',
    'http://localhost/x',
    'http://[::ffff:7f00:1]/x',
    'http://2130706433/x',
    'http://169.254.169.254/x',
    'http://inside.example/x',
  ]) {
    it(`refuses to read from ${address}`, async () => {
      const closed = new UndiciGuardedFetch({ resolver: async () => ['10.0.0.1'] });
      expect(await failure(take({ url: address }, { web: closed })))
        .to.be.instanceOf(GitError)
        .and.include({ code: 'GIT_REFUSED' });
    });
  }

  for (const [what, request] of [
    ['ext::', { url: `ext::sh -c touch%20${os.tmpdir()}/quire-pwned` }],
    ['EXT::', { url: 'EXT::sh' }],
    ['ssh', { url: 'ssh://git@git.example/x' }],
    ['scp-like', { url: 'git@git.example:x' }],
    ['an option', { url: '--upload-pack=touch /tmp/x' }],
    ['-u', { url: '-uhttp://x/y' }],
    ['a newline in the ref', { ref: 'refs/heads/x\n--upload-pack=y' }],
    ['an option as ref', { ref: '--upload-pack=x' }],
    ['a refspec', { ref: 'refs/heads/x:refs/heads/y' }],
    ['a tag', { ref: 'refs/tags/v1' }],
  ] as const) {
    it(`rejects ${what} before anything runs`, async () => {
      expect(await failure(take(request, { program: '/nonexistent/git' }))).to.be.instanceOf(Invalid);
      expect(server.requests).to.have.length(0);
    });
  }

  it('rejects protocols that are not configured', async () => {
    expect(await failure(take({ url: `file://${planted.dir}` }, { protocols: ['http', 'https'] }))).to.be.instanceOf(
      Invalid,
    );
    expect(await failure(take({}, { protocols: ['https'] }))).to.be.instanceOf(Invalid);
  });

  it('reads local repositories only in the configured folders, with symbolic links resolved', async () => {
    const fileRoots = [path.join(dir, 'srv')];
    const file = (at: string) => `file://${encodeURI(at)}`;
    expect((await take({ url: file(planted.dir) }, { fileRoots })).commit.oid).to.equal(head);
    const outside = new RepositoryBuilder(path.join(dir, 'outside.git'));
    outside.commit(outside.tree([{ path: 'secret', text: 's' }]));
    fs.symlinkSync(outside.dir, path.join(dir, 'srv', 'link.git'));
    fs.mkdirSync(path.join(dir, 'srv-too'));
    for (const at of [
      outside.dir,
      path.join(dir, 'srv', 'link.git'),
      `${dir}/srv/../outside.git`,
      `${dir}/srv/%2e%2e/outside.git`.replace('%', '%'),
      path.join(dir, 'srv-too'),
      '/nonexistent',
      '/etc',
    ]) {
      expect(await failure(take({ url: `file://${at}` }, { fileRoots })), at).to.include({ code: 'GIT_REFUSED' });
    }
    expect(await failure(take({ url: file(planted.dir) }, {}))).to.include({ code: 'GIT_REFUSED' });
    expect(await failure(take({ url: file(path.join(dir, 'srv', 'none.git')) }, { fileRoots }))).to.include({
      code: 'GIT_NOT_FOUND',
    });
    expect(await failure(take({ url: file(path.join(dir, 'srv')) }, { fileRoots }))).to.include({
      code: 'GIT_NOT_FOUND',
    });
  });
});
