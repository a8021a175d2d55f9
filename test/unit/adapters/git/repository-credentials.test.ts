import { expect } from 'chai';
import fs from 'node:fs';
import path from 'node:path';
import { GitError } from '../../../../src/ports/git/git-repositories.ts';
import { gitScene } from './git-scene.ts';
import type { GitServer } from './git-server.ts';

describe('ProgramGitRepositories for credentials', () => {
  const scene = gitScene();
  const { take, url, failure, everything } = scene;
  let dir: string;
  let server: GitServer;
  let head: string;
  before(() => void ({ dir, server, head } = scene));

  for (const isOld of [false, true])
    it(`reads with credentials${isOld ? ' from a server with an old protocol' : ''}, and keeps them off the disk and out of messages`, async () => {
      if (isOld) scene.speakOld();
      server.credentials = 'ann:s3:cr@t/ü';
      const withCredentials = url('ann:s3%3Acr%40t%2F%C3%BC@git.example');
      const snapshot = await take({ url: withCredentials, cacheId: 'space-1' });
      expect(snapshot.commit.oid).to.equal(head);
      expect(JSON.stringify({ url: snapshot.url, commit: snapshot.commit })).to.not.match(/s3/);
      const secrets = [
        Buffer.from('s3:cr@t'),
        Buffer.from('s3%3Acr'),
        Buffer.from(Buffer.from(server.credentials).toString('base64')),
      ];
      for (const file of everything())
        for (const secret of secrets) expect(fs.readFileSync(file).includes(secret), file).to.equal(false);
      fs.rmSync(path.join(dir, 'data'), { recursive: true });
    });

  it('distinguishes missing from wrong credentials, and shows neither', async () => {
    server.credentials = 'ann:right';
    expect(await failure(take()))
      .to.be.instanceOf(GitError)
      .and.include({ code: 'GIT_AUTH', category: 'invalid' });
    const wrong = await failure(take({ url: url('ann:wr0ng@git.example') }));
    expect(wrong).to.include({ code: 'GIT_AUTH' });
    expect(`${wrong.message} ${wrong.stack}`).to.not.include('wr0ng');
  });

  it('shows no credentials when the server fails', async () => {
    const fail: GitServer['intercept'] = (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(500).end();
      return true;
    };
    for (const set of [() => (server.intercept = fail), () => scene.speakOld(fail)]) {
      set();
      const error = await failure(take({ url: url('ann:s3cret@git.example') }));
      expect(error).to.be.instanceOf(GitError).and.include({ code: 'GIT_NETWORK' });
      expect(`${error.message} ${error.stack}`).to.not.match(/s3cret|YW5u/);
    }
  });

  it('[A43] passes no credentials to git, on the command line or in the environment', async () => {
    const seen = path.join(dir, 'seen.txt');
    const spy = path.join(dir, 'git-spy');
    fs.writeFileSync(spy, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${seen}'\nenv >> '${seen}'\nexec git "$@"\n`, {
      mode: 0o755,
    });
    server.credentials = 'ann:s3cret';
    await take({ url: url('ann:s3cret@git.example') }, { program: spy });
    expect(fs.readFileSync(seen, 'utf8'))
      .to.include('ls-remote')
      .and.include('fetch')
      .and.include('GIT_CONFIG_COUNT')
      .and.not.match(/s3cret|YW5u/);
  });
});
