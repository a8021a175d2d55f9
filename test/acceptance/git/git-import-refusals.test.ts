import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { GitServer } from '../../unit/adapters/git/git-server.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { codes, waitForOperations, gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { apiOf, must, type Api, type World } from '../../support/world.ts';

onEveryBackend('requests that importGitRepository refuses', (backend) => {
  const git = gitImports(backend);
  const { plant, urlOf, start, run, spaceNow } = git;
  let world: World;
  let api: Api;
  let server: GitServer;
  before(() => void ({ world, api, server } = git));

  describe('importGitRepository', () => {
    it('[A41] refuses what only Git would take for an address or a branch, and runs nothing', async () => {
      const space = await world.space();
      for (const url of [
        'ext::sh -c touch% /tmp/x',
        'EXT::sh',
        'ssh://git@git.example/x',
        'git@git.example:x',
        '-uhttp://x/y',
        '--upload-pack=touch',
        'http://',
        'docs',
        'ftp://git.example/x',
        'http://git.example/x\n--y',
        'http://git.example/x?y',
        'http://a b/',
        'javascript:alert(1)',
      ]) {
        const refused = must(await api.post(`/v1/spaces/${space.id}/git/import`, { url, ref: MAIN }), 400);
        expect(
          refused.error.issues.map(({ path }: any) => path),
          url,
        ).to.deep.equal(['url']);
      }
      for (const ref of [
        'main',
        'refs/tags/v1',
        'refs/heads/',
        '--upload-pack=x',
        'refs/heads/-x',
        'refs/heads/x\n--y',
        'refs/heads/x:refs/heads/y',
        'refs/heads/a..b',
        'refs/heads/x y',
        'refs/heads/HEAD',
        `refs/heads/${'x'.repeat(300)}`,
      ]) {
        const refused = must(await start(space.id, 'none.git', { ref }), 400);
        expect(
          refused.error.issues.map(({ path }: any) => path),
          ref,
        ).to.deep.equal(['ref']);
      }
      expect(
        must(await api.post(`/v1/spaces/${space.id}/git/import`, {}), 400).error.issues.map(({ path }: any) => path),
      ).to.deep.equal(['url', 'ref']);
      for (const [field, value] of Object.entries({
        timestamp: 'yesterday',
        force: 'yes',
        repoTreeURL: 'javascript:alert(1)',
        repoCommitURL: 'x',
        repoCacheID: '',
        standalone: 1,
        gitInfo: { provider: 'sourceforge' },
      })) {
        const refused = must(await start(space.id, 'none.git', { [field]: value }), 400);
        expect(refused.error.issues[0].path.split('.')[0]).to.equal(field);
      }
      expect(server.requests).to.have.length(0);
      must(await api.get(`/v1/spaces/${space.id}/git/info`), 404);
    });

    it('[A41] reaches no private address, however it is written, nor by a redirect', async () => {
      const space = await world.space();
      for (const host of [
        '10.0.0.1',
        '169.254.169.254',
        '[::1]',
        '[::ffff:a00:1]',
        '[fd00::1]',
        '167772161',
        '012.0.0.1',
        '0xa.0.0.1',
        '192.168.1.1:3000',
        '0.0.0.0',
      ]) {
        for (const scheme of ['http', 'HTTPS']) {
          const refused = must(
            await api.post(`/v1/spaces/${space.id}/git/import`, { url: `${scheme}://${host}/x.git`, ref: MAIN }),
            400,
          );
          expect(refused.error.issues, host).to.have.length(1);
          expect(refused.error.issues[0]).to.include({ path: 'url' });
        }
      }
      server.intercept = (_request, response) => (
        response.writeHead(302, { Location: 'http://169.254.169.254/latest/info/refs?service=git-upload-pack' }).end(),
        true
      );
      const info = await run(space.id, 'x.git');
      expect(info).to.include({ state: 'failed' });
      expect(info.lastOperation.error).to.include('not on the public internet');
    });

    it('names what is wrong with the repository, and leaves the space as it was', async () => {
      const { repository } = plant(HOME);
      execFileSync('git', ['init', '--quiet', '--bare', join(git.root, 'new.git')]);
      const space = await world.space();
      const before = await run(space.id, repository);
      for (const [body, words] of [
        [{ url: urlOf('none.git') }, 'does not lead to a Git repository'],
        [{ ref: 'refs/heads/none' }, 'no such branch'],
        [{ url: urlOf('new.git') }, 'the repository is empty'],
        [{ url: 'http://127.0.0.1:1/x.git' }, 'could not be reached'],
      ] as const) {
        const info = await run(space.id, repository, body);
        expect(info.state).to.equal('failed');
        expect(info.lastOperation.error).to.include(words);
        expect(info).to.include({ url: before.url, updatedAt: before.updatedAt });
      }
      expect((await spaceNow(space.id)).revision).to.equal(before.lastOperation.revision);
      expect(await run(space.id, repository)).to.include({ state: 'idle' });
    });

    it('follows no symbolic link out of the repository, and reports what it skipped', async () => {
      const { repository } = plant({
        ...HOME,
        'SUMMARY.md': '* [Home](README.md)\n* [Passwords](passwords.md)\n* [Missing](missing.md)\n',
        'passwords.md': { symlink: '/etc/passwd' },
        '.gitbook/assets/shadow.png': { symlink: '../../../../etc/shadow' },
        'vendor/lib': { submodule: '1'.repeat(40) },
        '.github/workflows/run.yml': 'on: push\n',
        'hooks/post-checkout': '#!/bin/sh\n',
        '.gitbook/assets/big.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`,
        'back\\slash.md': 'x',
        'bell\u0007.md': 'x',
      });
      const space = await world.space();
      const info = await run(space.id, repository);
      expect(info.state).to.equal('idle');
      expect(codes(info)).to.include.members([
        'symlink-skipped',
        'submodule-skipped',
        'path-refused',
        'missing-file',
        'unlisted-files',
        'file-elsewhere',
      ]);
      const refused = info.lastOperation.report
        .filter(({ code }: any) => code === 'path-refused')
        .map(({ path }: any) => path);
      expect(refused).to.have.members(['back\\slash.md', 'bell\u0007.md']);
      expect(info.lastOperation).to.include({ files: 0 });
    });

    it('sends credentials to their own server and to nobody else', async () => {
      const { repository } = plant(HOME);
      const space = await world.space();
      const secret = `s3cr3t-${randomBytes(6).toString('hex')}`;
      const answers: string[] = [];
      const watch = async (answer: Promise<any>) =>
        answers.push(JSON.stringify(await answer.then(({ body, headers }) => [body, [...headers]])));
      server.credentials = `ann:${secret}`;
      for (const credentials of [`ann:${secret}`, `${secret}:wrong`, `ann:${secret}%ff`, `${secret}`]) {
        const gitInfo = { url: `https://x:${secret}@git.example/acme/docs` };
        await watch(
          start(space.id, '', {
            url: urlOf(repository, credentials),
            gitInfo,
            repoCommitURL: `https://${secret}@git.example/c`,
            repoTreeURL: `https://${secret}@git.example/t`,
          }),
        );
        await waitForOperations(api, space.id);
        await watch(api.get(`/v1/spaces/${space.id}/git/info`));
        await watch(api.get(`/v1/spaces/${space.id}`));
      }
      expect(
        server.requests.some(
          ({ headers }) => headers.authorization === `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`,
        ),
      ).to.equal(true);
      expect(answers.join('\n'))
        .to.include('acme/docs')
        .and.include('credentials')
        .and.not.include(secret)
        .and.not.include(Buffer.from(`:${secret}`).toString('base64').slice(4, 20));
    });
  });

  describe('getSpaceGitInfo', () => {
    it('shows the state to readers, while importing is for those who may trigger it', async () => {
      const { repository } = plant(HOME);
      const space = await world.space();
      const path = `/v1/spaces/${space.id}/git`;
      const body = { url: urlOf(repository), ref: MAIN };
      for (const role of ['read', 'comment', 'edit', 'review'] as const) {
        const member = await world.member(role);
        must(await member.api.post(`${path}/import`, body), 403);
        expect(must(await member.api.get(`${path}/info`), 404).error.message).to.equal('Git sync not found');
      }
      for (const outsider of [await world.stranger(), await world.member(null)]) {
        expect(must(await outsider.api.post(`${path}/import`, body), 404)).to.have.nested.property(
          'error.message',
          'space not found',
        );
        must(await outsider.api.get(`${path}/info`), 404);
      }
      must(await (await world.readOnly(world.admin)).post(`${path}/import`, body), 403);
      must(await apiOf(world.instance).post(`${path}/import`, body), 401);
      expect(server.requests).to.have.length(0);
      must(await (await world.member('create')).api.post(`${path}/import`, body), 204);
      must(await (await world.member('read')).api.get(`${path}/info`), 200);
      expect(await waitForOperations(api, space.id)).to.include({ state: 'idle' });
    });
  });
});
