import { createHmac, randomBytes } from 'node:crypto';
import type http from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { apiFrom } from '../../support/accounts.ts';
import { onEveryBackend, temporaryFolder, type Backend } from '../../support/backends.ts';
import { waitForOperations, HOME, MAIN } from '../../support/git/git-imports.ts';
import { commitProject } from '../../support/git/git-project.ts';
import { SamlWorld } from '../../support/sso/saml-world.ts';
import { startMailServer, type MailServer } from '../../support/servers/mail-server.ts';
import { LOSSES, losingIn, type Loss } from '../../support/losses.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { until } from '../../support/until.ts';
import { apiOf, must, World, type Api, type Person } from '../../support/world.ts';
import { answer, git as runGit, serveGit, type GitServer } from '../../unit/adapters/git/git-server.ts';

const tipOf = (directory: string): string => runGit(directory, ['rev-parse', MAIN]);

interface Follow {
  readonly space: string;
  readonly repository: string;
  readonly webhook: { readonly url: string; readonly secret: string };
}

/** An instance with mail, a world, and a Git server with repositories. */
function gitWorld(backend: Backend) {
  const own = {} as { time: TimeTravel; world: World; server: GitServer; mail: MailServer; root: string; admin: Api };
  before(async () => {
    own.mail = await startMailServer();
    own.time = await TimeTravel.start(backend, {
      SMTP_URL: own.mail.url,
      SMTP_FROM: 'docs@quire.example',
      GIT_RETRY_MS: '1500',
    });
    own.root = temporaryFolder();
    own.server = await serveGit(own.root);
  });
  beforeEach(async () => {
    // The queue goes by the time of the machine.
    own.time.to(new Date().toISOString());
    own.world = await World.create(own.time.instance);
    own.admin = own.world.admin.api;
    own.server.intercept = undefined;
  });
  after(() => own.server.close());

  let number = 0;
  const newRepository = (): string => `docs-${++number}.git`;
  const plant = (repository: string, files: Record<string, string> = HOME): string =>
    commitProject(join(own.root, repository), files);
  const urlOf = (repository: string): string => `http://127.0.0.1:${own.server.port}/${repository}`;
  const infoOf = async (space: string): Promise<any> => must(await own.admin.get(`/v1/spaces/${space}/git/info`), 200);
  const followOf = async (space: string): Promise<any> =>
    must(await own.admin.get(`/v1/spaces/${space}/git/follow`), 200);
  const revisionOf = async (space: string): Promise<string> =>
    must(await own.admin.get(`/v1/spaces/${space}`), 200).revision;
  const eventsOf = async (action: string): Promise<any[]> =>
    must(await own.admin.get(`/v1/orgs/${own.world.organizationId}/audit-events?action=${action}`), 200).items;
  const imported = (space: string, commit: string): Promise<void> =>
    until(async () => {
      const { state, lastOperation } = await infoOf(space);
      return state === 'idle' && lastOperation?.commit === commit;
    });
  /** A space that follows a repository on the rights of a person, and has what it holds. */
  const following = async (person: Person): Promise<Follow> => {
    const repository = newRepository();
    const commit = plant(repository);
    const { id: space } = await own.world.space();
    const { webhook } = must(
      await person.api.put(`/v1/spaces/${space}/git/follow`, { url: urlOf(repository), ref: MAIN, interval: null }),
      200,
    );
    await imported(space, commit);
    return { space, repository, webhook };
  };
  const push = async ({ webhook }: Follow): Promise<number> => {
    const body = JSON.stringify({ ref: MAIN, after: randomBytes(20).toString('hex') });
    const signature = `sha256=${createHmac('sha256', webhook.secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-github-event': 'push', 'x-hub-signature-256': signature };
    return (await fetch(webhook.url, { method: 'POST', headers, body })).status;
  };
  /** Holds the requests of Git that `isHeld` picks, until they are released. */
  const hold = (
    isHeld: (request: http.IncomingMessage) => boolean,
  ): { readonly reached: Promise<void>; readonly release: () => void } => {
    const waiting: (() => void)[] = [];
    let reach = (): void => {};
    const reached = new Promise<void>((resolve) => (reach = resolve));
    own.server.intercept = (request, response) => {
      if (!isHeld(request)) return false;
      waiting.push(() => answer(own.root, request, response));
      reach();
      return true;
    };
    const release = (): void => {
      own.server.intercept = undefined;
      for (const each of waiting) each();
    };
    return { reached, release };
  };
  const countMails = (subject: string): number =>
    own.mail.mails.filter(
      ({ to, text }) => to.includes(own.world.admin.email) && text.replace(/\s+/g, ' ').includes(subject),
    ).length;
  const isPost = (request: http.IncomingMessage): boolean => request.method === 'POST';

  return {
    own,
    plant,
    newRepository,
    urlOf,
    infoOf,
    followOf,
    revisionOf,
    eventsOf,
    imported,
    following,
    push,
    hold,
    countMails,
    isPost,
  };
}

onEveryBackend('followGitBranch', (backend) => {
  const git = gitWorld(backend);
  const { own, plant, followOf, revisionOf, eventsOf, imported, following, push, hold, countMails } = git;
  /** Removes the right, restores what only hides the state, and answers the paused follow. */
  const pausedBy = async (loss: Loss, person: Person, follow: Follow): Promise<any> => {
    const restore = await losingIn(own.world, loss, person);
    expect(await push(follow)).to.equal(204);
    await until(
      async () =>
        (await own.time.instance.container.get(Tokens.Reads).gitFollows.get({ id: follow.space })).snapshot().paused !==
        null,
    );
    await restore();
    return followOf(follow.space);
  };

  for (const loss of LOSSES)
    it(`[A74] pauses, publishes nothing, and tells administrators once the follower ${loss.title}`, async function () {
      const person = await own.world.member('create');
      const follow = await following(person);
      const site = must(
        await own.admin.post(`/v1/orgs/${own.world.organizationId}/sites`, {
          title: 'Docs',
          spaces: [follow.space],
          visibility: 'public',
        }),
        201,
      );
      const { urls } = must(await own.admin.post(`/v1/orgs/${own.world.organizationId}/sites/${site.id}/publish`), 200);
      const published = async (): Promise<string> =>
        must(await apiOf(own.time.instance).get(`${new URL(urls.published).pathname}usage`), 200);
      const before = await revisionOf(follow.space);
      plant(follow.repository, { ...HOME, 'usage.md': '# Usage\n\nDefaced.\n' });

      const shown = await pausedBy(loss, person, follow);
      expect(shown.paused).to.include({ reason: loss.reason });
      expect(shown.paused.message).to.be.a('string');
      expect(await revisionOf(follow.space)).to.equal(before);
      expect(await published()).to.not.include('Defaced.');
      const [event] = await eventsOf('git-follow.paused');
      expect(event).to.deep.include({ payload: { reason: loss.reason, userId: person.userId }, space: follow.space });
      await until(() => countMails(`Following the branch ${MAIN}`) === 1);

      const requestCount = own.server.requests.length;
      expect(await push(follow), 'a delivery while paused').to.equal(204);
      expect(await eventsOf('git-follow.paused')).to.have.length(1);
      expect(own.server.requests.length).to.equal(requestCount);
    });

  it('[A74] resumes with the rights of the user who follows the branch again', async function () {
    const person = await own.world.member('create');
    const follow = await following(person);
    await pausedBy(LOSSES[0]!, person, follow);
    const commit = plant(follow.repository, { ...HOME, 'usage.md': '# Back\n' });
    const resumed = must(
      await own.admin.put(`/v1/spaces/${follow.space}/git/follow`, {
        url: git.urlOf(follow.repository),
        ref: MAIN,
        interval: null,
      }),
      200,
    );
    expect(resumed).to.include({ createdBy: own.world.admin.userId }).and.not.have.property('paused');
    await imported(follow.space, commit);
    const next = plant(follow.repository, { ...HOME, 'usage.md': '# Next\n' });
    expect(await push(follow)).to.equal(204);
    await imported(follow.space, next);
  });

  it('[A74] imports nothing when the follower is removed while a push is being read', async function () {
    const person = await own.world.member('create');
    const follow = await following(person);
    const before = await revisionOf(follow.space);
    plant(follow.repository, { ...HOME, 'usage.md': '# Defaced\n' });
    let posts = 0;
    // The first question is that of the look, the second that of the import.
    const { reached, release } = hold((request) => git.isPost(request) && ++posts === 2);
    await push(follow);
    await reached;
    await losingIn(own.world, LOSSES[0]!, person);
    release();
    const info = await waitForOperations(own.admin, follow.space);
    expect(info.state).to.equal('failed');
    expect(info.lastOperation.error).to.include('no longer has the required permission');
    expect(await revisionOf(follow.space)).to.equal(before);
    expect((await followOf(follow.space)).paused).to.include({ reason: 'permission-lost' });
    expect(await eventsOf('git-sync.import-stopped')).to.have.length(1);
    await until(() => countMails(`Following the branch ${MAIN}`) === 1);
  });

  it('[A74] continues under enforced SSO that the follower used, and pauses when the provider is deleted', async function () {
    const { world, time } = own;
    const saml = await SamlWorld.create(world, { defaultRole: 'create' });
    const { id: space } = await world.space();
    const repository = git.newRepository();
    const first = plant(repository);
    const member = await apiFrom(await saml.signIn(saml.someone()), world);
    const { webhook } = must(
      await member.put(`/v1/spaces/${space}/git/follow`, { url: git.urlOf(repository), ref: MAIN, interval: null }),
      200,
    );
    await imported(space, first);
    const follow = { space, repository, webhook };
    const enforce = async (sso: boolean): Promise<void> =>
      void must(await world.operator.patch(`/v1/instance/orgs/${world.organizationId}`, { sso }), 200);
    await enforce(true);
    const second = plant(repository, { ...HOME, 'usage.md': '# Second\n' });
    await push(follow);
    const stateOf = async () =>
      (await time.instance.container.get(Tokens.Reads).gitSyncs.get({ id: space })).snapshot();
    await until(async () => (await stateOf()).state === 'idle' && (await stateOf()).lastOperation?.commit === second);
    await enforce(false);
    must(await own.admin.delete(saml.api), 205);
    plant(repository, { ...HOME, 'usage.md': '# Third\n' });
    await push(follow);
    await until(async () => (await followOf(space)).paused !== undefined);
    expect((await followOf(space)).paused).to.include({ reason: 'identity-provider-deleted' });
    expect((await stateOf()).lastOperation?.commit).to.equal(second);
  });

  it('[A74] continues for a follower who keeps the right through a team when another grant is lost', async function () {
    const person = await own.world.member('read');
    const { id: team } = must(
      await own.admin.put(`/v1/orgs/${own.world.organizationId}/teams`, { title: 'Writers', members: [person.userId] }),
      201,
    );
    const repository = git.newRepository();
    const first = plant(repository);
    const { id: space } = await own.world.space();
    must(
      await own.admin.post(`/v1/spaces/${space}/permissions`, {
        role: 'create',
        teams: [team],
        users: [person.userId],
      }),
      204,
    );
    const { webhook } = must(
      await person.api.put(`/v1/spaces/${space}/git/follow`, { url: git.urlOf(repository), ref: MAIN, interval: null }),
      200,
    );
    await imported(space, first);
    must(await own.admin.delete(`/v1/spaces/${space}/permissions/users/${person.userId}`), 205);
    const second = plant(repository, { ...HOME, 'usage.md': '# Second\n' });
    await push({ space, repository, webhook });
    await imported(space, second);
    must(await own.admin.delete(`/v1/spaces/${space}/permissions/teams/${team}`), 205);
    plant(repository, { ...HOME, 'usage.md': '# Third\n' });
    await push({ space, repository, webhook });
    await until(async () => (await followOf(space)).paused !== undefined);
    expect((await git.infoOf(space)).lastOperation.commit).to.equal(second);
  });
});

for (const [operation, kind] of [
  ['importGitRepository', 'import'],
  ['exportToGitRepository', 'export'],
] as const)
  onEveryBackend(operation, (backend) => {
    const git = gitWorld(backend);
    const { own, plant, infoOf, revisionOf, eventsOf, hold, countMails } = git;

    for (const loss of LOSSES)
      it(`[A74] writes nothing, fails and tells administrators when the caller ${loss.title} while it runs`, async function () {
        const person = await own.world.member('create');
        const repository = git.newRepository();
        // An export to files of others would be refused for another reason.
        const commit = plant(repository, kind === 'import' ? HOME : { 'notes.txt': 'x' });
        const { id: space } = await own.world.space();
        must(
          await own.admin.post(`/v1/spaces/${space}/content`, {
            changes: [{ operation: 'insert_page', title: 'Ours', document: { markdown: 'Ours.' } }],
          }),
          200,
        );
        const before = await revisionOf(space);
        const { reached, release } = hold(() => true);
        must(await person.api.post(`/v1/spaces/${space}/git/${kind}`, { url: git.urlOf(repository), ref: MAIN }), 204);
        await reached;
        const restore = await losingIn(own.world, loss, person);
        release();
        const stopped = async (): Promise<boolean> => {
          const sync = await own.time.instance.container.get(Tokens.Reads).gitSyncs.get({ id: space });
          return sync.snapshot().state === 'failed';
        };
        await until(stopped);
        await restore();
        const { lastOperation } = await infoOf(space);
        expect(lastOperation.error).to.match(/^stopped: /);
        expect(await revisionOf(space)).to.equal(before);
        expect(tipOf(join(own.root, repository))).to.equal(commit);
        const [event] = await eventsOf(`git-sync.${kind}-stopped`);
        expect(event).to.deep.include({ payload: { reason: loss.reason, userId: person.userId }, space });
        await until(() => countMails(`The ${kind} of the branch ${MAIN}`) === 1);
      });

    it('[A74] does not begin when the caller lost the right while the job was queued', async function () {
      const person = await own.world.member('create');
      const repository = git.newRepository();
      plant(repository);
      const { id: space } = await own.world.space();
      own.server.intercept = (_request, response) => (response.writeHead(503).end(), true);
      must(await person.api.post(`/v1/spaces/${space}/git/${kind}`, { url: git.urlOf(repository), ref: MAIN }), 204);
      // A server that cannot be reached is asked again later: the operation waits in the queue.
      await until(async () => (await infoOf(space)).lastOperation.faults >= 1);
      await losingIn(own.world, LOSSES[0]!, person);
      own.server.intercept = undefined;
      const requestCount = own.server.requests.length;
      const info = await waitForOperations(own.admin, space);
      expect(info.lastOperation.error).to.match(/^stopped: /);
      expect(own.server.requests.length).to.equal(requestCount);
    });
  });
