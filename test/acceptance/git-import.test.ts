import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { serveGit, type GitServer } from '../unit/adapters/git/git-server.ts';
import { atTheEnd, onEveryBackend, temporaryFolder, testEnvironment } from '../support/backends.ts';
import { plantProject, type Planted } from '../support/git-project.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';

const MAIN = 'refs/heads/main';
const HOME = { 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n* [Usage](usage.md)\n', 'usage.md': '---\ndescription: How\n---\n\n# Usage\n' };

/** Waits until no operation runs any more. */
async function ended(api: Api, spaceId: string): Promise<any> {
  for (;;) {
    const info = must(await api.get(`/v1/spaces/${spaceId}/git/info`), 200);
    if (info.state !== 'importing') return info;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

onEveryBackend('Git import', (backend) => {
  let world: World;
  let root: string;
  let server: GitServer;
  let api: Api;

  before(async () => {
    world = await World.create(await backend.instance());
    api = world.admin.api;
    root = temporaryFolder();
    server = await serveGit(root);
  });
  after(() => server.close());
  beforeEach(() => {
    server.intercept = undefined;
    server.credentials = undefined;
    server.requests.length = 0;
  });

  let number = 0;
  const plant = (files: Record<string, Planted>, repository = `docs-${++number}.git`) => ({ repository, commit: plantProject(join(root, repository), files) });
  const urlOf = (repository: string, credentials?: string) => `http://${credentials === undefined ? '' : `${credentials}@`}127.0.0.1:${server.port}/${repository}`;
  const start = (spaceId: string, repository: string, body: object = {}) => api.post(`/v1/spaces/${spaceId}/git/import`, { url: urlOf(repository), ref: MAIN, ...body });
  const run = async (spaceId: string, repository: string, body: object = {}) => {
    must(await start(spaceId, repository, body), 204);
    return ended(api, spaceId);
  };
  const spaceNow = async (id: string) => must(await api.get(`/v1/spaces/${id}`), 200);
  const codes = (info: any): string[] => info.lastOperation.report.map(({ code }: any) => code);

  /** Keeps what the server sends waiting until told to go on. */
  const hold = () => {
    let release = (): void => {};
    const held = new Promise<void>((arrived) => {
      const waiting: (() => void)[] = [];
      let isOpen = false;
      server.intercept = (request, response) => {
        if (isOpen || request.method !== 'POST') return false;
        const passOn = () => {
          if (!response.destroyed) response.destroy();
        };
        waiting.push(passOn);
        arrived();
        return true;
      };
      release = () => {
        isOpen = true;
        for (const each of waiting) each();
      };
    });
    return { held, release: () => release() };
  };

  it('brings a branch into the space as one revision, with the official client', async () => {
    const { repository, commit } = plant(HOME);
    const space = await world.space();
    const { client } = world.admin;
    expect((await client.spaces.getSpaceGitInfo(space.id)).data).to.deep.equal({ state: 'idle' });
    expect(space).to.not.have.property('gitSync');

    const started = await client.spaces.importGitRepository(space.id, { url: urlOf(repository), ref: MAIN, repoCommitURL: 'https://git.example/docs/commit/', gitInfo: { provider: 'github', url: 'https://github.com/acme/docs' } });
    expect(started.status).to.equal(204);
    const info = await ended(api, space.id);
    const { state, lastOperation, ...facts } = info;
    expect(state).to.equal('idle');
    expect(lastOperation).to.deep.include({ kind: 'import', url: urlOf(repository), ref: MAIN, commit, pages: 2, files: 0, report: [] });
    expect(Date.parse(lastOperation.finishedAt)).to.be.at.least(Date.parse(lastOperation.startedAt));
    expect(facts).to.deep.include({ repoName: 'acme/docs', installationProvider: 'github', url: 'https://github.com/acme/docs' });

    const now = await spaceNow(space.id);
    expect(now.gitSync).to.deep.equal(facts);
    expect(now.revision).to.equal(lastOperation.revision).and.not.equal(space.revision);
    expect((await client.spaces.getSpaceById(space.id)).data.gitSync).to.deep.equal(facts);
    const listed = must(await api.get(`/v1/orgs/${world.organizationId}/spaces`), 200).items.find(({ id }: any) => id === space.id);
    expect(listed.gitSync).to.deep.equal(facts);
  });

  it('shows what was imported over the API: text byte for byte, places in Git, references', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEElEQVR42mNk+M9QzwAFAAkPAQH6Yh3zAAAAAElFTkSuQmCC', 'base64');
    const { repository, commit } = plant({
      'README.md': '---\ndescription: "Where to start"\nunknown: 1\n---\r\n\r\n# Home\r\n\r\n![](.gitbook/assets/a%20b.png) [Usage](guide/usage.md)\r\n',
      'guide/usage.md': '# Usage\n', '.gitbook/assets/a b.png': png, '.gitbook/vars.yaml': 'version: 3\n', '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind.\n',
      'SUMMARY.md': '# T\n\n* [Home](README.md)\n\n## Guide\n\n* [Usage](guide/usage.md "Use")\n* [Elsewhere](https://example.org/)\n',
    });
    const space = await world.space();
    const { lastOperation } = await run(space.id, repository, { repoCommitURL: 'https://git.example/docs/commit/' });
    expect(lastOperation).to.include({ pages: 4, files: 1 });

    const { client } = world.admin;
    const { data: revision } = await client.spaces.getCurrentRevision(space.id);
    expect(revision).to.deep.include({
      id: lastOperation.revision, type: 'edits', parents: [space.revision], variables: { version: 3 },
      git: { oid: commit, message: 'Write', createdByService: false, url: `https://git.example/docs/commit/${commit}`, ref: MAIN },
    });
    expect(revision.reusableContents).to.have.length(1);
    const [home, group] = revision.pages;
    expect(home).to.deep.include({ title: 'Home', path: 'readme', description: 'Where to start' });
    expect(home.git.path).to.equal('README.md');
    expect(group.pages.map(({ title, type, path }: any) => [title, type, path])).to.deep.equal([['Usage', 'document', 'guide/usage'], ['Elsewhere', 'link', undefined]]);
    const { data: page } = await client.spaces.getPageById(space.id, home.id, { format: 'markdown' });
    expect(page.markdown).to.equal('\r\n# Home\r\n\r\n![](.gitbook/assets/a%20b.png) [Usage](guide/usage.md)\r\n');
    const [file] = (await client.spaces.listFiles(space.id)).data.items;
    expect(file).to.deep.include({ name: 'a b.png', contentType: 'image/png', size: png.length, dimensions: { width: 3, height: 2 } });
    expect(file.git.path).to.equal('.gitbook/assets/a b.png');
    expect(Buffer.from(await (await fetch(file.downloadURL)).arrayBuffer()).equals(png)).to.equal(true);
  });

  it('keeps the ids of pages, so that links and open change requests survive the next import', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    await run(space.id, repository);
    const pagesNow = async () => must(await api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages;
    const [home, usage] = await pagesNow();
    const { number: request } = must(await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Usage' }), 201);
    must(await api.post(`/v1/spaces/${space.id}/change-requests/${request}/content`, { changes: [{ operation: 'update_page', page: usage.id, icon: 'book' }] }), 200);

    plant({ 'README.md': '# Home\n', 'SUMMARY.md': '* [Start](README.md)\n* [New](new.md)\n* [Usage](how/usage.md)\n', 'how/usage.md': HOME['usage.md'], 'new.md': '# New\n' }, repository);
    await run(space.id, repository);
    expect((await pagesNow()).map(({ id, title, path }: any) => [id, title, path]).filter(([, title]: any) => title !== 'New')).to.deep.equal([[home.id, 'Start', 'readme'], [usage.id, 'Usage', 'usage']]);
    const merged = must(await api.post(`/v1/spaces/${space.id}/change-requests/${request}/merge`), 200);
    expect(merged.result).to.equal('merge');
    expect((await pagesNow())[2]).to.include({ id: usage.id, icon: 'book', title: 'Usage' });
  });

  it('makes no revision where the commit is there already, and one where there is a new commit', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const first = await run(space.id, repository);
    const again = await run(space.id, repository);
    expect(again.lastOperation.revision).to.equal(first.lastOperation.revision);
    expect((await spaceNow(space.id)).revision).to.equal(first.lastOperation.revision);
    const { commit } = plant({ ...HOME, 'usage.md': '# Usage\n\nmore\n' }, repository);
    const third = await run(space.id, repository, { repoCacheID: 'cache' });
    expect(third.lastOperation.commit).to.equal(commit);
    expect((await spaceNow(space.id)).revision).to.equal(third.lastOperation.revision).and.not.equal(first.lastOperation.revision);
  });

  it('reads a project directory only', async () => {
    const { repository } = plant({ 'README.md': '# Outer\n', 'docs/en/README.md': '# Inner\n', 'docs/en/SUMMARY.md': '* [Inner](README.md)\n' });
    const space = await world.space();
    expect((await run(space.id, repository, { repoProjectDirectory: './docs/en/' })).lastOperation).to.include({ pages: 1 });
    const failed = await run(space.id, repository, { repoProjectDirectory: 'docs/fr' });
    expect(failed).to.include({ state: 'failed' });
    expect(failed.lastOperation.error).to.include('docs/fr');
    for (const repoProjectDirectory of ['../docs', 'docs/../..', 'a\nb', 'docs/.git', 'a\\b']) {
      const refused = must(await start(space.id, repository, { repoProjectDirectory }), 400);
      expect(refused.error.issues[0].path).to.equal('repoProjectDirectory');
    }
  });

  it('reads folders of this machine that the operator opened, and no others', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    must(await start(space.id, '', { url: `file://${join(root, repository)}` }), 204);
    expect(await ended(api, space.id)).to.include({ state: 'idle', repoName: repository.replace('.git', '') });
    for (const url of ['file:///etc', 'file:///', 'file:///nonexistent', `file://${root}/../../../etc`, 'file://host/etc']) {
      const refused = must(await api.post(`/v1/spaces/${space.id}/git/import`, { url, ref: MAIN }), 400);
      expect(refused.error.issues[0].path, url).to.equal('url');
    }
  });

  it('refuses what only Git would take for an address or a branch, and runs nothing', async () => {
    const space = await world.space();
    for (const url of ['ext::sh -c touch% /tmp/x', 'EXT::sh', 'ssh://git@git.example/x', 'git@git.example:x', '-uhttp://x/y', '--upload-pack=touch', 'http://', 'docs', 'ftp://git.example/x', 'http://git.example/x\n--y', 'http://git.example/x?y', 'http://a b/', 'javascript:alert(1)']) {
      const refused = must(await api.post(`/v1/spaces/${space.id}/git/import`, { url, ref: MAIN }), 400);
      expect(refused.error.issues.map(({ path }: any) => path), url).to.deep.equal(['url']);
    }
    for (const ref of ['main', 'refs/tags/v1', 'refs/heads/', '--upload-pack=x', 'refs/heads/-x', 'refs/heads/x\n--y', 'refs/heads/x:refs/heads/y', 'refs/heads/a..b', 'refs/heads/x y', 'refs/heads/HEAD', `refs/heads/${'x'.repeat(300)}`]) {
      const refused = must(await start(space.id, 'none.git', { ref }), 400);
      expect(refused.error.issues.map(({ path }: any) => path), ref).to.deep.equal(['ref']);
    }
    expect(must(await api.post(`/v1/spaces/${space.id}/git/import`, {}), 400).error.issues.map(({ path }: any) => path)).to.deep.equal(['url', 'ref']);
    for (const [field, value] of Object.entries({ timestamp: 'yesterday', force: 'yes', repoTreeURL: 'javascript:alert(1)', repoCommitURL: 'x', repoCacheID: '', standalone: 1, gitInfo: { provider: 'sourceforge' } })) {
      const refused = must(await start(space.id, 'none.git', { [field]: value }), 400);
      expect(refused.error.issues[0].path.split('.')[0]).to.equal(field);
    }
    expect(server.requests).to.have.length(0);
    expect(must(await api.get(`/v1/spaces/${space.id}/git/info`), 200)).to.deep.equal({ state: 'idle' });
  });

  it('reaches no address inside, however it is written, nor by a redirect', async () => {
    const space = await world.space();
    for (const host of ['10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:a00:1]', '[fd00::1]', '167772161', '012.0.0.1', '0xa.0.0.1', '192.168.1.1:3000', '0.0.0.0']) {
      for (const scheme of ['http', 'HTTPS']) {
        const refused = must(await api.post(`/v1/spaces/${space.id}/git/import`, { url: `${scheme}://${host}/x.git`, ref: MAIN }), 400);
        expect(refused.error.issues, host).to.have.length(1);
        expect(refused.error.issues[0]).to.include({ path: 'url' });
      }
    }
    server.intercept = (_request, response) => (response.writeHead(302, { Location: 'http://169.254.169.254/latest/info/refs?service=git-upload-pack' }).end(), true);
    const info = await run(space.id, 'x.git');
    expect(info).to.include({ state: 'failed' });
    expect(info.lastOperation.error).to.include('not on the public internet');
  });

  it('says what is wrong with the repository, and leaves the space as it was', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const before = await run(space.id, repository);
    for (const [body, words] of [
      [{ url: urlOf('none.git') }, 'no Git repository'],
      [{ ref: 'refs/heads/none' }, 'no such branch'],
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

  it('takes one import at a time, and moves the head only at the end', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const { held, release } = hold();
    must(await start(space.id, repository), 204);
    await held;
    expect(must(await start(space.id, repository), 409).error.message).to.include('importing already');
    expect(must(await api.get(`/v1/spaces/${space.id}/git/info`), 200)).to.include({ state: 'importing' });
    expect(await spaceNow(space.id)).to.include({ revision: space.revision }).and.not.have.property('gitSync');
    release();
    await ended(api, space.id);
    expect(await run(space.id, repository)).to.include({ state: 'idle' });
  });

  it('lets exactly one of many who start at once', async () => {
    const { repository } = plant(HOME);
    for (const space of [await world.space(), await world.space()]) {
      const { release } = hold();
      const statuses = (await Promise.all(Array.from({ length: 8 }, () => start(space.id, repository)))).map(({ status }) => status);
      expect(statuses.sort()).to.deep.equal([204, 409, 409, 409, 409, 409, 409, 409]);
      release();
      await ended(api, space.id);
    }
  });

  it('makes a standalone revision beside the primary content', async () => {
    const { repository, commit } = plant(HOME);
    const space = await world.space();
    const info = await run(space.id, repository, { standalone: true });
    expect(info.lastOperation).to.include({ commit });
    expect(info.lastOperation.revision).to.be.a('string').and.not.equal(space.revision);
    expect(await spaceNow(space.id)).to.include({ revision: space.revision }).and.not.have.property('gitSync');
  });

  it('follows events in their order, unless forced', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const first = await run(space.id, repository, { timestamp: '2026-03-01T12:00:00+02:00' });
    plant({ ...HOME, 'usage.md': '# Other\n' }, repository);
    const late = await run(space.id, repository, { timestamp: '2026-03-01T09:59:59Z' });
    expect(late).to.deep.equal(first);
    const same = await run(space.id, repository, { timestamp: '2026-03-01T10:00:00Z' });
    expect(same.lastOperation.commit).to.not.equal(first.lastOperation.commit);
    plant(HOME, repository);
    const forced = await run(space.id, repository, { timestamp: '2026-01-01T00:00:00Z', force: true });
    expect(forced.lastOperation.commit).to.not.equal(same.lastOperation.commit);
    expect((await spaceNow(space.id)).revision).to.equal(forced.lastOperation.revision);
  });

  it('is for those who may trigger it; others see the state or nothing', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const path = `/v1/spaces/${space.id}/git`;
    const body = { url: urlOf(repository), ref: MAIN };
    for (const role of ['read', 'comment', 'edit', 'review'] as const) {
      const member = await world.member(role);
      must(await member.api.post(`${path}/import`, body), 403);
      must(await member.api.get(`${path}/info`), 200);
    }
    for (const outsider of [await world.stranger(), await world.member(null)]) {
      expect(must(await outsider.api.post(`${path}/import`, body), 404)).to.have.nested.property('error.message', 'space not found');
      must(await outsider.api.get(`${path}/info`), 404);
    }
    must(await (await world.readOnly(world.admin)).post(`${path}/import`, body), 403);
    must(await apiOf(world.instance).post(`${path}/import`, body), 401);
    expect(server.requests).to.have.length(0);
    must(await (await world.member('create')).api.post(`${path}/import`, body), 204);
    expect(await ended(api, space.id)).to.include({ state: 'idle' });
  });

  it('follows no link out of the repository, and says what it left out', async () => {
    const { repository } = plant({
      ...HOME, 'SUMMARY.md': '* [Home](README.md)\n* [Passwords](passwords.md)\n* [Missing](missing.md)\n', 'passwords.md': { symlink: '/etc/passwd' }, '.gitbook/assets/shadow.png': { symlink: '../../../../etc/shadow' },
      'vendor/lib': { submodule: '1'.repeat(40) }, 'back\\slash.md': 'x', 'bell\u0007.md': 'x',
    });
    const space = await world.space();
    const info = await run(space.id, repository);
    expect(info.state).to.equal('idle');
    expect(codes(info)).to.include.members(['symlink-skipped', 'submodule-skipped', 'path-refused', 'missing-file', 'unlisted-files']);
    const refused = info.lastOperation.report.filter(({ code }: any) => code === 'path-refused').map(({ path }: any) => path);
    expect(refused).to.have.members(['back\\slash.md', 'bell\u0007.md']);
    expect(info.lastOperation).to.include({ files: 0 });
  });

  it('makes the best of broken projects', async () => {
    const space = await world.space();
    const broken: Record<string, Record<string, Planted>> = {
      nothing: { 'LICENSE': 'x' },
      'no summary': { 'README.md': '# A\n', 'b/c.md': '# C\n' },
      'an empty summary': { 'README.md': '# A\n', 'SUMMARY.md': '' },
      'a summary of nonsense': { 'README.md': '# A\n', 'SUMMARY.md': Buffer.concat([Buffer.from('\ufeff# T\r\n\r\n* [A](README.md\r\n      * [B](nope.md)\r\n* [](x.md)\r\n```yaml\r\n: : :\r\n'), Buffer.from([0xff, 0xfe, 0])]) },
      'two pages of one slug': { 'README.md': '# A\n', 'a.md': '# A\n', 'A/README.md': '# A\n', 'SUMMARY.md': '* [A](README.md)\n* [A](a.md)\n* [A](A/README.md)\n' },
      'broken front matter': { 'README.md': '---\nicon: [\n---\n# A\n', 'SUMMARY.md': '* [A](README.md)\n' },
      'broken settings': { '.gitbook.yaml': 'root: ../..\nstructure: 3\n', 'README.md': '# A\n' },
      'deep nesting': { 'README.md': '# A\n', 'a.md': '', 'SUMMARY.md': Array.from({ length: 200 }, (_, i) => `${' '.repeat(2 * i)}* [L${i}](x${i}.md)`).join('\n') },
    };
    for (const [what, files] of Object.entries(broken)) {
      const info = await run(space.id, plant(files).repository);
      expect(info.state, `${what}: ${info.lastOperation.error}`).to.equal('idle');
      expect(info.lastOperation.report, what).to.not.deep.equal([]);
    }
  });

  it('shows credentials to the server that they are for, and to nobody else', async () => {
    const { repository } = plant(HOME);
    const space = await world.space();
    const secret = `s3cr3t-${randomBytes(6).toString('hex')}`;
    const answers: string[] = [];
    const watch = async (answer: Promise<any>) => answers.push(JSON.stringify(await answer.then(({ body, headers }) => [body, [...headers]])));
    server.credentials = `ann:${secret}`;
    for (const credentials of [`ann:${secret}`, `${secret}:wrong`, `ann:${secret}%ff`, `${secret}`]) {
      const gitInfo = { url: `https://x:${secret}@git.example/acme/docs` };
      await watch(start(space.id, '', { url: urlOf(repository, credentials), gitInfo, repoCommitURL: `https://${secret}@git.example/c`, repoTreeURL: `https://${secret}@git.example/t` }));
      await ended(api, space.id);
      await watch(api.get(`/v1/spaces/${space.id}/git/info`));
      await watch(api.get(`/v1/spaces/${space.id}`));
    }
    expect(server.requests.some(({ headers }) => headers.authorization === `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`)).to.equal(true);
    expect(answers.join('\n')).to.include('acme/docs').and.include('credentials').and.not.include(secret).and.not.include(Buffer.from(`:${secret}`).toString('base64').slice(4, 20));
  });

  if (backend.name === 'memory') return;

  describe('across processes', () => {
    const instanceOn = async (databaseUrl: string, environment: Record<string, string>): Promise<Instance> => {
      const instance = await startInstance(readConfig({ ...environment, DATABASE_URL: databaseUrl }), { welcome: false, drainMs: 500 });
      atTheEnd(() => instance.stop());
      return instance;
    };

    it('goes on where it was cut off, with credentials that were never stored in clear', async function () {
      this.timeout(60_000);
      const { repository, commit } = plant(HOME);
      const databaseUrl = (await backend.database())!;
      const environment = testEnvironment();
      const first = await instanceOn(databaseUrl, environment);
      const own = await World.create(first);
      const space = await own.space();
      server.credentials = 'ann:kept-s3cr3t';
      const { held, release } = hold();
      must(await own.admin.api.post(`/v1/spaces/${space.id}/git/import`, { url: urlOf(repository, 'ann:kept-s3cr3t'), ref: MAIN }), 204);
      await held;
      const everything = await dump(databaseUrl);
      expect(everything).to.include('import-git-repository').and.include(space.id).and.not.include('kept-s3cr3t');
      await first.stop();

      const second = await instanceOn(databaseUrl, environment);
      const again = apiOf(second, own.admin.token);
      expect(must(await again.get(`/v1/spaces/${space.id}`), 200).revision).to.equal(space.revision);
      release();
      const info = await ended(again, space.id);
      expect(info).to.include({ state: 'idle' });
      expect(info.lastOperation).to.include({ commit, pages: 2 });
      expect(must(await again.get(`/v1/spaces/${space.id}`), 200).revision).to.equal(info.lastOperation.revision);
      expect(await dump(databaseUrl)).to.not.include('kept-s3cr3t');
      await second.stop();
    });
  });
});

/** Every row of every table, as text. */
async function dump(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
    const texts = [];
    for (const { name } of rows) texts.push(name, ...(await client.query(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row));
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
