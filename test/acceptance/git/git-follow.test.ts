import { createHmac, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { HOOK_LIMIT } from '../../../src/adapters/http/git/git-hooks.handlers.ts';
import { serveGit, type GitServer } from '../../unit/adapters/git/git-server.ts';
import { onEveryBackend, temporaryFolder } from '../../support/backends.ts';
import { gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { must, World, type Api } from '../../support/world.ts';
import { poll } from '../../support/until.ts';
import { join } from 'node:path';
import pg from 'pg';
import { Tokens } from '../../../src/composition/tokens.ts';
import { commitProject } from '../../support/git/git-project.ts';
import { TimeTravel } from '../../support/time-travel.ts';

type Sign = (secret: string, body: string) => Record<string, string>;
const mac = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex');
const GITHUB: Sign = (secret, body) => ({
  'x-github-event': 'push',
  'x-github-delivery': randomBytes(8).toString('hex'),
  'x-hub-signature-256': `sha256=${mac(secret, body)}`,
});
const GITEA: Sign = (secret, body) => ({ 'x-gitea-event': 'push', 'x-gitea-signature': mac(secret, body) });
const GITLAB: Sign = (secret) => ({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret });

onEveryBackend('following a branch', (backend) => {
  const git = gitImports(backend);
  const { plant, rewrite, urlOf } = git;
  let world: World;
  let api: Api;
  let server: GitServer;
  before(() => void ({ world, api, server } = git));

  const infoOf = async (id: string): Promise<any> => must(await api.get(`/v1/spaces/${id}/git/info`), 200);
  const followOf = async (id: string): Promise<any> => must(await api.get(`/v1/spaces/${id}/git/follow`), 200);
  const until = <T>(ask: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> =>
    poll(`the state as in ${isThere}`, ask, isThere);
  /** Once the commit was imported, whatever came of it. */
  const imported = (id: string, commit: string) =>
    until(
      () => infoOf(id),
      ({ state, lastOperation }) => state !== 'importing' && lastOperation?.commit === commit,
    );
  const follow = async (repository: string, body: object = {}, space?: { id: string }) => {
    const { id } = space ?? (await world.space());
    return {
      id,
      created: must(await api.put(`/v1/spaces/${id}/git/follow`, { url: urlOf(repository), ref: MAIN, ...body }), 200),
    };
  };
  /** A space that follows a new repository, and was brought to what it has. */
  const following = async (files: Record<string, string> = HOME) => {
    const { repository, commit } = plant(files);
    const { id, created } = await follow(repository);
    await imported(id, commit);
    return { id, repository, commit, webhook: created.webhook as { url: string; secret: string } };
  };
  const deliver = (url: string, headers: Record<string, string>, body: string): Promise<Response> =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const pushTo = (ref: string = MAIN): string => JSON.stringify({ ref, after: randomBytes(20).toString('hex') });
  const push = async (
    { url, secret }: { url: string; secret: string },
    sign: Sign = GITHUB,
    body = pushTo(),
  ): Promise<number> => (await deliver(url, sign(secret, body), body)).status;
  const write = async (id: string, path: string, markdown: string): Promise<void> => {
    const page = must(await api.get(`/v1/spaces/${id}/content/path/${path}`), 200);
    must(
      await api.post(`/v1/spaces/${id}/content`, {
        changes: [{ operation: 'update_page', page: page.id, document: { markdown } }],
      }),
      200,
    );
  };
  const textOf = async (id: string, path: string): Promise<string> =>
    must(await api.get(`/v1/spaces/${id}/content/path/${path}?format=markdown`), 200).markdown;

  describe('followGitBranch', () => {
    it('imports the branch at once, and shows the webhook secret once', async () => {
      const { repository, commit } = plant(HOME);
      server.credentials = 'ann:f0llow-s3cret';
      const { id, created } = await follow(repository, {
        url: urlOf(repository, 'ann:f0llow-s3cret'),
        interval: 60,
        repoCommitURL: 'https://git.example/c',
        gitInfo: { provider: 'github', url: 'https://github.com/acme/docs' },
      });
      expect(created).to.deep.include({
        object: 'git-follow',
        url: urlOf(repository),
        ref: MAIN,
        repoProjectDirectory: '',
        interval: 60,
        repoCommitURL: 'https://git.example/c',
      });
      expect(created.webhook.secret).to.match(/^[0-9a-f]{64}$/);
      expect(new URL(created.webhook.url).pathname).to.equal(`/hooks/git/${id}`);
      const info = await imported(id, commit);
      expect(info.lastOperation).to.include({ outcome: 'replaced' });
      expect(info).to.include({ repoName: 'acme/docs', installationProvider: 'github' });
      const shown = await until(
        () => followOf(id),
        ({ checkedAt }) => checkedAt !== undefined,
      );
      expect(shown).to.include({ commit }).and.not.have.property('failure');
      expect(shown.webhook).to.deep.equal({ url: created.webhook.url });
      expect(JSON.stringify([created, shown, info])).to.not.include('f0llow-s3cret');
    });

    it('imports pushes announced by webhooks of GitHub, GitLab and Gitea', async () => {
      const { id, repository, webhook } = await following();
      for (const sign of [GITHUB, GITLAB, GITEA]) {
        const { commit } = plant({ ...HOME, 'usage.md': `# Usage\n\n${randomBytes(4).toString('hex')}\n` }, repository);
        expect(await push(webhook, sign)).to.equal(204);
        expect((await imported(id, commit)).lastOperation).to.include({ outcome: 'replaced' });
      }
    });

    it('keeps edits of the space where the branch has nothing new, and merges what both have', async () => {
      const { id, repository, webhook } = await following();
      await write(id, 'usage', '# Usage\n\nOurs.\n');
      const before = await infoOf(id);
      const { checkedAt } = await followOf(id);
      expect(await push(webhook)).to.equal(204);
      await until(
        () => followOf(id),
        (now) => now.checkedAt !== checkedAt,
      );
      expect(await infoOf(id)).to.deep.equal(before);
      const { commit } = plant({ ...HOME, 'README.md': '# Home\n\nTheirs.\n' }, repository);
      await push(webhook);
      expect((await imported(id, commit)).lastOperation).to.include({ outcome: 'merged' });
      expect([await textOf(id, 'usage'), await textOf(id, 'readme')]).to.deep.equal([
        '# Usage\n\nOurs.\n',
        '# Home\n\nTheirs.\n',
      ]);
    });

    it('opens one change request for conflicts, however often the branch moves', async function () {
      const { id, repository, webhook } = await following();
      await write(id, 'usage', '\n# Usage\n\nOurs.\n');
      const commits = [];
      for (const text of ['One', 'Two', 'Three']) {
        const { commit } = plant({ ...HOME, 'usage.md': `# Usage\n\n${text}.\n` }, repository);
        await push(webhook);
        expect((await imported(id, commit)).lastOperation).to.include({ outcome: 'conflicts' });
        commits.push(commit);
      }
      const { items } = must(await api.get(`/v1/spaces/${id}/change-requests`), 200);
      expect(items).to.have.length(1);
      expect(
        must(
          await api.get(`/v1/spaces/${id}/change-requests/${items[0].number}/content/path/usage?format=markdown`),
          200,
        ).markdown,
      ).to.include('Three.');
      expect(await textOf(id, 'usage')).to.include('Ours.');
    });

    it('continues after the history of the branch was rewritten', async () => {
      const { id, repository, webhook } = await following();
      await write(id, 'usage', '# Usage\n\nOurs.\n');
      const { commit } = rewrite({ ...HOME, 'README.md': '# Other history\n' }, repository);
      await push(webhook);
      expect((await imported(id, commit)).lastOperation).to.include({ outcome: 'merged' });
      expect([await textOf(id, 'usage'), await textOf(id, 'readme')]).to.deep.equal([
        '# Usage\n\nOurs.\n',
        '# Other history\n',
      ]);
    });

    it('accepts signed webhook deliveries once each, and answers all others like unknown spaces', async function () {
      const { id, webhook } = await following();
      const unknown = webhook.url.replace(id, '0'.repeat(20));
      const noFollow = webhook.url.replace(id, (await world.space()).id);
      const body = pushTo();
      const answers = [];
      for (const [url, headers] of [
        [webhook.url, GITHUB('wrong', body)],
        [webhook.url, GITLAB('', body)],
        [webhook.url, GITEA(`${webhook.secret}0`, body)],
        [webhook.url, { ...GITHUB(webhook.secret, `${body} `) }],
        [webhook.url, {}],
        [unknown, GITHUB(webhook.secret, body)],
        [noFollow, GITHUB(webhook.secret, body)],
        [webhook.url.replace(id, '..%2f..'), GITHUB(webhook.secret, body)],
      ] as const) {
        const response = await deliver(url, headers, body);
        const { error } = (await response.json()) as any;
        answers.push([response.status, error.message]);
      }
      expect(new Set(answers.map(String)).size, answers.join()).to.equal(1);
      expect(answers[0]![0]).to.equal(401);
      expect((await fetch(webhook.url)).status).to.equal(405);

      const looks = () => server.requests.filter(({ url = '' }) => url.includes('/info/refs')).length;
      const { checkedAt } = await followOf(id);
      expect(await push(webhook, GITHUB, body)).to.equal(204);
      const once = await until(
        () => followOf(id),
        (now) => now.checkedAt !== checkedAt,
      );
      const looksBefore = looks();
      expect(await push(webhook, GITHUB, body), 'again').to.equal(204);
      expect(await push(webhook, GITEA, body), 'in another guise').to.equal(204);
      for (const other of [pushTo('refs/heads/other'), pushTo('refs/tags/v1'), 'nonsense', '[]', 'null', '{"ref":3}'])
        expect(await push(webhook, GITHUB, other), other).to.equal(204);
      expect(await push(webhook, (secret, text) => ({ ...GITHUB(secret, text), 'x-github-event': 'ping' }))).to.equal(
        204,
      );
      expect(await push(webhook)).to.equal(204);
      await until(
        () => followOf(id),
        (now) => now.checkedAt !== once.checkedAt,
      );
      expect(looks() - looksBefore, 'only the last one was followed').to.be.at.most(2);
    });

    it('[A55] reads no webhook delivery beyond its limit', async () => {
      const { webhook } = await following();
      const body = (length: number): string => pushTo().padEnd(length);
      expect(await push(webhook, GITHUB, body(HOOK_LIMIT))).to.equal(204);
      expect(await push(webhook, GITHUB, body(HOOK_LIMIT + 1))).to.equal(413);
    });

    it('imports once at a time, and once more after any number of pushes', async function () {
      const { id, repository, webhook } = await following();
      const started = async (): Promise<number> =>
        must(await api.get(`/v1/orgs/${world.organizationId}/audit-events?action=git-sync.import-started&limit=1`), 200)
          .count;
      const before = await started();
      let requestCount = 0;
      const waiting: (() => void)[] = [];
      // The first question is that of the look, the second that of the import, which waits for its answer.
      server.intercept = (request, response) => {
        if (request.method !== 'POST' || ++requestCount !== 2) return false;
        waiting.push(() => (request.resume(), response.writeHead(503).end()));
        return true;
      };
      plant({ ...HOME, 'usage.md': '# One\n' }, repository);
      await push(webhook);
      await until(
        async () => waiting.length,
        (count) => count > 0,
      );
      expect(await infoOf(id)).to.include({ state: 'importing' });
      for (let i = 0; i < 20; i++) expect(await push(webhook)).to.equal(204);
      const { commit } = plant({ ...HOME, 'usage.md': '# Last\n' }, repository);
      for (let i = 0; i < 20; i++) expect(await push(webhook)).to.equal(204);
      expect((await started()) - before, 'while one runs').to.equal(1);
      for (const release of waiting) release();
      await imported(id, commit);
      expect(await textOf(id, 'usage')).to.equal('# Last\n');
      // What was pushed meanwhile is looked at once more, and is there already.
      await until(
        () => followOf(id),
        (now) => now.commit === commit,
      );
      expect((await started()) - before, 'for forty pushes').to.be.within(1, 2);
    });
  });

  describe('getGitFollow', () => {
    it('shows why the branch or the repository is not found, until it is back', async () => {
      const { id, repository, commit, webhook } = await following();
      const content = must(await api.get(`/v1/spaces/${id}`), 200).revision;
      git.removeBranch(repository);
      await push(webhook);
      const { failure } = await until(
        () => followOf(id),
        (now) => now.failure !== undefined,
      );
      expect(failure).to.include({ times: 1 });
      expect(failure.error).to.include('no such branch');
      server.intercept = (_request, response) => (response.writeHead(404).end(), true);
      await push(webhook);
      const gone = await until(
        () => followOf(id),
        (now) => now.failure?.times === 2,
      );
      expect(gone.failure.error).to.include('does not lead to a Git repository');
      expect(gone.failure.since).to.equal(failure.since);
      expect(must(await api.get(`/v1/spaces/${id}`), 200).revision).to.equal(content);
      server.intercept = undefined;
      const back = plant({ ...HOME, 'usage.md': '# Back\n' }, repository);
      expect(back.commit).to.not.equal(commit);
      await push(webhook);
      await imported(id, back.commit);
      expect(
        await until(
          () => followOf(id),
          (now) => now.failure === undefined,
        ),
      ).to.include({ commit: back.commit });
    });
  });

  describe('rotateGitFollowSecret', () => {
    it('[A55] accepts the old secret beside the new one for a day', async () => {
      const { id, webhook } = await following();
      const rotated = must(await api.post(`/v1/spaces/${id}/git/follow/secret`), 200).webhook;
      expect(rotated.secret).to.not.equal(webhook.secret);
      expect(Date.parse(rotated.oldSecretUntil) - Date.now()).to.be.within(23 * 3_600_000, 24 * 3_600_000);
      for (const secret of [webhook.secret, rotated.secret]) expect(await push({ ...webhook, secret })).to.equal(204);
      const last = must(await api.post(`/v1/spaces/${id}/git/follow/secret`), 200).webhook;
      expect(await push(webhook)).to.equal(401);
      for (const secret of [rotated.secret, last.secret]) expect(await push({ ...webhook, secret })).to.equal(204);
    });
  });

  describe('deleteGitFollow', () => {
    it('[A41] ends the following, and all of it is for those who may trigger imports', async () => {
      const { id, repository, webhook } = await following();
      const at = `/v1/spaces/${id}/git/follow`;
      const reader = await world.member('review');
      for (const refused of [
        reader.api.get(at),
        reader.api.put(at, { url: urlOf(repository), ref: MAIN }),
        reader.api.post(`${at}/secret`),
        reader.api.delete(at),
      ])
        must(await refused, 403);
      for (const [body, field] of [
        [{ url: 'ext::sh -c x' }, 'url'],
        [{ ref: 'main' }, 'ref'],
        [{ interval: 59 }, 'interval'],
        [{ interval: 86_401 }, 'interval'],
        [{ repoProjectDirectory: '../x' }, 'repoProjectDirectory'],
      ] as [object, string][]) {
        expect(
          must(await api.put(at, { url: urlOf(repository), ref: MAIN, ...body }), 400).error.issues[0].path,
        ).to.equal(field);
      }
      const changed = must(await api.put(at, { url: urlOf(repository), ref: MAIN, interval: null }), 200);
      expect(changed).to.include({ interval: null });
      expect(changed.webhook).to.not.have.property('secret');
      expect(await push(webhook), 'the secret stays').to.equal(204);
      must(await api.delete(at), 205);
      must(await api.delete(at), 204);
      must(await api.get(at), 404);
      expect(await push(webhook)).to.equal(401);
    });
  });
});

const SECOND = 1_000;

onEveryBackend('branches that are polled', (backend) => {
  let time: TimeTravel;
  let world: World;
  let api: Api;
  let server: GitServer;
  let root: string;
  before(async () => {
    time = await TimeTravel.start(backend);
    world = await World.create(time.instance);
    api = world.admin.api;
    root = temporaryFolder();
    server = await serveGit(root);
  });
  after(() => server.close());

  const until = async (id: string, isSo: (info: any, follow: any) => boolean): Promise<any> => {
    const [, follow] = await poll(
      `the state of the followed branch as in ${isSo}`,
      async () => [
        must(await api.get(`/v1/spaces/${id}/git/info`), 200),
        must(await api.get(`/v1/spaces/${id}/git/follow`), 200),
      ],
      ([info, follow]) => isSo(info, follow),
    );
    return follow;
  };
  const imported = (id: string, commit: string) =>
    until(
      id,
      ({ state, lastOperation }, follow) =>
        state === 'idle' && lastOperation?.commit === commit && follow.commit === commit,
    );
  /** Asks the queue of the database; that in memory nobody can ask. */
  const queryQueue = async <T extends object>(sql: string, id: string): Promise<readonly T[]> => {
    const client = new pg.Client({ connectionString: time.database });
    await client.connect();
    try {
      return (await client.query<T>(sql, [`git-follow ${id} %`])).rows;
    } finally {
      await client.end();
    }
  };
  /** When the next looks of the chain are due, in seconds from now. */
  const due = async (id: string): Promise<readonly number[]> =>
    (await queryQueue<{ at: Date }>('SELECT run_at AS at FROM graphile_worker.jobs WHERE key LIKE $1', id)).map(
      ({ at }) => Math.round((at.getTime() - Date.parse(time.now)) / SECOND),
    );
  /** Does the look that is due, as the queue does: it takes it off. */
  const look = async (id: string): Promise<void> => {
    if (time.database !== undefined)
      expect(
        await queryQueue('SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE $1', id),
      ).to.have.length(1);
    const { generation } = (await time.instance.container.get(Tokens.Reads).gitFollows.get({ id })).snapshot();
    await time.run('follow-git-branch', { spaceId: id, generation, repeats: true });
  };
  const isNext = async (id: string, seconds: number, why: string): Promise<void> => {
    if (time.database !== undefined) expect(await due(id), why).to.deep.equal([seconds]);
  };

  describe('followGitBranch', () => {
    it('imports each new commit of a polled branch, and polls less often while imports fail', async function () {
      const { id } = await world.space();
      const repository = join(root, 'docs.git');
      const first = commitProject(repository, HOME);
      must(
        await api.put(`/v1/spaces/${id}/git/follow`, {
          url: `http://127.0.0.1:${server.port}/docs.git`,
          ref: MAIN,
          interval: 60,
        }),
        200,
      );
      await imported(id, first);
      await isNext(id, 60, 'after the first look');

      for (const text of ['One', 'Two']) {
        const commit = commitProject(repository, { ...HOME, 'usage.md': `# ${text}\n` });
        time.later(60 * SECOND);
        await look(id);
        expect(await imported(id, commit)).to.include({ checkedAt: time.now });
        await isNext(id, 60, text);
      }
      const at = time.later(60 * SECOND);
      const { revision } = must(await api.get(`/v1/spaces/${id}`), 200);
      await look(id);
      expect(await until(id, ({ state }) => state === 'idle'), 'a look at what did not move').to.include({
        checkedAt: at,
      });
      expect(must(await api.get(`/v1/spaces/${id}`), 200).revision).to.equal(revision);

      server.intercept = (_request, response) => (response.writeHead(503).end(), true);
      for (const [times, seconds] of [
        [1, 120],
        [2, 240],
        [3, 480],
      ] as const) {
        time.later(60 * SECOND);
        await look(id);
        expect(must(await api.get(`/v1/spaces/${id}/git/follow`), 200).failure).to.include({ times });
        await isNext(id, seconds, `failed ${times} times`);
      }
      server.intercept = undefined;
      const last = commitProject(repository, { ...HOME, 'usage.md': '# Back\n' });
      await look(id);
      expect(await imported(id, last)).to.not.have.property('failure');
      await isNext(id, 60, 'it is back');
    });
  });

  describe('deleteGitFollow', () => {
    it('ends the polling, as other settings do', async () => {
      const { id } = await world.space();
      const commit = commitProject(join(root, 'other.git'), HOME);
      const settings = { url: `http://127.0.0.1:${server.port}/other.git`, ref: MAIN };
      must(await api.put(`/v1/spaces/${id}/git/follow`, { ...settings, interval: 60 }), 200);
      await imported(id, commit);
      const { generation } = (await time.instance.container.get(Tokens.Reads).gitFollows.get({ id })).snapshot();
      must(await api.put(`/v1/spaces/${id}/git/follow`, { ...settings, interval: 90 }), 200);
      await until(id, (_info, { checkedAt }) => checkedAt !== undefined);
      const requests = server.requests.length;
      await time.run('follow-git-branch', { spaceId: id, generation, repeats: true });
      expect(server.requests.length, 'under settings that were changed').to.equal(requests);
      must(await api.delete(`/v1/spaces/${id}/git/follow`), 205);
      await time.run('follow-git-branch', { spaceId: id, generation, repeats: true });
      expect(server.requests.length, 'when it is not followed').to.equal(requests);
    });
  });
});
