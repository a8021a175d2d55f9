import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { serveGit } from '../unit/adapters/git/git-server.ts';
import { temporaryFolder } from '../support/backends.ts';
import { HOME, MAIN } from '../support/git/git-imports.ts';
import { commitProject } from '../support/git/git-project.ts';
import { apiOf, must } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';
import { poll } from '../support/until.ts';

const SECRET = 'f0ll0w-s3cr3t-w0rd';

describe('credentials of a followed branch', function () {
  it('are sent to the server, but never logged, returned or stored in plain text', async () => {
    const root = temporaryFolder();
    const server = await serveGit(root);
    const data = join(temporaryFolder(), 'data');
    const quire = QuireProcess.start({
      DATA_DIR: data,
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      GIT_RETRY_MS: '10',
      LOG_LEVEL: 'trace',
    });
    try {
      const api = apiOf({ url: await quire.ready() }, QuireProcess.token(data));
      const answers: unknown[] = [];
      const say = <T>(answer: T): T => (answers.push(answer), answer);
      const organization = must(await api.get('/v1/orgs'), 200).items[0].id;
      const { id } = must(await api.post(`/v1/orgs/${organization}/spaces`, { title: 'Docs' }), 201);
      const at = `/v1/spaces/${id}/git`;
      const until = async (isSo: (follow: any, info: any) => boolean): Promise<void> => {
        say(
          await poll(
            `the state of the followed branch as in ${isSo}`,
            async () => [must(await api.get(`${at}/follow`), 200), must(await api.get(`${at}/info`), 200)],
            ([follow, info]) => isSo(follow, info),
          ),
        );
      };
      const commit = commitProject(join(root, 'docs.git'), HOME);
      const input = {
        url: `http://ann:${SECRET}@127.0.0.1:${server.port}/docs.git`,
        ref: MAIN,
        repoTreeURL: `https://ann:${SECRET}@git.example/tree`,
        repoCommitURL: `https://ann:${SECRET}@git.example/c`,
      };

      server.credentials = 'ann:another';
      say(must(await api.put(`${at}/follow`, input), 200));
      await until(({ failure }) => failure !== undefined);
      server.credentials = `ann:${SECRET}`;
      say(must(await api.put(`${at}/follow`, input), 200));
      await until((_follow, { state, lastOperation }) => state === 'idle' && lastOperation?.commit === commit);
      say(must(await api.put(`${at}/follow`, { ...input, ref: 'main' }), 400));
      say(must(await api.put(`${at}/follow`, { ...input, url: `ext::ann:${SECRET}` }), 400));
      server.intercept = (_request, response) => (response.destroy(), true);
      must(await api.put(`${at}/follow`, input), 200);
      await until(({ failure }) => failure !== undefined);

      expect(
        server.requests.some(
          ({ headers }) => headers.authorization === `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`,
        ),
        'they were used',
      ).to.equal(true);
      expect(JSON.stringify(answers)).to.not.include(SECRET);
      await quire.end();
      expect(quire.stdout + quire.stderr)
        .to.include(id)
        .and.not.include(SECRET);
      const encoded = [SECRET, Buffer.from(`ann:${SECRET}`).toString('base64')];
      const holding = readdirSync(data, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
        .filter((file) => encoded.some((text) => readFileSync(file).includes(text)));
      expect(holding).to.deep.equal([]);
    } finally {
      server.close();
    }
  });
});
