import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { backends, temporaryFolder } from '../support/backends.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

/** Addresses of answers that a restored instance must give again. */
async function recordedPaths(api: Api): Promise<string[]> {
  const paths = ['/v1/user', '/v1/orgs', '/v1/instance/users'];
  for (const { id: org } of must(await api.get('/v1/orgs'), 200).items) {
    paths.push(
      ...['', '/members', '/teams', '/spaces', '/collections', '/sites', '/audit-events', '/openapi'].map(
        (part) => `/v1/orgs/${org}${part}`,
      ),
    );
    paths.push(`/v1/orgs/${org}/search?query=quire`);
    for (const { id: site } of must(await api.get(`/v1/orgs/${org}/sites`), 200).items)
      paths.push(
        ...['', '/structure', '/site-spaces', '/published'].map((part) => `/v1/orgs/${org}/sites/${site}${part}`),
      );
    for (const { id: space } of must(await api.get(`/v1/orgs/${org}/spaces`), 200).items) {
      const at = `/v1/spaces/${space}`;
      paths.push(
        ...[
          '',
          '/content',
          '/content/pages',
          '/content/files',
          '/links',
          '/change-requests',
          '/revisions',
          '/comments',
        ].map((part) => at + part),
      );
      const { pages } = must(await api.get(`${at}/content/pages`), 200);
      for (const { id } of pages)
        paths.push(`${at}/content/page/${id}?format=markdown`, `${at}/content/page/${id}/links`);
    }
  }
  return paths;
}

describe('quire backup', function () {
  this.timeout(300_000);
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const archive = join(folder, 'backup.tar.gz');
  const SETTINGS = { PUBLIC_URL: 'http://docs.example.org' };
  const command = (args: readonly string[], dir: string) => QuireProcess.command(args, { DATA_DIR: dir, ...SETTINGS });
  let answers: Map<string, unknown>;
  let token: string;

  /** Directory of an instance that has the secret key of the first one and nothing else. */
  const emptyInstance = (name: string): string => {
    const dir = join(folder, name);
    mkdirSync(dir, { mode: 0o700 });
    copyFileSync(join(dataDir, 'secret-key'), join(dir, 'secret-key'));
    return dir;
  };
  const start = async (dir: string): Promise<{ quire: QuireProcess; api: Api }> => {
    const port = await freePort();
    const quire = QuireProcess.start({ DATA_DIR: dir, ADMIN_TOKEN: token, ...SETTINGS, PORT: String(port) });
    await quire.ready();
    return { quire, api: apiOf({ url: `http://127.0.0.1:${port}` }, token) };
  };

  before(async () => {
    token = 'an-operator-token-0123456789';
    const { quire, api } = await start(dataDir);
    const [{ id: org }] = must(await api.get('/v1/orgs'), 200).items;
    const { id: space } = must(await api.post(`/v1/orgs/${org}/spaces`, { title: 'Handbook' }), 201);
    const { id: cr } = must(await api.post(`/v1/spaces/${space}/change-requests`, { subject: 'First' }), 201);
    const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString(
      'base64',
    );
    must(
      await api.post(`/v1/spaces/${space}/change-requests/${cr}/content`, {
        changes: [
          {
            operation: 'insert_files',
            files: [{ name: 'dot.gif', ref: 'dot.gif', contentType: 'image/gif', base64: picture }],
          },
          {
            operation: 'insert_page',
            title: 'Tabs\tand lines',
            document: { markdown: 'A backslash \\ and `code`.\n\n![dot](./dot.gif)\n\n[home](https://example.com)' },
          },
        ],
      }),
      200,
    );
    must(await api.post(`/v1/spaces/${space}/change-requests/${cr}/merge`), 200);
    must(await api.post(`/v1/spaces/${space}/change-requests`, { subject: 'Second' }), 201);
    must(
      await api.delete(`/v1/spaces/${must(await api.post(`/v1/orgs/${org}/spaces`, { title: 'Gone' }), 201).id}`),
      205,
    );
    await until(async () => must(await api.get(`/v1/orgs/${org}/search?query=backslash`), 200).items.length > 0);

    // The instance runs while the backup is written.
    const { code, stdout, stderr } = await command(['backup', archive], dataDir);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/\d+ rows of \d+ tables, \d+ jobs, \d+ files/);
    answers = new Map();
    for (const path of await recordedPaths(api)) answers.set(path, must(await api.get(path), 200));
    await quire.end();
  });

  it('writes a file that only its owner reads, and replaces none', async () => {
    if (process.platform !== 'win32') expect(statSync(archive).mode & 0o777).to.equal(0o600);
    const again = await command(['backup', archive], dataDir);
    expect([again.code, again.stderr]).to.deep.equal([1, `quire: ${archive} exists already\n`]);
    const nowhere = await command(['backup', join(folder, 'missing', 'backup.tar.gz')], dataDir);
    expect(nowhere.stderr).to.match(/^quire: ENOENT: no such file or directory[^\n]+\n$/);
    expect(nowhere.code).to.equal(1);
    expect((await command(['backup', ''], dataDir)).stderr).to.match(/for argument 'file'\. must not be empty\n/);
    expect((await command(['restore', folder], dataDir)).stderr).to.equal(
      `quire: ${folder} is a folder, not an archive\n`,
    );
  });

  it('is restored into an empty instance, which then answers every request as before', async () => {
    const dir = emptyInstance('restored');
    const { code, stderr } = await command(['restore', archive], dir);
    expect([code, stderr]).to.deep.equal([0, '']);
    const { quire, api } = await start(dir);
    const differences = [];
    for (const [path, answer] of answers) {
      const now = must(await api.get(path), 200);
      // The start signs nobody in and records nothing but the token of the operator, which is the same.
      if (JSON.stringify(now) !== JSON.stringify(answer)) differences.push(path);
    }
    expect(differences).to.deep.equal([]);
    expect(answers.size).to.be.above(40);
    // New rows continue the sequences.
    const [{ id: org }] = must(await api.get('/v1/orgs'), 200).items;
    const { id: space } = must(await api.post(`/v1/orgs/${org}/spaces`, { title: 'After' }), 201);
    must(await api.post(`/v1/spaces/${space}/change-requests`, {}), 201);
    await quire.end();
    const verified = await command(['verify'], dir);
    expect(verified.stdout).to.match(/ checked: 0 problems\n$/);
    expect(verified.code).to.equal(0);
  });

  it('is restored by root, from a file of its own, into files of the owner of DATA_DIR', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const dir = emptyInstance('owned');
    chmodSync(folder, 0o711);
    for (const owned of [dir, join(dir, 'secret-key')]) chownSync(owned, 65_534, 65_534);
    for (const args of [
      ['restore', archive],
      ['secret-key', 'rotate'],
    ]) {
      const { code, stderr } = await command(args, dir);
      expect([code, stderr], args[0]).to.deep.equal([0, '']);
    }
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
    expect(files.length).to.be.above(100);
    expect(files.filter((name) => statSync(name).uid !== 65_534)).to.deep.equal([]);
  });

  it('exports one organization, which "quire org import" adds to another instance', async () => {
    const dir = join(folder, 'other-instance');
    const { quire, api } = await start(dir);
    const organization = [...answers.keys()].map((path) => /^\/v1\/orgs\/(\w+)$/.exec(path)?.[1]).find(Boolean)!;
    const file = join(folder, 'organization.tar.gz');
    const exported = await command(['org', 'export', organization, file], dataDir);
    expect([exported.code, exported.stderr]).to.deep.equal([0, '']);
    // The instance runs while the organization is imported.
    const imported = await command(['org', 'import', file], dir);
    expect([imported.code, imported.stderr]).to.deep.equal([0, '']);
    expect(imported.stdout).to.match(/imported My organization \(\w{20}\): \d+ rows of \d+ tables/);
    // The welcome site of the instance has the address.
    expect(imported.stdout).to.match(/new address, as the former one is taken {2}[^:]+: quire-[a-z0-9]{6}\n/);
    expect(must(await api.get(`/v1/orgs/${organization}`), 200).title).to.equal('My organization');
    const found = must(await api.get(`/v1/orgs/${organization}/search?query=backslash`), 200).items;
    expect(found.map(({ title }: { title: string }) => title)).to.include('Handbook');
    const again = await command(['org', 'import', file], dir);
    expect([again.code, again.stderr]).to.deep.equal([
      1,
      `quire: the organization ${organization} exists here already\n`,
    ]);
    await quire.end();
    const verified = await command(['verify'], dir);
    expect(verified.stdout).to.match(/ checked: 0 problems\n$/);
  });

  it('is refused for an instance that has data, or another secret key', async () => {
    const used = await command(['restore', archive], dataDir);
    expect([used.code, used.stderr]).to.deep.equal([
      1,
      'quire: the database is not empty: restore into a new database, or a new DATA_DIR\n',
    ]);
    const other = join(folder, 'other-key');
    mkdirSync(other, { mode: 0o700 });
    writeFileSync(join(other, 'secret-key'), 'x'.repeat(40));
    const refused = await command(['restore', archive], other);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('the backup needs the SECRET_KEY of its instance');
  });

  it('restores nothing of an archive that is cut off or damaged', async () => {
    const cut = join(folder, 'cut.tar.gz');
    copyFileSync(archive, cut);
    truncateSync(cut, Math.floor(statSync(archive).size * 0.9));
    const damaged = join(folder, 'damaged.tar.gz');
    const bytes = readFileSync(archive);
    bytes[Math.floor(bytes.length / 2)]! ^= 0x10;
    writeFileSync(damaged, bytes);
    for (const [index, file] of [cut, damaged].entries()) {
      const dir = emptyInstance(`broken-${index}`);
      const { code, stderr } = await command(['restore', file], dir);
      expect(code, file).to.equal(1);
      expect(stderr).to.match(/^quire: [^\n]+\n$/);
      const { quire, api } = await start(dir);
      // The instance is a new one.
      expect(must(await api.get('/v1/orgs'), 200).items[0].title).to.equal('My organization');
      expect(
        must(await api.get(`/v1/orgs/${must(await api.get('/v1/orgs'), 200).items[0].id}/spaces`), 200).count,
      ).to.equal(1);
      await quire.end();
    }
  });

  it('says that an instance has to be started before "quire verify" and "quire backup"', async () => {
    const dir = emptyInstance('unstarted');
    const commands = [
      ['verify'],
      ['backup', join(folder, 'unstarted.tar.gz')],
      ['rebuild'],
      ['secret-key', 'rotate'],
      ['file-storage', 'adopt'],
    ];
    for (const args of commands) {
      const { code, stderr } = await command(args, dir);
      expect([code, stderr], args[0]).to.deep.equal([
        1,
        `quire: ${dir} has no embedded database: set DATABASE_URL or DATA_DIR to those of the instance, or start it once first\n`,
      ]);
      expect((await command(args, `${dir}-missing`)).stderr, args[0]).to.equal(
        `quire: ${dir}-missing does not exist: set DATA_DIR to the directory of the instance\n`,
      );
    }
    expect([readdirSync(dir), existsSync(`${dir}-missing`)]).to.deep.equal([['secret-key'], false]);
    const database = { DATABASE_URL: (await backends.find(({ name }) => name === 'embedded')!.emptyDatabase())! };
    const { stderr } = await QuireProcess.command(['verify'], { DATA_DIR: dir, ...database });
    expect(stderr).to.equal('quire: the database has no tables yet: start the instance once first\n');
  });

  it('names the database that cannot be used, and creates nothing', async () => {
    const dir = join(folder, 'unreachable');
    const { code, stderr } = await QuireProcess.command(['backup', join(folder, 'unreachable.tar.gz')], {
      DATA_DIR: dir,
      DATABASE_URL: 'postgresql://me:secret-password@127.0.0.1:9/nothing',
    });
    expect([code, stderr]).to.deep.equal([1, 'quire: the database cannot be used: connect ECONNREFUSED 127.0.0.1:9\n']);
    expect(existsSync(dir)).to.equal(false);
  });

  it('leaves the data readable for "quire verify", which finds a flipped byte, a changed file and a page that search does not find', async () => {
    const dir = emptyInstance('flipped');
    expect((await command(['restore', archive], dir)).stderr).to.equal('');
    const quire = QuireProcess.start({ DATA_DIR: dir, ADMIN_TOKEN: token, ...SETTINGS });
    await quire.ready();
    const [, , , port] = readFileSync(join(dir, 'pg18/postmaster.pid'), 'utf8').split('\n');
    const password = readFileSync(join(dir, 'pg18-password'), 'utf8').trim();
    const client = new pg.Client({
      host: '127.0.0.1',
      port: Number(port),
      user: 'quire',
      password,
      database: 'postgres',
    });
    await client.connect();
    const { rows } = await client.query(
      `UPDATE objects SET bytes = set_byte(bytes, 3, get_byte(bytes, 3) # 1)
       WHERE hash = (SELECT hash FROM objects WHERE type = 'document' AND length(bytes) > 10 ORDER BY hash LIMIT 1) RETURNING encode(hash, 'hex') AS hash`,
    );
    const [unfindable] = (
      await client.query('DELETE FROM page_search WHERE ctid = (SELECT min(ctid) FROM page_search) RETURNING space_id')
    ).rows;
    await client.end();
    const blobs = (at: string): string[] =>
      readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => /^..\/..\/[0-9a-f]{64}$/.test(name));
    const [file] = blobs(join(dir, 'blobs'));
    writeFileSync(join(dir, 'blobs', file!), 'other bytes');
    const { code, stdout } = await command(['verify'], dir);
    await quire.end();
    expect(code).to.equal(1);
    expect(stdout).to.include(`the bytes of object ${rows[0].hash} have another hash`);
    expect(stdout).to.include(`page_search of space ${unfindable.space_id} differs from its content`);
    expect(stdout).to.include(`the bytes of file ${file!.slice(6)} have another hash`);
  });
});
